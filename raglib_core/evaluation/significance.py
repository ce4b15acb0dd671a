"""Is the difference real? Intervals by bootstrap and a paired test by random signs, both with an explicit seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]

ROUNDS = 10_000
#: Random numbers that are in memory at once.
_BLOCK = 2_000_000
#: Differences of sums of the same terms in another order.
_ROUNDING = 1e-12


def bootstrap_interval(
    values: Sequence[float], *, seed: int = 0, confidence: float = 0.95, rounds: int = ROUNDS
) -> tuple[float, float]:
    """Return the percentile bootstrap interval of the mean (Efron and Tibshirani 1993, chapter 13).

    Questions are drawn with replacement ``rounds`` times; for differences per question this is the paired interval. It
    is a little narrow for few questions. One value gives an interval of no width, none gives (0.0, 0.0).
    """
    data = np.asarray(values, dtype=np.float64)
    if not len(data):
        return (0.0, 0.0)
    rng = np.random.default_rng(seed)

    def draw(count: int) -> Values:
        means: Values = data[rng.integers(0, len(data), size=(count, len(data)))].mean(axis=1)
        return means

    tail = 100 * (1 - confidence) / 2
    low, high = np.percentile(_in_blocks(draw, len(data), rounds), [tail, 100 - tail])
    return (float(low), float(high))


def randomisation_p_value(differences: Sequence[float], *, seed: int = 0, rounds: int = ROUNDS) -> float:
    """Return the two-sided p-value of a paired randomisation test of the mean (Smucker, Allan, Carterette 2007).

    Were the two systems equal, each difference could as well have the other sign: ``p = (1 + b) / (1 + rounds)``, where
    b counts the random signs whose mean is at least as far from 0 as the one observed. 1.0 without any difference.
    """
    data = np.asarray(differences, dtype=np.float64)
    if not data.any():
        return 1.0
    rng = np.random.default_rng(seed)

    def draw(count: int) -> Values:
        signs = rng.integers(0, 2, size=(count, len(data))) * 2 - 1
        means: Values = (signs * data).mean(axis=1)
        return means

    at_least = np.abs(_in_blocks(draw, len(data), rounds)) >= abs(data.mean()) - _ROUNDING
    return float((1 + np.count_nonzero(at_least)) / (1 + rounds))


def _in_blocks(draw: Callable[[int], Values], width: int, rounds: int) -> Values:
    size = max(1, min(rounds, _BLOCK // width))
    counts = [size] * (rounds // size) + ([rounds % size] if rounds % size else [])
    return np.concatenate([draw(count) for count in counts])
