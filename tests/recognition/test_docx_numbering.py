"""Automatic numbers of Word, each rule with the label that Word shows."""

from __future__ import annotations

import pytest

from raglib_core.recognition.docx_numbering import printed
from tests.recognition.word_files import abstract, level, lines, num, override, paragraph, read, word_file

CHARTER = abstract(0, level(0, "Статья %1."), level(1, "%1.%2."), level(2, "%1.%2.%3."))


def labels(body: str, numbering: str, styles: str = "") -> list[str]:
    """Labels of the paragraphs in order: all paragraphs of a case consist of the one word «текст»."""
    found = lines(read(word_file(body, numbering=numbering, styles=styles)))
    return [line.removesuffix("текст").strip() for line in found]


def at(*places: tuple[int, int]) -> str:
    return "".join(paragraph("текст", at=place) for place in places)


def test_levels_count_and_restart_after_a_higher_one():
    got = labels(at((1, 0), (1, 1), (1, 2), (1, 2), (1, 1), (1, 2), (1, 0), (1, 1)), CHARTER + num(1, 0))
    assert got == ["Статья 1.", "1.1.", "1.1.1.", "1.1.2.", "1.2.", "1.2.1.", "Статья 2.", "2.1."]


def test_two_lists_of_one_abstract_list_count_on():
    assert labels(at((1, 1), (2, 1), (1, 1)), CHARTER + num(1, 0) + num(2, 0)) == ["1.1.", "1.2.", "1.3."]


def test_a_start_override_acts_where_its_list_first_uses_the_level():
    """10.2.10 right after 10.2.3: the second list of the same abstract list starts at ten, and only once."""
    numbering = CHARTER + num(1, 0) + num(2, 0, override(2, 10))
    got = labels(at((1, 0), (1, 1), (1, 2), (2, 2), (2, 2), (1, 2)), numbering)
    assert got == ["Статья 1.", "1.1.", "1.1.1.", "1.1.10.", "1.1.11.", "1.1.12."]


def test_digits_beside_a_counter_are_literal():
    """«%110.%2.» is counter 1, then the letters «10.»: programs that read %11 print 102.1 for 10.2.1."""
    numbering = abstract(0, level(0, "%1."), level(1, "%110.%2.")) + num(1, 0)
    assert labels(at((1, 0), (1, 1)), numbering) == ["1.", "110.1."]
    assert labels(at((1, 0)), abstract(0, level(0, "5.1.%1", start=2)) + num(1, 0)) == ["5.1.2"]


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (
            "russianLower",
            [
                "а",
                "б",
                "в",
                "г",
                "д",
                "е",
                "ж",
                "з",
                "и",
                "к",
                "л",
                "м",
                "н",
                "о",
                "п",
                "р",
                "с",
                "т",
                "у",
                "ф",
                "х",
                "ц",
                "ч",
                "ш",
                "щ",
                "ы",
                "э",
                "ю",
                "я",
                "аа",
                "бб",
            ],
        ),
        ("russianUpper", ["А", "Б", "В", "Г", "Д", "Е", "Ж", "З", "И", "К"]),
        ("lowerLetter", [*"abcdefghijklmnopqrstuvwxyz", "aa", "bb"]),
        ("upperRoman", ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"]),
        ("lowerRoman", ["i", "ii", "iii", "iv"]),
        ("decimalZero", ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11"]),
        ("none", ["", ""]),
        ("thaiCounting", ["1", "2"]),
    ],
)
def test_forms_of_numbers(form: str, expected: list[str]):
    assert [printed(number, form) for number in range(1, len(expected) + 1)] == expected


def test_letters_with_a_bracket_restart_under_each_clause():
    numbering = abstract(0, level(0, "%1."), level(1, "%2)", "russianLower")) + num(1, 0)
    assert labels(at((1, 0), (1, 1), (1, 1), (1, 0), (1, 1)), numbering) == ["1.", "а)", "б)", "2.", "а)"]


def test_a_legal_level_shows_roman_numbers_above_it_as_digits():
    legal = "<w:isLgl/>"
    numbering = abstract(0, level(0, "%1", "upperRoman"), level(1, "%1.%2.", more=legal)) + num(1, 0)
    assert labels(at((1, 0), (1, 0), (1, 1)), numbering) == ["I", "II", "2.1."]


