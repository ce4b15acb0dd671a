"""The lexical index: which window holds which term, in plain arrays, and BM25 over them.

Files (all ``.npy`` without pickle, opened memory-mapped)::

    lexical.vocabulary  uint8    terms in UTF-8, sorted by their bytes, one after the other
    lexical.offsets     int64    where each term starts in the vocabulary; one entry more than terms
    lexical.indptr      int64    where the postings of each term start; one entry more than terms
    lexical.indices     int32    windows that hold the term, ascending
    lexical.tf          uint16   how often (65 535 at most)
    lexical.lengths     int32    number of terms of each window

Score (variant "lucene", formula of Kamphuis, de Vries, Boytsov, Lin, "Which BM25 Do You Mean?", ECIR 2020, table 1,
Lucene (accurate))::

    score(q, d) = sum over terms t of q:  ln(1 + (N - n + 0.5) / (n + 0.5)) * tf / (tf + k1 * (1 - b + b * |d| / avgdl))

with N windows, n of them holding t, k1 = 1.5 and b = 0.75 (the defaults of rank_bm25). It is never negative, whatever
share of the windows holds the term. A term that stands twice in the query counts twice. `Lexical.okapi_scores` gives
the scores of rank_bm25's BM25Okapi from the same arrays.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from raglib_core.indexing.ranges import Floats, Ints, WindowTable
from raglib_core.indexing.seam import Range, Ranking, TermShare

K1 = 1.5
B = 0.75
#: rank_bm25 replaces a negative idf by this share of the average one.
OKAPI_EPSILON = 0.25
MAX_TF = np.iinfo(np.uint16).max
#: Windows whose terms are counted together.
_FOLDED_WINDOWS = 2048

Arrays = Mapping[str, npt.NDArray[Any]]
DTYPES: dict[str, type[np.generic]] = {
    "vocabulary": np.uint8,
    "offsets": np.int64,
    "indptr": np.int64,
    "indices": np.int32,
    "tf": np.uint16,
    "lengths": np.int32,
}


class LexicalWriter:
    """Collects the terms of windows, one window after the other, and inverts them at the end.

    The result depends on the windows alone: taken from another index or counted anew, the same windows give the same
    arrays.
    """

    def __init__(self) -> None:
        """Start without windows."""
        self._ids: dict[str, int] = {}
        self._fresh: list[npt.NDArray[np.int32]] = []
        self._lengths: list[npt.NDArray[np.int32]] = []
        self._postings: list[_Postings] = []
        self._windows = 0

    def add(self, terms: Iterable[str]) -> None:
        """Add the next window; one without terms counts as a window of length 0."""
        ids = self._ids
        self._fresh.append(np.fromiter((ids.setdefault(term, len(ids)) for term in terms), np.int32))
        if len(self._fresh) >= _FOLDED_WINDOWS:
            self._fold()

    def take(self, arrays: Arrays, low: int, high: int) -> None:
        """Add the windows ``[low, high)`` of another index of the same form of words; nothing is counted anew."""
        self._fold()
        vocabulary, offsets = arrays["vocabulary"].tobytes(), arrays["offsets"].tolist()
        words = (vocabulary[start:stop].decode("utf-8", "surrogatepass") for start, stop in pairwise(offsets))
        numbers = np.fromiter((self._ids.setdefault(word, len(self._ids)) for word in words), np.int32)
        indices = arrays["indices"]
        inside = (indices >= low) & (indices < high)
        terms = np.repeat(numbers, np.diff(arrays["indptr"]))[inside]
        windows = indices[inside] + np.int32(self._windows - low)
        self._postings.append(_Postings(terms, windows, arrays["tf"][inside]))
        self._lengths.append(np.array(arrays["lengths"][low:high]))
        self._windows += high - low

    def _fold(self) -> None:
        """Count the terms of the windows that were added last."""
        if not self._fresh:
            return
        lengths = np.array([len(row) for row in self._fresh], np.int32)
        owners = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
        keys, counts = np.unique(np.concatenate(self._fresh).astype(np.int64) << 32 | owners, return_counts=True)
        windows = (keys & 0xFFFFFFFF).astype(np.int32) + np.int32(self._windows)
        tf = np.minimum(counts, MAX_TF).astype(np.uint16)
        self._postings.append(_Postings((keys >> 32).astype(np.int32), windows, tf))
        self._lengths.append(lengths)
        self._windows += len(lengths)
        self._fresh = []

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return the arrays of the index (see the module) for all windows added so far."""
        self._fold()
        empty = _Postings(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.uint16))
        terms, windows, tf = (np.concatenate(column) for column in zip(empty, *self._postings, strict=True))
        self._postings = [_Postings(terms, windows, tf)]
        df = np.bincount(terms, minlength=len(self._ids))
        # terms of windows that were not taken over have no posting left
        used = sorted(
            (term.encode("utf-8", "surrogatepass"), number) for term, number in self._ids.items() if df[number]
        )
        rank = np.zeros(len(self._ids), np.int32)
        rank[[number for _, number in used]] = np.arange(len(used))
        # windows only ever grow, so a stable order by term leaves them ascending within each term
        order = np.argsort(rank[terms], kind="stable")
        return {
            "vocabulary": np.frombuffer(b"".join(word for word, _ in used), np.uint8),
            "offsets": np.cumsum([0, *(len(word) for word, _ in used)], dtype=np.int64),
            "indptr": np.cumsum([0, *df[[number for _, number in used]].tolist()], dtype=np.int64),
            "indices": windows[order],
            "tf": tf[order],
            "lengths": np.concatenate([np.zeros(0, np.int32), *self._lengths]),
        }


