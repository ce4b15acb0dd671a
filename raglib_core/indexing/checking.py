"""Whether an index is what was written, part by part and piece by piece.

Hashes tell what changed on the disk since; the rest is told from the contents, so that an index which was written
wrongly, hashes and all, does not pass either: every clause equals its slice, windows lie in their clauses, postings
count the words of the windows, vectors are finite and of length one or zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from raglib_core.errors import DamagedIndex
from raglib_core.indexing import folder
from raglib_core.indexing.folder_index import FolderIndex
from raglib_core.indexing.generation import open_index
from raglib_core.indexing.seam import Vector
from raglib_core.model import CancelToken, Document, Progress, never_cancelled, no_progress

#: Rows of vectors that are looked at together.
_BLOCK = 65_536
_UNIT = 1e-3


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of an index that is not right, and what is wrong with it (English)."""

    part: str
    reason: str


@dataclass(frozen=True, slots=True)
class IndexCheck:
    """What a check found: the counts of what is there, the problems, and files in the folder that are not of the index.

    ``generation`` is 0 where the index could not be opened; ``repaired`` tells that the problems are mended.
    """

    path: Path
    generation: int
    counts: dict[str, int]
    problems: tuple[Problem, ...]
    foreign: tuple[Path, ...] = ()
    repaired: bool = False

    @property
    def sound(self) -> bool:
        """Whether the index can be trusted now."""
        return self.repaired or not self.problems


def check(root: Path, *, progress: Progress = no_progress, cancel: CancelToken = never_cancelled) -> IndexCheck:
    """Look at everything that an index holds and return what is wrong with it; changes nothing.

    Raises NotARaglibIndexError for a folder that is no index.
    """
    foreign = tuple(folder.foreign_files(root))
    try:
        index = open_index(root)
    except DamagedIndex as error:
        return IndexCheck(root, 0, {}, (_problem(error),), foreign)
    problems = [Problem(part, reason) for part, reason in index.parts.changed()]
    changed = {problem.part for problem in problems}
    found = _Contents(index, progress, cancel).problems()
    # what does not fit because a part changed is told by the hash of that part already
    problems += [problem for problem in found if not changed]
    counts = {
        "documents": int(index.places.shape[1]),
        "sections": len(index.section_lines),
        "clauses": index.clause_count,
        "windows": index.window_count,
        "vectors": index.window_count if index.dimension else 0,
        "dimension": index.dimension,
    }
    return IndexCheck(root, index.generation, counts, tuple(problems), foreign)


def _problem(error: DamagedIndex) -> Problem:
    return Problem(str(error.values["part"]), str(error.values["reason"]))