def test_a_level_may_run_on_or_restart_after_a_level_of_its_choice():
    on = abstract(0, level(0, "Раздел %1."), level(1, "Статья %2.", more='<w:lvlRestart w:val="0"/>')) + num(1, 0)
    assert labels(at((1, 0), (1, 1), (1, 0), (1, 1)), on) == ["Раздел 1.", "Статья 1.", "Раздел 2.", "Статья 2."]
    only_first = level(2, "%3)", more='<w:lvlRestart w:val="1"/>')
    chosen = abstract(0, level(0, "%1."), level(1, "%1.%2."), only_first) + num(1, 0)
    got = labels(at((1, 0), (1, 1), (1, 2), (1, 1), (1, 2), (1, 0), (1, 2)), chosen)
    assert got == ["1.", "1.1.", "1)", "1.2.", "2)", "2.", "1)"]


def test_a_level_that_was_not_used_shows_its_start():
    numbering = abstract(0, level(0, "%1.", start=7), level(1, "%1.%2.")) + num(1, 0)
    assert labels(at((1, 1), (1, 1)), numbering) == ["7.1.", "7.2."]


def test_a_list_may_bring_its_own_level():
    own = f'<w:lvlOverride w:ilvl="0">{level(0, "п. %1)")}</w:lvlOverride>'
    assert labels(at((1, 0), (2, 0)), CHARTER + num(1, 0) + num(2, 0, own)) == ["Статья 1.", "п. 2)"]


@pytest.mark.parametrize(("text", "sign"), [("\uf0b7", "•"), ("o", "◦"), ("–", "–"), ("", "•")])
def test_bullets_become_signs_that_every_font_has(text: str, sign: str):
    assert labels(at((1, 0)), abstract(0, level(0, text, "bullet")) + num(1, 0)) == [sign]


def style(name: str, *, based_on: str = "", numbers: str = "", title: str = "") -> str:
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return (
        f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{title or name}"/>{base}'
        f"<w:pPr><w:numPr>{numbers}</w:numPr></w:pPr></w:style>"
    )


def test_a_number_may_come_from_the_style_and_what_it_is_based_on():
    """The list stands in the base, the level in the derived style; a third style is named by its level."""
    linked = '<w:pStyle w:val="Пункт"/>'
    numbering = abstract(0, level(0, "Статья %1."), level(1, "%1.%2.", more=linked), level(2, "%1.%2.%3.")) + num(1, 0)
    styles = (
        style("Статья", numbers='<w:numId w:val="1"/>')
        + style("Пункт", numbers='<w:numId w:val="1"/>')
        + style("Подпункт", based_on="Пункт", numbers='<w:ilvl w:val="2"/>')
    )
    body = "".join(paragraph("текст", style=name) for name in ("Статья", "Пункт", "Подпункт", "Пункт"))
    assert labels(body, numbering, styles) == ["Статья 1.", "1.1.", "1.1.1.", "1.2."]


def test_list_zero_takes_the_number_of_the_style_away():
    styles = style("Статья", numbers='<w:numId w:val="1"/>')
    body = paragraph("текст", style="Статья", at=(0, 0)) + paragraph("текст", style="Статья")
    assert labels(body, CHARTER + num(1, 0), styles) == ["", "Статья 1."]


def test_an_abstract_list_may_point_to_a_numbering_style():
    numbering = (
        '<w:abstractNum w:abstractNumId="5"><w:numStyleLink w:val="Уставный"/></w:abstractNum>'
        + CHARTER
        + num(1, 0)
        + num(2, 5)
    )
    assert labels(at((2, 0), (2, 1)), numbering, style("Уставный", numbers='<w:numId w:val="1"/>')) == [
        "Статья 1.",
        "1.1.",
    ]


def test_empty_paragraphs_and_cells_count_and_a_broken_reference_does_not():
    cell = f"<w:tc>{paragraph('текст', at=(1, 0))}</w:tc>"
    table = f"<w:tbl><w:tr>{cell}<w:tc>{paragraph('сумма')}</w:tc></w:tr></w:tbl>"
    body = paragraph("текст", at=(1, 0)) + paragraph(at=(1, 0)) + table + at((1, 0), (99, 0))
    got = lines(read(word_file(body, numbering=CHARTER + num(1, 0))))
    assert got == ["Статья 1. текст", "Статья 2.", "| Статья 3. текст | сумма |", "Статья 4. текст", "текст"]
