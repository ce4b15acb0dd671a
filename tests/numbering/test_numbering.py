"""Numbers: what is printed, the canonical form, the order, what follows what."""

import pytest

from raglib_core.numbering import (
    canonical,
    dotted_number,
    is_successor,
    letter_order,
    order,
    ordinal_value,
    readings,
    roman_value,
    split_readings,
)


@pytest.mark.parametrize(
    ("printed", "number"),
    [
        ("12.1.", "12.1"), ("12.1.4", "12.1.4"), ("12.1)", "12.1"), ("7 . 2", "7.2"), (r"7\.1\.", "7.1"),
        ("1О.2.", "10.2"), ("1O.2", "10.2"), ("l0.2", "10.2"), ("l2.3", "12.3"), ("1б.4", "16.4"), ("З.1", "3.1"),
        ("S.1", "5.1"), ("12,1", "12.1"), ("В.1.", "8.1"),
        ("65¹", "65.1"), ("65-1", "65.1"), ("65.1", "65.1"), ("123.7-1", "123.7-1"),
        ("5.2б", "5.2б"), ("4.09", "4.09"), ("IX", "IX"), ("пятая", "5"), ("третьей", "3"),
    ],
)  # fmt: skip
def test_canonical_form(printed: str, number: str) -> None:
    assert canonical(printed) == number


@pytest.mark.parametrize(
    "printed", ["", "Общие", "Зона", "О.О", "0", "0.0", "слово", "1234567", "IIII", "31.12.2024.1.2.3.4.5"]
)
def test_what_is_no_number(printed: str) -> None:
    assert canonical(printed) == ""


def test_clause_numbers_have_short_parts() -> None:
    assert dotted_number("31.12.2024") is None
    assert dotted_number("40702810900000012345") is None
    assert dotted_number("1110", max_digits=5).text == "1110"


def test_strict_reading_repairs_nothing() -> None:
    assert canonical("1О.2", repair=False) == ""
    assert canonical("12,1", repair=False) == ""


def test_letter_suffix_or_digit_is_left_to_the_neighbours() -> None:
    assert [number.text for number in readings("5.2б")] == ["5.2б", "5.26"]


def test_forms_of_one_number_compare_equal() -> None:
    assert {dotted_number(form).key for form in ("65¹", "65-1", "65.1")} == {((65, 1), "")}


@pytest.mark.parametrize(
    ("printed", "meant"),
    [("1261", ["126.1", "12.61"]), ("81", ["8.1"]), ("12316-1", ["1231.6-1", "123.16-1"]), ("8", []), ("8.1", [])],
)
def test_lost_superscripts(printed: str, meant: list[str]) -> None:
    assert [number.text for number in split_readings(dotted_number(printed, max_digits=5))] == meant


@pytest.mark.parametrize(
    ("before", "after", "follows"),
    [
        ((8,), (9,), True), ((8,), (8, 1), True), ((8, 1), (8, 2), True), ((8, 1), (9,), True),
        ((123, 7), (123, 7, 1), True), ((123, 7, 1), (123, 8), True), ((), (1,), True), ((), (1, 1), True),
        ((8,), (10,), False), ((8, 1), (8, 3), False), ((8, 1), (8, 1), False), ((9,), (8,), False), ((), (2,), False),
    ],
)  # fmt: skip
def test_what_follows_what(before: tuple[int, ...], after: tuple[int, ...], follows: bool) -> None:
    assert is_successor(before, after) is follows


def test_order() -> None:
    shuffled = ["10.10", "8.2", "9", "8.1-1", "8", "10.2", "8.1", "10"]
    assert sorted(shuffled, key=order) == ["8", "8.1", "8.1-1", "8.2", "9", "10", "10.2", "10.10"]
    assert order("") == order("слово") == ()


def test_roman_numerals() -> None:
    assert [roman_value(text) for text in ("I", "IV", "IX", "XIV", "XL", "ХІ")] == [1, 4, 9, 14, 40, 11]
    assert [roman_value(text) for text in ("", "IIII", "VX", "ABC", "iv")] == [0] * 5


def test_letters_of_lists() -> None:
    assert [letter_order(letter) for letter in "абвгдежзик"] == list(range(1, 11))
    assert letter_order("й") == letter_order("и")
    assert (letter_order("c"), letter_order("§")) == (3, 0)


def test_ordinals() -> None:
    assert [ordinal_value(word) for word in ("первая", "Второй", "ТРЕТЬЯ", "двадцатая", "first")] == [1, 2, 3, 20, 1]
    assert ordinal_value("старая") == 0
