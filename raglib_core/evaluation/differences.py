"""How two runs over the same questions differ, with an interval, a test, and what the test could see at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from raglib_core.evaluation.results import Run, paired
from raglib_core.evaluation.significance import (
    ALPHA,
    bootstrap_interval,
    detectable_difference,
    holm,
    randomisation_p_value,
)

#: The measure by which configurations are compared, and those for which a pair is reported.
BASE_METRIC = "mrr@10"
PAIR_METRICS = ("mrr@10", "ndcg@10", "recall@10")
#: differences smaller than this come from rounding
_EQUAL = 1e-12


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs on the same questions: ``difference`` is the mean of b minus a, with its paired 95% interval.

    ``p_value`` is that of a paired randomisation test, ``p_corrected`` the same after Holm's correction for all pairs
    reported on this measure. ``wins`` counts the questions on which b is better. ``detectable`` is the difference that
    a test would see in four cases of five with these questions; None where it cannot be told. ``questions`` are those
    that both runs hold.
    """

    a: str
    b: str
    metric: str
    difference: float
    interval: tuple[float, float]
    p_value: float
    wins: int
    ties: int
    losses: int
    p_corrected: float = 1.0
    detectable: float | None = None

    @property
    def questions(self) -> int:
        """How many questions both runs hold."""
        return self.wins + self.ties + self.losses

    @property
    def real(self) -> bool:
        """Whether the difference is more than chance: the corrected p-value is at most 5%."""
        return self.p_corrected <= ALPHA

    def as_json(self) -> dict[str, object]:
        """Return the pair as plain values."""
        return {
            "a": self.a,
            "b": self.b,
            "metric": self.metric,
            "difference": self.difference,
            "interval": list(self.interval),
            "p_value": self.p_value,
            "p_corrected": self.p_corrected,
            "real": self.real,
            "detectable": self.detectable,
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
        }


def compare_runs(a: Run, b: Run, metric: str = BASE_METRIC, *, seed: int = 0) -> Pair:
    """Return the difference of two runs by a measure over the questions that both hold; positive where b is better.

    For measures that are added up the difference is per question all the same. Questions of one run alone are left out;
    without a common one everything is zero. ``p_corrected`` is the p-value itself: one comparison needs no correction.
    """
    differences = differences_of(a, b, metric)
    p_value = randomisation_p_value(differences, seed=seed)
    return Pair(
        a=a.method,
        b=b.method,
        metric=metric,
        difference=float(np.mean(differences)) if differences else 0.0,
        interval=bootstrap_interval(differences, seed=seed),
        p_value=p_value,
        wins=sum(difference > 0 for difference in differences),
        ties=sum(difference == 0 for difference in differences),
        losses=sum(difference < 0 for difference in differences),
        p_corrected=p_value,
        detectable=detectable_difference(differences),
    )


def differences_of(a: Run, b: Run, metric: str = BASE_METRIC) -> list[float]:
    """Return b minus a for each question that both runs hold; differences of rounding are 0."""
    found = [right.metrics[metric] - left.metrics[metric] for left, right in paired(a.rows, b.rows)]
    return [0.0 if abs(one) < _EQUAL else one for one in found]


def corrected(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Return the pairs with p-values corrected by Holm among the pairs of the same measure."""
    by_metric = {metric: [pair for pair in pairs if pair.metric == metric] for metric in dict.fromkeys(
        pair.metric for pair in pairs
    )}  # fmt: skip
    found = {
        id(pair): replace(pair, p_corrected=p)
        for group in by_metric.values()
        for pair, p in zip(group, holm([pair.p_value for pair in group]), strict=True)
    }
    return tuple(found[id(pair)] for pair in pairs)


def against(base: Run, others: Sequence[Run], *, metric: str = BASE_METRIC, seed: int = 0) -> tuple[Pair, ...]:
    """Return how each run differs from a base, p-values corrected for the number of runs."""
    return corrected([compare_runs(base, other, metric, seed=seed) for other in others])
