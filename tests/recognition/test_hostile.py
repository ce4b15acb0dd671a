"""Files that mean harm: each ends in a named error within its limits, and the other files of the upload are built."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from raglib_core.building import build
from raglib_core.errors import LimitExceeded, RecognitionError
from raglib_core.recognition.worker import recognize_in_process
from tests.recognition.pdf_files import LOCK, column, pdf_file
from tests.recognition.test_scans import huge_picture
from tests.recognition.word_files import SPACE, paragraph, word_file

ENTITIES = "".join(f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 12))
LAUGHS = f'<!DOCTYPE x [<!ENTITY e0 "ха">{ENTITIES}]><w:document {SPACE}><w:body><w:p><w:r><w:t>&e11;</w:t></w:r></w:p></w:body></w:document>'
DOCX = word_file(paragraph("5.1. Общество вправе. " * 500))


def many_pages(count: int) -> bytes:
    """A PDF whose only page is listed ``count`` times."""
    data = pdf_file(column("5.1. Текст"))
    return data.replace(b"/Count 1 /Kids [5 0 R]", b"/Count %d /Kids [%s]" % (count, b"5 0 R " * count))


HOSTILE: dict[str, tuple[bytes, type, str]] = {
    "архивная-бомба.docx": (
        word_file("", parts={"word/document.xml": "<w>" + " " * 66_000_000}),
        LimitExceeded,
        "archive",
    ),
    "миллион-абзацев.docx": (word_file("<w:p/>" * 1_000_000), LimitExceeded, "paragraphs"),
    "сущности.docx": (word_file("", parts={"word/document.xml": LAUGHS}), RecognitionError, "document type"),
    "тысячи-страниц.pdf": (many_pages(10_000), LimitExceeded, "pages"),
    "под-паролем.pdf": (pdf_file(column("5.1. x"), lock=LOCK), RecognitionError, "password"),
    "обрезанный.docx": (DOCX[: len(DOCX) // 2], RecognitionError, "damaged"),
    "огромное.png": (huge_picture(), RecognitionError, r"picture|Tesseract"),
    "не-тот-суффикс.docx": (b"7z\xbc\xaf\x27\x1c" + bytes(50), RecognitionError, "7z"),
    "программа.pdf": (b"MZ\x90\x00" + bytes(100), RecognitionError, "program"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_each_ends_in_an_error_that_names_it(tmp_path: Path, name: str):
    data, error, said = HOSTILE[name]
    path = tmp_path / name
    path.write_bytes(data)
    started = time.monotonic()
    with pytest.raises(error, match=rf"{name}.*({said})"):
        recognize_in_process(path, seconds=60, memory_bytes=1024**3)
    assert time.monotonic() - started < 60


def test_the_other_files_of_the_upload_are_built(tmp_path: Path):
    folder = tmp_path / "вход"
    folder.mkdir()
    for name in ("сущности.docx", "под-паролем.pdf", "обрезанный.docx"):
        (folder / name).write_bytes(HOSTILE[name][0])
    (folder / "устав.docx").write_bytes(DOCX)
    (folder / "текст.pdf").write_bytes(pdf_file(column("5.1. Общество создано.")))
    rows = {row.name: row for row in build(folder, tmp_path / "index").files}
    assert {name: row.status for name, row in rows.items()} == {
        "обрезанный.docx": "failed", "под-паролем.pdf": "failed", "сущности.docx": "failed", "текст.pdf": "built", "устав.docx": "built",
    }  # fmt: skip
    assert all(row.error is not None and name in row.reason for name, row in rows.items() if row.status == "failed")


def test_a_web_page_under_the_name_of_a_word_file_is_read_as_what_it_is(tmp_path: Path):
    path = tmp_path / "устав.docx"
    path.write_text("<html><body><p>5.1. Общество создано.</p></body></html>", encoding="utf-8")
    assert recognize_in_process(path).recognizer == "html"
