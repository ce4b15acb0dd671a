"""Exact nearest vectors inside ranges."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raglib_core.errors import EmbeddingError
from raglib_core.indexing.dense import Dense, mean_vectors, title_leads
from raglib_core.indexing.embedders import unit_rows
from raglib_core.indexing.ranges import WindowTable
from raglib_core.model import Section, Span

EAST, NORTH, WEST, NOWHERE = [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, 0.0]


def dense(rows, owners=None):
    owners = list(range(len(rows))) if owners is None else owners
    places = range(len(rows))
    table = WindowTable(np.array([owners, places, [place + 1 for place in places]], np.int32), owners[-1] + 1)
    return Dense(unit_rows(np.array(rows, float)), table, "test")


def ranked(index, vector, ranges=((0, 10**6),), k=1000):
    ranking = index.search(np.array(vector, np.float32), list(ranges), k)
    return list(zip(ranking.clause_ids.tolist(), ranking.scores.tolist(), strict=True))


def test_nearest_clause_first():
    assert ranked(dense([NORTH, EAST, [1.0, 1.0]]), EAST) == [(1, 1.0), (2, pytest.approx(0.5**0.5))]


def test_vectors_that_share_nothing_with_the_query_are_no_hits():
    assert ranked(dense([WEST, NORTH, NOWHERE]), EAST) == []


def test_query_without_content_finds_nothing():
    assert ranked(dense([EAST]), NOWHERE) == []


def test_clause_counts_once_by_its_best_window():
    index = dense([NORTH, EAST, [1.0, 1.0]], owners=[0, 0, 1])
    ranking = index.search(np.array(EAST), [(0, 2)], 5)
    assert ranking.clause_ids.tolist() == [0, 1]
    assert ranking.windows.tolist() == [[1, 2], [2, 3]]


def test_long_clause_does_not_crowd_the_others_out():
    rows = [EAST] * 500 + [[1.0, 1.0]] * 3
    assert [clause for clause, _ in ranked(dense(rows, [0] * 500 + [1, 2, 3]), EAST, k=3)] == [0, 1, 2]


def test_equal_clauses_stand_in_document_order():
    assert [clause for clause, _ in ranked(dense([EAST] * 300), EAST, k=5)] == [0, 1, 2, 3, 4]


def test_query_of_another_length_is_refused():
    with pytest.raises(EmbeddingError, match="3 numbers, the index was made with 2"):
        ranked(dense([EAST]), [1.0, 0.0, 0.0])


@given(st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=120), st.data())
def test_filtered_ranking_is_the_whole_one_inside_the_range(rows, data):
    owners = sorted(data.draw(st.lists(st.integers(0, 60), min_size=len(rows), max_size=len(rows))))
    ranges = data.draw(st.lists(st.tuples(st.integers(-2, 62), st.integers(-2, 62)), max_size=3))
    query = data.draw(st.tuples(*[st.integers(-3, 3)] * 3))
    k = data.draw(st.integers(0, 70))
    index = dense(rows, owners)
    whole = ranked(index, query)
    assert (
        ranked(index, query, ranges, k)
        == [hit for hit in whole if any(low <= hit[0] < high for low, high in ranges)][:k]
    )
    expected = unit_rows(np.array(rows, float)) @ unit_rows(np.array([query], float))[0]
    best = {owner: max(s for o, s in zip(owners, expected, strict=True) if o == owner) for owner in owners}
    assert dict(whole) == {owner: pytest.approx(score, abs=1e-5) for owner, score in best.items() if score > 1e-5}


def section(start, stop):
    return Section("1", "article", "Статья 1.", "1", "ДОЛИ", 1, start, stop, start)


def test_vector_of_a_section_is_the_mean_of_its_windows():
    spans = [Span(0, 5), Span(5, 9), Span(12, 15)]
    vectors = unit_rows(np.array([EAST, NORTH, WEST]))
    means = mean_vectors(spans, [section(0, 10), section(0, 20), section(10, 12)], vectors)
    assert means.tolist() == [pytest.approx([0.5**0.5, 0.5**0.5]), pytest.approx(NORTH), NOWHERE]


def test_title_and_lead_of_a_section(charter):
    assert list(title_leads(charter))[2].startswith("Статья 3. ПРИБЫЛЬ\n3.1. Прибыль распределяется")
