"""Scans and photos through Tesseract: text, pages, confidence, and what is said where the program is absent."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from raglib_core import texts
from raglib_core.errors import EmptyDocument, LimitExceeded, MissingProgram, RecognitionError
from raglib_core.model import Recognized
from raglib_core.parsing import segment
from raglib_core.recognition import pdf, recognize, tesseract
from raglib_core.recognition.scan_notices import listed, scan_notices
from raglib_core.recognition.text_layer import has_text, is_odd, is_useless
from tests.recognition.pdf_files import column, pdf_file
from tests.recognition.scan_files import as_bytes, needs_tesseract, scan

CLAUSES = (
    "5.1. Общество вправе приобретать доли в уставном капитале только в случаях, которые предусмотрены законом.",
    "5.2. Участник вправе продать свою долю другому участнику.",
    "5.3. Согласие общего собрания на такую сделку требуется, если её сумма превышает десять процентов активов.",
)


def read(tmp_path: Path, data: bytes, name: str) -> Recognized:
    path = tmp_path / name
    path.write_bytes(data)
    return recognize(path)


@needs_tesseract
@pytest.mark.parametrize(("name", "form"), [("скан.png", "PNG"), ("фото.jpg", "JPEG"), ("скан.pdf", "PDF")])
def test_a_scan_is_read_clause_by_clause(tmp_path: Path, name: str, form: str):
    got = read(tmp_path, as_bytes(scan(*CLAUSES), form=form), name)
    assert [line for line in got.text.split("\n") if line] == list(CLAUSES)
    assert [clause.number for clause in segment(got).clauses] == ["5.1", "5.2", "5.3"]
    assert [(page.number, page.source) for page in got.pages] == [(1, "ocr")]
    assert all(block.confidence > 0.8 and block.label_origin == "ocr" and block.box for block in got.blocks)
    assert [notice.code for notice in got.warnings] == ["pages_without_text"]


@needs_tesseract
def test_pages_of_a_tiff_are_pages_and_progress_is_told(tmp_path: Path):
    path = tmp_path / "скан.tiff"
    path.write_bytes(as_bytes(scan(CLAUSES[0]), scan(CLAUSES[1]), form="TIFF"))
    told: list[tuple[int, int]] = []
    got = recognize(path, on_page=lambda number, total: told.append((number, total)))
    assert [got.text[page.start : page.stop].strip() for page in got.pages] == list(CLAUSES[:2])
    assert [number for number, _ in told] == [1, 2]


@needs_tesseract
def test_a_page_that_lies_on_its_side_is_turned(tmp_path: Path):
    upright = scan(*CLAUSES, *CLAUSES, *CLAUSES)
    got = read(tmp_path, as_bytes(upright.rotate(90, expand=True)), "скан.png")
    assert "Участник вправе продать свою долю" in got.text


@needs_tesseract
def test_only_pages_without_a_usable_text_layer_are_recognized(tmp_path: Path):
    import pypdfium2

    good = pdf_file(column(*CLAUSES[0].split(", ")), [])
    document = pypdfium2.PdfDocument(good)
    document.import_pages(pypdfium2.PdfDocument(as_bytes(scan(CLAUSES[1]), form="PDF")))
    path = tmp_path / "смешанный.pdf"
    document.save(str(path))
    got = recognize(path)
    assert [page.source for page in got.pages] == ["text", "text", "ocr"]
    assert [notice.code for notice in got.warnings] == ["pages_without_text"]
    assert CLAUSES[1] in " ".join(got.text.split())


GARBAGE = "KoHrpolr sa Ae{TeJrbHocrbro YvpeЖgeHnfl ocyruecrBnflercs B nopfl4Ke yCTaHoBjIeHHoM 3aKoHoAaTeJIbCTBoM"


def test_a_useless_text_layer_is_told_from_a_good_one():
    assert is_useless(" ".join([GARBAGE] * 5))
    assert not is_useless("Общество с ограниченной ответственностью вправе. " * 10)
    assert not is_useless("The Corporation shall have perpetual existence under this Agreement. " * 10)
    assert not is_useless("Jamiyat o‘z faoliyatini O'zbekiston Respublikasi qonunlariga asosan amalga oshiradi. " * 10)
    assert not is_useless(GARBAGE)
    assert is_useless("\ufffd\ue001" * 100)


@pytest.mark.parametrize(
    "word", ["Санкт-Петербург", "«ДоброДела.рф»", "https://Fond-Dobr.ru/aB", "65-ФЗ", "п.12.1а", "O'zbek"]
)
def test_words_of_a_good_text_are_not_odd(word: str):
    assert not is_odd(word.strip("«»"))


def test_a_stamp_alone_is_no_page_of_text():
    assert not has_text("Страница 3 из 20")
    assert has_text(CLAUSES[0])


def test_confidence_becomes_notices_that_name_the_pages():
    assert scan_notices({}) == ()
    assert [notice.code for notice in scan_notices({1: 0.95})] == ["pages_without_text"]
    low = scan_notices({1: 0.95, 2: 0.5, 3: 0.6, 7: 0.7})[1]
    assert texts.notice(low, "ru").startswith("Страницы, распознанные неуверенно: 2–3, 7.")
    assert listed([]) == ""


@pytest.fixture
def no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesseract.shutil, "which", lambda name: None)


@pytest.mark.parametrize(("name", "form"), [("скан.png", "PNG"), ("скан.pdf", "PDF")])
def test_without_the_program_the_error_says_how_to_install_it(tmp_path: Path, no_program: None, name: str, form: str):
    with pytest.raises(MissingProgram, match=rf"{name}.*Tesseract.*apt-get install tesseract-ocr") as caught:
        read(tmp_path, as_bytes(scan("5.1. Текст"), form=form), name)
    assert "apt-get install" in texts.explain_error(caught.value, "ru")


def test_without_the_program_the_pages_with_text_are_read(tmp_path: Path, no_program: None):
    got = read(tmp_path, pdf_file(column(*CLAUSES[0].split(", ")), []), "смешанный.pdf")
    assert got.text.startswith("5.1. Общество")
    assert [notice.code for notice in got.warnings] == ["pages_not_recognized"]
    assert "apt-get install" in texts.notice(got.warnings[0], "en")


def test_a_pdf_of_blank_pages_is_an_empty_document(tmp_path: Path):
    with pytest.raises(EmptyDocument, match=r"пусто\.pdf"):
        read(tmp_path, pdf_file([], []), "пусто.pdf")


@needs_tesseract
def test_too_many_scans_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pdf, "MAX_OCR_PAGES", 1)
    with pytest.raises(LimitExceeded, match="2 scans"):
        read(tmp_path, as_bytes(scan("5.1. Раз"), scan("5.2. Два"), form="PDF"), "скан.pdf")


def huge_picture() -> bytes:
    """A PNG that says it has 100 000 by 100 000 pixels, in a few bytes."""

    def part(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", 100_000, 100_000, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", rows) + part(b"IEND", b"")


@needs_tesseract
@pytest.mark.parametrize(
    ("data", "error", "said"),
    [
        (huge_picture(), LimitExceeded, "picture is"),
        (as_bytes(scan("5.1. Текст"))[:900], RecognitionError, "damaged"),
        (b"\x89PNG\r\n\x1a\n....", RecognitionError, "damaged"),
    ],
)
def test_a_hostile_or_damaged_picture_is_refused_by_name(tmp_path: Path, data: bytes, error: type, said: str):
    with pytest.raises(error, match=rf"скан\.png.*{said}"):
        read(tmp_path, data, "скан.png")
