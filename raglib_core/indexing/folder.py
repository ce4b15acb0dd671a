"""The folder of an index: which files in it belong to the format, which generation counts, and how it is cleared.

Everything the format owns has a fixed name; all other files are somebody else's and are never touched, nor is a
symbolic link followed. No name is ever made from an id, a title or anything else that a document or a manifest says.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from raglib_core import storage
from raglib_core.errors import DamagedIndex, IndexLocked, NotARaglibIndexError
from raglib_core.indexing import lexical
from raglib_core.indexing.parts import BROKEN, from_json, to_json

FORMAT = "raglib-index"
VERSION = 3
POINTER = "CURRENT"
GENERATIONS = "generations"
LOCK = "lock"
CACHE = "embeddings.sqlite"
READINGS = "readings.sqlite"
CORRECTIONS = "corrections.jsonl"
MANIFEST = "manifest.json"
_ROWS = ("documents", "sections", "clauses")
_ARRAYS = ("places", "spans", "windows", "first_windows", "vectors", "section_vectors",
           *(f"lexical.{name}" for name in lexical.DTYPES))  # fmt: skip
PART_FILES = frozenset(
    [MANIFEST, "records.json", "texts.bin"]
    + [f"{name}{suffix}" for name in _ROWS for suffix in (".jsonl", ".rows.npy")]
    + [f"{name}.npy" for name in _ARRAYS]
)

_log = logging.getLogger(__name__)
_ROOT_FILE = re.compile(
    rf"({POINTER}|{re.escape(CORRECTIONS)})(\.\d+\.tmp)?|{LOCK}|({re.escape(CACHE)}|{re.escape(READINGS)})(-journal)?"
)
_LEFTOVER = re.compile(rf"{POINTER}\.\d+\.tmp")
_GENERATION = re.compile(r"\d{6,12}")
_UNFINISHED = re.compile(r"\d{6,12}\.tmp")


@dataclass(frozen=True, slots=True)
class Pointer:
    """What ``CURRENT`` says: the generation that counts and the hash of its manifest."""

    generation: str
    manifest_sha256: str

    @property
    def number(self) -> int:
        """The generation as a number, from 1."""
        return int(self.generation)


def read_pointer(root: Path) -> Pointer:
    """Return which generation of an index counts.

    Raises NotARaglibIndexError for a folder that is no index or is one of another version, DamagedIndex for an index
    whose pointer is gone or unreadable.
    """
    if not root.is_dir():
        raise _foreign(root, "there is no such folder" if not root.exists() else "it is a file, not a folder")
    path = root / POINTER
    if path.is_symlink() or not path.is_file():
        if _has_generation(root):
            raise DamagedIndex(path=str(root), part=POINTER, reason="is missing")
        raise _foreign(root, _why_foreign(root))
    try:
        values = from_json(path.read_bytes())
        marker, version = values["format"], values["version"]
    except BROKEN as error:
        if _has_generation(root):
            raise DamagedIndex(path=str(root), part=POINTER, reason=f"{error}"[:200]) from error
        raise _foreign(root, f"{POINTER} is not its pointer") from error
    if marker != FORMAT or version != VERSION:
        reason = f"it has format {marker!r}, version {version!r}; this library reads version {VERSION}: build it anew"
        raise _foreign(root, reason)
    if not _GENERATION.fullmatch(str(values.get("generation"))):
        raise DamagedIndex(path=str(root), part=POINTER, reason="names no generation")
    return Pointer(str(values["generation"]), str(values.get("manifest_sha256")))


def write_pointer(root: Path, pointer: Pointer) -> None:
    """Let ``pointer`` count from now on; readers see the old one or this one."""
    values = {"format": FORMAT, "version": VERSION, "generation": pointer.generation}
    storage.write_atomic(root / POINTER, to_json({**values, "manifest_sha256": pointer.manifest_sha256}))


def is_index(root: Path) -> bool:
    """Return whether a folder is an index of this version, whole or damaged; False for anything else, also nothing."""
    try:
        read_pointer(root)
    except NotARaglibIndexError:
        return False
    except DamagedIndex:
        return True
    return True


def generation_folder(root: Path, generation: str) -> Path:
    """Return the folder of a generation."""
    return root / GENERATIONS / generation


def _foreign(root: Path, reason: str) -> NotARaglibIndexError:
    return NotARaglibIndexError(path=str(root), reason=reason)


def _why_foreign(root: Path) -> str:
    if (root / MANIFEST).is_file():
        return "it was made by another version of raglib; build it anew into another folder"
    return f"it has no {POINTER}"


def _has_generation(root: Path) -> bool:
    return bool(finished_generations(root))


def finished_generations(root: Path) -> list[Path]:
    """Return the folders of the generations that were written to their end, the oldest first."""
    return [path for path in _generations(root, _GENERATION) if (path / MANIFEST).is_file()]


def _generations(root: Path, pattern: re.Pattern[str]) -> list[Path]:
    folder = root / GENERATIONS
    if folder.is_symlink() or not folder.is_dir():
        return []
    found = (path for path in folder.iterdir() if pattern.fullmatch(path.name))
    return sorted(path for path in found if path.is_dir() and not path.is_symlink())


# ---------------------------------------------------------------- writing


@contextmanager
def locked(root: Path) -> Iterator[None]:
    """Hold the lock of an index folder; raises IndexLocked when another writer has it."""
    with storage.exclusive_lock(root / LOCK, subject=root):
        yield


def claim(root: Path) -> None:
    """Make sure that ``root`` is a folder to write an index into: new, empty, an index, or left by an unfinished build.

    Raises NotARaglibIndexError for any other folder and for a file; nothing in it is touched.
    """
    if root.exists() and not root.is_dir():
        raise _foreign(root, "it is a file, not a folder")
    if root.is_dir() and not is_index(root):
        strange = foreign_files(root)
        if strange:
            raise _foreign(root, f"it holds other files, such as {strange[0].name!r}")
    if (root / GENERATIONS).is_symlink():
        raise _foreign(root, f"{GENERATIONS} in it is a symbolic link")
    root.mkdir(parents=True, exist_ok=True)


@contextmanager
def new_generation(root: Path) -> Iterator[Path]:
    """Give an empty folder to write the next generation into; it is cleared again when the block fails.

    Afterwards `publish` lets it count. The lock is held by the caller.
    """
    clear_unused(root)
    numbers = [int(path.name) for path in _generations(root, _GENERATION)]
    folder = generation_folder(root, f"{max(numbers, default=0) + 1:06d}.tmp")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield folder
    finally:
        if folder.exists():
            _clear(folder)


def publish(root: Path, folder: Path, manifest: bytes) -> int:
    """Write the manifest as the last part, switch to the generation in ``folder``, and return its number.

    Older generations that nobody reads any more are removed; failing to do so is no failure of the build.
    """
    storage.write_synced(folder / MANIFEST, manifest)
    storage.sync_folder(folder)
    final = folder.with_suffix("")
    os.rename(folder, final)  # noqa: PTH104 - one name for all renames that tests make fail
    storage.sync_folder(final.parent)
    pointer = Pointer(final.name, storage.sha256_of(manifest))
    write_pointer(root, pointer)
    try:
        clear_unused(root)
    except OSError as error:
        _log.warning("%s keeps older generations until the next build: %s", root, error)
    return pointer.number


def clear_unused(root: Path) -> None:
    """Remove what crashed builds left and the generations that neither count nor are read; the caller has the lock."""
    for path in root.iterdir():
        if _LEFTOVER.fullmatch(path.name):
            _remove_file(path)
    for stale in _generations(root, _UNFINISHED):
        _clear(stale)
    try:
        current = read_pointer(root).generation
    except (DamagedIndex, NotARaglibIndexError):
        return  # which one counts is not known: all stay
    for old in _generations(root, _GENERATION):
        if old.name != current:
            _clear_unread(old)


def tidy(root: Path) -> None:
    """Remove what nobody uses any more; left to the next writer where one is at work or the system refuses."""
    try:
        with locked(root):
            clear_unused(root)
    except (IndexLocked, OSError) as error:
        _log.info("%s keeps older generations until the next build: %s", root, error)


def _clear_unread(folder: Path) -> None:
    """Remove a generation unless somebody reads it: readers share its manifest, so that one goes first."""
    manifest = folder / MANIFEST
    with storage.alone(manifest) as unread:
        if unread:
            _remove_file(manifest)
    if not manifest.exists():
        _clear(folder)


# ---------------------------------------------------------------- clearing


def delete(root: Path) -> bool:
    """Remove an index with everything that its format owns; return False where there is nothing.

    Files of others in the folder stay, are named in the log, and keep the folder alive. Raises NotARaglibIndexError for
    a file, a symbolic link or a folder that is no index, IndexLocked while somebody writes to it.
    """
    if root.is_symlink():
        raise _foreign(root, "it is a symbolic link")
    if not root.exists():
        return False
    if not is_index(root):
        read_pointer(root)  # raises with the reason
    with locked(root):
        (root / POINTER).unlink(missing_ok=True)
        for folder in _generations(root, _GENERATION) + _generations(root, _UNFINISHED):
            _clear(folder)
        for path in [path for path in root.iterdir() if _ROOT_FILE.fullmatch(path.name)]:
            _remove_file(path)
    for folder in (root / GENERATIONS, root):
        _remove_empty(folder)
    return True


def foreign_files(root: Path) -> list[Path]:
    """Return what lies in an index folder and does not belong to the format, in order of name; [] for no folder."""
    if not root.is_dir():
        return []
    strange = [path for path in root.iterdir() if not _ROOT_FILE.fullmatch(path.name) and path.name != GENERATIONS]
    folder = root / GENERATIONS
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        return sorted([*strange, folder])
    inner = list(folder.iterdir()) if folder.exists() else []
    for path in inner:
        if not (_GENERATION.fullmatch(path.name) or _UNFINISHED.fullmatch(path.name)) or path.is_symlink():
            strange.append(path)
        else:
            strange.extend(part for part in path.iterdir() if part.name not in PART_FILES)
    return sorted(strange)


def _clear(folder: Path) -> None:
    """Remove a generation; what the format does not own stays and is logged."""
    for path in list(folder.iterdir()):
        if path.name in PART_FILES:
            _remove_file(path)
    _remove_empty(folder)


def _remove_file(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:  # Windows does not remove a file that a reader has mapped
        _log.info("%s stays until the next build: %s", path, error)


def _remove_empty(folder: Path) -> None:
    if folder.is_symlink() or not folder.is_dir():
        return
    rest = sorted(path.name for path in folder.iterdir())
    strange = [name for name in rest if name not in PART_FILES and not _ROOT_FILE.fullmatch(name)]
    if strange:
        _log.warning("%s keeps files that are not of the index: %s", folder, ", ".join(strange[:10]))
    if not rest:
        folder.rmdir()
