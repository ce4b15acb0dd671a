"""Golden sets: questions with the clauses that answer them, one JSON object a line.

Such a line (here cut in two) is::

    {"qid": "q1", "question": "…", "relevant": [{"doc": "устав.md", "clause": "13.1", "grade": 2}],
     "scope_doc": "устав.md"}

``doc`` and ``scope_doc`` are file names (or document ids); ``clause`` is a number, a locator (``ст.26/2``) or the key
of a section (``ст.17``: any clause inside it answers). ``grade`` is 2 where the clause answers and 1 where it answers
in part; 2 where it is left out. ``scope_doc``, which may be left out too, narrows the search to a document.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from raglib_core.errors import BadGoldenSet, MissingInput, RecognitionError
from raglib_core.texts.evaluation import TABLE

_DEFAULT_GRADE = 2
_LISTED = 10


@dataclass(frozen=True, slots=True)
class Judgement:
    """A clause that answers a question, as its author named it."""

    doc: str
    clause: str
    grade: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a golden set; ``line`` is where it stands in the file."""

    qid: str
    question: str
    relevant: tuple[Judgement, ...]
    scope_doc: str | None
    line: int


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """Questions in the order of the file; ``version`` is a hash of the content."""

    name: str
    version: str
    questions: tuple[Question, ...]


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


def fault(line: int, qid: str, key: str, **values: object) -> Fault:
    """Return a fault with its values."""
    return Fault(line, qid, f"golden.{key}", tuple(values.items()))


def bad_golden_set(name: str, faults: Sequence[Fault]) -> BadGoldenSet:
    """Return the error that names the lines at fault, the first ten of them."""
    return BadGoldenSet(name=name, reason=_listed(faults, "en"), reason_ru=_listed(faults, "ru"))


def read_golden(path: Path) -> GoldenSet:
    """Return the golden set of a file; raises MissingInput, and BadGoldenSet naming every line at fault."""
    path = Path(path)
    if not path.is_file():
        raise MissingInput(path=path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecognitionError(name=path.name, reason=error.strerror or type(error).__name__) from error
    return parse_golden(data, path.name)


def parse_golden(data: bytes | str, name: str) -> GoldenSet:
    """Return the golden set of JSON lines; blank lines are passed over. Raises BadGoldenSet."""
    raw = data.encode() if isinstance(data, str) else data
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _whole("not_utf8", name) from None
    questions: dict[str, Question] = {}
    faults: list[Fault] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        question = _question(line, number)
        if isinstance(question, Fault):
            faults.append(question)
        elif question.qid in questions:
            faults.append(fault(number, question.qid, "same_id", first=questions[question.qid].line))
        else:
            questions[question.qid] = question
    if faults:
        raise bad_golden_set(name, faults)
    if not questions:
        raise _whole("empty", name)
    return GoldenSet(name, hashlib.sha256(raw).hexdigest(), tuple(questions.values()))


def _question(line: str, number: int) -> Question | Fault:
    try:
        row: object = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        return fault(number, "", "not_json")
    qid = row.get("qid")
    if not isinstance(qid, str | int) or isinstance(qid, bool) or not str(qid).strip():
        return fault(number, "", "no_id")
    qid = str(qid)
    question, scope = row.get("question"), row.get("scope_doc")
    if not isinstance(question, str) or not any(char.isalnum() for char in question):
        return fault(number, qid, "no_question")
    if scope is not None and not (isinstance(scope, str) and scope.strip()):
        return fault(number, qid, "bad_scope")
    judgements = _judgements(row.get("relevant"), number, qid)
    if isinstance(judgements, Fault):
        return judgements
    return Question(qid, question, judgements, scope, number)


def _judgements(rows: object, line: int, qid: str) -> tuple[Judgement, ...] | Fault:
    if not isinstance(rows, list) or not rows:
        return fault(line, qid, "no_relevant")
    judgements: dict[tuple[str, str], Judgement] = {}
    for row in rows:
        judgement = _judgement(row)
        if judgement is None:
            return fault(line, qid, "bad_relevant", found=json.dumps(row, ensure_ascii=False)[:100])
        judgements.setdefault((judgement.doc, judgement.clause), judgement)
    return tuple(judgements.values())


def _judgement(row: object) -> Judgement | None:
    if not isinstance(row, dict):
        return None
    doc, clause, grade = row.get("doc"), row.get("clause"), row.get("grade", _DEFAULT_GRADE)
    if not isinstance(doc, str) or not isinstance(clause, str) or not doc.strip() or not clause.strip():
        return None
    if not isinstance(grade, int) or isinstance(grade, bool) or grade < 1:
        return None
    return Judgement(doc, clause.strip(), grade)


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
