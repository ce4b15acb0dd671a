"""Documents and places of an index as contiguous ranges of clause ids; computed once for a document."""

from __future__ import annotations

import difflib
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from raglib_core.errors import AmbiguousDocument, UnknownClause, UnknownDocument, UnknownSection
from raglib_core.indexing.seam import DocumentRecord, IndexSeam, Range
from raglib_core.model import Clause, Document, Section
from raglib_core.parsing import addresses

#: so many names or keys are listed in an error
LISTED = 8

#: what a caller may name documents by: nothing for all, an id, a file name, or several of them
DocumentChoice = str | Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a search looks: the documents chosen and the clause ids inside of them, ascending and disjoint."""

    records: tuple[DocumentRecord, ...]
    ranges: tuple[Range, ...]

    @property
    def doc_ids(self) -> list[str]:
        """The ids of the chosen documents."""
        return [record.doc_id for record in self.records]


class Catalogue:
    """Looks documents, sections and clauses of one index up by what a person calls them."""

    def __init__(self, index: IndexSeam) -> None:
        """Read documents and their texts when they are asked for: opening an index looks at none."""
        self.index = index
        self._sections: dict[str, dict[str, Section]] = {}
        self._starts: dict[str, list[int]] = {}

    @cached_property
    def _by_id(self) -> dict[str, DocumentRecord]:
        return {record.doc_id: record for record in self.index.records}

    def record(self, name: str) -> DocumentRecord:
        """Return the document of an id or of a file name; an id wins over a name.

        Raises UnknownDocument, or AmbiguousDocument for a file name that several documents carry.
        """
        if name in self._by_id:
            return self._by_id[name]
        named = [record for record in self.index.records if record.name == name] or [
            record for record in self.index.records if _folded(name) in (_folded(record.name), _folded(record.doc_id))
        ]
        if len(named) > 1:
            raise AmbiguousDocument(name=name, ids=", ".join(record.doc_id for record in named))
        if not named:
            raise UnknownDocument(name=name, known=_listed(list(self._by_id), name))
        return named[0]

    def records(self, doc: DocumentChoice) -> tuple[DocumentRecord, ...]:
        """Return the chosen documents in index order, each once; all of them for None or an empty sequence."""
        if doc is None or (not isinstance(doc, str) and not doc):
            return self.index.records
        names = [doc] if isinstance(doc, str) else doc
        chosen = {self.record(name).doc_id for name in names}
        return tuple(record for record in self.index.records if record.doc_id in chosen)

    def document(self, doc_id: str) -> Document:
        """Return the document of an exact id; the index keeps those in use."""
        return self.index.document(doc_id)

    def section(self, doc_id: str, key: str) -> Section | None:
        """Return the section of an exact key; None for an unknown one."""
        if doc_id not in self._sections:
            self._sections[doc_id] = {section.key: section for section in self.document(doc_id).sections}
        return self._sections[doc_id].get(key)

    def nodes(self, record: DocumentRecord, address: str) -> list[Section | Clause]:
        """Return what an address means in a document, best first; [] for a blank or unknown one."""
        if not address.strip():
            return []
        return addresses.resolve(self.document(record.doc_id).segmentation, address)

    def clause(self, record: DocumentRecord, locator: str) -> Clause:
        """Return the clause of a locator or of any form that means a clause; raises UnknownClause."""
        clauses = self.document(record.doc_id).clauses
        for clause in clauses:
            if clause.locator == locator:
                return clause
        for node in self.nodes(record, locator):
            if isinstance(node, Clause):
                return node
        known = [clause.locator for clause in clauses]
        raise UnknownClause(name=locator, document=record.name, known=_listed(known, locator))

    def clause_ids(self, record: DocumentRecord, start: int, stop: int) -> Range:
        """Return the ids of the clauses that start in ``[start, stop)`` of the text; an empty range for none."""
        if record.doc_id not in self._starts:
            self._starts[record.doc_id] = [clause.start for clause in self.document(record.doc_id).clauses]
        starts = self._starts[record.doc_id]
        return (record.first_clause + bisect_left(starts, start), record.first_clause + bisect_left(starts, stop))

    def scope(self, doc: DocumentChoice = None, section: str | None = None) -> Scope:
        """Return where a search with these filters looks; a section stands for itself with all its descendants.

        A section is looked up in each chosen document; documents without it are left out. Raises UnknownSection if no
        chosen document has it.
        """
        records = self.records(doc)
        if section is None:
            return Scope(records, merged([(record.first_clause, record.stop_clause) for record in records]))
        found = [(record, nodes[0]) for record in records if (nodes := self.nodes(record, section))]
        if not found:
            raise self.unknown_section(records, section)
        ranges = [self.clause_ids(record, *addresses.range_of(node)) for record, node in found]
        return Scope(tuple(record for record, _ in found), merged(ranges))

    def unknown_section(self, records: Sequence[DocumentRecord], section: str) -> UnknownSection:
        """Return the error that names what there is instead of an unknown section: its nearest keys and locators."""
        known: list[str] = []
        for record in records:
            document = self.document(record.doc_id)
            known += [one.key for one in document.sections] + [clause.locator for clause in document.clauses]
        where = ", ".join(record.name for record in records[:LISTED]) or "an index without documents"
        return UnknownSection(name=section, document=where, known=_listed(list(dict.fromkeys(known)), section))


def merged(ranges: Sequence[Range]) -> tuple[Range, ...]:
    """Return the same ids as ascending ranges that neither touch nor overlap; empty ranges are dropped."""
    joined: list[Range] = []
    for low, high in sorted(one for one in ranges if one[0] < one[1]):
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return tuple(joined)


def intersected(left: Sequence[Range], right: Sequence[Range]) -> tuple[Range, ...]:
    """Return the ids that lie in both lists of ranges, each ascending and disjoint."""
    common: list[Range] = []
    i = j = 0
    while i < len(left) and j < len(right):
        low, high = max(left[i][0], right[j][0]), min(left[i][1], right[j][1])
        if low < high:
            common.append((low, high))
        if left[i][1] <= right[j][1]:
            i += 1
        else:
            j += 1
    return tuple(common)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _listed(known: Sequence[str], name: str) -> str:
    """Return the names nearest to a wrong one, or the first ones; bounded, so that a wrong name stays cheap."""
    nearest = difflib.get_close_matches(name, known[:2000], n=LISTED, cutoff=0.4) or list(known[:LISTED])
    rest = len(known) - len(nearest)
    return (", ".join(nearest) or "–") + (f" … (+{rest})" if rest > 0 else "")
