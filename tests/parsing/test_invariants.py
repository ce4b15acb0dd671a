"""What holds for every text whatever: pieces are slices, nothing is lost, addresses are unique, time is linear."""

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raglib_core.model import Recognized, Segmentation
from raglib_core.parsing import segment
from raglib_core.parsing.addresses import resolve

SAMPLES = sorted((Path(__file__).parent.parent / "samples").glob("*.*"))
PIECES = [
    "1.", "1.1.", "1.2", "2)", "а)", "12.1.4.", "III.", "Статья 5.", "Глава II", "Раздел I", "§ 3", "Приложение № 1",
    "СОДЕРЖАНИЕ", "..... 7", "|", "||", "# ", "## ", "**", "> ", "- ", "```", "---", "===", "\n", "\n\n", "\f", "\t", " ",
    "31.12.2024", "1О.2.", "утратил силу", "пунктом", "настоящего Устава", "Текст пункта.", "ЗАГОЛОВОК", "слово",
    "Страница 3 из 9", "40702810900000012345", "\u200b", "\u00a0", "¹", "№", "п. 3.2",
]  # fmt: skip


def check(text: str) -> Segmentation:
    """Segment a text and check everything that must hold."""
    found = segment(Recognized(text))
    before = 0
    for clause in found.clauses:
        piece = text[clause.start : clause.stop]
        assert piece
        assert piece == piece.strip()
        assert before <= clause.start, "clauses overlap"
        assert clause.stop <= clause.tree_stop <= len(text)
        assert clause.locator
        assert len(clause.section_path) == len(clause.section_titles)
        assert not clause.number or clause.section_path[-1] == clause.number
        assert (clause.number == "") == (clause.kind == "unnumbered")
        before = clause.stop
    locators = [clause.locator for clause in found.clauses]
    assert len(set(locators)) == len(locators)
    keys = [section.key for section in found.sections]
    assert len(set(keys)) == len(keys)
    assert all(section.parent is None or section.parent in keys for section in found.sections)
    assert all(section.start <= section.heading_stop <= section.stop for section in found.sections)
    assert [section.start for section in found.sections] == sorted(section.start for section in found.sections)
    coverage = found.coverage
    assert coverage.characters_placed + sum(
        len("".join(text[span.start : span.stop].split())) for span in coverage.leftovers
    ) == len("".join(text.split()))
    return found


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_are_covered_whole(path: Path) -> None:
    found = check(path.read_text(encoding="utf-8"))
    assert found.coverage.characters_share == 1.0
    for clause in found.clauses:
        assert resolve(found, clause.locator)[0] in found.sections + found.clauses


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_glued_pieces(text: str) -> None:
    check(text)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    check(text)


def test_thousand_random_documents() -> None:
    chance = random.Random(20261130)
    for _ in range(1000):
        check("".join(chance.choices(PIECES, k=chance.randint(1, 40))))


@pytest.mark.parametrize(
    "line",
    ["1" * 200, ".".join(["11111"] * 40), "1.1." * 25_000, "." * 100_000, "(" * 50_000, "|" * 50_000, "# " * 20_000,
     "-" * 50_000, " " * 50_000 + "1.1. А", ", ".join(["40702810900000012345"] * 500), "I" * 50_000, "> " * 20_000],
    ids=lambda line: line[:12],
)  # fmt: skip
def test_no_line_costs_more_than_its_length(line: str) -> None:
    started = time.process_time()
    check(line)
    assert time.process_time() - started < 5.0  # milliseconds when linear; hours for the patterns this guards against
