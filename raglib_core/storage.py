"""Files that are whole or absent, a lock that a crash releases, hashes, and names that cannot leave a folder."""

from __future__ import annotations

import hashlib
import os
import re
import socket
import sys
import unicodedata
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from raglib_core.errors import IndexLocked

_BLOCK = 1 << 20
_OWNER_BYTES = 200
_STEM_LENGTH = 100
#: Device names of Windows: a file of such a name cannot exist there, whatever its suffix.
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")


# ---------------------------------------------------------------- hashes


def sha256_of(data: bytes) -> str:
    """Return the SHA-256 of ``data`` in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def sha256_of_file(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal, read in pieces; raises OSError where it cannot be read."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def checksum(*pieces: bytes) -> int:
    """Return 64 bits of BLAKE2b over the pieces and their lengths, as a signed number that an int64 holds."""
    digest = hashlib.blake2b(digest_size=8)
    for piece in pieces:
        digest.update(len(piece).to_bytes(8, "little"))
        digest.update(piece)
    return int.from_bytes(digest.digest(), "little", signed=True)


# ---------------------------------------------------------------- whole files


def write_atomic(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path`` so that readers see the old file or the new one, also after a power cut.

    A symbolic link at ``path`` is replaced, not followed. On failure the old file stays and no temporary one is left.
    """
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        write_synced(temporary, data)
        os.replace(temporary, path)  # noqa: PTH105 - one name for all renames that tests make fail
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def write_synced(path: Path, data: bytes) -> None:
    """Write a new file and wait until the disk has it."""
    with NewFile(path) as file:
        file.write(data)
        file.finish()


class NewFile:
    """A file that is written once, from its start to its end; tells the size and SHA-256 of what it holds.

    The file counts as written after `finish`, which waits until the disk has it; leaving the ``with`` block closes it.
    A symbolic link at the path is not followed.
    """

    def __init__(self, path: Path) -> None:
        """Make an empty file at ``path``."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        self._descriptor = os.open(path, flags, 0o644)
        self._waiting = bytearray()
        self._digest = hashlib.sha256()
        self.size = 0

    def __enter__(self) -> Self:
        """Return this file."""
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """Close the file, whatever happened."""
        os.close(self._descriptor)

    def write(self, data: bytes | memoryview) -> None:
        """Append bytes; small pieces are gathered before they go to the disk."""
        self._waiting += data
        self.size += len(data)
        if len(self._waiting) >= _BLOCK:
            self._flush()

    def finish(self) -> None:
        """Write what is gathered and wait until the disk has it."""
        self._flush()
        sync_file(self._descriptor)

    def _flush(self) -> None:
        self._digest.update(self._waiting)
        rest = memoryview(bytes(self._waiting))
        self._waiting.clear()
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]

    @property
    def sha256(self) -> str:
        """The SHA-256 in hexadecimal of all that was written before `finish`."""
        return self._digest.hexdigest()


def sync_file(descriptor: int) -> None:
    """Wait until the disk has what was written to an open file."""
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Wait until the disk has the names in ``folder``; does nothing on Windows, which cannot open folders."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# ---------------------------------------------------------------- lock


@contextmanager
def exclusive_lock(path: Path, *, subject: Path | None = None) -> Iterator[None]:
    """Hold the lock file ``path`` while the block runs; raises IndexLocked with the owner when somebody else does.

    The system itself releases the lock when its holder dies, so a crash leaves nothing to clean up. The file stays
    afterwards (removing it would let two writers hold two files of one name) unless the block itself removes it. Two
    threads of one process exclude each other as well. ``subject`` is what the error names instead of the lock file.
    """
    descriptor = _open_locked(path, subject or path)
    try:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, _owner(), 0) if sys.platform != "win32" else os.write(descriptor, _owner())
        yield
    finally:
        _unlock(descriptor)
        os.close(descriptor)


def _open_locked(path: Path, subject: Path) -> int:
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
        if not _try_lock(descriptor):
            owner = os.read(descriptor, _OWNER_BYTES).decode("utf-8", "replace").strip() or "unknown"
            os.close(descriptor)
            raise IndexLocked(path=str(subject), owner=owner)
        if _is_current(descriptor, path):
            return descriptor
        # the former holder removed the file between our open and our lock: lock the new one
        os.close(descriptor)


def _is_current(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.lstat())
    except FileNotFoundError:
        return False


def _owner() -> bytes:
    return f"process {os.getpid()} on {socket.gethostname()}"[:_OWNER_BYTES].encode()


if sys.platform == "win32":
    import msvcrt

    #: The locked byte lies behind the owner's name, so that others can read the name.
    _LOCKED_BYTE = 1 << 16

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

    def _lock_shared(descriptor: int) -> None:
        """Do nothing: the open file itself keeps others from removing it."""

    def _unlock(descriptor: int) -> None:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _lock_shared(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_SH)

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def alone(path: Path) -> Iterator[bool]:
    """Tell whether nobody holds `share` of a file, and keep it so while the block runs; False for no such file.

    On Windows, which has no shared locks, a file that somebody holds cannot be removed: there the answer is True.
    """
    if sys.platform == "win32":
        yield path.exists()
        return
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    except OSError:
        yield False
        return
    try:
        yield _try_lock(descriptor)
    finally:
        os.close(descriptor)


def share(path: Path) -> int:
    """Open a file for reading and hold it against `alone` until the descriptor is closed, also by a crash.

    Raises FileNotFoundError where it is gone, OSError where it cannot be read or is a symbolic link.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    try:
        _lock_shared(descriptor)
        if not _is_current(descriptor, path):
            raise FileNotFoundError(2, "was removed", str(path))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


# ---------------------------------------------------------------- names


def safe_stem(name: str) -> str:
    """Return the stem of a file name as a document id that is a plain file name on every system.

    Runs of characters other than letters, digits, ``_``, ``-`` and ``.`` become one ``_``; outer ``_`` and ``.`` are
    dropped; an empty rest is ``doc``; a device name of Windows gets the prefix ``doc-``. The result is in NFC and at
    most 100 characters long: «Устав (2025).md» gives ``Устав_2025``, «...md» and «№№.md» give ``doc``.
    """
    stem = unicodedata.normalize("NFC", Path(name.replace("\\", "/")).stem)
    stem = re.sub(r"[^\w.-]+", "_", stem).strip("_.")[:_STEM_LENGTH].rstrip("_.")
    if _RESERVED.match(stem):
        return f"doc-{stem}"
    return stem or "doc"


def unique_stem(stem: str, taken: Collection[str]) -> str:
    """Return ``stem``, or the first free one of ``stem-2``, ``stem-3`` …; letter case does not make a name free."""
    folded = {name.casefold() for name in taken}
    candidate, count = stem, 1
    while candidate.casefold() in folded:
        count += 1
        candidate = f"{stem}-{count}"
    return candidate


def is_plain_name(name: str) -> bool:
    """Return whether ``name`` names a direct child of any folder: no separators, drives, NUL, ``.`` or ``..``."""
    return bool(name) and name not in {".", ".."} and not re.search(r"[/\\:\0]", name)
