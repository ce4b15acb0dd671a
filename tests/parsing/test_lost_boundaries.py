"""A charter that lost twenty of its boundaries: the share of numbers falls, and each lost number is found."""

import random
from pathlib import Path

import pytest

from raglib_core.model import Clause, Coverage, Recognized
from raglib_core.parsing import segment

CHARTER = Path(__file__).resolve().parents[1] / "samples" / "charter.md"
LOST = 20


def boundaries(text: str) -> list[Clause]:
    """The numbered clauses with a sibling on either side; without those no document can tell what is missing."""
    clauses = [one for one in segment(Recognized(text)).clauses if one.locator == one.number]
    there = {one.number for one in clauses}
    return [one for one in clauses if _beside(one.number, -1) in there and _last_of_its_family(one.number, there)]


def _beside(number: str, step: int) -> str:
    head, _, last = number.rpartition(".")
    return f"{head}.{int(last) + step}"


def _last_of_its_family(number: str, there: set[str]) -> bool:
    return any(_beside(number, step) in there for step in range(1, 20))


def reported(coverage: Coverage) -> set[str]:
    """All numbers that findings call missing, ranges unfolded."""
    numbers: set[str] = set()
    for found in coverage.findings:
        if found.kind in ("gap", "glued", "missing_first") and "." in found.number and found.cause != "item_absent":
            head, _, first = found.number.rpartition(".")
            last = (found.number_to or found.number).rpartition(".")[2]
            numbers.update(f"{head}.{one}" for one in range(int(first), int(last) + 1))
    return numbers


def long_charter() -> str:
    """The sample charter and, in the same hand, more articles: a sample alone has too few inner boundaries."""
    words = "Решение принимает общее собрание участников простым большинством голосов."
    more = [
        f"## Статья {article}. ПОРЯДОК\n\n" + "".join(f"{article}.{one}. {words}\n\n" for one in range(1, 10))
        for article in range(15, 23)
    ]
    body, appendix, rest = CHARTER.read_text(encoding="utf-8").partition("## Приложение")
    return body + "".join(more) + appendix + rest


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("how", ["merged", "deleted"])
def test_twenty_lost_boundaries_are_found(seed, how):
    text = long_charter()
    whole = segment(Recognized(text)).coverage
    lost = random.Random(seed).sample(boundaries(text), LOST)
    for clause in sorted(lost, key=lambda one: -one.start):
        stop = clause.start + len(clause.label)
        if how == "merged":  # the label stays, the line end before it is gone
            before = text[: clause.start].rstrip()
            text = f"{before} {clause.label.rstrip('.')}{text[stop:]}"
        else:
            text = text[: clause.start] + text[stop:].lstrip()
    found = segment(Recognized(text)).coverage
    numbers = {clause.number for clause in lost}
    assert numbers - reported(found) == set()
    assert found.numbers_share < whole.numbers_share
    assert round((whole.numbers_share - found.numbers_share) * found.numbers_expected) >= LOST - 2
