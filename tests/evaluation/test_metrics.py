"""Measures with the arithmetic in sight; where other libraries went wrong, the right answer."""

from __future__ import annotations

import random
from math import log2

import numpy as np
import pytest

from raglib_core.evaluation.metrics import MEASURES, Ranked, average_precision, hit, mrr, ndcg, recall, sum_relevant
from raglib_core.evaluation.significance import bootstrap_interval, randomisation_p_value


def ranked(gains: list[int], grades: list[int], relevant: list[bool] | None = None) -> Ranked:
    return Ranked(tuple(gains), tuple(relevant or [gain > 0 for gain in gains]), tuple(grades))


@pytest.mark.parametrize(
    ("gains", "value"),
    [([2, 0, 0], 1.0), ([0, 0, 1], 1 / 3), ([0, 2, 2], 1 / 2), ([0, 0, 0], 0.0), ([], 0.0), ([0] * 10 + [2], 0.0)],
)
def test_mrr_is_one_over_the_rank_of_the_first_answer(gains: list[int], value: float):
    assert mrr(ranked(gains, [2]), 10) == value


def test_ndcg_takes_grades_as_they_are():
    found = ranked([0, 1, 2], [2, 2, 1])
    gained = 1 / log2(3) + 2 / log2(4)
    best = 2 / log2(2) + 2 / log2(3) + 1 / log2(4)
    assert ndcg(found, 10) == pytest.approx(gained / best)
    assert ndcg(found, 2) == pytest.approx((1 / log2(3)) / (2 / log2(2) + 2 / log2(3)))
    assert ndcg(ranked([2, 2, 1], [1, 2, 2]), 10) == 1.0
    assert ndcg(ranked([], [2]), 10) == 0.0


def test_recall_hit_and_sum_are_three_things():
    one_of_four = ranked([2], [2, 2, 2, 2])
    assert (mrr(one_of_four, 1), recall(one_of_four, 1), hit(one_of_four, 1)) == (1.0, 0.25, 1.0)
    # two clauses of one article: one answer found, two relevant clauses shown
    article = ranked([2, 0, 0], [2, 1], relevant=[True, True, False])
    assert (recall(article, 5), hit(article, 5), sum_relevant(article, 5)) == (0.5, 1.0, 2.0)


def test_average_precision_adds_the_precision_at_each_answer():
    assert average_precision(ranked([0, 2, 0, 1], [2, 1, 2]), 10) == pytest.approx((1 / 2 + 2 / 4) / 3)
    assert average_precision(ranked([0, 2, 0, 1], [2, 1]), 3) == pytest.approx((1 / 2) / 2)
    assert average_precision(ranked([], [2]), 10) == 0.0


def test_names_of_the_report():
    assert [measure.name for measure in MEASURES] == [
        "mrr@10", "ndcg@10", "map@10", "recall@1", "recall@5", "recall@10", "hit@1", "hit@5", "sum_relevant@5",
    ]  # fmt: skip


def test_every_measure_lies_between_nothing_and_all():
    dice = random.Random(1)
    for _ in range(300):
        grades = [dice.choice([1, 2]) for _ in range(dice.randrange(1, 6))]
        gains = dice.sample([*grades, *[0] * 12], 10)
        for measure in MEASURES:
            assert 0.0 <= measure(ranked(gains, grades)) <= (5 if measure.is_sum else 1) + 1e-12


def test_the_interval_holds_the_mean_and_narrows_with_more_questions():
    few, many = [0.0, 1.0] * 4, [0.0, 1.0] * 100
    assert bootstrap_interval(few)[0] < 0.5 < bootstrap_interval(few)[1]
    width = [high - low for low, high in (bootstrap_interval(few), bootstrap_interval(many))]
    # the standard error of a mean of n fair coins is 0.5 / sqrt(n); 95% lie within 1.96 of it on both sides
    assert width[1] == pytest.approx(2 * 1.96 * 0.5 / np.sqrt(200), rel=0.1)
    assert width[1] < width[0]
    assert (bootstrap_interval([]), bootstrap_interval([0.3])) == ((0.0, 0.0), (0.3, 0.3))


def test_a_seed_gives_the_same_numbers_again():
    values = [0.1, 0.5, 0.9, 0.3, -0.2]
    assert bootstrap_interval(values, seed=7) == bootstrap_interval(values, seed=7)
    assert randomisation_p_value(values, seed=7) == randomisation_p_value(values, seed=7)


def test_the_p_value_of_few_differences_is_that_of_all_their_signs():
    # of the 2^5 signs of five equal differences two give a mean as far from 0
    assert randomisation_p_value([0.2] * 5) == pytest.approx(2 / 32, abs=0.01)
    assert randomisation_p_value([0.0, 0.0]) == 1.0
    assert randomisation_p_value([]) == 1.0
    assert randomisation_p_value([0.5, -0.5, 0.25, -0.25]) == 1.0


def test_many_questions_fit_into_memory():
    low, high = bootstrap_interval([0.0, 1.0] * 10_000, rounds=300)
    assert 0.48 < low < 0.5 < high < 0.52
