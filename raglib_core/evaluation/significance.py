"""Is the difference real? Intervals by bootstrap and a paired test by random signs, both with an explicit seed.

Both look at questions as a sample of those that will be asked; the rankings themselves are not random.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]

ROUNDS = 10_000
CONFIDENCE = 0.95
#: the p-value, corrected for several comparisons, from which on a difference is called real
ALPHA = 0.05
POWER = 0.8
#: Random numbers that are in memory at once.
_BLOCK = 2_000_000
#: Differences of sums of the same terms in another order.
_ROUNDING = 1e-12
_STEPS = 4001


def bootstrap_interval(
    values: Sequence[float], *, seed: int = 0, confidence: float = CONFIDENCE, rounds: int = ROUNDS
) -> tuple[float, float]:
    """Return the expanded percentile bootstrap interval of the mean (Hesterberg 2015, section 5.3).

    Questions are drawn with replacement ``rounds`` times; for differences per question this is the paired interval. The
    plain percentile interval is too narrow for few questions (with 8 it holds the truth in 89 cases of 100, not 95);
    here the percentiles taken are those that Student's t asks for at this number of questions. On differences of
    reciprocal ranks it holds the truth in 95 cases of 100 from 50 questions on, in 93 with 20. One value gives an
    interval of no width, none gives (0.0, 0.0).
    """
    data = np.asarray(values, dtype=np.float64)
    if not len(data):
        return (0.0, 0.0)
    if len(data) == 1 or not np.ptp(data):
        return (float(data[0]), float(data[0]))
    rng = np.random.default_rng(seed)

    def draw(count: int) -> Values:
        means: Values = data[rng.integers(0, len(data), size=(count, len(data)))].mean(axis=1)
        return means

    tail = 100 * expanded_tail(len(data), confidence)
    low, high = np.percentile(_in_blocks(draw, len(data), rounds), [tail, 100 - tail])
    return (float(low), float(high))


def expanded_tail(count: int, confidence: float) -> float:
    """Return the share of bootstrap means to leave out at each end: ``Phi(-sqrt(n / (n - 1)) * t)``."""
    quantile = student_quantile((1 + confidence) / 2, count - 1)
    return NormalDist().cdf(-math.sqrt(count / (count - 1)) * quantile)


def randomisation_p_value(differences: Sequence[float], *, seed: int = 0, rounds: int = ROUNDS) -> float:
    """Return the two-sided p-value of a paired randomisation test of the mean (Smucker, Allan, Carterette 2007).

    Were the two systems equal, each difference could as well have the other sign: ``p = (1 + b) / (1 + rounds)``, where
    b counts the random signs whose mean is at least as far from 0 as the one observed. 1.0 without any difference.
    """
    data = np.asarray(differences, dtype=np.float64)
    data = data[data != 0.0]
    if not len(data):
        return 1.0
    rng = np.random.default_rng(seed)

    def draw(count: int) -> Values:
        signs = rng.integers(0, 2, size=(count, len(data)), dtype=np.int8) * 2.0 - 1.0
        sums: Values = signs @ data
        return sums

    at_least = np.abs(_in_blocks(draw, len(data), rounds)) >= abs(data.sum()) - _ROUNDING * len(data)
    return float((1 + np.count_nonzero(at_least)) / (1 + rounds))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number, in the same order (Holm 1979).

    The smallest is multiplied by their count m, the next by m - 1, and so on; none falls below one before it, none
    exceeds 1. Rejecting at 5% what is below 5% here makes any false alarm among all of them as rare as 5%.
    """
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for place, position in enumerate(sorted(range(len(p_values)), key=lambda one: p_values[one])):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[position]))
        corrected[position] = highest
    return corrected


def detectable_difference(differences: Sequence[float]) -> float | None:
    """Return the smallest mean difference that a test at 5% would see in four cases of five.

    ``(t(0.975) + t(0.8)) * s / sqrt(n)`` with the spread s of these differences (Sakai 2016 for IR); smaller ones are
    likely to go unseen with so many questions. None where the spread is unknown: fewer than two questions, or all
    differences equal.
    """
    data = np.asarray(differences, dtype=np.float64)
    if len(data) < 2 or not np.ptp(data):
        return None
    freedom = len(data) - 1
    wanted = student_quantile(1 - ALPHA / 2, freedom) + student_quantile(POWER, freedom)
    return float(wanted * data.std(ddof=1) / math.sqrt(len(data)))


def can_be_significant(differing: int) -> bool:
    """Return whether a test by signs could come below 5% with so many questions that differ: two of 2^n signs do."""
    return 0.5 ** (differing - 1) < ALPHA


@lru_cache(maxsize=512)
def student_quantile(share: float, freedom: int) -> float:
    """Return the value below which Student's t of ``freedom`` degrees falls with probability ``share`` (0.5 … 1).

    Found by halving over the integral of the density (Simpson's rule); right to seven digits.
    """
    low, high = 0.0, 2.0
    while _below(high, freedom) < share:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _below(middle, freedom) < share else (low, middle)
    return (low + high) / 2


def _below(value: float, freedom: int) -> float:
    grid = np.linspace(0.0, value, _STEPS)
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    density = scale * (1 + grid**2 / freedom) ** (-(freedom + 1) / 2)
    weights = np.ones(_STEPS)
    weights[1:-1:2], weights[2:-1:2] = 4, 2
    return 0.5 + float(density @ weights) * value / (_STEPS - 1) / 3


def _in_blocks(draw: Callable[[int], Values], width: int, rounds: int) -> Values:
    size = max(1, min(rounds, _BLOCK // width))
    counts = [size] * (rounds // size) + ([rounds % size] if rounds % size else [])
    return np.concatenate([draw(count) for count in counts])
