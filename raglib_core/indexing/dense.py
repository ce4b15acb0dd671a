"""Vectors of windows and sections, and the exact search for the nearest of them.

Every row has length 1 or is zero, so the inner product is the cosine. Search is exhaustive (faiss.knn over a slice of
the memory-mapped array): a range is a slice, never a sieve after the ranking, so it can miss nothing.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence

import numpy as np

from raglib_core.errors import EmbeddingError
from raglib_core.indexing.embedders import unit_rows
from raglib_core.indexing.ranges import Floats, Ints, WindowTable
from raglib_core.indexing.seam import Range, Ranking, Vector
from raglib_core.model import Document, Section, Span

#: Rows asked for beyond the wanted clauses, since several windows may be of one clause.
_SPARE_ROWS = 32
_GROWTH = 4
#: A cosine within this of zero is rounding of float32.
_NOTHING_IN_COMMON = 1e-6
TITLE_LEAD = 400


class Dense:
    """The opened vectors of one generation."""

    def __init__(self, vectors: Vector, windows: WindowTable, model: str) -> None:
        """Keep the rows (one a window) and the name of the model that made them."""
        self._vectors = vectors
        self._windows = windows
        self._model = model

    @property
    def dimension(self) -> int:
        """Length of the vectors."""
        return int(self._vectors.shape[1])

    def search(self, vector: Vector, ranges: Sequence[Range], k: int) -> Ranking:
        """Rank the clauses of the ranges (of clause ids) by the cosine of their best window, ties in document order.

        Only cosines above zero count: a clause that shares nothing with the query is no answer. A zero query vector, no
        range or ``k`` below 1 gives an empty ranking. Raises EmbeddingError for a vector of another length.
        """
        query = checked_query(vector, self.dimension, self._model)
        spans = self._windows.of_clauses(ranges)
        total = sum(high - low for low, high in spans)
        wanted = k + _SPARE_ROWS
        while k > 0:
            rows, scores, floor = _nearest(self._vectors, query, spans, wanted)
            if wanted >= total:
                return self._windows.best_clauses(rows, scores, k)
            # rows at the floor may be a part of those that tie there; only those above it are known to be all
            ranking = self._windows.best_clauses(rows[scores > floor], scores[scores > floor], k)
            if len(ranking) == k or floor <= _NOTHING_IN_COMMON:
                return ranking
            wanted *= _GROWTH
        return self._windows.best_clauses(np.zeros(0, np.int64), np.zeros(0), 0)


def checked_query(vector: Vector, dimension: int, model: str) -> Vector:
    """Return a query vector at length 1 as one row of float32; raises EmbeddingError when it does not fit."""
    row = np.asarray(vector, np.float64).reshape(1, -1)
    if row.shape[1] != dimension or not np.isfinite(row).all():
        reason = f"query vector has {row.shape[1]} numbers, the index was made with {dimension}"
        raise EmbeddingError(model=model, reason=reason)
    return unit_rows(row)


def _nearest(vectors: Vector, query: Vector, spans: Sequence[Range], k: int) -> tuple[Ints, Floats, float]:
    """Return rows with a cosine above zero, ascending, their cosines, and the lowest cosine that is surely complete.

    The ``k`` best rows of each span are looked at; what ties with the worst of them may be missing.
    """
    faiss = importlib.import_module("faiss")
    rows: list[Ints] = [np.zeros(0, np.int64)]
    scores: list[Floats] = [np.zeros(0, np.float64)]
    floor = _NOTHING_IN_COMMON
    for low, high in spans if query.any() else ():
        piece = np.ascontiguousarray(vectors[low:high], np.float32)
        found, places = faiss.knn(query, piece, min(k, high - low), metric=faiss.METRIC_INNER_PRODUCT)
        if k < high - low:
            floor = max(floor, float(found[0, -1]))
        rows.append(places[0].astype(np.int64) + low)
        scores.append(found[0].astype(np.float64))
    all_rows, all_scores = np.concatenate(rows), np.concatenate(scores)
    order = np.argsort(all_rows)
    order = order[all_scores[order] > _NOTHING_IN_COMMON]
    return all_rows[order], all_scores[order], floor


def nearest_rows(
    vectors: Vector, vector: Vector, spans: Sequence[Range], k: int, model: str
) -> list[tuple[int, float]]:
    """Return the ``k`` nearest rows of the spans with their cosines, ties in the order of rows; only above zero."""
    query = checked_query(vector, int(vectors.shape[1]), model)
    rows, scores, _ = _nearest(vectors, query, spans, max((high - low for low, high in spans), default=0))
    order = np.argsort(-scores, kind="stable")[: max(0, k)]
    return [(int(rows[place]), float(scores[place])) for place in order]


# ---------------------------------------------------------------- sections


def mean_vectors(spans: Sequence[Span], sections: Sequence[Section], vectors: Vector) -> Vector:
    """Return one row a section: the mean direction of the windows that lie inside it; zero where none does.

    ``spans`` are the places of the windows in the document, ascending by start, one for each row of ``vectors``.
    Linear: sums of rows are taken from one running sum.
    """
    starts = np.array([span.start for span in spans], np.int64)
    running = np.zeros((len(vectors) + 1, vectors.shape[1]), np.float64)
    np.cumsum(vectors, axis=0, dtype=np.float64, out=running[1:])
    lows = np.searchsorted(starts, [section.start for section in sections])
    highs = np.searchsorted(starts, [section.stop for section in sections])
    sums = running[highs] - running[lows]
    sums[np.linalg.norm(sums, axis=1) < _NOTHING_IN_COMMON] = 0.0
    return unit_rows(sums)


def title_leads(document: Document) -> Iterable[str]:
    """Yield for each section its title and the first 400 characters below it; "" for a section without content."""
    for section in document.sections:
        lead = document.text[section.heading_stop : section.stop].strip()[:TITLE_LEAD]
        yield f"{section.title}\n{lead}".strip()


def as_rows(rows: Sequence[Vector], dimension: int) -> Vector:
    """Return rows of one length as a matrix; an empty one keeps the dimension."""
    return np.array(rows, np.float32).reshape(len(rows), dimension)
