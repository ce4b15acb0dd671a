"""Ranges of ids, and rankings of clauses out of scores of windows.

Windows are numbered in the order of their clauses, so the windows of a clause, of a section or of a document are one
contiguous range as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from raglib_core.indexing.seam import Range, Ranking

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int32]


def empty_ranking() -> Ranking:
    """Return a ranking of nothing."""
    return Ranking(np.zeros(0, np.int64), np.zeros(0, np.float64), np.zeros((0, 2), np.int32))


def merged(ranges: Sequence[Range], stop: int) -> list[Range]:
    """Return the ranges in order, cut to ``[0, stop)``, overlapping and touching ones joined, empty ones dropped."""
    result: list[Range] = []
    for low, high in sorted((max(0, low), min(high, stop)) for low, high in ranges):
        if low >= high:
            continue
        if result and low <= result[-1][1]:
            result[-1] = (result[-1][0], max(high, result[-1][1]))
        else:
            result.append((low, high))
    return result


def first_windows(owners: npt.NDArray[np.int32], clauses: int) -> Ints:
    """Return the first window of each clause and, last, the number of windows; ``owners`` are ascending."""
    return np.searchsorted(owners, np.arange(clauses + 1)).astype(np.int64)


class WindowTable:
    """Which windows belong to which clause, and where each lies in it.

    ``clause``, ``start`` and ``stop`` have one entry a window; spans count code points inside the clause.
    """

    def __init__(self, rows: Rows, clauses: int, first: npt.NDArray[np.integer[Any]] | None = None) -> None:
        """Keep the three rows (clause, start, stop) of ``rows``; ``clauses`` is the number of clauses.

        ``first`` says which window of each clause is its first, with one entry more; counted where it is not given.
        """
        self.clause, self.start, self.stop = rows
        self.first = first_windows(self.clause, clauses) if first is None else first

    def __len__(self) -> int:
        """Return the number of windows."""
        return len(self.clause)

    def of_clauses(self, ranges: Sequence[Range]) -> list[Range]:
        """Return the ranges of windows that belong to ranges of clauses, in order and without overlap.

        Raises ValueError where the table does not tell them: it may come from a damaged file.
        """
        spans = [(int(self.first[low]), int(self.first[high])) for low, high in merged(ranges, len(self.first) - 1)]
        if any(not 0 <= low <= high <= len(self.clause) for low, high in spans):
            raise ValueError("names a window that is not there")
        return [(low, high) for low, high in spans if low < high]

    def best_clauses(self, windows: Ints, scores: Floats, k: int) -> Ranking:
        """Return the ``k`` best clauses by their best window, ties in document order.

        ``windows`` are distinct and ascending, ``scores`` belong to them. Of equally good windows of a clause the first
        one counts.
        """
        if k <= 0 or not len(windows):
            return empty_ranking()
        owners = self.clause[windows]
        heads = np.flatnonzero(np.r_[True, owners[1:] != owners[:-1]])
        best = np.maximum.reduceat(scores, heads)
        chosen = _largest(best, k)
        ends = np.r_[heads[1:], len(windows)]
        winners = [heads[i] + int(np.argmax(scores[heads[i] : ends[i]])) for i in chosen]
        rows = windows[winners]
        spans = np.stack([self.start[rows], self.stop[rows]], axis=1).astype(np.int32)
        return Ranking(owners[heads[chosen]].astype(np.int64), best[chosen].astype(np.float64), spans)


def _largest(values: Floats, k: int) -> Ints:
    """Return the places of the ``k`` largest values, the largest first, equal ones in their order."""
    places = np.arange(len(values))
    if k < len(values):
        threshold = np.partition(values, len(values) - k)[len(values) - k]
        places = np.flatnonzero(values >= threshold)
    order: Ints = places[np.argsort(-values[places], kind="stable")][:k]
    return order
