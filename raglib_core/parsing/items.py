"""Sub-items «1)», «а)», «–» inside a clause: nodes with a number and a span, never clauses of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from raglib_core.model import Clause, Finding, Item
from raglib_core.numbering import LATIN_LETTERS, LEGAL_LETTERS, letter_order

_LINE_ITEM = re.compile(
    r"(?:^|(?<=[\n\f]))[ \t\u00a0>|\f]*"
    r"(?P<label>(?:[-–—•●▪*·][ \t\u00a0]+)?(?:(?P<digits>\d{1,3})(?P<sign>[.)])"
    r"|\((?P<paren>\d{1,3}|[a-zа-яё]{1,2}|[ivx]{1,5})\)"
    r"|(?P<letter>[а-яёa-z])[.)])|[-–—•●▪·])(?=[ \t\u00a0«\"А-Яа-яёA-Za-z(])"
)
_AFTER_LABEL = re.compile(r"\s*(?P<label>(?P<letter>[а-яё])\))\s")

#: a longer jump is another list, or no list at all
MAX_MISSING_ITEMS = 5
EVIDENCE = 90  # characters of a neighbour that are shown


@dataclass(slots=True)
class _Open:
    """An item whose end is not known yet."""

    style: str
    label: str
    number: str
    start: int
    inner: list[_Open] = field(default_factory=list)
    stop: int = 0


def items_of(text: str, start: int, stop: int, *, in_clause: bool) -> tuple[Item, ...]:
    """Return the items of a clause as a tree in order, spans in source offsets; () for a clause without a list.

    The level of an item is given by its style («1)», «а)», «–»), the first style met standing above the later ones.
    Unnumbered text has items only where it holds a list of its own.
    """
    found: list[_Open] = []
    if in_clause:
        first = _AFTER_LABEL.match(text, start, stop)
        if first:  # «7.1.а) первое»
            found.append(_Open("letter", first["label"], first["letter"], first.start("label")))
    for match in _LINE_ITEM.finditer(text, start, stop):
        found.append(_opened(match))
    if len(found) < 2:
        return ()
    return _closed(_nested(found), stop, text)


def _opened(match: re.Match[str]) -> _Open:
    label = match["label"].strip()
    if match["digits"]:
        return _Open("digit" + match["sign"], label, match["digits"], match.start("label"))
    if match["paren"]:
        inside = match["paren"]
        style = "paren-digit" if inside.isdigit() else "paren-letter"
        return _Open(style, label, inside, match.start("label"))
    if match["letter"]:
        style = "letter" if letter_order(match["letter"]) else "dash"
        return _Open(style, label, match["letter"], match.start("label"))
    return _Open("dash", label, "", match.start("label"))


def _nested(found: Sequence[_Open]) -> list[_Open]:
    top: list[_Open] = []
    stack: list[_Open] = []
    for item in found:
        styles = [opened.style for opened in stack]
        if item.style in styles:
            del stack[styles.index(item.style) :]
        (stack[-1].inner if stack else top).append(item)
        stack.append(item)
    return top


def _closed(items: Sequence[_Open], stop: int, text: str) -> tuple[Item, ...]:
    closed = []
    stops = [*(item.start for item in items[1:]), stop]
    for item, end in zip(items, stops, strict=False):
        while end > item.start and text[end - 1].isspace():
            end -= 1
        closed.append(Item(item.label, item.number, item.start, end, _closed(item.inner, end, text)))
    return tuple(closed)


def missing_items(clauses: Sequence[Clause], text: str) -> Iterator[Finding]:
    """Yield the gaps of lists inside clauses: «а), б), г)» lacks «в», «1), 2), 4)» lacks 3.

    A list is looked at from its first item on («1)», «а)», «(a)»); a number that does not go on begins another list.
    Letters follow legal use: the absence of ё, й, ъ, ы, ь is no gap. Dashes have no numbers to miss.
    """
    for clause in clauses:
        yield from _gaps_among(clause, clause.items, text)


def numbered_items(clauses: Sequence[Clause]) -> int:
    """Return how many sub-items carry a number or letter; dashes are not counted."""
    return sum(_numbered(clause.items) for clause in clauses)


def _numbered(items: Sequence[Item]) -> int:
    return sum(bool(_value(item.number)) + _numbered(item.items) for item in items)


def _gaps_among(clause: Clause, items: Sequence[Item], text: str) -> Iterator[Finding]:
    begun = False
    for before, item in pairwise((Item("", "", 0, 0), *items)):
        last, value = _value(before.number), _value(item.number)
        begun = value == 1 or (begun and value > last and _style(before) == _style(item))
        if begun and 1 < value - last <= MAX_MISSING_ITEMS + 1:
            yield _item_gap(clause, before, item, text)
        yield from _gaps_among(clause, item.items, text)


def _value(number: str) -> int:
    if number.isdigit():
        return int(number)
    return letter_order(number) if len(number) == 1 else 0


def _style(item: Item) -> tuple[bool, bool, str]:
    latin = item.number.lower() in LATIN_LETTERS and item.number.isalpha()
    return item.number.isdigit(), latin, item.label[-1:]


def _item_gap(clause: Clause, before: Item, after: Item, text: str) -> Finding:
    place = clause.number or clause.locator
    first, last = _value(before.number) + 1, _value(after.number) - 1
    tail = max(before.start, before.stop - EVIDENCE)
    missing = [_printed(value, after.number) for value in (first, last)]
    evidence = (
        ("before", text[tail : before.stop], tail),
        ("after", text[after.start : after.stop][:EVIDENCE], after.start),
    )
    values = (("clause", place), ("item", missing[0]), ("item_to", missing[1]), ("missing", last - first + 1))
    return Finding(
        "gap", "warning", f"{place} пп. {missing[0]}", f"{place} пп. {missing[1]}" if last > first else "",
        clause.locator, before.stop, after.start, "item_absent", values, evidence,
    )  # fmt: skip


def _printed(value: int, like: str) -> str:
    if like.isdigit():
        return str(value)
    return (LATIN_LETTERS if like.lower() in LATIN_LETTERS else LEGAL_LETTERS)[value - 1]
