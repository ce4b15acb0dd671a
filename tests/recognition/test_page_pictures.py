"""The picture of a page with the lines of a clause marked."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from raglib_core.errors import MissingInput, RecognitionError
from raglib_core.model import Span
from raglib_core.recognition import recognize
from raglib_core.recognition.page_pictures import boxes_of, drawn, page_picture
from tests.recognition.pdf_files import column, pdf_file
from tests.recognition.scan_files import FONT, as_bytes, scan


@pytest.fixture
def charter(tmp_path: Path) -> Path:
    path = tmp_path / "устав.pdf"
    path.write_bytes(pdf_file(column("5.1. First."), column("5.2. Second.", "5.3. Third.")))
    return path


def yellow(png: bytes) -> list[tuple[int, int]]:
    """Places of marked paper, in pixels from the upper left."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    found = []
    for place, (red, _, blue) in enumerate(picture.get_flattened_data()):
        if red > 200 and blue < 120:
            found.append((place % picture.width, place // picture.width))
    return found


def test_the_clause_is_marked_where_it_stands(charter: Path):
    got = recognize(charter)
    start = got.text.index("5.3.")
    boxes = boxes_of(got, Span(start, len(got.text)))
    assert list(boxes) == [2]
    marked = yellow(page_picture(charter, 2, boxes[2]))
    scale = 110 / 72
    assert marked
    rows = [row for _, row in marked]
    assert (842 - 780) * scale < min(rows) < max(rows) < (842 - 755) * scale
    assert 50 * scale < min(place for place, _ in marked) < 65 * scale
    assert not yellow(page_picture(charter, 1))


def test_a_page_that_is_not_there_and_a_file_that_is_gone(charter: Path, tmp_path: Path):
    with pytest.raises(RecognitionError, match="page 3 cannot be drawn"):
        page_picture(charter, 3)
    with pytest.raises(MissingInput):
        page_picture(tmp_path / "нет.pdf", 1)
    (tmp_path / "шум.pdf").write_bytes(b"%PDF-1.4 damaged")
    with pytest.raises(RecognitionError, match="page 1"):
        page_picture(tmp_path / "шум.pdf", 1)


@pytest.mark.skipif(not FONT.is_file(), reason="no Cyrillic font to draw a scan with")
def test_a_scan_is_shown_as_well(tmp_path: Path):
    path = tmp_path / "скан.png"
    path.write_bytes(as_bytes(scan("5.1. Общество")))
    assert yellow(drawn(path, 1, [(30.0, 10.0, 200.0, 40.0)]))
    with pytest.raises(RecognitionError):
        drawn(path, 2, [])
