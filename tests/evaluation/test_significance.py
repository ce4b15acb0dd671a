"""Proof of the honesty: how often the test raises a false alarm and how often the interval holds the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest

from raglib_core.evaluation.significance import (
    bootstrap_interval,
    can_be_significant,
    detectable_difference,
    expanded_tail,
    holm,
    randomisation_p_value,
    student_quantile,
)

PAIRS = 2000
#: reciprocal ranks as real runs have them: many first places, some misses, few values between
RANKS = np.array([1, 1, 1, 1 / 2, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 7, 0, 0, 0])


def limits(share: float, trials: int) -> tuple[float, float]:
    """Within these counts lie 95 of 100 samples of a share."""
    spread = 1.96 * math.sqrt(share * (1 - share) / trials)
    return share - spread, share + spread


def equal_systems(rng: np.random.Generator, questions: int) -> np.ndarray:
    """Differences of two systems of which neither is better: half of their questions they answer alike."""
    one, other = rng.choice(RANKS, questions), rng.choice(RANKS, questions)
    return np.where(rng.random(questions) < 0.5, 0.0, one - other)


def test_false_alarms_are_as_rare_as_five_of_a_hundred():
    rng = np.random.default_rng(5)
    alarms = sum(
        randomisation_p_value(equal_systems(rng, 50), seed=trial, rounds=999) <= 0.05 for trial in range(PAIRS)
    )
    low, high = limits(0.05, PAIRS)
    assert low <= alarms / PAIRS <= high, alarms / PAIRS


@pytest.mark.parametrize("questions", [50, 100])
def test_the_interval_of_a_difference_holds_the_truth_in_95_cases_of_a_hundred(questions: int):
    rng = np.random.default_rng(3)
    held = 0
    for trial in range(PAIRS):
        low, high = bootstrap_interval(equal_systems(rng, questions), seed=trial, rounds=1000)
        held += low <= 0.0 <= high
    low, high = limits(0.95, PAIRS)
    assert low <= held / PAIRS <= high, held / PAIRS


def test_the_interval_of_few_questions_is_wider_than_the_plain_percentile():
    # the plain one takes 2.5% at each end; with 8 questions t(7) asks for Phi(-sqrt(8/7) * 2.3646) = 0.57%
    assert expanded_tail(8, 0.95) == pytest.approx(0.00574, abs=1e-4)
    assert expanded_tail(100_000, 0.95) == pytest.approx(0.025, abs=1e-4)


def test_an_interval_of_equal_values_has_no_width():
    assert bootstrap_interval([0.5, 0.5, 0.5]) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("share", "freedom", "value"),
    [(0.975, 1, 12.7062), (0.975, 7, 2.3646), (0.975, 49, 2.0096), (0.8, 7, 0.8960), (0.975, 1000, 1.9623)],
)
def test_quantiles_of_student(share: float, freedom: int, value: float):
    assert student_quantile(share, freedom) == pytest.approx(value, abs=1e-4)


def test_holm_multiplies_the_smallest_by_all_the_next_by_one_less():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])  # 3*0.01, then 2*0.03, 1*0.04 raised to it
    assert holm([0.5, 0.6]) == [1.0, 1.0]
    assert holm([]) == []


def test_several_comparisons_together_stay_at_five_of_a_hundred():
    rng, families = np.random.default_rng(7), 400
    alarms = 0
    for trial in range(families):
        p_values = [randomisation_p_value(equal_systems(rng, 40), seed=trial, rounds=499) for _ in range(4)]
        alarms += min(holm(p_values)) <= 0.05
    assert alarms / families <= limits(0.05, families)[1], alarms / families


def test_what_eight_questions_can_show():
    differences = [0.5, 0.0, 0.0, -0.5, 0.5, 0.0, 0.0, 0.0]
    spread = np.std(differences, ddof=1)
    assert detectable_difference(differences) == pytest.approx((2.3646 + 0.8960) * spread / math.sqrt(8), abs=1e-4)
    assert detectable_difference([0.1]) is None
    assert detectable_difference([0.1, 0.1]) is None
    # two of the 2^5 = 32 signs of five differences are as extreme as all of one sign: 2/32 > 5%
    assert [can_be_significant(count) for count in (0, 5, 6)] == [False, False, True]


def test_questions_without_a_difference_do_not_change_the_p_value():
    some = [0.5, 0.25, 0.5, -0.25, 0.5, 1.0]
    assert randomisation_p_value([*some, *[0.0] * 50]) == randomisation_p_value(some)
