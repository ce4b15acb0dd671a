"""Pictures of pages into printed pages: turned upright, at a resolution that fits, with their confidence."""

from __future__ import annotations

from typing import Any

from raglib_core.recognition.columns import in_reading_order
from raglib_core.recognition.printed_lines import PrintedPage
from raglib_core.recognition.tesseract import Recognition, read_picture, turn_of

DPI = 300.0
POINTS = 72.0
MAX_PIXELS = 40_000_000
#: Below this a page is tried turned by what the program says about its orientation.
_TURNED = 0.6
#: Darkest and lightest tone of a page that holds nothing but paper.
_PAPER = 40


def fitting_dpi(width: float, height: float) -> float:
    """Return the resolution to draw a page of so many points at: 300, less where the picture would be too large."""
    pixels = (width / POINTS) * (height / POINTS) * DPI**2
    return DPI if pixels <= MAX_PIXELS else DPI * float(MAX_PIXELS / pixels) ** 0.5


def page_of_picture(picture: Any, dpi: float, number: int, name: str) -> tuple[PrintedPage, float]:  # noqa: ANN401
    """Return the page that a picture shows and the confidence, 0 to 1; a blank one has no lines and confidence 1."""
    grey = picture.convert("L")
    low, high = grey.getextrema()
    if high - low < _PAPER:
        return PrintedPage(number, grey.width * POINTS / dpi, grey.height * POINTS / dpi, (), ocr=True), 1.0
    found, upright = _upright(grey, dpi, name)
    width, height = upright.width * POINTS / dpi, upright.height * POINTS / dpi
    lines = in_reading_order(found.lines, width)
    return PrintedPage(number, width, height, lines, ocr=True), found.confidence if lines else 1.0


def _upright(picture: Any, dpi: float, name: str) -> tuple[Recognition, Any]:  # noqa: ANN401
    """Return the better of the picture as it is and turned as its letters stand."""
    found = read_picture(picture, dpi, name)
    if found.confidence >= _TURNED:
        return found, picture
    turn = turn_of(picture, name)
    if not turn:
        return found, picture
    turned = picture.rotate(-turn, expand=True, fillcolor=255)
    other = read_picture(turned, dpi, name)
    return (other, turned) if other.confidence > found.confidence else (found, picture)
