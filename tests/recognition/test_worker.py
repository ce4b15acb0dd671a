"""Recognition in a child process: the same answer, and no file can take the program down."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from raglib_core.errors import Cancelled, LimitExceeded, MissingInput, UndecodableText, UnsupportedFormat
from raglib_core.model import Block, Edit, Notice, Page, Recognized
from raglib_core.recognition import RecognitionError, recognize, wire, worker
from raglib_core.recognition.worker import recognize_in_process


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "устав.html"
    path.write_text("<h1>УСТАВ</h1><ol><li>Общество<li>Участники</ol>", encoding="utf-8")
    return path


def test_the_child_answers_as_the_parent_would(page: Path):
    assert recognize_in_process(page) == recognize(page)


@pytest.mark.parametrize(
    ("name", "data", "error"),
    [
        ("скан.pdf", b"%PDF-1.4", RecognitionError),
        ("клип.gif", b"GIF89a", UnsupportedFormat),
        ("шум.txt", bytes(range(256)) * 9, UndecodableText),
    ],
)
def test_an_error_of_the_child_is_the_same_error_here(tmp_path: Path, name: str, data: bytes, error: type):
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(error, match=name):
        recognize_in_process(path)


def test_a_missing_file_needs_no_child(tmp_path: Path):
    with pytest.raises(MissingInput):
        recognize_in_process(tmp_path / "нет.md")


def test_too_slow_is_an_error_that_names_the_file(page: Path):
    with pytest.raises(LimitExceeded, match=r"устав\.html: time"):
        recognize_in_process(page, seconds=0.01)


def test_cancel_ends_the_child_at_once(page: Path):
    started = time.monotonic()
    with pytest.raises(Cancelled):
        recognize_in_process(page, cancel=lambda: True)
    assert time.monotonic() - started < 5


def test_too_much_memory_is_an_error_that_names_the_file(tmp_path: Path):
    pytest.importorskip("resource", reason="this system cannot limit memory")
    path = tmp_path / "большой.html"
    path.write_text("<p>5.1. Крупная сделка</p>" * 200_000, encoding="utf-8")
    with pytest.raises(RecognitionError, match=r"большой\.html"):
        recognize_in_process(path, memory_bytes=120 * 1024**2)


def test_a_child_that_dies_is_an_error_that_names_the_file(page: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worker, "_PACKAGE_HOME", page.parent)
    monkeypatch.setattr(worker.sys, "executable", "/bin/false")
    with pytest.raises(RecognitionError, match=r"устав\.html.*without an answer"):
        recognize_in_process(page)


def test_what_crosses_the_border_comes_back_equal():
    full = Recognized(
        text="5.1. Сделка\f",
        recognizer="pdf",
        encoding="utf-8",
        source_hash="ab",
        pages=(Page(1, 0, 12, 595.0, 842.0, "ocr"),),
        blocks=(Block(0, 5, "list_item", 1, "5.1.", "auto", 1, (0.0, 1.0, 2.0, 3.0), 0.9),),
        edits=(Edit(0, 4, "auto_number", ""),),
        warnings=(Notice("encoding_guessed", (("encoding", "cp1251"),), 1),),
        title="Устав",
    )
    assert wire.from_plain(json.loads(json.dumps(wire.to_plain(full)))) == full


@pytest.mark.parametrize("values", [None, [], {}, {"text": "x", "pages": 5}, {"text": "x", "pages": [5]}])
def test_anything_else_is_refused(values: object):
    with pytest.raises(ValueError, match="not a recognized text"):
        wire.from_plain(values)


@pytest.mark.parametrize("values", [None, {}, {"code": "str", "values": {}}, {"code": "UnknownDocument", "values": {}}])
def test_an_unknown_error_is_a_recognition_error(values: object):
    assert isinstance(wire.error_from_plain(values, "x.md"), RecognitionError)
