"""Which files an input means, and recognizers that the caller brings."""

from __future__ import annotations

from pathlib import Path

import pytest

from raglib_core.errors import EmptyDocument, MissingInput, NoInputFiles
from raglib_core.model import Recognized
from raglib_core.recognition import (
    FixtureRecognizer,
    MockRecognizer,
    RecognitionError,
    TextRecognizer,
    expand_inputs,
    recognize,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("б.md", "а.txt", ".скрытый.md", "скан.pdf"):
        (tmp_path / name).write_text("5.1. Сделка", encoding="utf-8")
    (tmp_path / "вложенная").mkdir()
    (tmp_path / "вложенная" / "в.md").write_text("6.1. Орган", encoding="utf-8")
    return tmp_path


def names(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


def test_a_folder_is_its_direct_files_sorted_by_name(folder: Path):
    assert names(expand_inputs(folder)) == ["а.txt", "б.md", "скан.pdf"]
    assert names(expand_inputs(str(folder))) == ["а.txt", "б.md", "скан.pdf"]


def test_the_order_given_is_kept_and_a_file_counts_once(folder: Path):
    again = folder / "вложенная" / ".." / "б.md"
    assert names(expand_inputs([folder / "скан.pdf", again, folder])) == ["скан.pdf", "б.md", "а.txt"]


def test_a_hidden_file_named_outright_is_taken(folder: Path):
    assert names(expand_inputs(folder / ".скрытый.md")) == [".скрытый.md"]


def test_a_missing_path_and_nothing_at_all(folder: Path):
    with pytest.raises(MissingInput, match=r"нет\.md"):
        expand_inputs([folder / "а.txt", folder / "нет.md"])
    (folder / "пустая").mkdir()
    with pytest.raises(NoInputFiles, match="пустая"):
        expand_inputs(folder / "пустая")
    with pytest.raises(NoInputFiles, match="empty list"):
        expand_inputs([])


def test_the_mock_reads_text_files_only(folder: Path):
    assert isinstance(MockRecognizer(), TextRecognizer)
    assert MockRecognizer().recognize(folder / "б.md") == "5.1. Сделка"
    with pytest.raises(RecognitionError, match="скан"):
        MockRecognizer().recognize(folder / "скан.pdf")


def test_the_fixture_answers_with_a_text_or_a_text_file(folder: Path):
    scan = folder / "скан.pdf"
    inline = FixtureRecognizer({str(scan): "7.1. Распознано\r\n7.2. Ещё"})
    assert recognize(scan, recognizer=inline).text == "7.1. Распознано\n7.2. Ещё"
    from_file = FixtureRecognizer({str(scan): str(folder / "а.txt")})
    got = recognize(scan, recognizer=from_file)
    assert (got.text, got.recognizer) == ("5.1. Сделка", "FixtureRecognizer")
    with pytest.raises(RecognitionError, match="no prepared text"):
        recognize(folder / "б.md", recognizer=from_file)


class Foreign:
    """A recognizer of the caller that answers with whatever it was given."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def recognize(self, path: Path) -> object:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def test_an_object_of_the_caller_keeps_what_it_says(folder: Path):
    got = recognize(folder / "скан.pdf", recognizer=Foreign(Recognized(text="8.1. Текст", recognizer="docling")))
    assert (got.text, got.recognizer, len(got.source_hash)) == ("8.1. Текст", "docling", 64)


@pytest.mark.parametrize("answer", [None, 5, b"bytes", ValueError("service is down"), OSError("no route")])
def test_whatever_goes_wrong_in_foreign_code_names_the_file(folder: Path, answer: object):
    with pytest.raises(RecognitionError, match=r"скан.*Foreign"):
        recognize(folder / "скан.pdf", recognizer=Foreign(answer))


def test_blank_text_of_foreign_code_is_an_empty_document(folder: Path):
    with pytest.raises(EmptyDocument):
        recognize(folder / "скан.pdf", recognizer=Foreign(" \n"))
