"""The name of a reading: which code, with which options, turned a file into clauses."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from raglib_core.settings import BuildSettings

#: What decides how a file is read, beside the file itself.
_ROOMS = ("model", "numbering.py", "recognition", "parsing")


def reading_of(settings: BuildSettings) -> str:
    """Return the name of the reading that files get now; it changes with every change of the code that reads them.

    A file whose content and reading are the same gives the same clauses, so it need not be read again. An installation
    without sources has no names for its readings: "".
    """
    code = _code()
    return code if settings.ocr_number_repair or not code else f"{code}-strict"


@cache
def _code() -> str:
    home = Path(__file__).parents[1]
    paths = [path for room in _ROOMS for path in [home / room, *sorted((home / room).rglob("*.py"))] if path.is_file()]
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16] if len(paths) >= len(_ROOMS) else ""
