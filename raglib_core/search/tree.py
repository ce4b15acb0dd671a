"""Strategy ``tree``: first the sections nearest to the query, then clauses inside them."""

from __future__ import annotations

from dataclasses import dataclass

from raglib_core.indexing.seam import Range, Vector
from raglib_core.search.catalogue import Catalogue, Scope, intersected, merged

#: so many sections are looked into
SECTIONS = 8


@dataclass(frozen=True, slots=True)
class TreeScope:
    """The clause ids to rank, and the sections that let them in: rows (ids, section key, cosine), nearest first."""

    ranges: tuple[Range, ...]
    sections: tuple[tuple[Range, str, float], ...]

    def entrance(self, clause_id: int) -> dict[str, object]:
        """Return the nearest section that holds a clause; key "" for text before the first section."""
        for (low, high), key, cosine in self.sections:
            if low <= clause_id < high:
                return {"section": key, "cosine": cosine}
        return {"section": "", "cosine": None}


def tree_scope(catalogue: Catalogue, scope: Scope, vector: Vector) -> TreeScope:
    """Narrow a scope to its best sections; text before the first section of a document always stays in.

    Where no section is near the query the scope stays as it is.
    """
    chosen: list[tuple[Range, str, float]] = []
    for doc_id, key, cosine in catalogue.index.search_sections(vector, scope.doc_ids, _wanted(catalogue, scope)):
        ids = _section_ids(catalogue, doc_id, key)
        if intersected([ids], scope.ranges):
            chosen.append((ids, key, cosine))
        if len(chosen) == SECTIONS:
            break
    if not chosen:
        return TreeScope(scope.ranges, ())
    inside = merged([ids for ids, _, _ in chosen] + _before_sections(catalogue, scope))
    return TreeScope(intersected(inside, scope.ranges), tuple(chosen))


def _wanted(catalogue: Catalogue, scope: Scope) -> int:
    """Return how many sections to ask for: all of them where a section filter will drop most."""
    whole = merged([(record.first_clause, record.stop_clause) for record in scope.records])
    return SECTIONS if whole == scope.ranges else max(1, sum(record.sections for record in scope.records))


def _section_ids(catalogue: Catalogue, doc_id: str, key: str) -> Range:
    record = catalogue.record(doc_id)
    section = catalogue.section(doc_id, key)
    return catalogue.clause_ids(record, section.start, section.stop) if section else (0, 0)


def _before_sections(catalogue: Catalogue, scope: Scope) -> list[Range]:
    ranges: list[Range] = []
    for record in scope.records:
        sections = catalogue.document(record.doc_id).sections
        first = min((section.start for section in sections), default=record.characters)
        ranges.append((record.first_clause, catalogue.clause_ids(record, 0, first)[1]))
    return ranges
