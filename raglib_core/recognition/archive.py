"""Parts of an office file, unpacked within limits: an archive bomb ends in a named error and not in full memory."""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import dataclass
from typing import IO

from raglib_core.errors import LimitExceeded, RecognitionError

_STEP = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """What an archive may hold: entries, bytes of a part and of all parts, expansion of large parts."""

    entries: int = 2000
    part_bytes: int = 64 * 1024**2
    total_bytes: int = 256 * 1024**2
    ratio: int = 200
    ratio_from_bytes: int = 10 * 1024**2


class Archive:
    """A zip file in memory; a part is unpacked only when it is read, and only as far as the limits allow."""

    def __init__(self, data: bytes, name: str, limits: ArchiveLimits | None = None) -> None:
        """Read the list of parts; raises RecognitionError for a damaged archive, LimitExceeded for too many parts."""
        self.name = name
        self._limits = limits or ArchiveLimits()
        self._unpacked = 0
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError) as error:
            raise _damaged(name, str(error)) from error
        self._parts = {entry.filename: entry for entry in self._zip.infolist()}
        if len(self._zip.infolist()) > self._limits.entries:
            found = f"{len(self._zip.infolist())} entries"
            raise LimitExceeded(name=name, what="archive", value=found, limit=f"{self._limits.entries} entries")

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of the parts in their order."""
        return tuple(self._parts)

    def is_encrypted(self, part: str) -> bool:
        """Return whether a part is protected by a password."""
        return bool(self.flags(part) & 1)

    def flags(self, part: str) -> int:
        """Return the general flags of a part (bit 11: its name is UTF-8)."""
        return self._parts[part].flag_bits

    def read(self, part: str) -> bytes:
        """Return the bytes of a part; b"" where there is none.

        Raises LimitExceeded for a part that is larger than allowed, by its declaration or by what really comes out of
        it, and RecognitionError for one that cannot be unpacked.
        """
        entry = self._parts.get(part)
        if entry is None:
            return b""
        self._check_declared(entry)
        try:
            with self._zip.open(entry) as stream:
                return self._read_up(stream, part)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
            if isinstance(error, RecognitionError):
                raise
            raise _damaged(self.name, f"{part}: {error}") from error

    def _check_declared(self, entry: zipfile.ZipInfo) -> None:
        limits = self._limits
        if entry.file_size > limits.part_bytes:
            raise self._too_large(entry.filename, entry.file_size, limits.part_bytes)
        ratio = entry.file_size // max(1, entry.compress_size)
        if entry.file_size > limits.ratio_from_bytes and ratio > limits.ratio:
            found = f"{ratio} times the packed size ({entry.filename})"
            raise LimitExceeded(name=self.name, what="archive", value=found, limit=f"{limits.ratio} times")

    def _read_up(self, stream: IO[bytes], part: str) -> bytes:
        pieces: list[bytes] = []
        size = 0
        while piece := stream.read(_STEP):
            pieces.append(piece)
            size += len(piece)
            self._unpacked += len(piece)
            if size > self._limits.part_bytes:
                raise self._too_large(part, size, self._limits.part_bytes)
            if self._unpacked > self._limits.total_bytes:
                raise self._too_large("all parts", self._unpacked, self._limits.total_bytes)
        return b"".join(pieces)

    def _too_large(self, part: str, size: int, limit: int) -> LimitExceeded:
        found = f"{size // 1024**2} MB ({part})"
        return LimitExceeded(name=self.name, what="archive", value=found, limit=f"{limit // 1024**2} MB")


def _damaged(name: str, why: str) -> RecognitionError:
    reason = f"the file is damaged or cut off ({why}); get it again or save it anew"
    reason_ru = f"файл повреждён или обрезан ({why}); получите его снова или сохраните заново"
    return RecognitionError(name=name, reason=reason, reason_ru=reason_ru)
