"""Golden questions against an index: which of its clauses answer; what the index does not hold is an error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from raglib_core.errors import AmbiguousDocument, BadPattern, SearchTimeout, UnknownDocument
from raglib_core.evaluation.golden import Fault, GoldenSet, Judgement, Question, bad_golden_set, fault
from raglib_core.evaluation.metrics import Ranked
from raglib_core.indexing.seam import DocumentRecord
from raglib_core.model import SearchHit
from raglib_core.search.catalogue import Catalogue
from raglib_core.search.grep import Matcher

_LISTED = 8
#: the time that one pattern may take over all documents
PATTERN_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to find: any of the clauses ``locators`` of a document."""

    doc_id: str
    locators: frozenset[str]
    grade: int


@dataclass(frozen=True, slots=True)
class Task:
    """A question with its answers in this index; ``doc_id`` narrows the search (None: all documents)."""

    question: Question
    answers: tuple[Answer, ...]
    doc_id: str | None

    def rank(self, hits: Sequence[SearchHit]) -> Ranked:
        """Return what a result found: an answer counts at the first rank that holds it.

        A hit that could stand for several answers is taken for the one of the highest grade not found yet.
        """
        open_answers = sorted(self.answers, key=lambda answer: -answer.grade)
        gains, relevant = [], []
        for hit in hits:
            relevant.append(any(_is_in(hit, answer) for answer in self.answers))
            taken = next((answer for answer in open_answers if _is_in(hit, answer)), None)
            if taken is not None:
                open_answers.remove(taken)
            gains.append(taken.grade if taken else 0)
        return Ranked(tuple(gains), tuple(relevant), tuple(answer.grade for answer in self.answers))


def _is_in(hit: SearchHit, answer: Answer) -> bool:
    return hit.doc_id == answer.doc_id and hit.locator in answer.locators


@dataclass(frozen=True, slots=True)
class Tasks:
    """The questions that fit an index, and what is wrong with the others."""

    fitting: tuple[Task, ...]
    faults: tuple[Fault, ...] = ()


def tasks_of(golden: GoldenSet, catalogue: Catalogue, *, keep_rest: bool = False) -> Tasks:
    """Return the questions with their answers in an index.

    Raises BadGoldenSet naming the line and id of every question that names a document or clause which the index does
    not hold, or one that several share: such a question must not pass for a miss. With ``keep_rest`` these questions
    are left out and their faults returned; then only a set of which nothing fits raises.
    """
    reader = _Reader(catalogue)
    fitting: list[Task] = []
    for question in golden.questions:
        before = len(reader.faults)
        task = reader.task(question)
        if len(reader.faults) == before:
            fitting.append(task)
    if reader.faults and not (keep_rest and fitting):
        raise bad_golden_set(golden.name, reader.faults)
    return Tasks(tuple(fitting), tuple(reader.faults))


@dataclass(slots=True)
class _Reader:
    catalogue: Catalogue
    faults: list[Fault] = field(default_factory=list)

    def task(self, question: Question) -> Task:
        scope = None if question.scope_doc is None else self._record(question, question.scope_doc)
        answers = [answer for one in question.relevant for answer in self._answers(question, one, scope)]
        return Task(question, tuple(dict.fromkeys(answers)), scope.doc_id if scope else None)

    def _answers(self, question: Question, judgement: Judgement, scope: DocumentRecord | None) -> list[Answer]:
        """Return the answers that a judgement means: one for a clause or section, one for each clause of a pattern."""
        record = self._record(question, judgement.doc) if judgement.doc else scope
        if record is None and judgement.doc:
            return []
        if record is not None and scope is not None and record.doc_id != scope.doc_id:
            self._fault(question, "out_of_scope", doc=judgement.doc, scope=scope.name)
            return []
        if judgement.pattern or record is None:
            return self._matching(question, judgement, record)
        locators = self._locators(question, judgement, record)
        return [Answer(record.doc_id, frozenset(locators), judgement.grade)] if locators else []

    def _matching(self, question: Question, judgement: Judgement, record: DocumentRecord | None) -> list[Answer]:
        """Return every clause that a pattern matches, in a document or in all; each one is an answer of its own."""
        answers: list[Answer] = []
        try:
            matcher = Matcher(judgement.pattern, ignore_case=True, seconds=PATTERN_SECONDS)
            for one in [record] if record else self.catalogue.records(None):
                document = self.catalogue.document(one.doc_id)
                for clause in document.clauses:
                    if matcher.spans(document.text[clause.start : clause.stop]):
                        answers.append(Answer(one.doc_id, frozenset({clause.locator}), judgement.grade))
        except BadPattern as error:
            self._fault(question, "bad_pattern", pattern=judgement.pattern, reason=error.values["reason"])
        except SearchTimeout:
            self._fault(question, "slow_pattern", pattern=judgement.pattern)
        else:
            if not answers:
                self._fault(question, "no_match", pattern=judgement.pattern)
        return answers

    def _record(self, question: Question, name: str) -> DocumentRecord | None:
        try:
            return self.catalogue.record(name)
        except UnknownDocument:
            self._fault(question, "unknown_doc", doc=name)
        except AmbiguousDocument as error:
            self._fault(question, "ambiguous_doc", doc=name, known=error.values["ids"])
        return None

    def _locators(self, question: Question, judgement: Judgement, record: DocumentRecord) -> list[str]:
        """Return the clauses that a judgement means: a section key, a locator, a number, any other form of address."""
        document = self.catalogue.document(record.doc_id)
        address = judgement.clause
        section = self.catalogue.section(record.doc_id, address)
        if section is not None:
            return self._inside(record, section.start, section.stop)
        if any(clause.locator == address for clause in document.clauses):
            return [address]
        numbered = [clause.locator for clause in document.clauses if clause.number == address]
        if len(numbered) > 1:
            known = ", ".join(numbered[:_LISTED])
            self._fault(question, "ambiguous_clause", clause=address, doc=record.name, known=known)
            return []
        if numbered:
            return numbered
        for node in self.catalogue.nodes(record, address)[:1]:
            return self._inside(record, node.start, node.stop)
        self._fault(question, "unknown_clause", clause=address, doc=record.name)
        return []

    def _inside(self, record: DocumentRecord, start: int, stop: int) -> list[str]:
        low, high = self.catalogue.clause_ids(record, start, stop)
        clauses = self.catalogue.document(record.doc_id).clauses
        return [clause.locator for clause in clauses[low - record.first_clause : high - record.first_clause]]

    def _fault(self, question: Question, key: str, **values: object) -> None:
        self.faults.append(fault(question.line, question.qid, key, **values))
