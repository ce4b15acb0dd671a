"""Numbers under a heading: folded, with every gap in its place."""

import pytest

from raglib_core.model import Finding
from raglib_core.search.numbers import folded_numbers, missing_numbers


def shown(numbers, *gaps):
    missing = missing_numbers([Finding("gap", "error", number=first, number_to=last) for first, last in gaps])
    return ", ".join(folded_numbers(numbers.split(), missing, lambda number: f"⟨нет {number}⟩"))


@pytest.mark.parametrize(
    ("numbers", "gaps", "expected"),
    [
        ("12.1 12.2 12.3 12.4", [], "12.1–12.4"),
        ("12.1 12.2", [], "12.1, 12.2"),
        ("12.1 12.2 12.3 12.4 12.6", [("12.5", "")], "12.1–12.4, ⟨нет 12.5⟩, 12.6"),
        ("7.1 7.2 7.3 7.10", [("7.4", "7.9")], "7.1–7.3, ⟨нет 7.4–7.9⟩, 7.10"),
        ("12.1 12.1.1 12.1.2 12.1.3 12.2 12.4", [("12.3", "")], "12.1, 12.1.1–12.1.3, 12.2, ⟨нет 12.3⟩, 12.4"),
        ("8.2 8.3 8.4", [("8.1", "")], "⟨нет 8.1⟩, 8.2–8.4"),
        ("1 2 3 5", [("4", "")], "1–3, ⟨нет 4⟩, 5"),
        ("1.1 1.3", [], "1.1, 1.3"),  # no finding: the number is known to be repealed
        ("7.1 7.1 7.2", [], "7.1, 7.1, 7.2"),
        ("I II III", [], "I, II, III"),
        ("", [], ""),
    ],
)
def test_runs_are_folded_and_gaps_marked(numbers, gaps, expected):
    assert shown(numbers, *gaps) == expected


def test_gap_that_no_list_shows_stays_open():
    missing = missing_numbers([Finding("gap", "error", number="13")])
    folded_numbers(["12.1", "12.2"], missing, str)
    assert missing == {"13": True}
