"""Golden sets: questions with the clauses that answer them, one JSON object a line, or a table in CSV.

Such a line (here cut in two) is::

    {"qid": "q1", "question": "…", "relevant": [{"doc": "устав.md", "clause": "13.1", "grade": 2}],
     "scope_doc": "устав.md", "tags": ["lay", "single"]}

``doc`` and ``scope_doc`` are file names (or document ids); ``clause`` is a number, a locator (``ст.26/2``) or the key
of a section (``ст.17``: any clause inside it answers). In the place of ``clause`` may stand ``pattern``, a regular
expression: every clause of ``doc`` (of all documents without it) that it matches answers. ``grade`` is 2 where the
clause answers and 1 where it answers in part; 2 where it is left out. ``scope_doc`` narrows the search to a document;
``tags`` group questions; ``origin`` is "generated" for questions that nobody wrote. These three may be left out.
Answers by number, locator or key outlive a new build of the index, as a gold keyed by pieces of text would not.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from raglib_core.errors import BadGoldenSet, MissingInput, RecognitionError
from raglib_core.evaluation.golden_table import TAG_SEPARATOR, TableRow, missing_columns, table_rows, written_table
from raglib_core.texts.evaluation import TABLE

HUMAN, GENERATED = "human", "generated"
_DEFAULT_GRADE = 2
_LISTED = 10


@dataclass(frozen=True, slots=True)
class Judgement:
    """A clause that answers a question, as its author named it: by ``clause`` or by ``pattern``; the other is ""."""

    doc: str
    clause: str
    grade: int
    pattern: str = ""

    @property
    def address(self) -> str:
        """What the author wrote: the clause, or the pattern between slashes."""
        return f"/{self.pattern}/" if self.pattern else self.clause


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a golden set; ``line`` is where it stands in the file."""

    qid: str
    question: str
    relevant: tuple[Judgement, ...]
    scope_doc: str | None
    line: int
    tags: tuple[str, ...] = ()
    origin: str = HUMAN

    def as_json(self) -> dict[str, object]:
        """Return the question as its line of the file; what has its default is left out."""
        row: dict[str, object] = {"qid": self.qid, "question": self.question}
        row["relevant"] = [_judgement_json(one) for one in self.relevant]
        if self.scope_doc is not None:
            row["scope_doc"] = self.scope_doc
        if self.tags:
            row["tags"] = list(self.tags)
        if self.origin != HUMAN:
            row["origin"] = self.origin
        return row


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a line: a key of `raglib_core.texts.evaluation` with its values."""

    line: int
    qid: str
    key: str
    values: tuple[tuple[str, object], ...] = ()

    def say(self, language: str) -> str:
        """Return the sentence."""
        what = _say(self.key, language, **dict(self.values))
        key = "golden.line" if self.qid else "golden.line_without_id"
        return _say(key, language, line=self.line, qid=self.qid, what=what)


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """Questions in the order of the file; ``version`` is a hash of their content, the same for JSON lines and CSV.

    ``faults`` are the lines that were left out, for a set that was read with ``keep_rest``.
    """

    name: str
    version: str
    questions: tuple[Question, ...]
    faults: tuple[Fault, ...] = ()

    @property
    def generated(self) -> int:
        """How many questions nobody wrote."""
        return sum(question.origin == GENERATED for question in self.questions)

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of all questions, in the order of their first use."""
        return tuple(dict.fromkeys(tag for question in self.questions for tag in question.tags))

    def as_jsonl(self) -> str:
        """Return the set as its file of JSON lines."""
        return _jsonl(self.questions)

    def as_csv(self) -> str:
        """Return the set as a table: a row for each answer."""
        return written_table([row for question in self.questions for row in _table(question)])


def golden_set(name: str, questions: Sequence[Question], faults: Sequence[Fault] = ()) -> GoldenSet:
    """Return a set with the hash of its content."""
    version = hashlib.sha256(_jsonl(questions).encode("utf-8", "surrogatepass")).hexdigest()
    return GoldenSet(name, version, tuple(questions), tuple(faults))


def fault(line: int, qid: str, key: str, **values: object) -> Fault:
    """Return a fault with its values."""
    return Fault(line, qid, f"golden.{key}", tuple(values.items()))


def bad_golden_set(name: str, faults: Sequence[Fault]) -> BadGoldenSet:
    """Return the error that names the lines at fault, the first ten of them."""
    return BadGoldenSet(name=name, reason=_listed(faults, "en"), reason_ru=_listed(faults, "ru"))


