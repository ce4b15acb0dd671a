"""What a random sample that was looked at by eye says about the whole: the error rate and its interval.

Sources: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927), p. 209–212;
J. A. Hanley, A. Lippman-Hand, If nothing goes wrong, is everything all right?, JAMA 249 (1983), p. 1743–1745.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
#: of the normal distribution, for intervals of 95 %
Z_95 = 1.959963984540054


def sample(population: Sequence[T], size: int, seed: int) -> list[T]:
    """Return ``size`` members in their order, the same for the same seed; all of them where there are not more."""
    chosen = random.Random(seed).sample(range(len(population)), min(size, len(population)))
    return [population[place] for place in sorted(chosen)]


def wilson(errors: int, seen: int) -> tuple[float, float]:
    """Return the 95 % interval of Wilson for the rate of errors, 0 to 1; (0, 1) where nothing was seen."""
    if not seen:
        return 0.0, 1.0
    rate, spread = errors / seen, Z_95**2 / seen
    middle = (rate + spread / 2) / (1 + spread)
    half = Z_95 * math.sqrt(rate * (1 - rate) / seen + spread / (4 * seen)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def rule_of_three(seen: int) -> float:
    """Return the rate that errors stay below with 95 % confidence where none of ``seen`` was one: 3 / n, at most 1."""
    return min(1.0, 3 / seen) if seen else 1.0
