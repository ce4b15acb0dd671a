"""Measures of one ranking. A ranking enters as gains by rank: the grade of the answer found there, 0 for a miss.

Ranks are explicit: ``gains[0]`` is rank 1. So no measure breaks ties of scores by itself (trec_eval orders equal scores
by name, other packages as they came, and their figures differ); the tie rule is that of the ranking: document order. An
answer counts at its first rank only, whoever made the gains sees to that. Every measure is 0.0 for a ranking without an
answer, and a mean over questions counts such questions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Gains = Sequence[int]


@dataclass(frozen=True, slots=True)
class Ranked:
    """What a method found for a question, and what there is to find.

    ``gains`` by rank: the grade of an answer at the first rank that holds it, else 0. ``relevant`` by rank: whether the
    clause there answers at all, also where its answer was found before. ``grades`` of all answers of the question.
    """

    gains: tuple[int, ...]
    relevant: tuple[bool, ...]
    grades: tuple[int, ...]


def mrr(ranked: Ranked, k: int) -> float:
    """Return the reciprocal rank ``1 / rank`` of the first answer within ``k`` (Voorhees 1999, TREC-8 QA); else 0."""
    return next((1 / rank for rank, gain in enumerate(ranked.gains[:k], start=1) if gain > 0), 0.0)


def ndcg(ranked: Ranked, k: int) -> float:
    """Return ``DCG@k / ideal DCG@k`` with ``DCG@k = sum of grade / log2(rank + 1)``.

    That is the gain of Järvelin and Kekäläinen (2002) as it is, not ``2^grade - 1``. The ideal ranking holds all
    answers of the question, the highest grade first.
    """
    ideal = _dcg(sorted(ranked.grades, reverse=True), k)
    return _dcg(ranked.gains, k) / ideal if ideal else 0.0


def recall(ranked: Ranked, k: int) -> float:
    """Return the share of all answers of the question that stand within ``k``."""
    return _found(ranked, k) / len(ranked.grades) if ranked.grades else 0.0


def average_precision(ranked: Ranked, k: int) -> float:
    """Return the sum of precision at the rank of each answer within ``k``, over the number of all answers.

    That is ``map_cut`` of trec_eval (Voorhees and Harman 2005): answers that are not within ``k`` count as zero. Its
    mean over questions is MAP@k.
    """
    found, precisions = 0, 0.0
    for rank, gain in enumerate(ranked.gains[:k], start=1):
        if gain > 0:
            found += 1
            precisions += found / rank
    return precisions / len(ranked.grades) if ranked.grades else 0.0


def hit(ranked: Ranked, k: int) -> float:
    """Return 1.0 where at least one answer stands within ``k``."""
    return 1.0 if _found(ranked, k) else 0.0


def sum_relevant(ranked: Ranked, k: int) -> float:
    """Return how many clauses within ``k`` answer the question; over questions it is a sum, not a mean."""
    return float(sum(ranked.relevant[:k]))


def _found(ranked: Ranked, k: int) -> int:
    return sum(1 for gain in ranked.gains[:k] if gain > 0)


def _dcg(gains: Gains, k: int) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains[:k], start=1))


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure at a depth, as it is named in reports; ``is_sum`` where questions are added up instead of averaged."""

    name: str
    of: Callable[[Ranked, int], float]
    k: int
    is_sum: bool = False

    def __call__(self, ranked: Ranked) -> float:
        """Return the measure of one ranking."""
        return self.of(ranked, self.k)


MEASURES = (
    Measure("mrr@10", mrr, 10),
    Measure("ndcg@10", ndcg, 10),
    Measure("map@10", average_precision, 10),
    Measure("recall@1", recall, 1),
    Measure("recall@5", recall, 5),
    Measure("recall@10", recall, 10),
    Measure("hit@1", hit, 1),
    Measure("hit@5", hit, 5),
    Measure("sum_relevant@5", sum_relevant, 5, is_sum=True),
)
DEPTH = max(measure.k for measure in MEASURES)