class _Contents:
    """Looks at the contents of one opened index."""

    def __init__(self, index: FolderIndex, progress: Progress, cancel: CancelToken) -> None:
        self._index, self._progress, self._cancel = index, progress, cancel

    def problems(self) -> list[Problem]:
        """Return what is wrong, each part once."""
        looks: list[Callable[[], Iterator[Problem]]] = [
            self._places, self._documents, self._windows, self._words, self._vectors,
        ]  # fmt: skip
        found: dict[str, Problem] = {}
        for look in looks:
            try:
                for problem in look():
                    found.setdefault(problem.part, problem)
            except DamagedIndex as error:
                found.setdefault(str(error.values["part"]), _problem(error))
            except (ValueError, IndexError) as error:
                found.setdefault(look.__name__.strip("_"), Problem(look.__name__.strip("_"), f"{error}"[:200]))
        return list(found.values())

    def _places(self) -> Iterator[Problem]:
        """Texts, sections and clauses of the documents follow each other and end where their parts end."""
        index = self._index
        texts, sections = index.places[0:2], index.places[2:4]
        for bounds, end, what in ((texts, len(index.texts), "texts"), (sections, len(index.section_lines), "sections")):
            if not _follow(bounds, end):
                yield Problem("places.npy", f"{what} of the documents do not follow each other")
        clauses = np.array([[r.first_clause for r in index.records], [r.stop_clause for r in index.records]])
        if not _follow(clauses, index.clause_count):
            yield Problem("records.json", "clauses of the documents do not follow each other")

    def _documents(self) -> Iterator[Problem]:
        """Every document can be read, and every clause is the slice of it that its span says."""
        index, records = self._index, self._index.records
        for number, record in enumerate(records):
            if self._cancel():
                return
            self._progress("check", number, len(records), record.name)
            document = index.document(record.doc_id)
            yield from _misplaced(document)
            for clause, clause_id in zip(document.clauses, range(record.first_clause, record.stop_clause), strict=True):
                _, same, text = index.clause(clause_id)
                if same != clause or text != document.text[clause.start : clause.stop]:
                    yield Problem("spans.npy", f"{clause.locator} of {record.doc_id} is another piece of the text")
        self._progress("check", len(records), len(records), "")

    def _windows(self) -> Iterator[Problem]:
        """Windows lie in their clauses, in order, and cover each of them."""
        table, spans = self._index.windows, self._index.spans
        lengths = spans[1] - spans[0]
        first = table.first
        if not len(table):
            if len(lengths):
                yield Problem("windows.npy", "clauses without windows")
            return
        if first[0] != 0 or first[-1] != len(table) or (np.diff(first) < 1).any():
            yield Problem("first_windows.npy", "does not fit the windows")
            return
        if not np.array_equal(table.clause, np.repeat(np.arange(len(lengths)), np.diff(first))):
            yield Problem("windows.npy", "windows out of the order of the clauses")
        elif (table.start < 0).any() or (table.stop > lengths[table.clause]).any():
            yield Problem("windows.npy", "a window does not lie in its clause")
        elif (table.start[first[:-1]] != 0).any() or (table.stop[first[1:] - 1] != lengths).any():
            yield Problem("windows.npy", "a clause is not covered by its windows")

    def _words(self) -> Iterator[Problem]:
        """The vocabulary is sorted, postings ascend in it, and the counts of a window add up to its length."""
        arrays, windows = self._index.postings, self._index.window_count
        offsets, indptr, indices = arrays["offsets"], arrays["indptr"], arrays["indices"]
        vocabulary = arrays["vocabulary"].tobytes()
        words = [vocabulary[low:high] for low, high in pairwise(offsets.tolist())]
        if any(left >= right for left, right in pairwise(words)):
            yield Problem("lexical.vocabulary.npy", "terms are not in order")
        if indptr[0] != 0 or (np.diff(indptr) < 1).any():
            yield Problem("lexical.indptr.npy", "a term without postings")
            return
        if len(indices) and not (indices.min() >= 0 and indices.max() < windows):
            yield Problem("lexical.indices.npy", "names a window that is not there")
            return
        steps = np.diff(indices.astype(np.int64))
        steps[indptr[1:-1] - 1] = 1  # from one term to the next the windows start anew
        if (steps < 1).any():
            yield Problem("lexical.indices.npy", "the windows of a term are not in order")
        counted = np.bincount(indices, weights=arrays["tf"], minlength=windows)
        capped = arrays["tf"].max(initial=0) == np.iinfo(np.uint16).max
        if not capped and not np.array_equal(counted, arrays["lengths"]):
            yield Problem("lexical.lengths.npy", "the words of a window do not add up to its length")

    def _vectors(self) -> Iterator[Problem]:
        """Vectors are finite and of length one or zero."""
        if not self._index.dimension:
            return
        for part in ("vectors", "section_vectors"):
            rows: Vector = getattr(self._index, part)
            for start in range(0, len(rows), _BLOCK):
                lengths = np.linalg.norm(rows[start : start + _BLOCK].astype(np.float64), axis=1)
                if not np.isfinite(lengths).all():
                    yield Problem(f"{part}.npy", "holds numbers that are not finite")
                elif (np.minimum(abs(lengths - 1), lengths) > _UNIT).any():
                    yield Problem(f"{part}.npy", "holds a vector whose length is neither one nor zero")


def _follow(bounds: npt.NDArray[Any], end: int) -> bool:
    """Return whether ranges (a row of starts, a row of ends) follow each other from 0 to ``end``."""
    starts, stops = bounds
    if not starts.size:
        return end == 0
    joined = np.array_equal(starts[1:], stops[:-1])
    return bool(joined and starts[0] == 0 and stops[-1] == end and (starts <= stops).all())


def _misplaced(document: Document) -> Iterator[Problem]:
    """Yield sections and clauses that do not lie in the text, or stand out of order."""
    length, last = len(document.text), 0
    for section in document.sections:
        if not 0 <= section.start <= section.heading_stop <= section.stop <= length:
            yield Problem("sections.jsonl", f"section {section.key} of {document.doc_id} does not lie in the text")
    for clause in document.clauses:
        if not last <= clause.start <= clause.stop <= clause.tree_stop <= length:
            yield Problem("clauses.jsonl", f"clause {clause.locator} of {document.doc_id} does not lie in the text")
        last = clause.start
