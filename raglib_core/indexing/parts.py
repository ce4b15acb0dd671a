"""The parts of a generation: files written once, listed with size and SHA-256, and read through memory maps.

A part is bytes (``.bin``, ``.json``), an array (``.npy``, see `raglib_core.indexing.npy`) or lines of JSON (``.jsonl``
beside ``.rows.npy``, which holds where each line starts, so that one line can be read without the others).
"""

from __future__ import annotations

import json
import mmap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from raglib_core import storage
from raglib_core.errors import DamagedIndex, RaglibError
from raglib_core.indexing import npy

Listing = dict[str, dict[str, object]]
Array = npt.NDArray[Any]
#: A value as the module json gives it.
Json = Any

#: Parts up to this size are hashed at every opening; of larger ones the size is compared, so that opening costs the
#: same for any number of clauses. What is fetched from them carries checksums, and `Parts.verify` hashes them whole.
HASHED_BYTES = 1 << 16
#: What reading a file that is not what it should be can raise; each becomes DamagedIndex naming the part.
BROKEN = (ValueError, KeyError, IndexError, TypeError, AttributeError, OSError, EOFError)


class PartWriter:
    """Writes the parts of one generation into a new folder; holds none of them in memory."""

    def __init__(self, folder: Path) -> None:
        """Write into ``folder``, which exists and is empty."""
        self._folder = folder
        self.listing: Listing = {}

    @contextmanager
    def file(self, name: str) -> Iterator[storage.NewFile]:
        """Give a part to write piece by piece; it is listed once the disk has it."""
        with storage.NewFile(self._folder / name) as file:
            yield file
            file.finish()
        self.listing[name] = {"bytes": file.size, "sha256": file.sha256}

    def data(self, name: str, data: bytes) -> None:
        """Write a part at once."""
        with self.file(name) as file:
            file.write(data)

    def array(self, name: str, array: Array) -> None:
        """Write an array at once."""
        with self.file(f"{name}.npy") as file:
            file.write(npy.header(array.dtype, array.shape))
            file.write(npy.raw(array))

    @contextmanager
    def lines(self, name: str) -> Iterator[LineWriter]:
        """Give lines of JSON to write one by one; where each starts is written at the end."""
        with self.file(f"{name}.jsonl") as file:
            writer = LineWriter(file)
            yield writer
        self.array(f"{name}.rows", np.cumsum([0, *writer.lengths], dtype=np.int64))


class LineWriter:
    """Lines of JSON on their way into a part."""

    def __init__(self, file: storage.NewFile) -> None:
        """Write into ``file``."""
        self._file = file
        self.lengths: list[int] = []

    def add(self, line: bytes) -> None:
        """Append a line, which ends with a line feed."""
        self._file.write(line)
        self.lengths.append(len(line))

    def copy(self, lines: bytes, lengths: Iterable[int]) -> None:
        """Append lines of another index."""
        self._file.write(lines)
        self.lengths.extend(lengths)


def to_line(value: object) -> bytes:
    """Return a value as a line of JSON."""
    return to_json(value) + b"\n"


