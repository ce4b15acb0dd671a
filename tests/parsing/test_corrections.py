"""What a person corrects stays corrected: boundaries moved, findings judged, and a word where that is impossible."""

from dataclasses import replace

import pytest

from raglib_core.model import Correction, Finding, Recognized, Segmentation
from raglib_core.parsing import corrections, segment

CHARTER = (
    "## Статья 5. СДЕЛКИ\n\n"
    "5.1. Сделки одобряет собрание. Протокол ведёт секретарь.\n\n"
    "5.2. Крупные сделки одобряет совет.\n\n"
    "5.4. Решение хранится пять лет.\n"
)


def correction(text: str, kind: str, at: str, number: str = "", **more: str) -> Correction:
    start = text.index(at)
    quote, lead = corrections.quotation(text, start)
    return Correction(f"{kind}{start}", kind, "устав.md", "", quote, lead, start, number, **more)


def corrected(text: str, *given: Correction) -> Segmentation:
    found = segment(Recognized(text), corrections=given)
    assert all(one.start < one.stop <= len(text) for one in found.clauses)
    return found


def shown(text: str, found: Segmentation) -> list[tuple[str, str]]:
    return [(one.locator, text[one.start : one.stop]) for one in found.clauses]


def gap_of(found: Segmentation) -> Finding:
    return next(one for one in found.coverage.findings if one.kind == "gap")


def problem_of(text: str, given: Correction) -> str:
    return corrected(text, given).outcomes[0].problem


def test_a_clause_is_split_inside_a_line_under_the_number_given():
    found = corrected(CHARTER, correction(CHARTER, "split", "Протокол", "5.1.1"))
    assert shown(CHARTER, found)[:3] == [
        ("5.1", "5.1. Сделки одобряет собрание."),
        ("5.1.1", "Протокол ведёт секретарь."),
        ("5.2", "5.2. Крупные сделки одобряет совет."),
    ]
    assert found.outcomes[0].problem == ""
    assert found.coverage.characters_share == 1.0


def test_a_split_at_a_printed_number_takes_it_as_the_label():
    text = "## Статья 5. СДЕЛКИ\n\n5.1. Сделки одобряет собрание\nтак же 5.2 Крупные сделки одобряет совет.\n"
    found = corrected(text, correction(text, "split", "5.2 Кр", "5.2"))
    assert [one.label for one in found.clauses if one.number == "5.2"] == ["5.2"]


def test_a_split_gives_another_number_to_a_clause_that_is_there():
    found = corrected(CHARTER, correction(CHARTER, "split", "5.4.", "5.3"))
    assert [one.number for one in found.clauses] == ["5.1", "5.2", "5.3"]
    assert found.coverage.numbers_share == 1.0


def test_a_part_of_an_article_is_split_by_a_number_of_one_part():
    text = "Статья 1. Права\n\n1. Участник вправе голосовать. Он вправе выйти.\n\n3. Права передаются.\n"
    found = corrected(text, correction(text, "split", "Он вправе", "2"))
    assert [(one.locator, one.kind) for one in found.clauses] == [
        ("ст.1/1", "part"), ("ст.1/2", "part"), ("ст.1/3", "part"),
    ]  # fmt: skip
    assert not found.coverage.findings


@pytest.mark.parametrize("kind", ["join", "not_a_clause"])
def test_a_clause_that_is_none_belongs_to_the_one_before(kind):
    found = corrected(CHARTER, correction(CHARTER, kind, "5.2."))
    assert [one.number for one in found.clauses] == ["5.1", "5.4"]
    assert CHARTER[found.clauses[0].start : found.clauses[0].stop].endswith("одобряет совет.")
    assert found.coverage.characters_share == 1.0


def test_a_heading_that_is_none_belongs_to_the_clause_before():
    text = CHARTER + "\n**ВНИМАНИЕ УЧАСТНИКАМ**\n\n5.5. Совет избирается на год.\n"
    assert "ВНИМАНИЕ УЧАСТНИКАМ" in [one.heading for one in segment(Recognized(text)).sections]
    found = corrected(text, correction(text, "not_a_clause", "**ВНИМАНИЕ"))
    assert [one.key for one in found.sections] == ["5"]
    assert found.outcomes[0].problem == ""


def test_unnumbered_paragraphs_are_joined():
    text = "## Порядок\n\nПервый абзац без номера.\n\nВторой абзац без номера.\n"
    assert len(segment(Recognized(text)).clauses) == 2
    found = corrected(text, correction(text, "join", "Второй"))
    assert len(found.clauses) == 1


def test_the_place_is_found_again_in_a_changed_document():
    made = correction(CHARTER, "split", "Протокол", "5.1.1")
    changed = "# УСТАВ\n\nНовая редакция, утверждена собранием.\n\n" + CHARTER
    found = corrected(changed, made)
    assert "5.1.1" in [one.locator for one in found.clauses]
    assert found.outcomes[0].start == changed.index("Протокол")


@pytest.mark.parametrize(
    ("made", "text", "problem"),
    [
        (correction(CHARTER, "split", "Протокол", "5.1.1"), CHARTER.replace("секретарь", "директор"), "quotation_gone"),
        (correction(CHARTER, "split", "5.2.", "5.2"), CHARTER, "already"),
        (correction(CHARTER, "split", "Протокол", "пятый"), CHARTER, "no_number"),
        (correction(CHARTER, "join", "Протокол"), CHARTER, "no_boundary"),
        (correction(CHARTER, "accepted", "5.4.", "5.9", finding_kind="gap"), CHARTER, "no_finding"),
    ],
)
def test_what_no_longer_applies_is_reported(made, text, problem):
    assert problem_of(text, made) == problem
    assert shown(text, corrected(text, made)) == shown(text, segment(Recognized(text)))


def test_a_quotation_that_stands_twice_is_reported():
    made = correction(CHARTER, "join", "5.2.")
    moved = replace(made, quote="одобряет", lead=0, start=0)
    assert problem_of(CHARTER, moved) == "quotation_ambiguous"


@pytest.mark.parametrize("kind", ["accepted", "false_alarm"])
def test_a_finding_is_judged(kind):
    gap = gap_of(segment(Recognized(CHARTER)))
    quote, lead = corrections.quotation(CHARTER, gap.start)
    made = Correction("1", kind, "устав.md", "", quote, lead, gap.start, "5.3", finding_kind="gap")
    found = corrected(CHARTER, made)
    assert gap_of(found).status == kind
    assert found.coverage.remarks == (1 if kind == "accepted" else 0)


def test_the_later_of_two_judgements_counts():
    gap = gap_of(segment(Recognized(CHARTER)))
    quote, lead = corrections.quotation(CHARTER, gap.start)
    first = Correction("1", "accepted", "устав.md", "", quote, lead, gap.start, "5.3", finding_kind="gap")
    found = corrected(CHARTER, first, replace(first, correction_id="2", kind="false_alarm"))
    assert gap_of(found).status == "false_alarm"
