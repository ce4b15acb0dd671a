"""Sub-items «1)», «а)», «–» inside a clause: nodes with a number and a span, never clauses of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from raglib_core.model import Item
from raglib_core.numbering import letter_order

_LINE_ITEM = re.compile(
    r"(?:^|(?<=\n))[ \t\u00a0>|]*"
    r"(?P<label>(?:[-–—•●▪*·][ \t\u00a0]+)?(?:(?P<digits>\d{1,3})(?P<sign>[.)])"
    r"|\((?P<paren>\d{1,3}|[a-zа-яё]{1,2}|[ivx]{1,5})\)"
    r"|(?P<letter>[а-яёa-z])[.)])|[-–—•●▪·])(?=[ \t\u00a0«\"А-Яа-яёA-Za-z(])"
)
_AFTER_LABEL = re.compile(r"\s*(?P<label>(?P<letter>[а-яё])\))\s")


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
