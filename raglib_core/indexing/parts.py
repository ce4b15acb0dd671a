"""The parts of a generation: files written once, listed with size and SHA-256, and read through memory maps.

A part is bytes (``.bin``), an array (``.npy`` without pickle) or rows of JSON (``.jsonl`` beside ``.rows.npy``, which
holds where each line starts, so that one row can be read without the others).
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
from raglib_core.errors import DamagedIndex

Listing = dict[str, dict[str, object]]
Array = npt.NDArray[Any]
#: A value as the module json gives it.
Json = Any

#: Parts up to this size are hashed at every opening (about 20 ms each at most); of larger ones the size is compared,
#: and `Parts.verify` hashes them on request.
HASHED_BYTES = 32 << 20
#: What reading a file that is not what it should be can raise; each becomes DamagedIndex naming the part.
BROKEN = (ValueError, KeyError, IndexError, TypeError, AttributeError, OSError, EOFError)


class PartWriter:
    """Writes the parts of one generation into a new folder."""

    def __init__(self, folder: Path) -> None:
        """Write into ``folder``, which exists and is empty."""
        self._folder = folder
        self.listing: Listing = {}

    def data(self, name: str, data: bytes) -> None:
        """Write a part and wait until the disk has it."""
        storage.write_synced(self._folder / name, data)
        self.listing[name] = {"bytes": len(data), "sha256": storage.sha256_of(data)}

    def array(self, name: str, array: Array) -> None:
        """Write an array; holds no second copy of it in memory."""
        path = self._folder / f"{name}.npy"
        with path.open("wb") as file:
            np.save(file, np.ascontiguousarray(array), allow_pickle=False)
            file.flush()
            storage.sync_file(file.fileno())
        self.listing[path.name] = {"bytes": path.stat().st_size, "sha256": storage.sha256_of_file(path)}

    def rows(self, name: str, rows: Iterable[object]) -> None:
        """Write JSON values, one a line, and where each line starts."""
        lines = [to_json(row) + b"\n" for row in rows]
        self.data(f"{name}.jsonl", b"".join(lines))
        self.array(f"{name}.rows", np.cumsum([0, *map(len, lines)], dtype=np.int64))


def to_json(value: object) -> bytes:
    """Return a value as one line of JSON in UTF-8; lone surrogates of a text survive."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def from_json(data: bytes) -> Json:
    """Return the value of one JSON text; raises ValueError for anything else."""
    return json.loads(data.decode("utf-8", "surrogatepass"))


class JsonRows:
    """JSON values of a part, each read when asked for."""

    def __init__(self, data: mmap.mmap | bytes, starts: npt.NDArray[np.int64]) -> None:
        """Keep the lines and where they start."""
        self._data = data
        self._starts = starts

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._starts) - 1

    def __getitem__(self, number: int) -> Json:
        """Return one row."""
        return from_json(self._data[int(self._starts[number]) : int(self._starts[number + 1])])


class Parts:
    """The parts of a generation opened for reading; every failure is a DamagedIndex that names the part."""

    def __init__(self, root: Path, folder: Path, listing: Listing) -> None:
        """Check that each listed part is a file of its size and, where small, of its hash."""
        self._root, self._folder, self._listing = root, folder, listing
        for name in listing:
            with self.reading(name):
                self._check(name, whole=self._size(name) <= HASHED_BYTES)

    @contextmanager
    def reading(self, part: str) -> Iterator[None]:
        """Turn what reading a broken file raises into DamagedIndex for ``part``."""
        try:
            yield
        except BROKEN as error:
            raise DamagedIndex(path=str(self._root), part=part, reason=f"{error}"[:200]) from error

    def verify(self) -> None:
        """Hash every part, also the large ones; raises DamagedIndex for the first that differs."""
        for name in self._listing:
            with self.reading(name):
                self._check(name, whole=True)

    def data(self, name: str) -> mmap.mmap | bytes:
        """Return the bytes of a part, mapped."""
        with self.reading(name), self._path(name).open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if self._size(name) else b""

    def array(self, name: str, dtype: type[np.generic], shape: tuple[int | None, ...]) -> Array:
        """Return an array, mapped; None in ``shape`` stands for any length."""
        part = f"{name}.npy"
        with self.reading(part):
            array: Array = np.load(self._path(part), mmap_mode="r", allow_pickle=False)
            fits = len(array.shape) == len(shape) and all(
                wanted is None or wanted == length for wanted, length in zip(shape, array.shape, strict=True)
            )
            if array.dtype != dtype or not fits:
                raise ValueError(f"holds {array.dtype} of shape {array.shape}")
            return array

    def rows(self, name: str, count: int) -> JsonRows:
        """Return the rows of a part; ``count`` is how many there must be."""
        data = self.data(f"{name}.jsonl")
        starts = self.array(f"{name}.rows", np.int64, (count + 1,))
        with self.reading(f"{name}.rows.npy"):
            if starts[0] != 0 or starts[-1] != len(data) or (np.diff(starts) <= 0).any():
                raise ValueError("does not fit its lines")
        return JsonRows(data, starts)

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
