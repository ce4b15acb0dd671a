"""Golden questions against an index: which of its clauses answer; what the index does not hold is an error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from raglib_core.errors import AmbiguousDocument, UnknownDocument
from raglib_core.evaluation.golden import Fault, GoldenSet, Judgement, Question, bad_golden_set, fault
from raglib_core.evaluation.metrics import Ranked
from raglib_core.indexing.seam import DocumentRecord
from raglib_core.model import SearchHit
from raglib_core.search.catalogue import Catalogue

_LISTED = 8


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


def tasks_of(golden: GoldenSet, catalogue: Catalogue) -> tuple[Task, ...]:
    """Return the questions with their answers in an index.

    Raises BadGoldenSet naming the line and id of every question that names a document or clause which the index does
    not hold, or one that several share: such a question must not pass for a miss.
    """
    reader = _Reader(catalogue)
    tasks = [reader.task(question) for question in golden.questions]
    if reader.faults:
        raise bad_golden_set(golden.name, reader.faults)
    return tuple(tasks)


@dataclass(slots=True)
class _Reader:
    catalogue: Catalogue
    faults: list[Fault] = field(default_factory=list)

    def task(self, question: Question) -> Task:
        scope = None if question.scope_doc is None else self._record(question, question.scope_doc)
        answers = [answer for one in question.relevant if (answer := self._answer(question, one, scope))]
        return Task(question, tuple(answers), scope.doc_id if scope else None)

    def _answer(self, question: Question, judgement: Judgement, scope: DocumentRecord | None) -> Answer | None:
        record = self._record(question, judgement.doc)
        if record is None:
            return None
        if scope is not None and record.doc_id != scope.doc_id:
            self._fault(question, "out_of_scope", doc=judgement.doc, scope=scope.name)
            return None
        locators = self._locators(question, judgement, record)
        return Answer(record.doc_id, frozenset(locators), judgement.grade) if locators else None

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