class _Postings(NamedTuple):
    """Which term stands in which window how often; three arrays of one length."""

    terms: npt.NDArray[np.int32]
    windows: npt.NDArray[np.int32]
    tf: npt.NDArray[np.uint16]


class Lexical:
    """The opened lexical index of one generation; all answers are exact float64."""

    def __init__(self, arrays: Arrays, windows: WindowTable) -> None:
        """Keep the arrays (memory-mapped ones stay on the disk) and the table of windows they count in."""
        self._words = arrays["vocabulary"]
        self._offsets, self._indptr = arrays["offsets"], arrays["indptr"]
        self._indices, self._tf, self._lengths = arrays["indices"], arrays["tf"], arrays["lengths"]
        self._windows = windows
        self._reference: Any = None
        self._okapi_floor: float | None = None

    @cached_property
    def _vocabulary(self) -> bytes:
        return self._words.tobytes()

    @cached_property
    def _norm(self) -> Floats:
        """Return k1 * (1 - b + b * |d| / avgdl) of every window."""
        lengths = self._lengths.astype(np.float64)
        average = lengths.mean() if lengths.any() else 1.0
        return np.asarray(K1 * (1 - B + B * lengths / average), np.float64)

    # ------------------------------------------------------------ terms

    def find(self, term: str) -> int | None:
        """Return the number of a term, None for one that no window holds."""
        wanted = term.encode("utf-8", "surrogatepass")
        low, high = 0, len(self._offsets) - 1
        while low < high:
            middle = (low + high) // 2
            if self._word(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self._offsets) - 1 and self._word(low) == wanted else None

    def _word(self, number: int) -> bytes:
        return self._vocabulary[int(self._offsets[number]) : int(self._offsets[number + 1])]

    def document_frequency(self, number: int) -> int:
        """Return how many windows hold the term of this number."""
        return int(self._indptr[number + 1] - self._indptr[number])

    def _idf(self, number: int) -> float:
        df = self.document_frequency(number)
        return math.log(1 + (len(self._lengths) - df + 0.5) / (df + 0.5))

    def _postings(self, number: int, low: int, high: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint16]]:
        """Return windows in ``[low, high)`` that hold the term, with their counts."""
        start, stop = int(self._indptr[number]), int(self._indptr[number + 1])
        indices = self._indices[start:stop]
        first, last = np.searchsorted(indices, np.array([low, high], indices.dtype))
        return indices[first:last], self._tf[start + first : start + last]

    # ------------------------------------------------------------ Lucene BM25

    def search(self, terms: Sequence[str], ranges: Sequence[Range], k: int) -> Ranking:
        """Rank the clauses of the ranges (of clause ids) by their best window; only scores above zero.

        Statistics are those of the whole index, so a narrower range gives the same scores. Unknown terms add nothing;
        no known term, no range or ``k`` below 1 gives an empty ranking.
        """
        numbers = [number for term in terms if (number := self.find(term)) is not None]
        found = [self._scored(numbers, low, high) for low, high in self._windows.of_clauses(ranges)]
        windows = np.concatenate([rows for rows, _ in found] or [np.zeros(0, np.int64)])
        scores = np.concatenate([values for _, values in found] or [np.zeros(0, np.float64)])
        return self._windows.best_clauses(windows, scores, k)

    def _scored(self, numbers: Sequence[int], low: int, high: int) -> tuple[Ints, Floats]:
        """Return the windows of ``[low, high)`` with a score above zero, ascending, and their scores."""
        scores = np.zeros(high - low, np.float64)
        for number in numbers:
            rows, counts = self._postings(number, low, high)
            tf = counts.astype(np.float64)
            scores[rows - low] += self._idf(number) * tf / (tf + self._norm[rows])
        touched = np.flatnonzero(scores > 0)
        return touched + low, scores[touched]

    def explain(self, terms: Sequence[str], clause_id: int) -> list[TermShare]:
        """Return what each distinct term adds to the score of a clause, the largest share first.

        Terms that its best window does not hold are left out; the shares add up to the score of `search`. Empty where
        no term is in the clause.
        """
        spans = self._windows.of_clauses([(clause_id, clause_id + 1)])
        numbers = {term: number for term in terms if (number := self.find(term)) is not None}
        if not spans or not numbers:
            return []
        rows, scores = self._scored([numbers[term] for term in terms if term in numbers], *spans[0])
        if not len(rows):
            return []
        best = int(rows[int(np.argmax(scores))])
        shares = [self._share(term, number, terms.count(term), best) for term, number in numbers.items()]
        return sorted((share for share in shares if share.tf), key=lambda share: -share.share)

    def _share(self, term: str, number: int, times: int, window: int) -> TermShare:
        _, counts = self._postings(number, window, window + 1)
        tf = float(counts[0]) if len(counts) else 0.0
        share = times * self._idf(number) * tf / (tf + float(self._norm[window]))
        return TermShare(term=term, share=share, tf=int(tf), df=self.document_frequency(number))

    # ------------------------------------------------------------ rank_bm25

    def okapi_scores(self, terms: Sequence[str]) -> Floats:
        """Return the score of every window as rank_bm25's BM25Okapi computes it (Trotman et al. 2014, ATIRE).

        Its idf is ln((N - n + 0.5) / (n + 0.5)), a negative one replaced by a quarter of the average idf, so scores can
        be zero or negative; kept as the reference only.
        """
        scores = np.zeros(len(self._lengths), np.float64)
        for term in terms:
            number = self.find(term)
            if number is None:
                continue
            rows, counts = self._postings(number, 0, len(scores))
            tf = counts.astype(np.float64)
            scores[rows] += self._okapi_idf(number) * (tf * (K1 + 1) / (tf + self._norm[rows]))
        return scores

    def _okapi_idf(self, number: int) -> float:
        df = self.document_frequency(number)
        idf = math.log(len(self._lengths) - df + 0.5) - math.log(df + 0.5)
        if idf >= 0:
            return idf
        if self._okapi_floor is None:
            df_all = np.diff(self._indptr).astype(np.float64)
            every = np.log(len(self._lengths) - df_all + 0.5) - np.log(df_all + 0.5)
            self._okapi_floor = OKAPI_EPSILON * float(every.mean())
        return self._okapi_floor

    def search_reference(self, terms: Sequence[str], ranges: Sequence[Range], k: int) -> Ranking:
        """Rank clauses with the package rank_bm25 itself over the same windows; only scores above zero.

        The package scans every window for every term; its object is built at the first call and kept.
        """
        spans = self._windows.of_clauses(ranges)
        if not spans or not terms or not len(self._indices):
            return self._windows.best_clauses(np.zeros(0, np.int64), np.zeros(0), k)
        if self._reference is None:
            self._reference = importlib.import_module("rank_bm25").BM25Okapi(self._bags(), k1=K1, b=B)
        scores = np.asarray(self._reference.get_scores(list(terms)), np.float64)
        inside = np.concatenate([np.arange(low, high) for low, high in spans])
        windows = inside[scores[inside] > 0]
        return self._windows.best_clauses(windows, scores[windows], k)

    def _bags(self) -> list[list[str]]:
        """Return the terms of every window, in the order of the vocabulary: BM25 does not look at their order."""
        bags: list[list[str]] = [[] for _ in range(len(self._lengths))]
        for number in range(len(self._offsets) - 1):
            word = self._word(number).decode("utf-8", "surrogatepass")
            for window, count in zip(*self._postings(number, 0, len(bags)), strict=True):
                bags[window].extend([word] * int(count))
        return bags
