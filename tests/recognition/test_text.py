"""Text files: line ends, pages, control characters; the text is otherwise untouched."""

from __future__ import annotations

from pathlib import Path

import pytest

from raglib_core.errors import EmptyDocument, LimitExceeded, MissingInput, UndecodableText, UnsupportedFormat
from raglib_core.model import Edit, Notice, Recognized
from raglib_core.recognition import Reader, RecognitionError, Registry, recognize
from raglib_core.recognition.text import read_text, recognized_text


def saved(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_a_markdown_file_passes_unchanged(tmp_path: Path):
    text = "## Статья 5. Сделки\n\n5.1. Крупная сделка\u00a0– сделка…\t\n\n  5.2. Ещё **одна**.\n"
    got = recognize(saved(tmp_path, "устав.md", text))
    assert (got.text, got.encoding, got.pages, got.edits, got.warnings) == (text, "utf-8", (), (), ())
    assert len(got.source_hash) == 64


def test_byte_order_mark_and_foreign_line_ends_go_before_offsets_are_taken(tmp_path: Path):
    got = recognize(saved(tmp_path, "устав.txt", "\ufeff1.1. Раз\r\n1.2. Два\r1.3. Три\v1.4. Четыре".encode()))
    assert got.text == "1.1. Раз\n1.2. Два\n1.3. Три\n1.4. Четыре"


def test_form_feeds_make_pages_and_stay(tmp_path: Path):
    got = recognize(saved(tmp_path, "устав.txt", "1.1. Раз\n\f1.2. Два\n\f1.3. Три"))
    assert got.text == "1.1. Раз\n\f1.2. Два\n\f1.3. Три"
    assert [(page.number, got.text[page.start : page.stop]) for page in got.pages] == [
        (1, "1.1. Раз\n\f"),
        (2, "1.2. Два\n\f"),
        (3, "1.3. Три"),
    ]


@pytest.mark.parametrize(
    ("text", "pages"),
    [("без страниц", []), ("раз\fдва\f\n", ["раз\f", "два\f\n"]), ("\fдва", ["\f", "два"]), ("раз\f", ["раз\f"])],
)
def test_pages_cover_the_text_without_an_empty_last_one(text: str, pages: list[str]):
    got = recognized_text(text, "x.txt")
    assert [got.text[page.start : page.stop] for page in got.pages] == pages


def test_a_stray_control_character_is_taken_out_and_recorded():
    got = recognized_text("5.1. Сде\x02лка.\x1a", "x.txt")
    assert got.text == "5.1. Сделка."
    assert got.edits == (Edit(8, 8, "control_dropped", "\x02"), Edit(12, 12, "control_dropped", "\x1a"))
    assert got.warnings == (Notice("control_characters", (("count", 2),)),)


def test_damage_done_before_us_is_reported():
    got = recognized_text("5.1. Сдел\ufffdа", "x.txt")
    assert got.text == "5.1. Сдел\ufffdа"
    assert got.warnings == (Notice("replacement_characters", (("count", 1),)),)


def test_a_guessed_encoding_is_reported(tmp_path: Path):
    got = recognize(saved(tmp_path, "устав.txt", "5.1. Крупная сделка".encode("cp1251")))
    assert got.warnings == (Notice("encoding_guessed", (("encoding", "cp1251"),)),)


@pytest.mark.parametrize("content", ["", "   \n\t\n", "\ufeff", "\f\f"])
@pytest.mark.parametrize("name", ["пустой.txt", "пустой.md", "пустой.html"])
def test_a_file_without_text_is_empty(tmp_path: Path, name: str, content: str):
    with pytest.raises(EmptyDocument, match="пустой"):
        recognize(saved(tmp_path, name, content))


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("скан.djvu", b"AT&TFORM....", "djvu"),
        ("устав.txt", b"7z\xbc\xaf\x27\x1c....", "7z"),
        ("устав.md", b"Rar!\x1a\x07....", "rar"),
        ("таблица.csv", "номер;пункт", r"\.csv file"),
        ("устав", "5.1. Сделка", "file without a suffix"),
    ],
)
def test_other_files_are_refused_by_what_they_are(tmp_path: Path, name: str, content: str | bytes, found: str):
    with pytest.raises(UnsupportedFormat, match=rf"\({found}\); supported: \.md"):
        recognize(saved(tmp_path, name, content))


def test_bytes_that_are_no_text_are_refused(tmp_path: Path):
    with pytest.raises(UndecodableText, match=r"плохой\.txt"):
        recognize(saved(tmp_path, "плохой.txt", bytes(range(1, 256)) * 3))


def test_a_missing_file_and_a_folder(tmp_path: Path):
    with pytest.raises(MissingInput, match=r"нет\.md"):
        recognize(tmp_path / "нет.md")
    with pytest.raises(RecognitionError):
        recognize(tmp_path)


def test_a_file_over_the_limit_is_not_read(tmp_path: Path):
    small = Registry((Reader("text", frozenset({"text"}), read_text),), max_bytes=10)
    with pytest.raises(LimitExceeded, match="size is 11 bytes, more than the limit of 10 bytes"):
        small.recognize(saved(tmp_path, "большой.txt", "5.1. Charte"))


def test_readers_are_tried_in_order_and_every_failure_is_reported(tmp_path: Path):
    def fails(source: object) -> Recognized:
        raise RecognitionError(name="устав.txt", reason="no engine")

    path = saved(tmp_path, "устав.txt", "5.1. Сделка")
    text = frozenset({"text"})
    good = Registry((Reader("first", text, fails), Reader("second", text, read_text)))
    assert good.recognize(path).text == "5.1. Сделка"
    bad = Registry((Reader("first", text, fails), Reader("second", text, fails)))
    with pytest.raises(RecognitionError, match=r"first: .*no engine; second: .*no engine"):
        bad.recognize(path)
