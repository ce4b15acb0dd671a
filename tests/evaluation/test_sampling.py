"""The error rate that a sample implies, against figures worked out elsewhere."""

import pytest

from raglib_core.evaluation.sampling import rule_of_three, sample, wilson


@pytest.mark.parametrize(
    ("errors", "seen", "low", "high"),
    [(0, 30, 0.0, 0.1135), (1, 30, 0.0059, 0.1667), (15, 30, 0.3315, 0.6685), (30, 30, 0.8865, 1.0), (0, 0, 0.0, 1.0)],
)
def test_wilson(errors, seen, low, high):
    assert wilson(errors, seen) == pytest.approx((low, high), abs=5e-4)


def test_rule_of_three():
    assert (rule_of_three(30), rule_of_three(1), rule_of_three(0)) == (0.1, 1.0, 1.0)


def test_a_sample_is_in_order_and_repeatable():
    assert sample(range(100), 5, 7) == sorted(sample(range(100), 5, 7)) == sample(range(100), 5, 7)
    assert sample("абв", 30, 1) == ["а", "б", "в"]
    assert sample([], 30, 1) == []
