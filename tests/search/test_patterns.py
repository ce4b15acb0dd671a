"""Search by a regular expression over whole clauses."""

import re
import sys

import pytest

from raglib_core.errors import BadPattern, BadQuery, SearchTimeout
from raglib_core.search import Engine
from raglib_core.settings import SearchSettings


@pytest.mark.parametrize("pattern", [r"\d+\s*процент", "общ\\w+ собрани\\w+", "НАБЛЮДАТЕЛЬН", r"^12\.", "(?=директор)"])
def test_every_hit_matches_and_counts_its_matches(charter, pattern):
    hits = charter.grep(pattern)
    assert hits
    for hit in hits:
        found = [match.span() for match in re.finditer(pattern, hit.text, re.IGNORECASE)]
        assert hit.score == hit.why["count"] == len(found)
        assert [tuple(span) for span in hit.why["matches"]] == found
        assert hit.method == "grep"


def test_most_matches_first_then_document_order(charter):
    hits = charter.grep("сделк", top_k=50)
    keys = [(-hit.score, hit.clause_id) for hit in hits]
    assert keys == sorted(keys)
    assert len({hit.score for hit in hits}) > 1


def test_bad_pattern_is_an_error_of_both_trees(charter):
    with pytest.raises(BadPattern) as caught:
        charter.grep("(незакрыто")
    assert isinstance(caught.value, re.error)
    assert isinstance(caught.value, ValueError)
    with pytest.raises(BadQuery):
        charter.grep("")


def test_pattern_without_a_match_says_so(charter):
    result = charter.grep("криптовалют")
    assert result == []
    assert result.reason == "Nothing was found."


def test_without_the_package_regex_the_result_says_that_time_is_not_limited(charter, monkeypatch):
    monkeypatch.setitem(sys.modules, "regex", None)
    result = charter.grep("сделк")
    assert result
    assert "the time limit is checked between clauses only" in result.reason


def test_time_of_a_request_is_limited(charter):
    engine = Engine(
        charter.engine.index, None, normaliser=charter.engine.normaliser, settings=SearchSettings(grep_seconds=1e-9)
    )
    with pytest.raises(SearchTimeout, match="simplify the pattern"):
        engine.grep("сделк")
