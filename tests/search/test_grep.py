"""Patterns: the engine with a time limit, and the plain one where it is not installed."""

import sys
import time

import pytest

from raglib_core.errors import BadPattern, SearchTimeout
from raglib_core.model import Span
from raglib_core.search.grep import Matcher


@pytest.fixture(params=["regex", "re"])
def engine(request, monkeypatch):
    if request.param == "re":
        monkeypatch.setitem(sys.modules, "regex", None)  # import of it fails, as where it is not installed
    else:
        pytest.importorskip("regex")
    return request.param


def matcher(pattern, *, ignore_case=True, seconds=5.0):
    return Matcher(pattern, ignore_case=ignore_case, seconds=seconds)


def test_every_match_has_its_place(engine):
    assert matcher(r"\d+\s*процент").spans("не менее 10 процентов и 25процентов") == [Span(9, 19), Span(24, 33)]


def test_letter_case_is_ignored_unless_asked(engine):
    assert matcher("сделк").spans("КРУПНЫЕ СДЕЛКИ") == [Span(8, 13)]
    assert matcher("сделк", ignore_case=False).spans("КРУПНЫЕ СДЕЛКИ") == []


@pytest.mark.parametrize("pattern", ["(", "[а-", "а{2,1}", "*"])
def test_bad_pattern_is_refused(engine, pattern):
    with pytest.raises(BadPattern, match="bad pattern"):
        matcher(pattern)


def test_engine_tells_whether_it_can_stop_inside_a_clause(engine):
    assert matcher("а").can_stop_inside == (engine == "regex")


def test_time_of_the_request_ends_between_clauses(engine):
    late = matcher("а", seconds=0.01)
    late.spans("а")
    time.sleep(0.02)
    with pytest.raises(SearchTimeout, match="did not finish"):
        late.spans("а")


def test_hopeless_match_is_stopped_inside_a_clause():
    pytest.importorskip("regex")
    started = time.monotonic()
    with pytest.raises(SearchTimeout):
        matcher(r"(?:\w|\s)*(?:\w|\s)*(?:\w|\s)*[!?]{2}$", seconds=0.3).spans("наблюдательный совет " * 100 + "!1")
    assert time.monotonic() - started < 5
