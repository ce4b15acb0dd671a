"""Archives of documents: a .zip stands for the files in it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import NoReturn

from raglib_core.errors import RecognitionError
from raglib_core.recognition.archive import Archive
from raglib_core.recognition.kinds import Source, kind_of

_LEAD = b"PK\x03\x04"
_UTF8 = 0x800
_NOT_DOCUMENTS = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
_SAFE = str.maketrans(dict.fromkeys('\\:*?"<>|', "_"))


@contextmanager
def unpacked(paths: Sequence[Path], max_bytes: int) -> Iterator[list[Path]]:
    """Give the files that ``paths`` mean: an archive of documents stands for the documents in it.

    They lie in a folder that is removed in the end, each under its own name whatever path the archive gives it. An
    archive that cannot be unpacked (damaged, protected, empty, too large) stays in the list as it is, so that reading
    it says why; so does one larger than ``max_bytes``.
    """
    with tempfile.TemporaryDirectory(prefix="raglib-zip-") as folder:
        files: list[Path] = []
        for place, path in enumerate(paths):
            files += _members(path, Path(folder) / str(place), max_bytes) or [path]
        yield files


def read_zip(source: Source) -> NoReturn:
    """Say why an archive was not unpacked; raises RecognitionError or LimitExceeded and never returns."""
    archive = Archive(source.data, source.name)
    names = [part for part in archive.parts if _is_document(part)]
    if any(archive.is_encrypted(name) for name in names):
        reason = "the archive is protected by a password; unpack it and give the files"
        reason_ru = "архив защищён паролем; распакуйте его и передайте файлы"
    elif not names:
        reason, reason_ru = "the archive holds no files", "в архиве нет файлов"
    else:
        for name in names:
            archive.read(name)
        reason = "it is an archive inside an archive or of files that were asked for one by one; unpack it first"
        reason_ru = "это архив внутри архива или архив там, где ожидается один файл; сначала распакуйте его"
    raise RecognitionError(name=source.name, reason=reason, reason_ru=reason_ru)


def _members(path: Path, folder: Path, max_bytes: int) -> list[Path]:
    """Write the documents of an archive below ``folder``; [] for anything else and for what cannot be unpacked."""
    try:
        with path.open("rb") as stream:
            if stream.read(len(_LEAD)) != _LEAD or path.stat().st_size > max_bytes:
                return []
        data = path.read_bytes()
        if kind_of(data, path.suffix) != "zip":
            return []
        archive = Archive(data, path.name)
        parts = [part for part in archive.parts if _is_document(part)]
        return [_written(archive, part, folder / str(place)) for place, part in enumerate(parts)]
    except (RecognitionError, OSError):
        return []


def _written(archive: Archive, part: str, folder: Path) -> Path:
    folder.mkdir(parents=True)
    path = folder / _name(archive, part)
    path.write_bytes(archive.read(part))
    return path


def _is_document(part: str) -> bool:
    names = PurePosixPath(part).parts
    return (
        bool(names)
        and not part.endswith("/")
        and not any(name in _NOT_DOCUMENTS or name.startswith("._") for name in names)
    )


def _name(archive: Archive, part: str) -> str:
    """Return the file name alone, its Russian letters restored: old archivers write them in the code page of DOS."""
    name = part
    if not archive.flags(part) & _UTF8:
        try:
            name = part.encode("cp437").decode("cp866")
        except UnicodeError:
            name = part
    cleaned = PurePosixPath(name).name.translate(_SAFE).strip(" .")
    return cleaned[-200:] or "file"
