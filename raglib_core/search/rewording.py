"""An index whose words are read in another form than the one it was written with; nothing is embedded again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from raglib_core.indexing.lexical import Lexical, LexicalWriter
from raglib_core.indexing.ranges import WindowTable
from raglib_core.indexing.seam import DocumentRecord, IndexSeam, Range, Ranking, TermShare, Vector
from raglib_core.indexing.windows import windows_of
from raglib_core.model import Clause, Document, Page, Section
from raglib_core.russian import Normaliser
from raglib_core.settings import BuildSettings


class Reworded:
    """Another index with a lexical part of its own, made in memory; all other answers are those of the other one."""

    def __init__(self, index: IndexSeam, normaliser: Normaliser, settings: BuildSettings) -> None:
        """Count the words of all windows anew; ``settings`` are those of the index."""
        self._index = index
        writer, rows = LexicalWriter(), []
        for record in index.records:
            for window in windows_of(index.document(record.doc_id), record.first_clause, settings):
                writer.add(normaliser.terms(window.text))
                rows.append((window.clause, window.start, window.stop))
        clauses = max((record.stop_clause for record in index.records), default=0)
        table = WindowTable(np.array(rows, np.int32).reshape(-1, 3).T, clauses)
        self._lexical = Lexical(writer.arrays(), table)

    @property
    def manifest(self) -> dict[str, object]:
        """Settings, counts and versions of the index as it was written."""
        return self._index.manifest

    @property
    def records(self) -> tuple[DocumentRecord, ...]:
        """The documents in the order of their clause ids."""
        return self._index.records

    @property
    def dimension(self) -> int:
        """Length of the vectors; 0 where the index holds none."""
        return self._index.dimension

    def search_lexical(self, terms: Sequence[str], ranges: Sequence[Range], k: int) -> Ranking:
        """Rank clauses by BM25 over the words in their new form."""
        return self._lexical.search(terms, ranges, k)

    def search_reference(self, terms: Sequence[str], ranges: Sequence[Range], k: int) -> Ranking:
        """Rank clauses by the package rank_bm25 over the words in their new form."""
        return self._lexical.search_reference(terms, ranges, k)

    def explain_lexical(self, terms: Sequence[str], clause_id: int) -> list[TermShare]:
        """Return what each term adds to the score of a clause."""
        return self._lexical.explain(terms, clause_id)

    def search_dense(self, vector: Vector, ranges: Sequence[Range], k: int) -> Ranking:
        """Rank clauses by cosine."""
        return self._index.search_dense(vector, ranges, k)

    def search_sections(self, vector: Vector, doc_ids: Sequence[str], k: int) -> list[tuple[str, str, float]]:
        """Rank sections by cosine."""
        return self._index.search_sections(vector, doc_ids, k)

    def clause(self, clause_id: int) -> tuple[DocumentRecord, Clause, str]:
        """Return a clause with its document and text."""
        return self._index.clause(clause_id)

    def document(self, doc_id: str) -> Document:
        """Return the whole document."""
        return self._index.document(doc_id)

    def pages(self, doc_id: str) -> tuple[Page, ...]:
        """Return the pages of a document."""
        return self._index.pages(doc_id)

    def sections(self, doc_id: str) -> tuple[Section, ...]:
        """Return the sections of a document."""
        return self._index.sections(doc_id)
