"""Two ways to join rankings into one, with the arithmetic kept for the explanation.

Reciprocal rank fusion (Cormack, Clarke, Buettcher 2009): ``score = Σ 1 / (k + rank)`` over the lists that hold the
clause, ranks from 1; a list without it adds nothing.

Z-score mix: ``score = Σ weight · z`` with ``z = (score - mean) / deviation`` over the candidates of one list
(population deviation); a clause that a list does not hold gets the lowest z of that list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

Candidates = Sequence[tuple[int, float]]

#: what a clause outside a list gets where all scores of the list are the same: such a list still says in or out
OUTSIDE_EVEN_LIST = -1.0


@dataclass(frozen=True, slots=True)
class ArmShare:
    """What one list adds to a fused score: ``weight * value``; rank and score are None where the list lacks it."""

    rank: int | None
    score: float | None
    value: float
    weight: float

    @property
    def part(self) -> float:
        """The summand of the fused score."""
        return self.weight * self.value


@dataclass(frozen=True, slots=True)
class Fused:
    """A clause with its fused score and the share of each list, in the order of the lists."""

    clause_id: int
    score: float
    shares: tuple[ArmShare, ...]


def reciprocal_ranks(lists: Sequence[Candidates], k: int = 60) -> list[Fused]:
    """Join lists by rank alone, best first, ties in document order; empty lists give an empty answer."""
    arms = [
        {clause: ArmShare(rank, score, 1.0 / (k + rank), 1.0) for rank, (clause, score) in enumerate(found, start=1)}
        for found in lists
    ]
    return _joined(arms, [ArmShare(None, None, 0.0, 1.0)] * len(arms))


def zscore_mix(lists: Sequence[Candidates], weights: Sequence[float]) -> list[Fused]:
    """Join lists by standardised scores, best first, ties in document order; empty lists give an empty answer."""
    pairs = [_standardised(found, weight) for found, weight in zip(lists, weights, strict=True)]
    return _joined([arm for arm, _ in pairs], [outside for _, outside in pairs])


def _standardised(found: Candidates, weight: float) -> tuple[dict[int, ArmShare], ArmShare]:
    """Return the shares of a list and the share of a clause outside of it."""
    if not found:
        return {}, ArmShare(None, None, 0.0, weight)
    scores = [score for _, score in found]
    mean, deviation = fmean(scores), pstdev(scores)
    values = [(score - mean) / deviation if deviation > 0 else 0.0 for score in scores]
    arm = {
        clause: ArmShare(rank, score, value, weight)
        for rank, ((clause, score), value) in enumerate(zip(found, values, strict=True), start=1)
    }
    return arm, ArmShare(None, None, min(values) if deviation > 0 else OUTSIDE_EVEN_LIST, weight)


def _joined(arms: Sequence[dict[int, ArmShare]], outside: Sequence[ArmShare]) -> list[Fused]:
    """Sum the shares of every clause that some list holds."""
    clauses = {clause for arm in arms for clause in arm}
    fused = []
    for clause in clauses:
        shares = tuple(arm.get(clause, absent) for arm, absent in zip(arms, outside, strict=True))
        fused.append(Fused(clause, sum(share.part for share in shares), shares))
    return sorted(fused, key=lambda one: (-one.score, one.clause_id))
