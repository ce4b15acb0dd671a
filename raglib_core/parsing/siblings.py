"""Families of numbers: what stands beside what, so that a missing number can be seen.

The children of one parent in one scope are siblings: 8.1 … 8.15 of section 8, parts 1 … 4 of an article, the articles
of a law. Inserted numbers (8.1 between articles 8 and 9) fill no place of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from raglib_core.model import Clause, Section
from raglib_core.numbering import order

_TIMES = re.compile(r"#\d+$")
#: «Статьи 53 - 59. Утратили силу», «§ 3. (Статьи 107 - 112)», «статьи 105 и 106»
_RANGE_OF_ARTICLES = re.compile(
    r"[Сс]тать(?:и|я)\s+(?P<first>\d{1,5}(?:\.\d{1,3})?)(?:\s*(?P<sign>[-–—,и])\s*(?P<last>\d{1,5}(?:\.\d{1,3})?))?\)?"
)
_GONE = re.compile(r"утрати\w+\s+силу|исключен|исключён|repealed", re.IGNORECASE)
_LETTERS = re.compile(r"[\W\d_]+")
LOOK_BEHIND = 160


@dataclass(frozen=True, slots=True)
class Sibling:
    """One number of a family: ``parts`` orders it, ``value`` is its place among the siblings (0 for an insertion)."""

    number: str
    parts: tuple[int, ...]
    value: int
    scope: str
    locator: str
    start: int
    stop: int
    label: str = ""

    @classmethod
    def of_clause(cls, clause: Clause) -> Sibling:
        """Return the sibling that a clause is; its scope is what stands before its number in the locator."""
        scope = _scope(clause.locator)
        parts = order(clause.number)
        return cls(
            clause.number, parts, parts[-1] if parts else 0, scope, clause.locator, clause.start, clause.stop,
            clause.label,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Family:
    """Siblings in document order; ``prefix`` is what their numbers begin with ("8." or "").

    ``counts`` says whether their absence counts in the completeness of numbers: numbers before the first article of an
    excerpt do not.
    """

    prefix: str
    scope: str
    members: tuple[Sibling, ...]
    of_sections: bool
    kind: str


def families(sections: Sequence[Section], clauses: Sequence[Clause]) -> list[Family]:
    """Return the families of a document in the order of their first members; [] for a document without numbers."""
    groups: dict[tuple[str, str, str], list[Sibling]] = {}
    for section in sections:
        if section.number and section.kind not in ("heading", "contents", "appendix"):
            parts = order(section.number)
            scope = _scope(section.key)
            key = (
                section.kind + _style(section.number),
                scope,
                _prefix(section.number) if section.kind == "subsection" else "",
            )
            value = parts[-1] if section.kind == "subsection" else (parts[0] if len(parts) == 1 else 0)
            groups.setdefault(key, []).append(
                Sibling(
                    section.number, parts, value, scope, section.key, section.start, section.heading_stop, section.label
                )
            )
    for clause in clauses:
        if clause.kind in ("clause", "part") and order(clause.number):
            sibling = Sibling.of_clause(clause)
            is_inserted = clause.kind == "part" and len(sibling.parts) > 1
            key = (clause.kind, sibling.scope, "" if clause.kind == "part" else _prefix(clause.number))
            groups.setdefault(key, []).append(_inserted(sibling) if is_inserted else sibling)
    return [
        Family(prefix, scope, tuple(members), kind not in ("clause", "part"), kind)
        for (kind, scope, prefix), members in groups.items()
        if kind != "subsection"  # a dotted heading is a clause too and counted there
    ]


def _inserted(sibling: Sibling) -> Sibling:
    return Sibling(
        sibling.number, sibling.parts, 0, sibling.scope, sibling.locator, sibling.start, sibling.stop, sibling.label
    )


def _style(number: str) -> str:
    return "" if number[:1].isdigit() else "-roman"


def _scope(locator: str) -> str:
    head, slash, _ = _TIMES.sub("", locator).rpartition("/")
    return head if slash else ""


def _prefix(number: str) -> str:
    head, dot, _ = number.rpartition(".")
    return head + dot


def repealed_numbers(family: Family, text: str) -> set[int]:
    """Return the values of a family that the text itself calls repealed, as a range of articles or of clauses."""
    gone: set[int] = set()
    for member in family.members:
        for last in re.findall(r"[–—-]\s*(\d{1,3}(?:\.\d{1,3})*)\.?\s*$", member.label):
            until = order(last)
            if until and until[:-1] == member.parts[:-1]:
                gone.update(range(member.value + 1, until[-1] + 1))
    if family.kind.startswith("article"):
        for match in _RANGE_OF_ARTICLES.finditer(text):
            line_start = text.rfind("\n", 0, match.start()) + 1
            line_stop = text.find("\n", match.end())
            line = text[line_start : line_stop if line_stop > 0 else len(text)]
            if _GONE.search(line[:LOOK_BEHIND]) or not _LETTERS.sub("", line.replace(match.group(), "")):
                first = int(float(match["first"]))
                last_article = int(float(match["last"])) if match["last"] else first
                gone.update(range(first, min(last_article, first + 500) + 1))
    return gone
