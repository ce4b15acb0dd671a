"""What servers share: the libraries they open, answers about whole documents, and the guard at the door."""

from raglib_core.serving.guard import Guard, check_open_door, is_loopback, read_token
from raglib_core.serving.libraries import Entry, Libraries

__all__ = ["Entry", "Guard", "Libraries", "check_open_door", "is_loopback", "read_token"]
