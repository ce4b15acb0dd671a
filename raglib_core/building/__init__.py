"""Files into an index: building anew, adding, removing, and what an index tells about how it was made."""

from raglib_core.building.files import Inputs, add, build, remove
from raglib_core.building.opened import carries_meaning_of, model_of, opened, other_model, settings_of

__all__ = [
    "Inputs",
    "add",
    "build",
    "carries_meaning_of",
    "model_of",
    "opened",
    "other_model",
    "remove",
    "settings_of",
]
