"""Answers by whole documents: a row for each document with its best clause inside, and texts by id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from raglib_core.api import RagIndex
from raglib_core.errors import BadQuery, UnknownSection
from raglib_core.model import Notice, SearchHit, SearchResult
from raglib_core.search.previews import shortened
from raglib_core.serving.libraries import Entry, Libraries
from raglib_core.texts import notice, say

DEFAULT_DOCUMENTS, MAX_DOCUMENTS = 5, 20
#: ids listed for an unknown one, documents put in order at once, characters of a query and of a snippet
MAX_LISTED = 200
MAX_RERANKED = 200
MAX_QUERY = 10_000
SNIPPET = 600
#: clauses ranked for one document wanted, and at most for all
_CLAUSES_PER_DOCUMENT, _MAX_CLAUSES = 8, 2000
#: ranks of several libraries are joined by 1 / (60 + rank) (Cormack, Clarke, Buettcher 2009)
_RRF = 60


@dataclass(frozen=True, slots=True)
class ClauseOfRow:
    """The best clause of a document; ``whole`` tells whether the snippet is all of its text."""

    number: str
    locator: str
    path: str
    page: int | None
    whole: bool


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document that answers; ``clause`` is None where none of its clauses does. ``method`` is what really ranked."""

    doc_id: str
    title: str
    snippet: str
    score: float
    clause: ClauseOfRow | None
    library: str
    method: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Rows, best first, and what their reader should know about how they came about, as sentences."""

    rows: tuple[DocumentRow, ...]
    remarks: tuple[str, ...] = ()
    unknown: tuple[str, ...] = field(default=())


def search_documents(
    libraries: Libraries,
    query: str,
    top_k: int = DEFAULT_DOCUMENTS,
    library: str | None = None,
    *,
    language: str = "ru",
) -> Answer:
    """Return the documents that answer a query, at most ``top_k`` and never more than 20, best first.

    Libraries are ranked each by itself and joined by ranks. Raises BadQuery for a query without words or too long, a
    ``top_k`` below 1, an unknown library.
    """
    check_length(query)
    limit = min(top_k, MAX_DOCUMENTS)
    remarks = [say("serving.clamped", language, asked=top_k, limit=MAX_DOCUMENTS)] if top_k > MAX_DOCUMENTS else []
    chosen = libraries.chosen(library)
    found: list[tuple[float, DocumentRow]] = []
    for name, index in chosen:
        result, hits = _best_hits(index, query, limit)
        remarks += _remarks(result, language)
        for rank, hit in enumerate(hits, start=1):
            score = hit.score if len(chosen) == 1 else 1 / (_RRF + rank)
            entry = libraries.entry_of(name, hit.doc_id)
            found.append((rank, _row(index, entry, hit, score)))
    rows = tuple(row for _, row in sorted(found, key=lambda one: one[0])[:limit])
    if not rows:
        remarks.append(say("serving.rephrase", language))
    return Answer(rows, tuple(dict.fromkeys(remarks)))


def rerank_documents(libraries: Libraries, query: str, doc_ids: Sequence[str], *, language: str = "ru") -> Answer:
    """Return the named documents in the order of the best method of their libraries, each read by itself.

    An id that is unknown or given twice is left out; the unknown ones are in ``unknown``. A document without an answer
    comes last with score 0. Raises BadQuery as `search_documents`, and for more than 200 ids.
    """
    check_length(query)
    if len(doc_ids) > MAX_RERANKED:
        raise bad_query("serving.too_many", count=len(doc_ids), limit=MAX_RERANKED)
    known: dict[str, Entry] = {}
    unknown: list[str] = []
    for doc_id in doc_ids:
        entry = libraries.entry(doc_id)
        if entry is None:
            unknown.append(doc_id)
        else:
            known.setdefault(entry.public_id, entry)
    rows: list[DocumentRow] = []
    remarks: list[str] = []
    for name in dict.fromkeys(entry.library for entry in known.values()):
        entries = [entry for entry in known.values() if entry.library == name]
        answered, said = _reranked(libraries.index(name), query, entries, language)
        rows += answered
        remarks += said
    ordered = tuple(sorted(rows, key=lambda row: (row.clause is None, -row.score)))
    return Answer(ordered, tuple(dict.fromkeys(remarks)), tuple(unknown))


def _reranked(
    index: RagIndex, query: str, entries: Sequence[Entry], language: str
) -> tuple[list[DocumentRow], list[str]]:
    ids = [entry.record.doc_id for entry in entries]
    result, hits = _best_hits(index, query, len(ids), ids)
    by_id = {hit.doc_id: hit for hit in hits}
    rows = []
    for entry in entries:
        hit = by_id.get(entry.record.doc_id)
        rows.append(
            _row(index, entry, hit, hit.score) if hit else _row_without_clause(index, entry, result.method_used)
        )
    return rows, _remarks(result, language)


def _best_hits(
    index: RagIndex, query: str, documents: int, doc: Sequence[str] | None = None
) -> tuple[SearchResult, list[SearchHit]]:
    """Return the best hit of each document, best first; more clauses are ranked until there are enough documents."""
    top_k = max(1, documents) * _CLAUSES_PER_DOCUMENT if documents > 0 else documents
    while True:
        result = index.search(query, method="auto", top_k=top_k, doc=doc)
        best: dict[str, SearchHit] = {}
        for hit in result:
            best.setdefault(hit.doc_id, hit)
        if len(best) >= documents or len(result) < top_k or top_k >= _MAX_CLAUSES:
            return result, list(best.values())[:documents]
        top_k = min(4 * top_k, _MAX_CLAUSES)


def _row(index: RagIndex, entry: Entry, hit: SearchHit, score: float) -> DocumentRow:
    snippet = shortened(hit.text, SNIPPET)
    clause = ClauseOfRow(hit.clause_number, hit.locator, hit.breadcrumb, hit.page, snippet == hit.text)
    return DocumentRow(
        entry.public_id, title_of(index, entry), snippet, float(score), clause, entry.library, hit.method
    )


def _row_without_clause(index: RagIndex, entry: Entry, method: str) -> DocumentRow:
    text = index.document(entry.record.doc_id).text.strip()
    return DocumentRow(
        entry.public_id, title_of(index, entry), shortened(text, SNIPPET), 0.0, None, entry.library, method
    )


def title_of(index: RagIndex, entry: Entry) -> str:
    """Return the title of a document: its own, else its first heading, else its file name; on one line."""
    sections = index.document(entry.record.doc_id).sections
    title = entry.record.title or (sections[0].title if sections else "")
    return " ".join(title.split()) or entry.record.name


def _remarks(result: SearchResult, language: str) -> list[str]:
    """Return what a result says about itself, in a language, and the advice that goes with a weak one."""
    if not result.reason:
        return []
    said = notice(result.notice, language) if isinstance(result.notice, Notice) else result.reason
    weak = not result or (result.notice is not None and not result.degraded)
    return [said, say("serving.rephrase", language)] if weak else [said]


# ---------------------------------------------------------------- texts


def document_text(libraries: Libraries, doc_id: str, locator: str | None = None, *, language: str = "ru") -> str:
    """Return the whole text of a document, or the clause or section of a locator in it.

    For an unknown id or locator a text that lists what there is, the nearest first, so that the caller can go on.
    """
    entry = libraries.entry(doc_id)
    if entry is None:
        return unknown_document(libraries, doc_id, language=language)
    index = libraries.index(entry.library)
    document = index.document(entry.record.doc_id)
    if not locator or not locator.strip():
        return document.text
    for clause in document.clauses:
        if clause.locator == locator:
            return document.text[clause.start : clause.stop]
    try:
        return index.read_section(entry.record.doc_id, locator)
    except UnknownSection as error:
        known = error.values.get("known", "")
        return say("serving.unknown_locator", language, locator=locator, doc_id=entry.public_id, known=known)


def unknown_document(libraries: Libraries, doc_id: str, *, language: str = "ru") -> str:
    """Return the text for an unknown id: up to 200 ids that there are, the nearest first."""
    total = len(libraries.entries())
    ids = libraries.ids(doc_id[:200], MAX_LISTED)
    said = say("serving.unknown_document", language, doc_id=shortened(doc_id, 200), ids="\n".join(ids))
    rest = total - len(ids)
    return said + ("\n" + say("serving.more_documents", language, count=rest) if rest else "")


def check_length(query: str) -> None:
    """Raise BadQuery for a query that is longer than any question."""
    if len(query) > MAX_QUERY:
        raise bad_query("serving.too_long", characters=len(query), limit=MAX_QUERY)


def bad_query(key: str, **values: object) -> BadQuery:
    """Return the error of a sentence of `raglib_core.texts` in both languages."""
    return BadQuery(reason=say(key, "en", **values), reason_ru=say(key, "ru", **values))