def read_golden(path: Path, *, keep_rest: bool = False) -> GoldenSet:
    """Return the golden set of a file, by its suffix JSON lines or CSV; see `parse_golden`. Raises MissingInput."""
    path = Path(path)
    if not path.is_file():
        raise MissingInput(path=path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecognitionError(name=path.name, reason=error.strerror or type(error).__name__) from error
    return parse_golden(data, path.name, keep_rest=keep_rest)


def parse_golden(data: bytes | str, name: str, *, keep_rest: bool = False) -> GoldenSet:
    """Return the golden set of JSON lines, or of CSV for a name that ends so; blank lines are passed over.

    Raises BadGoldenSet naming every line at fault; with ``keep_rest`` such lines become ``faults`` of the set, and only
    a set without any good line raises.
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _whole("not_utf8", name) from None
    questions: dict[str, Question] = {}
    faults: list[Fault] = []
    for question in _read_csv(text, name) if name.lower().endswith(".csv") else _read_lines(text):
        if isinstance(question, Fault):
            faults.append(question)
        elif question.qid in questions:
            faults.append(fault(question.line, question.qid, "same_id", first=questions[question.qid].line))
        else:
            questions[question.qid] = question
    if faults and not (keep_rest and questions):
        raise bad_golden_set(name, faults)
    if not questions:
        raise _whole("empty", name)
    return golden_set(name, tuple(questions.values()), faults)


# ---------------------------------------------------------------- reading


def _read_lines(text: str) -> Iterator[Question | Fault]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _parsed(line, number)


def _parsed(line: str, number: int) -> Question | Fault:
    try:
        row: object = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    return _question(row, number) if isinstance(row, dict) else fault(number, "", "not_json")


def _read_csv(text: str, name: str) -> Iterator[Question | Fault]:
    if missing := missing_columns(text):
        reasons = [_say("golden.no_columns", lang, columns=", ".join(missing)) for lang in ("en", "ru")]
        raise BadGoldenSet(name=name, reason=reasons[0], reason_ru=reasons[1])
    first_lines: dict[object, int] = {}
    for row in table_rows(text):
        first = first_lines.setdefault(row.fields["qid"], row.line)
        yield _of_table(row, first)


def _of_table(row: TableRow, first: int) -> Question | Fault:
    if row.trouble:
        return fault(row.line, str(row.fields["qid"]), row.trouble, first=first)
    return _question(row.fields, row.line)


def _question(row: dict[str, object], number: int) -> Question | Fault:
    qid = row.get("qid")
    if not isinstance(qid, str | int) or isinstance(qid, bool) or not str(qid).strip():
        return fault(number, "", "no_id")
    qid = str(qid)
    question, scope = row.get("question"), row.get("scope_doc")
    if not isinstance(question, str) or not any(char.isalnum() for char in question):
        return fault(number, qid, "no_question")
    if scope is not None and not (isinstance(scope, str) and scope.strip()):
        return fault(number, qid, "bad_scope")
    tags, origin = row.get("tags") or [], row.get("origin", HUMAN)
    if not isinstance(tags, list) or not all(isinstance(tag, str) and tag.strip() for tag in tags):
        return fault(number, qid, "bad_tags")
    if origin not in (HUMAN, GENERATED):
        return fault(number, qid, "bad_origin", found=origin)
    judgements = _judgements(row.get("relevant"), number, qid)
    if isinstance(judgements, Fault):
        return judgements
    return Question(qid, question, judgements, scope, number, tuple(tag.strip() for tag in tags), str(origin))


def _judgements(rows: object, line: int, qid: str) -> tuple[Judgement, ...] | Fault:
    if not isinstance(rows, list) or not rows:
        return fault(line, qid, "no_relevant")
    judgements: dict[tuple[str, str, str], Judgement] = {}
    for row in rows:
        judgement = _judgement(row)
        if judgement is None:
            return fault(line, qid, "bad_relevant", found=json.dumps(row, ensure_ascii=False)[:100])
        if judgement.pattern and (trouble := _pattern_trouble(judgement.pattern)):
            return fault(line, qid, "bad_pattern", pattern=judgement.pattern, reason=trouble)
        judgements.setdefault((judgement.doc, judgement.clause, judgement.pattern), judgement)
    return tuple(judgements.values())


def _judgement(row: object) -> Judgement | None:
    if not isinstance(row, dict):
        return None
    doc, clause, pattern = (row.get(name, "") for name in ("doc", "clause", "pattern"))
    grade = row.get("grade", _DEFAULT_GRADE)
    if not all(isinstance(one, str) for one in (doc, clause, pattern)) or bool(clause.strip()) == bool(pattern):
        return None
    if not doc.strip() and not pattern:
        return None
    if not isinstance(grade, int) or isinstance(grade, bool) or grade < 1:
        return None
    return Judgement(doc.strip(), clause.strip(), grade, pattern)


def _pattern_trouble(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        return str(error)
    return ""


# ---------------------------------------------------------------- writing


def _jsonl(questions: Sequence[Question]) -> str:
    return "".join(json.dumps(question.as_json(), ensure_ascii=False) + "\n" for question in questions)


def _judgement_json(judgement: Judgement) -> dict[str, object]:
    named: dict[str, object] = {"doc": judgement.doc} if judgement.doc else {}
    named |= {"pattern": judgement.pattern} if judgement.pattern else {"clause": judgement.clause}
    return named | {"grade": judgement.grade}


def _table(question: Question) -> list[dict[str, str]]:
    about = {
        "qid": question.qid, "question": question.question, "scope_doc": question.scope_doc or "",
        "tags": TAG_SEPARATOR.join(question.tags), "origin": question.origin if question.origin != HUMAN else "",
    }  # fmt: skip
    return [
        about | {"doc": one.doc, "clause": one.clause, "grade": str(one.grade), "pattern": one.pattern}
        for one in question.relevant
    ]


def _whole(key: str, name: str) -> BadGoldenSet:
    return BadGoldenSet(name=name, reason=_say(f"golden.{key}", "en"), reason_ru=_say(f"golden.{key}", "ru"))


def _listed(faults: Sequence[Fault], language: str) -> str:
    lines = [one.say(language) for one in faults[:_LISTED]]
    if len(faults) > _LISTED:
        lines.append(_say("golden.more", language, count=len(faults) - _LISTED))
    return "; ".join(lines)


def _say(key: str, language: str, **values: object) -> str:
    russian, english = TABLE[key]
    return (russian if language == "ru" else english).format_map(values)
