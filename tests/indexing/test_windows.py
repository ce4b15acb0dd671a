"""How long clauses are cut for indexing."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raglib_core.indexing.windows import cut, windows_of
from raglib_core.settings import BuildSettings


def pieces(text, size, overlap):
    return [span.of(text) for span in cut(text, size, overlap)]


def test_short_text_is_one_window():
    assert pieces("Доля участника", 100, 10) == ["Доля участника"]
    assert pieces("", 100, 10) == [""]


def test_cuts_fall_between_words():
    assert pieces("одна две " * 3, 20, 0) == ["одна две одна две ", "одна две "]


def test_word_longer_than_a_window_is_cut_anyway():
    assert pieces("абвгдежзик", 6, 2) == ["абвгде", "дежзик"]


@given(st.text("аб \n", max_size=200), st.integers(1, 30), st.data())
def test_windows_cover_the_text_in_order(text, size, data):
    overlap = data.draw(st.integers(0, size - 1))
    spans = cut(text, size, overlap)
    assert spans[0].start == 0
    assert spans[-1].stop == len(text)
    assert all(len(span) <= size for span in spans)
    for left, right in pairwise(spans):
        assert left.start < right.start <= left.stop <= right.stop


def test_huge_clause_is_cut_in_linear_time():
    started = time.process_time()
    cut("слово " * 400_000, 1500, 150)
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    ("context", "first"),
    [
        ("none", "2.1. Крупную сделку одобряет общее собрание участников."),
        ("title", "Статья 2. КРУПНЫЕ СДЕЛКИ\n2.1. Крупную сделку одобряет общее собрание участников."),
        ("path", "Статья 2. КРУПНЫЕ СДЕЛКИ\n2.1. Крупную сделку одобряет общее собрание участников."),
    ],
)
def test_context_is_indexed_with_the_clause(charter, context, first):
    windows = list(windows_of(charter, 10, BuildSettings(context=context)))
    assert windows[3].text == first
    assert windows[3].clause == 13
    assert windows[3].stop == len(charter.clauses[3].label) + len(" Крупную сделку одобряет общее собрание участников.")
