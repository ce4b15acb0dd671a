"""How the tests of this room read a piece of legal text."""

from __future__ import annotations

from raglib_core.model import Clause, Recognized, Segmentation
from raglib_core.parsing import segment

ARTICLE_5 = "## Статья 5. СДЕЛКИ\n\n"


def read(text: str, *, repair: bool = True) -> Segmentation:
    """Segment a text as it stands."""
    return segment(Recognized(text), ocr_number_repair=repair)


def numbers(text: str, *, repair: bool = True) -> list[str]:
    """Return the numbers of the clauses in order, introductions and unnumbered text left out."""
    return [clause.number for clause in read(text, repair=repair).clauses if clause.kind in ("clause", "part")]


def locators(text: str) -> list[str]:
    """Return the addresses of all clauses in order."""
    return [clause.locator for clause in read(text).clauses]


def clause(text: str, locator: str) -> Clause:
    """Return the clause of an address."""
    return next(one for one in read(text).clauses if one.locator == locator)


def body(text: str, locator: str) -> str:
    """Return the verbatim text of a clause."""
    found = clause(text, locator)
    return text[found.start : found.stop]


def findings(text: str, *kinds: str) -> list[tuple[str, str]]:
    """Return (kind, number) of the findings, of the given kinds only where any are given."""
    found = read(text).coverage.findings
    return [(one.kind, one.number) for one in found if not kinds or one.kind in kinds]
