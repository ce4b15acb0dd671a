"""BM25 over the inverted index: the formula, its reference, ranges."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from raglib_core.indexing.lexical import Lexical, LexicalWriter
from raglib_core.indexing.ranges import WindowTable

CLAUSES = [
    "доля участника переходит обществу",
    "доля наследника оплачивается",
    "совет директоров избирает председателя",
    "устав вступает в силу",
]


def index(bags, owners=None):
    """Build an index of windows; each is a clause of its own unless ``owners`` says otherwise."""
    writer = LexicalWriter()
    for bag in bags:
        writer.add(bag)
    owners = list(range(len(bags))) if owners is None else owners
    rows = np.array([owners, [0] * len(bags), range(1, len(bags) + 1)], np.int32)
    return Lexical(writer.arrays(), WindowTable(rows, owners[-1] + 1 if owners else 0))


def ranked(lexical, query, ranges=((0, 10**6),), k=100):
    ranking = lexical.search(query.split(), list(ranges), k)
    return list(zip(ranking.clause_ids.tolist(), ranking.scores.tolist(), strict=True))


def test_word_in_exactly_half_of_the_clauses_is_found():
    hits = ranked(index([clause.split() for clause in CLAUSES]), "доля")
    assert [clause for clause, _ in hits] == [1, 0]
    assert all(score > 0 for _, score in hits)


def test_score_is_the_published_one():
    bags = [clause.split() for clause in CLAUSES]  # lengths 4, 3, 4, 4: average 3.75
    idf = math.log(1 + (4 - 2 + 0.5) / (2 + 0.5))
    assert ranked(index(bags), "доля") == [
        (1, pytest.approx(idf * 1 / (1 + 1.5 * (0.25 + 0.75 * 3 / 3.75)), rel=1e-12)),
        (0, pytest.approx(idf * 1 / (1 + 1.5 * (0.25 + 0.75 * 4 / 3.75)), rel=1e-12)),
    ]


def test_clause_with_all_words_wins_in_a_document_of_two_clauses():
    hits = ranked(index([["доля", "участника"], ["доля", "общества"]]), "доля участника")
    assert [clause for clause, _ in hits] == [0, 1]
    assert hits[0][1] > hits[1][1] > 0


def test_word_in_every_clause_scores_above_zero():
    assert all(score > 0 for _, score in ranked(index([["общество"]] * 5), "общество"))


@pytest.mark.parametrize("query", ["", "неведомое", "! ."])
def test_unknown_words_find_nothing(query):
    assert ranked(index([["доля"]]), query) == []


@pytest.mark.parametrize("k", [0, -1])
def test_nothing_is_wanted(k):
    assert ranked(index([["доля"]]), "доля", k=k) == []


def test_index_without_windows():
    assert ranked(index([]), "доля") == []
    assert index([]).search_reference(["доля"], [(0, 5)], 3).clause_ids.tolist() == []


def test_ties_stand_in_document_order():
    lexical = index([["доля"]] * 50)
    assert [clause for clause, _ in ranked(lexical, "доля", k=7)] == [0, 1, 2, 3, 4, 5, 6]


def test_clause_counts_once_by_its_best_window():
    lexical = index([["доля", "иное"], ["доля"], ["устав"]], owners=[0, 0, 1])
    ranking = lexical.search(["доля"], [(0, 2)], 5)
    assert ranking.clause_ids.tolist() == [0]
    assert ranking.windows.tolist() == [[0, 2]]  # the second window: start 0, stop 2


def test_explanation_adds_up_to_the_score():
    lexical = index([clause.split() for clause in CLAUSES])
    query = "доля доля обществу неведомое устав"
    score = dict(ranked(lexical, query))[0]
    shares = lexical.explain(query.split(), 0)
    assert [(share.term, share.tf, share.df) for share in shares] == [("доля", 1, 2), ("обществу", 1, 1)]
    assert sum(share.share for share in shares) == pytest.approx(score, rel=1e-12)
    assert lexical.explain(["устав"], 0) == []


words = st.sampled_from(["доля", "устав", "сделка", "совет", "в", "и", "12.1", "голос"])
bags_of_words = st.lists(st.lists(words, max_size=12), min_size=1, max_size=30)
queries = st.lists(words, min_size=1, max_size=6)


@given(bags_of_words, queries)
def test_okapi_scores_are_those_of_the_package(bags, query):
    if not any(bags):
        return
    expected = BM25Okapi(bags).get_scores(query)
    assert index(bags).okapi_scores(query) == pytest.approx(expected, abs=1e-6)


@example([[], ["доля", "устав", "в"], ["доля"], ["доля", "устав", "сделка", "совет", "в", "и"], ["доля"]], ["доля"])
@given(bags_of_words, queries)
def test_reference_search_is_the_package(bags, query):
    if not any(bags):
        return
    scores = BM25Okapi(bags).get_scores(query)
    ranking = index(bags).search_reference(query, [(0, len(bags))], len(bags))
    assert dict(zip(ranking.clause_ids.tolist(), ranking.scores.tolist(), strict=True)) == {
        number: pytest.approx(score, abs=1e-9) for number, score in enumerate(scores) if number in ranking.clause_ids
    }
    found = set(ranking.clause_ids.tolist())
    # a sum that is zero but for rounding (1e-17) may fall on either side
    assert {n for n, score in enumerate(scores) if score > 1e-12} <= found
    assert found <= {n for n, score in enumerate(scores) if score > -1e-12}


@given(bags_of_words, queries, st.data())
def test_filtered_ranking_is_the_whole_one_inside_the_range(bags, query, data):
    owners = sorted(data.draw(st.lists(st.integers(0, 9), min_size=len(bags), max_size=len(bags))))
    bounds = st.integers(-2, 12)
    ranges = data.draw(st.lists(st.tuples(bounds, bounds), max_size=4))
    lexical = index(bags, owners)
    inside = [hit for hit in ranked(lexical, " ".join(query)) if any(low <= hit[0] < high for low, high in ranges)]
    assert ranked(lexical, " ".join(query), ranges) == inside


@given(bags_of_words, queries)
def test_scores_fall_and_are_above_zero(bags, query):
    scores = [score for _, score in ranked(index(bags), " ".join(query))]
    assert scores == sorted(scores, reverse=True)
    assert all(score > 0 for score in scores)


def test_counts_beyond_the_largest_are_kept_at_it():
    lexical = index([["доля"] * 70_000, ["устав"]])
    assert lexical.explain(["доля"], 0)[0].tf == 65_535
