"""Golden sets as a table (CSV): a row for each answer, the rows of a question under one another.

Columns, in any order, the first two needed: ``qid``, ``question``, ``doc``, ``clause``, ``grade``, ``pattern``,
``scope_doc``, ``tags`` (separated by "|"), ``origin``. A spreadsheet may leave ``question`` and the columns after it
empty in the second and later rows of a question.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

COLUMNS = ("qid", "question", "doc", "clause", "grade", "pattern", "scope_doc", "tags", "origin")
TAG_SEPARATOR = "|"
_DELIMITERS = ",;\t"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A question as `raglib_core.evaluation.golden` reads it from JSON, and the line of the file where it begins.

    ``trouble`` is the key of a sentence where the rows of the question do not fit together, else "".
    """

    line: int
    fields: dict[str, object]
    trouble: str = ""


def missing_columns(text: str) -> list[str]:
    """Return the columns that a table needs and does not have."""
    names = _reader(text).fieldnames or ()
    return [name for name in COLUMNS[:2] if name not in names]


def table_rows(text: str) -> Iterator[TableRow]:
    """Yield the questions of a table in the order of their first rows; blank rows are passed over."""
    questions: dict[str, TableRow] = {}
    reader = _reader(text)
    for raw in reader:
        row = {name: (raw.get(name) or "").strip() for name in COLUMNS}
        inside = sum(value.count("\n") for value in raw.values() if isinstance(value, str))
        if any(row.values()):
            _put(questions, row, reader.line_num - inside)
    yield from questions.values()


def _put(questions: dict[str, TableRow], row: dict[str, str], line: int) -> None:
    """Add a row to its question, or begin a new one; rows without an id stand alone."""
    known = questions.get(row["qid"]) if row["qid"] else None
    if known is None:
        questions[row["qid"] or f"\0{line}"] = TableRow(line, _fields(row))
    elif row["question"] and row["question"] != known.fields["question"]:
        questions[f"\0{line}"] = TableRow(line, _fields(row), "same_id")
    else:
        answers = known.fields["relevant"]
        assert isinstance(answers, list), "a question of a table always has the list that _fields made"
        answers.append(_answer(row))


def _fields(row: dict[str, str]) -> dict[str, object]:
    fields: dict[str, object] = {"qid": row["qid"], "question": row["question"], "relevant": [_answer(row)]}
    if row["scope_doc"]:
        fields["scope_doc"] = row["scope_doc"]
    if row["tags"]:
        fields["tags"] = row["tags"].split(TAG_SEPARATOR)
    if row["origin"]:
        fields["origin"] = row["origin"]
    return fields


def _answer(row: dict[str, str]) -> dict[str, object]:
    answer: dict[str, object] = {name: row[name] for name in ("doc", "clause", "pattern") if row[name]}
    if row["grade"]:
        answer["grade"] = int(row["grade"]) if row["grade"].isdecimal() else row["grade"]
    return answer


def _reader(text: str) -> csv.DictReader[str]:
    first = text.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    return csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)


def written_table(rows: list[dict[str, str]]) -> str:
    """Return rows of answers as CSV with all columns."""
    target = io.StringIO(newline="")
    writer = csv.DictWriter(target, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return target.getvalue()
