"""Golden sets: what a line may be, and that a mistake in it is named and never counted as a miss."""

from __future__ import annotations

import json
from dataclasses import replace
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


def test_tags_and_origin_are_kept():
    golden = parse_golden(lines({**GOOD, "tags": ["lay", " multi "]}, {**GOOD, "qid": "2", "origin": "generated"}), "g")
    assert [question.tags for question in golden.questions] == [("lay", "multi"), ()]
    assert (golden.tags, golden.generated) == (("lay", "multi"), 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tags": "lay"}, "tags is not a list of words"),
        ({"tags": [" "]}, "tags is not a list of words"),
        ({"origin": "robot"}, "origin is human or generated: robot"),
        ({"relevant": [{"pattern": "("}]}, r"the expression '\(' does not compile"),
        ({"relevant": [{"doc": "a.md", "clause": "1", "pattern": "x"}]}, "relevant needs doc and clause"),
    ],
)
def test_other_mistakes_of_a_line(change: dict[str, object], message: str):
    with pytest.raises(BadGoldenSet, match=message):
        parse_golden(lines({**GOOD, **change}), "golden.jsonl")


def test_a_pattern_stands_in_the_place_of_a_clause():
    (question,) = parse_golden(lines({**GOOD, "relevant": [{"pattern": "крупн.*сделк"}]}), "g").questions
    assert question.relevant == (Judgement("", "", 2, "крупн.*сделк"),)
    assert question.relevant[0].address == "/крупн.*сделк/"


def test_the_rest_of_a_broken_set_is_kept_when_asked_for():
    golden = parse_golden(lines(GOOD, "{oops", {**GOOD, "question": "Кто ещё?"}), "g", keep_rest=True)
    assert [question.qid for question in golden.questions] == ["q1"]
    assert [one.say("en") for one in golden.faults] == [
        "line 2: is no JSON object",
        "line 3 (q1): the same qid stands in line 1",
    ]
    with pytest.raises(BadGoldenSet, match="line 1: is no JSON object"):
        parse_golden("{oops", "g", keep_rest=True)


TABLE_OF_TWO = """qid;question;doc;clause;grade;scope_doc;tags
q1;Кто одобряет сделку?;charter.md;13.1;2;charter.md;lay|multi
q1;;charter.md;13.2;1;;

q2;"Что такое
причал?";law.txt;ст.2;;;
"""


def test_a_table_says_the_same_as_lines():
    golden = parse_golden(TABLE_OF_TWO, "g.csv")
    first, second = golden.questions
    assert first.relevant == (Judgement("charter.md", "13.1", 2), Judgement("charter.md", "13.2", 1))
    assert (first.tags, first.scope_doc, first.line) == (("lay", "multi"), "charter.md", 2)
    assert (second.question, second.relevant[0].grade, second.line) == ("Что такое\nпричал?", 2, 5)
    for again in (parse_golden(golden.as_jsonl(), "g.jsonl"), parse_golden(golden.as_csv(), "g.csv")):
        assert [replace(one, line=0) for one in again.questions] == [replace(one, line=0) for one in golden.questions]
        assert again.version == golden.version


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,question\n1,Кто?\n", "the table has no columns qid"),
        ("qid,question,doc,clause,grade\n1,Кто?,a.md,1,два\n", r"line 2 \(1\): relevant needs .*\"два\""),
        ("qid,question,doc,clause\n1,Кто?,a.md,1\n1,Что?,a.md,2\n", r"line 3 \(1\): the same qid stands in line 2"),
        ("qid,question,doc,clause\n,Кто?,a.md,1\n", "line 2: has no qid"),
        ("qid,question\n", "holds no question"),
    ],
)
def test_a_mistake_in_a_table_is_named_with_its_line(text: str, message: str):
    with pytest.raises(BadGoldenSet, match=message):
        parse_golden(text, "g.csv")


def test_every_sentence_is_there_in_both_languages():
    assert all(russian and english and russian != english for russian, english in TABLE.values())
