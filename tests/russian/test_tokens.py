"""Words of a text as index and query see them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raglib_core.russian import FUNCTION_WORDS, fold, is_content, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Уставный капитал Общества", ["уставный", "капитал", "общества"]),
        ("п. 12.1.4. и 65.1", ["п", "12.1.4", "и", "65.1"]),
        ("не более 12,5 % акций", ["не", "более", "12.5", "акций"]),
        ("статьи 1,2,3", ["статьи", "1", "2", "3"]),
        ("пункт 5.2б", ["пункт", "5.2б"]),
        ("до 31.12.2024", ["до", "31.12.2024"]),
        ("Федеральный закон № 44-ФЗ", ["федеральный", "закон", "44", "фз"]),
        ("интернет-сайт", ["интернет", "сайт"]),
        ("счётная, счетная", ["счетная", "счетная"]),
        ("огра\u00adничен\u200bной", ["ограниченной"]),
        ("ответствен-\nностью", ["ответственностью"]),
        ("за\u0301йма", ["займа"]),
        (unicodedata.normalize("NFD", "членский заём"), ["членский", "заем"]),
        ("**Правление** __Общества__", ["правление", "общества"]),
        ("", []),
        (" \n\t!!! … «»", []),
    ],
)
def test_text_gives_tokens(text, expected):
    assert tokens(text) == expected


@pytest.mark.parametrize(
    "written",
    ["Oбществo", "OБЩECTBO", "общеcтво"],
    ids=["latin O and o", "latin capitals", "latin c"],
)
def test_latin_look_alikes_in_a_russian_word(written):
    assert tokens(written) == ["общество"]


def test_cyrillic_look_alikes_in_an_english_word():
    assert tokens("сharter") == ["charter"]  # the first letter is Cyrillic


def test_word_that_no_script_explains_stays_mixed():
    assert tokens("webсайт") == ["webсайт"]


def test_words_of_one_script_are_left_alone():
    assert tokens("CEO ABC совет") == ["ceo", "abc", "совет"]


@given(st.text())
def test_tokens_survive_a_second_reading(text):
    words = tokens(text)
    assert tokens(" ".join(words)) == words


@given(st.text())
def test_tokens_hold_no_blank_and_no_capital(text):
    for word in tokens(text):
        assert word
        assert not any(sign.isspace() for sign in word)


def test_folding_is_the_same_for_both_ways_to_write_a_letter():
    assert fold("ё") == fold("е\u0308") == "е"


@pytest.mark.parametrize("word", ["в", "если", "который", "и", "the"])
def test_function_word_is_no_content(word):
    assert not is_content(word)


@pytest.mark.parametrize("word", ["сделка", "12.1", "договор", "charter"])
def test_other_word_is_content(word):
    assert is_content(word)


def test_function_words_are_written_as_tokens():
    assert all(tokens(word) == [word] for word in FUNCTION_WORDS)
