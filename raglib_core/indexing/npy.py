"""Arrays in ``.npy`` files (version 1.0 of that format, C order, no objects), written in pieces and read as maps.

Headers are read here and not by `numpy.load`: that one runs a Python parser over them, which is slow, and two threads
that do it at once raise SystemError on CPython 3.11.
"""

from __future__ import annotations

import mmap
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

_MAGIC = b"\x93NUMPY\x01\x00"
_ALIGNED = 64
_HEADER = re.compile(rb"\{'descr': '([<|][a-z]\d)', 'fortran_order': False, 'shape': \((\d+,|\d+(?:, \d+)+)\), \} *\n")


def header(dtype: np.dtype[Any] | type[np.generic], shape: tuple[int, ...]) -> bytes:
    """Return what stands before the numbers of an array, the same bytes as `numpy.save` writes."""
    sizes = ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "")
    text = f"{{'descr': '{np.dtype(dtype).newbyteorder('<').str}', 'fortran_order': False, 'shape': ({sizes}), }}"
    # numpy leaves room for a first length of up to 21 digits, so that a file can grow in place
    text += " " * (21 - len(str(shape[0])))
    used = len(_MAGIC) + 2 + len(text) + 1
    text += " " * (-used % _ALIGNED) + "\n"
    return _MAGIC + len(text).to_bytes(2, "little") + text.encode("ascii")


def raw(array: Array) -> bytes | memoryview:
    """Return the numbers of an array in C order as bytes, without a copy where they lie so."""
    whole = np.ascontiguousarray(array)
    return whole.data.cast("B") if whole.size else b""


def mapped(path: Path) -> Array:
    """Return the array of a file, mapped and read-only; raises ValueError where the file is none, OSError."""
    with path.open("rb") as file:
        start = file.read(len(_MAGIC) + 2)
        if not start.startswith(_MAGIC) or len(start) < len(_MAGIC) + 2:
            raise ValueError("is no array")
        length = int.from_bytes(start[-2:], "little")
        found = _HEADER.fullmatch(file.read(length))
        if not found:
            raise ValueError("has another header than was written")
        size = file.seek(0, 2)
        dtype = np.dtype(found[1].decode("ascii"))
        shape = tuple(int(number) for number in found[2].decode("ascii").split(",") if number)
        offset, count = len(start) + length, int(np.prod(shape, dtype=object))
        if size != offset + count * dtype.itemsize:
            raise ValueError(f"has {size} bytes, which do not hold {shape} numbers")
        if not count:
            return np.zeros(shape, dtype)
        bytes_of_file = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return np.frombuffer(bytes_of_file, dtype, count, offset).reshape(shape)
