"""The text layer of a PDF page as printed lines, in the order of the file."""

from __future__ import annotations

import ctypes
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from raglib_core.recognition.printed_lines import PrintedLine

#: How PDFium writes a hyphen at the end of a line: real ones and those of broken words alike.
_BROKEN = "\ufffe"
_HYPHENS = ("\u00ad", "\u2010", "-")
_SPACES = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u3000]+")
#: A gap so many times the height of the letters parts cells and columns.
_WIDE = 1.5
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b\ufeff]")


def pieces_of(text_page: Any) -> tuple[PrintedLine, ...]:  # noqa: ANN401  # a page of pypdfium2, which has no types
    """Return the pieces of lines of a page in the order of the file; () for a page without text."""
    pieces = (
        _line(text_page, at, part)
        for start, piece in _pieces(text_page)
        for at, part in _apart(text_page, start, piece)
    )
    return tuple(piece for piece in pieces if piece is not None)


def standing(
    pieces: Iterable[PrintedLine], rotation: int, crop: tuple[float, float, float, float]
) -> tuple[PrintedLine, ...]:
    """Return the pieces in the coordinates of the page as it is shown: cut to ``crop`` and turned clockwise."""
    return tuple(_standing(piece, rotation, crop) for piece in pieces)


def _standing(piece: PrintedLine, rotation: int, crop: tuple[float, float, float, float]) -> PrintedLine:
    x, y, width, height = crop[0], crop[1], crop[2] - crop[0], crop[3] - crop[1]
    left, bottom, right, top = piece.left - x, piece.bottom - y, piece.right - x, piece.top - y
    if rotation == 90:
        left, bottom, right, top = bottom, width - right, top, width - left
    elif rotation == 180:
        left, bottom, right, top = width - right, height - top, width - left, height - bottom
    elif rotation == 270:
        left, bottom, right, top = height - top, left, height - bottom, right
    return replace(piece, left=left, bottom=bottom, right=right, top=top)


def _pieces(text_page: Any) -> Iterator[tuple[int, str]]:  # noqa: ANN401
    """Yield the index of the first character and the text between line ends, a broken word's end included."""
    count = text_page.count_chars()
    text = text_page.get_text_range() if count > 0 else ""
    if len(text) != count:  # a character outside the basic plane moved the indexes: read them one by one
        text = "".join(_character(text_page, index) for index in range(count))
    start = 0
    for match in re.finditer(rf"\r\n|\r|\n|{_BROKEN}", text):
        if match.group() == _BROKEN:
            if _ends_line(text_page, match.start(), count):
                yield start, text[start : match.end()]
                start = match.end()
            continue
        yield start, text[start : match.start()]
        start = match.end()
    yield start, text[start:]


def _character(text_page: Any, index: int) -> str:  # noqa: ANN401
    from pypdfium2 import raw

    code = raw.FPDFText_GetUnicode(text_page, index)
    return _BROKEN if code == 2 else chr(code) if code < 0xD800 or 0xE000 <= code < 0x110000 else "\ufffd"


def _ends_line(text_page: Any, index: int, count: int) -> bool:  # noqa: ANN401
    """Whether the character after a hyphen stands below it."""
    if index + 1 >= count:
        return True
    before = text_page.get_charbox(max(0, index - 1))
    after = text_page.get_charbox(index + 1)
    return bool(after[3] <= before[1] or after[2] < before[0])


def _apart(text_page: Any, start: int, piece: str) -> Iterator[tuple[int, str]]:  # noqa: ANN401
    """Yield the parts of a piece between wide gaps: PDFium writes cells and columns of one row as one line."""
    rects = sorted(_rects(text_page, start, len(piece)))
    height = max((top - bottom for _, bottom, _, top in rects), default=0.0)
    gaps = (right[0] - left[2] for left, right in itertools.pairwise(rects))
    at = 0
    if any(gap > _WIDE * height for gap in gaps):
        for match in re.finditer(r"\S(\s+)\S", piece):
            before = text_page.get_charbox(start + match.start())
            after = text_page.get_charbox(start + match.end() - 1)
            if after[0] - before[2] > _WIDE * height:
                yield start + at, piece[at : match.start(1)]
                at = match.end(1)
    yield start + at, piece[at:]


def _line(text_page: Any, start: int, piece: str) -> PrintedLine | None:  # noqa: ANN401
    text = _SPACES.sub(" ", _UNSEEN.sub("", piece)).strip()
    hyphen = ""
    if text.endswith((_BROKEN, *_HYPHENS)) and len(text) > 1 and text[-2].isalpha():
        hyphen = "-" if text[-1] == _BROKEN else text[-1]
        text = text[:-1]
    text = text.replace(_BROKEN, "-")
    if not text:
        return None
    box = _box(text_page, start, len(piece))
    return PrintedLine(text, *box, hyphen=hyphen) if box else None


def _box(text_page: Any, start: int, count: int) -> tuple[float, float, float, float] | None:  # noqa: ANN401
    """Return left, bottom, right, top around some characters; None where nothing of them is printed."""
    rects = _rects(text_page, start, count)
    if not rects:
        return None
    lefts, bottoms, rights, tops = zip(*rects, strict=True)
    return (min(lefts), min(bottoms), max(rights), max(tops))


def _rects(text_page: Any, start: int, count: int) -> list[tuple[float, float, float, float]]:  # noqa: ANN401
    """Return the boxes (left, bottom, right, top) that PDFium draws around some characters."""
    from pypdfium2 import raw

    left, top, right, bottom = (ctypes.c_double() for _ in range(4))
    return [
        (left.value, bottom.value, right.value, top.value)
        for index in range(max(0, raw.FPDFText_CountRects(text_page, start, count)))
        if raw.FPDFText_GetRect(text_page, index, left, top, right, bottom)
    ]
