"""Golden sets: what a line may be, and that a mistake in it is named and never counted as a miss."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from raglib_core.errors import BadGoldenSet, MissingInput
from raglib_core.evaluation import Judgement, parse_golden, read_golden
from raglib_core.texts.evaluation import TABLE

GOOD = {"qid": "q1", "question": "Кто одобряет сделку?", "relevant": [{"doc": "charter.md", "clause": "13.1"}]}


def lines(*rows: object) -> str:
    return "\n".join(row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows)


def test_a_line_is_a_question_with_its_clauses():
    relevant = [{"doc": "a.md", "clause": " 13.1 ", "grade": 1}, {"doc": "a.md", "clause": "ст.26/2"}]
    golden = parse_golden(
        "\ufeff" + lines({**GOOD, "relevant": relevant, "scope_doc": "a.md"}, "", {**GOOD, "qid": 2}), "g"
    )
    first, second = golden.questions
    assert first.relevant == (Judgement("a.md", "13.1", 1), Judgement("a.md", "ст.26/2", 2))
    assert (first.scope_doc, first.line, second.qid, second.scope_doc, second.line) == ("a.md", 1, "2", None, 3)


def test_the_version_changes_with_the_content():
    versions = {parse_golden(lines({**GOOD, "question": text}), "g").version for text in ("Кто?", "Кто?", "Что?")}
    assert len(versions) == 2


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{не json", "line 2: is no JSON object"),
        ("[1]", "line 2: is no JSON object"),
        ({"question": "Кто?"}, "line 2: has no qid"),
        ({**GOOD, "qid": "q2", "question": " ?! "}, r"line 2 \(q2\): has no text in question"),
        ({**GOOD, "qid": "q2", "relevant": []}, r"line 2 \(q2\): has no clauses in relevant"),
        ({**GOOD, "qid": "q2", "relevant": "13.1"}, r"line 2 \(q2\): has no clauses"),
        ({**GOOD, "qid": "q2", "relevant": [{"doc": "a.md"}]}, r"line 2 \(q2\): relevant needs doc and clause"),
        ({**GOOD, "qid": "q2", "relevant": [{"doc": "a", "clause": "1", "grade": 0}]}, "grade is an integer of 1"),
        ({**GOOD, "qid": "q2", "relevant": [{"doc": "a", "clause": "1", "grade": True}]}, "grade is an integer of 1"),
        ({**GOOD, "qid": "q2", "scope_doc": 5}, "scope_doc is not a file name"),
        (GOOD, r"line 2 \(q1\): the same qid stands in line 1"),
    ],
)
def test_a_broken_line_is_named(row: object, message: str):
    with pytest.raises(BadGoldenSet, match=message):
        parse_golden(lines(GOOD, row), "golden.jsonl")


def test_all_broken_lines_are_named_at_once_in_both_languages():
    with pytest.raises(BadGoldenSet, match=r"line 1: .*; line 2: .*and 3 more") as caught:
        parse_golden("x\n" * 13, "golden.jsonl")
    assert str(caught.value.values["reason_ru"]).startswith("строка 1: это не объект JSON; строка 2")


def test_empty_files_and_foreign_encodings(tmp_path: Path):
    for data in (b"", b"\n \n"):
        with pytest.raises(BadGoldenSet, match=r"golden\.jsonl: holds no question"):
            parse_golden(data, "golden.jsonl")
    with pytest.raises(BadGoldenSet, match="not UTF-8"):
        parse_golden(lines(GOOD).encode("cp1251"), "golden.jsonl")
    with pytest.raises(MissingInput):
        read_golden(tmp_path / "нет.jsonl")
    (tmp_path / "g.jsonl").write_text(lines(GOOD), encoding="utf-8")
    assert read_golden(tmp_path / "g.jsonl").name == "g.jsonl"


def test_every_sentence_is_there_in_both_languages():
    assert all(russian and english and russian != english for russian, english in TABLE.values())
