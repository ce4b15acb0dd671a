"""Objects of the model as plain values, in the shape of the architecture page; command line and HTTP send them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from raglib_core.agent import TRACE_VERSION, AgenticResult
from raglib_core.building import IndexCheck
from raglib_core.indexing.seam import DocumentRecord
from raglib_core.model import (
    BuildReport,
    Clause,
    CorrectionOutcome,
    Coverage,
    Document,
    FileReport,
    Finding,
    Item,
    Notice,
    Reference,
    SearchHit,
    SearchResult,
    Section,
    SectionRef,
    Span,
    TocEntry,
)
from raglib_core.search import CitationCheck, CitationPlace
from raglib_core.texts import explain_error, finding_cause, say
from raglib_core.texts import finding as finding_sentence
from raglib_core.texts import notice as notice_sentence

Json = dict[str, object]
#: digits after the point of shares and seconds
SHARE_DIGITS = 6
SECOND_DIGITS = 4


def plain(value: Json) -> dict[str, Any]:
    """Return a row with nothing but what JSON knows: numbers of numpy as numbers, tuples as lists."""
    row: dict[str, Any] = json.loads(json.dumps(value, default=plain_value))
    return row


def plain_value(value: object) -> object:
    """Return a number of numpy as a number of Python, anything else as its text; for `json`."""
    item = getattr(value, "item", None)
    return item() if callable(item) else str(value)


# ---------------------------------------------------------------- documents


def segmentation(document: Document, language: str) -> Json:
    """Return what `raglib segment` prints; offsets count in ``text``."""
    return {
        "doc_id": document.doc_id,
        "name": document.name,
        "text": document.text,
        "sections": [section(node) for node in document.sections],
        "clauses": [clause(node) for node in document.clauses],
        "coverage": coverage(document.coverage, language),
        "warnings": notices(document.recognized.warnings, language),
    }


def section(node: Section) -> Json:
    """Return a section; ``parent`` is the key of its parent or null."""
    return {
        "key": node.key,
        "kind": node.kind,
        "label": node.label,
        "number": node.number,
        "heading": node.heading,
        "level": node.level,
        "start": node.start,
        "stop": node.stop,
        "parent": node.parent,
    }


def clause(node: Clause) -> Json:
    """Return a clause with its items."""
    return {
        "locator": node.locator,
        "label": node.label,
        "number": node.number,
        "kind": node.kind,
        "start": node.start,
        "stop": node.stop,
        "section_path": list(node.section_path),
        "items": items(node.items),
    }


def items(nodes: Sequence[Item]) -> list[Json]:
    """Return sub-items, theirs inside them."""
    return [
        {
            "label": node.label,
            "number": node.number,
            "start": node.start,
            "stop": node.stop,
            "items": items(node.items),
        }
        for node in nodes
    ]


def coverage(found: Coverage, language: str) -> Json:
    """Return the two figures of completeness with the findings and leftovers behind them."""
    return {
        "characters": found.characters,
        "characters_placed": found.characters_placed,
        "numbers_expected": found.numbers_expected,
        "numbers_present": found.numbers_present,
        "completeness": completeness(found),
        "counts": found.counts(),
        "findings": [finding(remark, language) for remark in found.findings],
        "leftovers": [span(piece) for piece in found.leftovers],
    }


def completeness(found: Coverage) -> Json:
    """Return both shares, 0 to 1: of characters with an owner, of expected numbers that are there."""
    return {
        "characters": round(found.characters_share, SHARE_DIGITS),
        "numbers": round(found.numbers_share, SHARE_DIGITS),
    }


def finding(remark: Finding, language: str) -> Json:
    """Return a finding; ``number_to`` only where it is folded over several numbers.

    ``message`` and ``explanation`` are sentences in the language asked for, ``cause`` is a code; ``status`` is open,
    accepted or false_alarm, as a person judged it.
    """
    row: Json = {
        "kind": remark.kind,
        "severity": remark.severity,
        "status": remark.status,
        "number": remark.number,
    }
    if remark.number_to:
        row["number_to"] = remark.number_to
    return row | {
        "locator": remark.locator,
        "start": remark.start,
        "stop": remark.stop,
        "message": finding_sentence(remark, language),
        "cause": remark.cause,
        "explanation": finding_cause(remark, language),
        "evidence": [{"role": role, "text": text, "start": start} for role, text, start in remark.evidence],
    }


def reference(found: Reference, text: str) -> Json:
    """Return a reference inside a document with its words; ``text`` is that of the document."""
    return asdict(found) | {"text": text[found.start : found.stop]}


def span(piece: Span) -> Json:
    """Return a span."""
    return {"start": piece.start, "stop": piece.stop}


def notices(found: Iterable[Notice], language: str) -> list[Json]:
    """Return notices of recognition with their sentences."""
    return [
        {"code": note.code, "message": notice_sentence(note, language), "page": note.page} | dict(note.values)
        for note in found
    ]


def checked(documents: Iterable[Document], language: str) -> Json:
    """Return what `raglib check` prints."""
    return {
        "documents": [
            {
                "name": document.name,
                "completeness": completeness(document.coverage),
                "counts": document.coverage.counts(),
                "findings": [finding(remark, language) for remark in document.coverage.findings],
            }
            for document in documents
        ]
    }


# ---------------------------------------------------------------- an index


def report(made: BuildReport, language: str) -> Json:
    """Return what a build did, one row a file."""
    return {
        "generation": made.generation,
        "seconds": round(made.seconds, SECOND_DIGITS),
        "notices": notices(made.notices, language),
        "files": [file_report(row, language) for row in made.files],
    }


def file_report(row: FileReport, language: str) -> Json:
    """Return what became of one file."""
    return {
        "name": row.name,
        "status": row.status,
        "doc_id": row.doc_id,
        "reason": explain_error(row.error, language) if row.error else row.reason,
        "characters": row.characters,
        "sections": row.sections,
        "clauses": row.clauses,
        "findings": row.findings,
        "warnings": notices(row.warnings, language),
        "seconds": round(row.seconds, SECOND_DIGITS),
    }


def record(found: DocumentRecord) -> Json:
    """Return a document as the index lists it."""
    return {
        "doc_id": found.doc_id,
        "name": found.name,
        "title": found.title,
        "characters": found.characters,
        "sections": found.sections,
        "clauses": found.stop_clause - found.first_clause,
        "findings": found.findings,
        "recognizer": found.recognizer,
        "encoding": found.encoding,
    }


def toc_entry(entry: TocEntry) -> Json:
    """Return a line of the table of contents."""
    return {
        "doc_id": entry.doc_id,
        "key": entry.key,
        "title": entry.title,
        "preview": entry.preview,
        "level": entry.level,
        "clause_numbers": list(entry.clause_numbers),
        "findings": entry.findings,
    }


def section_ref(ref: SectionRef) -> Json:
    """Return a section that answers a look-up."""
    return {"doc_id": ref.doc_id, "key": ref.key, "title": ref.title, "score": ref.score}


def correction(outcome: CorrectionOutcome, language: str) -> Json:
    """Return a correction as it is kept, with its place now and why it no longer applies ("" where it does)."""
    problem = say(f"correction.problem.{outcome.problem}", language) if outcome.problem else ""
    made = outcome.correction
    return asdict(made) | {"start": outcome.start, "applies": not outcome.problem, "problem": problem}


# ---------------------------------------------------------------- search


def search_result(result: SearchResult, language: str) -> Json:
    """Return a result of search or grep; ``method`` is the one that really ran."""
    return {
        "query": result.query,
        "method": result.method_used,
        "method_asked": result.method,
        "degraded": result.degraded,
        "reason": reason(result, language),
        "seconds": round(result.seconds, SECOND_DIGITS),
        "hits": [hit(found) for found in result],
    }


def reason(result: SearchResult | AgenticResult, language: str) -> str:
    """Return why a result is degraded or empty, in a language; "" where it is neither."""
    return notice_sentence(result.notice, language) if result.notice else result.reason


def hit(found: SearchHit) -> Json:
    """Return a hit; ``verdict`` only where one was given."""
    row: Json = {
        "rank": found.rank,
        "score": found.score,
        "doc_id": found.doc_id,
        "doc_name": found.doc_name,
        "clause_number": found.clause_number,
        "locator": found.locator,
        "section_path": list(found.section_path),
        "section_titles": list(found.section_titles),
        "breadcrumb": found.breadcrumb,
        "page": found.page,
        "start": found.start,
        "stop": found.stop,
        "text": found.text,
        "why": found.why,
    }
    return row if found.verdict is None else row | {"verdict": found.verdict}


def citation_check(found: CitationCheck, language: str) -> Json:
    """Return what `raglib verify` prints; ``message`` is the verdict in the language asked for."""
    return {
        "quote": found.quote,
        "verdict": found.verdict,
        "message": say(f"verify.{found.verdict}", language),
        "occurrences": found.occurrences,
        "places": [citation_place(place) for place in found.places],
        "nearest": citation_place(found.nearest) if found.nearest else None,
        "similarity": found.similarity,
        "differences": [asdict(one) for one in found.differences],
        "ignored": list(found.ignored),
    }


def citation_place(place: CitationPlace) -> Json:
    """Return a place of a document with its verbatim text."""
    return asdict(place) | {"locators": list(place.locators)}


def agentic_result(question: str, answer: AgenticResult, language: str) -> Json:
    """Return what `raglib ask` prints."""
    return {
        "question": question,
        "mode": answer.mode,
        "degraded": answer.degraded,
        "reason": reason(answer, language),
        "iterations": answer.iterations,
        "llm_calls": answer.llm_calls,
        "seconds": round(answer.seconds, SECOND_DIGITS),
        "hits": [hit(found) | {"verdict": found.verdict} for found in answer.hits],
        "trace": {"version": TRACE_VERSION, "steps": answer.trace},
    }


# ---------------------------------------------------------------- indexes


def index_check(found: IndexCheck) -> Json:
    """Return what `raglib check-index` prints; ``counts`` is empty where the index could not be opened."""
    return {
        "index": str(found.path),
        "sound": found.sound,
        "repaired": found.repaired,
        "generation": found.generation,
        "counts": found.counts,
        "problems": [{"part": problem.part, "reason": problem.reason} for problem in found.problems],
        "foreign_files": [str(path) for path in found.foreign],
    }
