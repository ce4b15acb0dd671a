"""The corrections that are kept beside the generations of an index: one JSON object a line, in the order made.

The file outlives every rebuild and goes only with the index. It is read whole and replaced whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from raglib_core import storage
from raglib_core.errors import BadCorrection
from raglib_core.indexing.codec import pack, unpack
from raglib_core.indexing.folder import CORRECTIONS
from raglib_core.indexing.parts import BROKEN, from_json, to_json
from raglib_core.model import Correction


def read(root: Path) -> tuple[Correction, ...]:
    """Return the corrections kept with an index; () where none were made or there is no index.

    Raises BadCorrection that names the first line that cannot be read: work of a person is never passed over.
    """
    path = root / CORRECTIONS
    if path.is_symlink() or not path.is_file():
        return ()
    return tuple(_read_line(path, number, line) for number, line in enumerate(path.read_bytes().splitlines(), 1))


def _read_line(path: Path, number: int, line: bytes) -> Correction:
    try:
        return unpack(Correction, from_json(line))
    except BROKEN as error:
        reason = f"{error}"[:200]
        raise BadCorrection(
            what=f"{path}:{number}",
            reason=f"this line is no correction ({reason}); mend or remove it",
            reason_ru=f"эта строка – не правка ({reason}); исправьте её или удалите",
        ) from error


def write(root: Path, corrections: Sequence[Correction]) -> None:
    """Keep these corrections and no others; the file goes where there are none. The lock is held by the caller."""
    if not corrections:
        (root / CORRECTIONS).unlink(missing_ok=True)
        return
    storage.write_atomic(root / CORRECTIONS, as_lines(corrections))


def as_lines(corrections: Sequence[Correction]) -> bytes:
    """Return corrections as the file holds them, for an export; b"" for none."""
    return b"".join(to_json(pack(one)) + b"\n" for one in corrections)
