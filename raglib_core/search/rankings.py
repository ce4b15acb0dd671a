"""The methods of a search as rankings of clauses inside ranges, with the reason of each score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from raglib_core.errors import MethodUnavailable
from raglib_core.indexing.seam import IndexSeam, Range, Ranking, Vector
from raglib_core.search import explain, fusion
from raglib_core.search.explain import Why
from raglib_core.search.hits import Found
from raglib_core.settings import SearchSettings
from raglib_core.texts import say


@runtime_checkable
class ReferenceSearch(Protocol):
    """An index that can also rank by the package rank_bm25; not a part of the seam."""

    def search_reference(self, terms: Sequence[str], ranges: Sequence[Range], k: int) -> Ranking:
        """Rank clauses by the package inside the ranges."""


@dataclass(frozen=True, slots=True)
class Task:
    """What to rank: terms and vector of the query, ids to look at, how many clauses to return and to join."""

    terms: list[str]
    vector: Vector | None
    ranges: Sequence[Range]
    top_k: int
    depth: int
    fusion: str


class Rankings:
    """Ranks clauses of one index by each method; every method returns at most ``top_k`` clauses, best first."""

    def __init__(self, index: IndexSeam, settings: SearchSettings) -> None:
        """Keep the parts."""
        self._index = index
        self._settings = settings

    def bm25(self, task: Task) -> list[Found]:
        """Rank by the words of the query."""
        ranking = self._index.search_lexical(task.terms, task.ranges, task.top_k)
        whys = _windows(ranking)
        return [
            Found(clause, score, self._lexical_why(task, clause, whys[clause]))
            for clause, score in explain.pairs(ranking)
        ]

    def vector(self, task: Task) -> list[Found]:
        """Rank by cosine; clauses that are not nearer than a right angle are left out."""
        ranking = self._dense(task, task.top_k)
        windows = _windows(ranking)
        return [Found(clause, score, explain.of_cosine(score, windows[clause])) for clause, score in _positive(ranking)]

    def rank_bm25(self, task: Task) -> list[Found]:
        """Rank by the package rank_bm25 over the same windows, as it is; raises MethodUnavailable without it."""
        if not isinstance(self._index, ReferenceSearch):
            reason, reason_ru = say("search.no_reference", "en"), say("search.no_reference", "ru")
            raise MethodUnavailable(method="rank_bm25", reason=reason, reason_ru=reason_ru)
        ranking = self._index.search_reference(task.terms, task.ranges, task.top_k)
        windows = _windows(ranking)
        return [
            Found(clause, score, explain.of_reference(self._index.explain_lexical(task.terms, clause), windows[clause]))
            for clause, score in explain.pairs(ranking)
        ]

    def hybrid(self, task: Task) -> list[Found]:
        """Join the rankings by words and by cosine."""
        lexical = self._index.search_lexical(task.terms, task.ranges, task.depth)
        dense = self._dense(task, task.depth)
        lists = [explain.pairs(lexical), _positive(dense)]
        if task.fusion == "rrf":
            fused = fusion.reciprocal_ranks(lists, self._settings.rrf_k)
        else:
            fused = fusion.zscore_mix(lists, [round(1.0 - self._settings.dense_weight, 9), self._settings.dense_weight])
        windows = _windows(lexical), _windows(dense)
        return [Found(one.clause_id, one.score, self._fused_why(task, one, *windows)) for one in fused[: task.top_k]]

    def knows_a_word(self, terms: Sequence[str], ranges: Sequence[Range]) -> bool:
        """Return whether some clause of the ranges holds some term."""
        return len(self._index.search_lexical(terms, ranges, 1)) > 0

    def _dense(self, task: Task, k: int) -> Ranking:
        assert task.vector is not None, "a dense method is chosen only with a vector"
        return self._index.search_dense(task.vector, task.ranges, k)

    def _lexical_why(self, task: Task, clause: int, window: Sequence[int]) -> Why:
        return explain.of_terms(self._index.explain_lexical(task.terms, clause), window)

    def _fused_why(
        self, task: Task, fused: fusion.Fused, lexical: dict[int, list[int]], dense: dict[int, list[int]]
    ) -> Why:
        clause, by_cosine = fused.clause_id, fused.shares[1]
        arms: dict[str, Why] = {"bm25": {}, "vector": {}}
        if clause in lexical:
            arms["bm25"] = self._lexical_why(task, clause, lexical[clause])
        if by_cosine.score is not None:
            arms["vector"] = explain.of_cosine(by_cosine.score, dense[clause])
        return explain.of_fusion(task.fusion, fused, arms, self._settings.rrf_k)


def _windows(ranking: Ranking) -> dict[int, list[int]]:
    return dict(zip(ranking.clause_ids.tolist(), ranking.windows.tolist(), strict=True))


def _positive(ranking: Ranking) -> list[tuple[int, float]]:
    return [(clause, score) for clause, score in explain.pairs(ranking) if score > 0.0]
