"""The narrow seam below search: what an index answers, whoever keeps it.

`raglib_core.indexing.generation` keeps an index in a folder; a shared engine can stand in for it. Clauses are numbered
through the whole index in document order and sections in depth-first order, so a document, a section or a clause with
its descendants is one contiguous range of clause ids, and a filter is a list of ranges: rankings are made inside them,
never sieved afterwards. Fusion stays above the seam.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from raglib_core.model import Clause, Document, Page, Section

Range = tuple[int, int]
Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Clauses with their scores, best first, ties in document order; each clause once, by its best window.

    ``windows`` holds for each clause the span of that window inside the clause, as rows ``(start, stop)``.
    """

    clause_ids: npt.NDArray[np.int64]
    scores: npt.NDArray[np.float64]
    windows: npt.NDArray[np.int32]

    def __len__(self) -> int:
        """Return the number of clauses."""
        return len(self.clause_ids)


@dataclass(frozen=True, slots=True)
class TermShare:
    """What one query term adds to the score of a clause."""

    term: str
    share: float
    tf: int
    df: int


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A document as the index lists it, without its text: ids of its clauses are ``first_clause … stop_clause - 1``.

    ``findings`` counts those that call for a look, severity info left out. ``reading`` names the code and the options
    that recognized and segmented it; "" where that is not known.
    """

    doc_id: str
    name: str
    source_hash: str
    characters: int
    first_clause: int
    stop_clause: int
    sections: int
    findings: int
    recognizer: str = ""
    encoding: str = ""
    title: str = ""
    reading: str = ""


class IndexSeam(Protocol):
    """What `raglib_core.search` asks of an index; every answer is for one unchanging state of it."""

    @property
    def manifest(self) -> dict[str, object]:
        """Settings, counts and versions of the index as plain values."""

    @property
    def records(self) -> tuple[DocumentRecord, ...]:
        """The documents in the order of their clause ids."""

    @property
    def dimension(self) -> int:
        """Length of the vectors; 0 where the index holds none."""

    def search_lexical(self, terms: Sequence[str], ranges: Sequence[Range], k: int) -> Ranking:
        """Rank clauses by BM25 for normalised terms inside the ranges; only scores above zero."""

    def explain_lexical(self, terms: Sequence[str], clause_id: int) -> list[TermShare]:
        """Return what each term adds to the score of a clause, the largest share first."""

    def search_dense(self, vector: Vector, ranges: Sequence[Range], k: int) -> Ranking:
        """Rank clauses by cosine inside the ranges."""

    def search_sections(self, vector: Vector, doc_ids: Sequence[str], k: int) -> list[tuple[str, str, float]]:
        """Rank sections of the documents by cosine: rows (doc_id, section key, cosine)."""

    def clause(self, clause_id: int) -> tuple[DocumentRecord, Clause, str]:
        """Return the record of the document, the clause and its verbatim text."""

    def document(self, doc_id: str) -> Document:
        """Return the whole document; raises UnknownDocument."""

    def pages(self, doc_id: str) -> tuple[Page, ...]:
        """Return the pages of a document, () for a source without pages; raises UnknownDocument."""

    def sections(self, doc_id: str) -> tuple[Section, ...]:
        """Return the sections of a document in depth-first order; raises UnknownDocument."""
