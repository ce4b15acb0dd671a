"""Joining rankings: the arithmetic stands in the expected values."""

import pytest

from raglib_core.search.fusion import reciprocal_ranks, zscore_mix

A, B, C, X, Y = 3, 2, 4, 1, 5  # clause ids: X stands first in the document, Y last


def ranked(fused):
    return [(one.clause_id, round(one.score, 7)) for one in fused]


def test_clause_in_both_lists_wins_over_first_places_in_one():
    fused = reciprocal_ranks([[(X, 9.0), (A, 8.0), (Y, 7.0)], [(B, 0.9), (C, 0.8), (Y, 0.7)]], k=60)
    both = round(1 / 63 + 1 / 63, 7)
    assert ranked(fused) == [
        (Y, both),
        (X, round(1 / 61, 7)),
        (B, round(1 / 61, 7)),
        (A, round(1 / 62, 7)),
        (C, round(1 / 62, 7)),
    ]


@pytest.mark.parametrize(("pool", "first"), [(40, B), (10, A)])
def test_deep_pools_let_two_middling_ranks_beat_one_first_place(pool, first):
    others = range(100, 138)
    by_words = [(A, 99.0), *((clause, 50.0) for clause in others), (B, 1.0)][:pool]
    by_cosine = [*((clause + 100, 0.9) for clause in others), (199, 0.9), (B, 0.5)][:pool]
    scores = {one.clause_id: one.score for one in reciprocal_ranks([by_words, by_cosine], k=60)}
    assert scores[A] == pytest.approx(1 / 61)
    assert max((A, B), key=lambda clause: scores.get(clause, 0.0)) == first
    if pool == 40:
        assert scores[B] == pytest.approx(1 / 100 + 1 / 100)


def test_clause_that_a_list_lacks_gets_nothing_from_it():
    (fused,) = reciprocal_ranks([[(A, 5.0)], []])
    assert [share.rank for share in fused.shares] == [1, None]
    assert fused.score == fused.shares[0].part == 1 / 61


def test_zscores_are_mixed_by_weight():
    # words: mean 2, deviation 1; cosine: mean 0.5, deviation 0.1
    fused = zscore_mix([[(A, 3.0), (B, 1.0)], [(B, 0.6), (A, 0.4)]], [0.3, 0.7])
    assert ranked(fused) == [(B, round(0.3 * -1 + 0.7 * 1, 7)), (A, round(0.3 * 1 + 0.7 * -1, 7))]


def test_clause_that_a_list_lacks_gets_the_lowest_zscore_of_it():
    fused = {one.clause_id: one for one in zscore_mix([[(A, 3.0), (B, 1.0)], [(C, 0.6), (A, 0.4)]], [0.5, 0.5])}
    assert fused[C].shares[0].value == -1.0
    assert fused[C].shares[0].rank is None


def test_list_whose_scores_are_all_the_same_still_says_in_and_out():
    fused = zscore_mix([[(B, 2.0)], [(A, 0.5), (B, 0.5)]], [0.3, 0.7])
    assert ranked(fused) == [(B, 0.0), (A, -0.3)]


def test_ties_fall_in_document_order():
    assert [one.clause_id for one in zscore_mix([[(Y, 1.0), (X, 1.0)], []], [0.3, 0.7])] == [X, Y]


@pytest.mark.parametrize("join", [reciprocal_ranks, lambda lists: zscore_mix(lists, [0.3, 0.7])])
def test_nothing_joined_is_nothing(join):
    assert join([[], []]) == []
