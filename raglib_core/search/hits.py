"""Clauses of the index as hits, with all that a reader of a hit may ask for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from raglib_core.model import SearchHit, page_at
from raglib_core.search.catalogue import Catalogue
from raglib_core.search.explain import Why


@dataclass(frozen=True, slots=True)
class Found:
    """A clause that answers, before it is dressed as a hit."""

    clause_id: int
    score: float
    why: Why


def hits_of(catalogue: Catalogue, found: Iterable[Found], method: str) -> list[SearchHit]:
    """Return the hits in the order given, ranks from 1; ``method`` is the one that really ran."""
    return [_hit(catalogue, one, method, rank) for rank, one in enumerate(found, start=1)]


def _hit(catalogue: Catalogue, found: Found, method: str, rank: int) -> SearchHit:
    record, clause, text = catalogue.index.clause(found.clause_id)
    return SearchHit(
        clause_number=clause.number,
        text=text,
        score=found.score,
        doc_id=record.doc_id,
        section_path=list(clause.section_path),
        clause_id=found.clause_id,
        method=method,
        doc_name=record.name,
        section_titles=list(clause.section_titles),
        locator=clause.locator,
        rank=rank,
        page=page_at(catalogue.index.pages(record.doc_id), clause.start),
        start=clause.start,
        stop=clause.stop,
        why=found.why,
    )