def to_json(value: object) -> bytes:
    """Return a value as one line of JSON in UTF-8; lone surrogates of a text survive."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def from_json(data: bytes) -> Json:
    """Return the value of one JSON text; raises ValueError for anything else."""
    return json.loads(data.decode("utf-8", "surrogatepass"))


class JsonLines:
    """Lines of JSON of a part, each read when asked for."""

    def __init__(self, data: mmap.mmap | bytes, starts: npt.NDArray[np.int64]) -> None:
        """Keep the lines and where they start."""
        self._data = data
        self.starts = starts

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self.starts) - 1

    def block(self, first: int, stop: int) -> bytes:
        """Return the lines ``[first, stop)`` as they were written."""
        return self._data[int(self.starts[first]) : int(self.starts[stop])]

    def line(self, number: int) -> bytes:
        """Return one line as it was written."""
        return self.block(number, number + 1)


class Parts:
    """The parts of a generation opened for reading; every failure is a DamagedIndex that names the part."""

    def __init__(self, root: Path, folder: Path, listing: Listing, *, trusted: bool = False) -> None:
        """Check that each listed part is a file of its size and, where small, of its hash; nothing if ``trusted``."""
        self._root, self._folder, self._listing = root, folder, listing
        for name in () if trusted else listing:
            with self.reading(name):
                self._check(name, whole=self._size(name) <= HASHED_BYTES)

    @property
    def names(self) -> list[str]:
        """The files of the parts."""
        return list(self._listing)

    @contextmanager
    def reading(self, part: str) -> Iterator[None]:
        """Turn what reading a broken file raises into DamagedIndex.

        It names the first part that changed after it was written; ``part`` where none did.
        """
        try:
            yield
        except RaglibError:
            raise
        except BROKEN as error:
            for name, reason in self.changed():
                raise self.damaged(name, reason) from error
            raise self.damaged(part, f"{error}") from error

    def damaged(self, part: str, reason: str) -> DamagedIndex:
        """Return the error that names a part of this index."""
        return DamagedIndex(path=str(self._root), part=part, reason=reason[:200])

    def changed(self) -> Iterator[tuple[str, str]]:
        """Hash every part and yield those that are not as they were written, each with the reason."""
        for name in self._listing:
            try:
                self._check(name, whole=True)
            except BROKEN as error:
                yield name, f"{error}"

    def verify(self) -> None:
        """Hash every part, also the large ones; raises DamagedIndex for the first that differs."""
        for name, reason in self.changed():
            raise self.damaged(name, reason)

    def data(self, name: str) -> mmap.mmap | bytes:
        """Return the bytes of a part, mapped."""
        with self.reading(name), self._path(name).open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if self._size(name) else b""

    def whole(self, name: str) -> bytes:
        """Return all bytes of a part, their hash compared."""
        with self.reading(name):
            data = self._path(name).read_bytes()
            if storage.sha256_of(data) != self._listing[name]["sha256"]:
                raise ValueError("its content changed after it was written")
            return data

    def array(self, name: str, dtype: type[np.generic], shape: tuple[int | None, ...]) -> Array:
        """Return an array, mapped; None in ``shape`` stands for any length."""
        part = f"{name}.npy"
        with self.reading(part):
            array = npy.mapped(self._path(part))
            fits = len(array.shape) == len(shape) and all(
                wanted is None or wanted == length for wanted, length in zip(shape, array.shape, strict=True)
            )
            if array.dtype != dtype or not fits:
                raise ValueError(f"holds {array.dtype} of shape {array.shape}")
            return array

    def lines(self, name: str, count: int) -> JsonLines:
        """Return the lines of a part; ``count`` is how many there must be."""
        data = self.data(f"{name}.jsonl")
        starts = self.array(f"{name}.rows", np.int64, (count + 1,))
        with self.reading(f"{name}.rows.npy"):
            if starts[0] != 0 or starts[-1] != len(data):
                raise ValueError("does not fit its lines")
        return JsonLines(data, starts)

    def _path(self, name: str) -> Path:
        if name not in self._listing or not storage.is_plain_name(name):
            raise ValueError("is not listed in the manifest")
        path = self._folder / name
        if path.is_symlink():
            raise ValueError("is a symbolic link")
        return path

    def _size(self, name: str) -> int:
        return int(str(self._listing[name]["bytes"]))

    def _check(self, name: str, *, whole: bool) -> None:
        path = self._path(name)
        size = path.stat().st_size
        if size != self._size(name):
            raise ValueError(f"has {size} bytes instead of {self._size(name)}")
        if whole and storage.sha256_of_file(path) != self._listing[name]["sha256"]:
            raise ValueError("its content changed after it was written")
