"""Shapes of requests and answers; their fields are those of `raglib_core.json_output`."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from raglib_core.search.verify import MAX_QUOTE
from raglib_core.serving.answers import MAX_QUERY


class Problem(BaseModel):
    """What went wrong: ``error`` is a stable code, ``message`` says what, where and how to mend it."""

    error: str
    message: str


class LibraryInfo(BaseModel):
    """A library of this server."""

    library: str
    documents: int
    clauses: int


class DocumentInfo(BaseModel):
    """A document as the index lists it."""

    doc_id: str
    name: str
    title: str
    characters: int
    sections: int
    clauses: int
    findings: int
    recognizer: str
    encoding: str


class DocumentText(BaseModel):
    """The recognized text of a document; all offsets count in it."""

    doc_id: str
    name: str
    text: str


class SectionText(BaseModel):
    """A section or clause with all it holds, verbatim."""

    doc_id: str
    section: str
    text: str


class ClauseText(BaseModel):
    """A whole clause with its place; ``text`` is the slice ``[start, stop)`` of the text of the document."""

    doc_id: str
    locator: str
    label: str
    number: str
    kind: str
    start: int
    stop: int
    section_path: list[str]
    breadcrumb: str
    page: int | None
    text: str


class ReferenceFound(BaseModel):
    """Words that name a clause or section: ``target`` is its locator or key, "" where the document has none."""

    start: int
    stop: int
    source: str
    number: str
    target: str
    outer: bool
    item: str
    text: str


class ContentsLine(BaseModel):
    """A section in the table of contents."""

    doc_id: str
    key: str
    title: str
    preview: str
    level: int
    clause_numbers: list[str]
    findings: int


class SectionFound(BaseModel):
    """A section that answers a look-up."""

    doc_id: str
    key: str
    title: str
    score: float


class HitRow(BaseModel):
    """A whole clause that answers, verbatim, with its place and why it was found."""

    rank: int
    score: float
    doc_id: str
    doc_name: str
    clause_number: str
    locator: str
    section_path: list[str]
    section_titles: list[str]
    breadcrumb: str
    page: int | None
    start: int
    stop: int
    text: str
    why: dict[str, JsonValue]
    verdict: str | None = None


class SearchAnswer(BaseModel):
    """Hits, best first; ``degraded`` with ``reason`` where the method asked for could not run as asked."""

    query: str
    method: str
    method_asked: str
    degraded: bool
    reason: str
    seconds: float
    hits: list[HitRow]


class AskAnswer(BaseModel):
    """The clauses that answer a question, and the steps that led to them."""

    question: str
    mode: str
    degraded: bool
    reason: str
    iterations: int
    llm_calls: int
    seconds: float
    hits: list[HitRow]
    trace: dict[str, JsonValue]


class Completeness(BaseModel):
    """Shares, 0 to 1: of characters with an owner, of expected numbers that are there."""

    characters: float
    numbers: float


class Checked(BaseModel):
    """How complete a document is."""

    name: str
    completeness: Completeness
    counts: dict[str, int]
    findings: list[dict[str, JsonValue]]


class VerifyRequest(BaseModel):
    """A quotation and the place that it cites."""

    model_config = ConfigDict(extra="forbid")

    quote: str = Field(min_length=1, max_length=MAX_QUOTE, examples=["Крупной сделкой признаётся сделка"])
    doc: str | None = Field(None, description="id or file name of the cited document")
    locator: str | None = Field(None, description="cited clause or section in any form: 12.1, ст. 3 ч. 1")
    same_yo: bool = Field(False, description="read е and ё as one letter")


class CitedPlace(BaseModel):
    """A place of a document with its verbatim text."""

    doc_id: str
    doc_name: str
    locator: str
    locators: list[str]
    clause_number: str
    breadcrumb: str
    page: int | None
    start: int
    stop: int
    text: str


class WordDifference(BaseModel):
    """Words of the quotation that stand otherwise in the source; offsets in the quotation and in the document."""

    kind: Literal["replaced", "added", "missing"]
    quoted: str
    source: str
    quote_start: int
    quote_stop: int
    start: int
    stop: int


class VerifyAnswer(BaseModel):
    """What became of a quotation."""

    quote: str
    verdict: Literal["verbatim", "elsewhere", "differs", "not_found"]
    message: str
    occurrences: int
    places: list[CitedPlace]
    nearest: CitedPlace | None
    similarity: float
    differences: list[WordDifference]
    ignored: list[str]


class AskRequest(BaseModel):
    """A question to answer by clauses."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(min_length=1, max_length=MAX_QUERY)
    top_k: int = Field(8, ge=1, le=50)
