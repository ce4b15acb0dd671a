"""One Russian text in ten encodings is one text; what is no text is refused by name."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from raglib_core.errors import UndecodableText
from raglib_core.recognition.encodings import decode, letter_score

CLAUSE = "12.1.4. Общее собрание участников избирает директора Общества на срок 3 (три) года."
QUOTED = "Статья 5. Крупные сделки Общества – сделки на сумму свыше 25 % активов: ООО «Северный причал»."
MOSTLY_LATIN = (
    "Charter of the limited liability company Northern Pier (ООО «Северный причал»), approved by the general meeting "
    "on 12 May 2024. The English version is for information only and has no legal force."
)

ENCODINGS = [
    "utf-8",
    "utf-8-sig",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "cp1251",
    "koi8-r",
    "cp866",
    "mac-cyrillic",
    "iso8859-5",
]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("text", [CLAUSE, CLAUSE.upper(), "Устав Общества", "УСТАВ ОБЩЕСТВА", "1. Сделки"])
def test_one_text_in_every_encoding(text: str, encoding: str):
    assert decode(text.encode(encoding), "устав.txt").text == text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be", "cp1251"])
@pytest.mark.parametrize("text", [QUOTED, MOSTLY_LATIN])
def test_quotes_dashes_and_mostly_latin_texts(text: str, encoding: str):
    assert decode(text.encode(encoding), "устав.txt").text == text


@pytest.mark.parametrize("text", ["Да", "Устав", "УСТАВ", "съезд", "объём", "ООО «Ёж»"])
def test_a_word_is_enough_for_cp1251(text: str):
    assert decode(text.encode("cp1251"), "слово.txt").text == text


def test_a_drawn_table_of_dos_times():
    rows = ["┌──────────┬───────┐", "│ Участник │ Доля  │", "├──────────┼───────┤", "│ Верфь    │ 51 %  │"]
    text = "\r\n".join([*rows, "└──────────┴───────┘"])
    assert decode(text.encode("cp866"), "доли.txt").text == text
    assert decode(text.encode("koi8-r"), "доли.txt").text == text


def test_western_european_text_keeps_its_accents():
    text = "Le siège social est à Genève – voir l’article 4 de la société “Café”."
    assert decode(text.encode("cp1252"), "statuts.txt").text == text


@pytest.mark.parametrize(
    ("data", "encoding", "guessed"),
    [
        (CLAUSE.encode("utf-8"), "utf-8", False),
        (CLAUSE.encode("utf-8-sig"), "utf-8", False),
        (b"\xff\xfe" + CLAUSE.encode("utf-16-le"), "utf-16-le", False),
        (CLAUSE.encode("utf-16-be"), "utf-16-be", True),
        (CLAUSE.encode("cp1251"), "cp1251", True),
        (b"plain ASCII", "utf-8", False),
        (b"", "utf-8", False),
    ],
)
def test_the_encoding_is_reported_and_a_guess_is_called_a_guess(data: bytes, encoding: str, guessed: bool):
    decoded = decode(data, "устав.txt")
    assert (decoded.encoding, decoded.guessed) == (encoding, guessed)


@pytest.mark.parametrize(
    ("what", "data"),
    [
        ("UTF-8 with a torn letter in the middle", CLAUSE.encode()[:20] + CLAUSE.encode()[21:]),
        ("UTF-8 cut inside its last letter", ("Устав Общества " * 40).encode()[:-2]),
        ("NULs between letters", b"Charter\x00\x00\x00of a company"),
        ("a program", bytes(range(256)) * 8),
        ("nothing but NULs", bytes(500)),
        ("an odd number of bytes of UTF-16", CLAUSE.encode("utf-16-le")[:-1]),
        ("symbols instead of words", "¬√ƒ≈∆‰∞±≤≥¥µ∂∑∏π∫ªº".encode("mac-roman") * 3),
    ],
)
def test_bytes_that_are_no_text_are_refused_by_name(what: str, data: bytes):
    with pytest.raises(UndecodableText, match=r"плохой\.txt"):
        decode(data, "плохой.txt")


def test_random_bytes_are_never_taken_for_text():
    dice = random.Random(20)
    for length in (60, 100, 500, 4000):
        for _ in range(50):
            with pytest.raises(UndecodableText):
                decode(dice.randbytes(length), "шум.txt")


def test_a_declared_encoding_is_believed_only_where_it_decodes():
    text = "ЁЖ и уж"
    assert decode(text.encode("mac-cyrillic"), "x.html", declared="x-mac-cyrillic").text == text
    # saved anew as UTF-8 while the page still says windows-1251
    assert decode(CLAUSE.encode(), "x.html", declared="windows-1251").text == CLAUSE
    assert decode(CLAUSE.encode("koi8-r"), "x.html", declared="no-such-charset").text == CLAUSE


def test_the_right_reading_scores_above_every_other():
    right = letter_score(CLAUSE)
    assert right > 5
    assert letter_score(CLAUSE.encode("cp1251").decode("koi8-r")) < 4
    assert letter_score(CLAUSE.encode("cp1251").decode("mac-cyrillic")) < right
    assert letter_score("no Cyrillic here") == 0.0


WORDS = st.sampled_from(
    ["общество", "участник", "собрание", "директор", "решение", "доля", "устав", "сделка", "имущество", "порядок",
     "срок", "орган", "право", "обязанность", "договор", "лицо", "капитал", "протокол", "голос", "совет", "прибыль",
     "съезд", "объём", "подъезд", "щёлочь", "юрист", "этаж", "район", "филиал"]
)  # fmt: skip
#: one rare word again and again is no running text: five different ones are
SENTENCES = st.lists(WORDS, min_size=5, max_size=20, unique=True).flatmap(
    lambda words: st.sampled_from([str.lower, str.upper, str.capitalize, str.title]).map(
        lambda case: "5.1. " + case(" ".join(words)) + ".\r\n"
    )
)


@settings(max_examples=60, deadline=None)
@example(text="5.1. Юрист орган общество.\r\n", encoding="cp1251")
@given(text=SENTENCES, encoding=st.sampled_from(ENCODINGS))
def test_decoding_undoes_encoding(text: str, encoding: str):
    assert decode(text.encode(encoding), "устав.txt").text == text
