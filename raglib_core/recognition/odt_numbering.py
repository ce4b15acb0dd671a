"""Automatic numbers of OpenDocument: lists are nested elements, and a broken list says which one it continues."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from raglib_core.recognition.markup_parts import Node, attribute, integer, local
from raglib_core.recognition.number_forms import LATIN, RUSSIAN, lettered, roman

#: «%1%.%2%.» of LibreOffice: the counters of the levels, everything beside them literal.
_PLACE = re.compile(r"%(\d{1,2})%")
_MAX_LEVEL = 10


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list is numbered and printed; ``form`` is "" for a level without numbers."""

    form: str = ""
    prefix: str = ""
    suffix: str = ""
    shown_levels: int = 1
    start: int = 1
    pattern: str = ""
    bullet: str = ""


@dataclass(slots=True)
class Counters:
    """Where a list stands: the last number of each level."""

    numbers: dict[int, int] = field(default_factory=dict)


class ListStyles:
    """The list styles of a document and its outline: how headings are numbered."""

    def __init__(self, *roots: Node | None) -> None:
        """Read the styles of ``styles.xml`` and ``content.xml``; the later ones win."""
        self._styles: dict[str, dict[int, Level]] = {}
        self.outline: dict[int, Level] = {}
        for root in roots:
            for node in root.iter() if root is not None else ():
                if local(node) == "list-style":
                    self._styles[attribute(node, "name")] = _levels(node)
                elif local(node) == "outline-style":
                    self.outline = _levels(node)

    def levels(self, name: str) -> dict[int, Level]:
        """Return the levels of a list style from 1; empty for an unknown one."""
        return self._styles.get(name, {})


def take(levels: dict[int, Level], counters: Counters, level: int, start: int | None) -> str:
    """Count one item of a list and return its printed label; ``start`` is the number that the item itself names."""
    shown = levels.get(level, Level())
    numbers = counters.numbers
    if start is not None:
        numbers[level] = start
    else:
        numbers[level] = numbers[level] + 1 if level in numbers else shown.start
    for deeper in [other for other in numbers if other > level]:
        del numbers[deeper]
    return _label(shown, levels, numbers, level)


def _levels(style: Node) -> dict[int, Level]:
    levels = {}
    for node in style:
        level = integer(attribute(node, "level"))
        if local(node).startswith(("list-level-style", "outline-level-style")) and 1 <= level <= _MAX_LEVEL:
            levels[level] = _level(node)
    return levels


def _level(node: Node) -> Level:
    return Level(
        form=attribute(node, "num-format"),
        prefix=attribute(node, "num-prefix"),
        suffix=attribute(node, "num-suffix"),
        shown_levels=integer(attribute(node, "display-levels"), 1),
        start=integer(attribute(node, "start-value"), 1),
        pattern=attribute(node, "num-list-format"),
        bullet=attribute(node, "bullet-char"),
    )


def _label(shown: Level, levels: dict[int, Level], numbers: dict[int, int], level: int) -> str:
    if shown.bullet:
        return shown.bullet if not shown.bullet.isalnum() and not "\ue000" <= shown.bullet <= "\uf8ff" else "•"
    if not shown.form:
        return ""

    def number(index: int) -> str:
        its = levels.get(index, Level())
        return printed(numbers.get(index, its.start), its.form)

    if shown.pattern:
        return _PLACE.sub(lambda match: number(int(match.group(1))), shown.pattern).strip()
    parts = [number(index) for index in range(max(1, level - shown.shown_levels + 1), level + 1)]
    return f"{shown.prefix}{'.'.join(part for part in parts if part)}{shown.suffix}".strip()


def printed(number: int, form: str) -> str:
    """Return a number in a form that is named by its first items («а, б, .., аа, аб, ... (ru)»); "" for no form."""
    if not form:
        return ""
    first = form[0]
    letters = {"а": RUSSIAN, "А": RUSSIAN.upper(), "a": LATIN, "A": LATIN.upper()}.get(first)
    if letters:
        return lettered(number, letters, "repeated" if "бб" in form.lower() else "counted")
    if first in "iI":
        return roman(number) if first == "i" else roman(number).upper()
    return f"{number:02d}" if form.startswith("01") else str(number)
