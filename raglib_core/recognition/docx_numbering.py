"""Automatic numbers of Word: they stand in no text, and yet they are what every reader sees and cites.

Rules (ISO 29500-1 §17.9, each held by a test): counters belong to the abstract list, so that two lists made from it
count on; a start override acts where its list first uses the level; a level restarts after any higher one unless
``lvlRestart`` says otherwise; «%1» to «%9» of a level text are counters, everything beside them literal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from raglib_core.recognition.markup_parts import Node, attribute, child, children, integer
from raglib_core.recognition.number_forms import LATIN, RUSSIAN, lettered, roman

_PLACE = re.compile(r"%([1-9])")
_PRIVATE_USE = range(0xE000, 0xF900)
_LEVELS = 9


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list is numbered and printed."""

    start: int = 1
    form: str = "decimal"
    text: str = ""
    restart: int | None = None
    legal: bool = False
    style: str = ""


@dataclass(slots=True)
class _Abstract:
    levels: dict[int, Level]
    counters: dict[int, int] = field(default_factory=dict)
    style_link: str = ""


@dataclass(slots=True)
class _List:
    abstract: str
    levels: dict[int, Level]
    overrides: dict[int, int]
    used: set[int] = field(default_factory=set)


class Numbering:
    """The lists of a document and where each stands; labels must be taken in document order."""

    def __init__(self, root: Node | None) -> None:
        """Read ``numbering.xml``; None for a document without lists."""
        self._abstracts = {attribute(node, "abstractNumId"): _abstract(node) for node in children(root, "abstractNum")}
        self._lists = {attribute(node, "numId"): _list(node) for node in children(root, "num")}
        self._style_lists: dict[str, str] = {}

    def link_styles(self, lists_of_styles: dict[str, str]) -> None:
        """Say which list each numbering style means: what ``numStyleLink`` of an abstract list points to."""
        self._style_lists = lists_of_styles

    def is_list(self, list_id: str) -> bool:
        """Return whether a list of that id is there; "0" and "" never are."""
        return list_id in self._lists and self._abstract_of(self._lists[list_id]) is not None

    def level_of_style(self, list_id: str, styles: tuple[str, ...]) -> int:
        """Return the level that names one of the styles, the first style first; 0 where none does."""
        levels = self._levels_of(self._lists[list_id])
        for style in styles:
            for index, level in levels.items():
                if level.style == style:
                    return index
        return 0

    def take(self, list_id: str, level: int) -> str:
        """Count one paragraph of a list and return its printed label; "" for a level without one."""
        numbers = self._lists[list_id]
        abstract = self._abstract_of(numbers)
        levels = self._levels_of(numbers)
        shown = levels.get(level, Level())
        if abstract is None:
            return ""
        counters = abstract.counters
        if level in numbers.overrides and level not in numbers.used:
            counters[level] = numbers.overrides[level]
        else:
            counters[level] = counters[level] + 1 if level in counters else shown.start
        numbers.used.add(level)
        for deeper in [other for other in counters if other > level and _restarts(levels.get(other), other, level)]:
            del counters[deeper]
        return _label(shown, levels, counters)

    def _abstract_of(self, numbers: _List) -> _Abstract | None:
        abstract = self._abstracts.get(numbers.abstract)
        for _ in range(_LEVELS):
            if abstract is None or abstract.levels or not abstract.style_link:
                return abstract
            linked = self._lists.get(self._style_lists.get(abstract.style_link, ""))
            abstract = self._abstracts.get(linked.abstract) if linked else None
        return abstract

    def _levels_of(self, numbers: _List) -> dict[int, Level]:
        abstract = self._abstract_of(numbers)
        return {**(abstract.levels if abstract else {}), **numbers.levels}


def _abstract(node: Node) -> _Abstract:
    return _Abstract(_levels(node), style_link=attribute(child(node, "numStyleLink"), "val"))


def _list(node: Node) -> _List:
    levels: dict[int, Level] = {}
    overrides: dict[int, int] = {}
    for override in children(node, "lvlOverride"):
        index = integer(attribute(override, "ilvl"))
        start = child(override, "startOverride")
        if start is not None:
            overrides[index] = integer(attribute(start, "val"), 1)
        levels.update(_levels(override))
    return _List(attribute(child(node, "abstractNumId"), "val"), levels, overrides)


def _levels(node: Node) -> dict[int, Level]:
    return {integer(attribute(level, "ilvl")): _level(level) for level in children(node, "lvl")}


def _level(node: Node) -> Level:
    form = child(node, "numFmt")
    if form is None:  # newer kinds of numbers stand in an alternative that old programs pass over
        form = child(node, "AlternateContent", "Choice", "numFmt")
    restart = child(node, "lvlRestart")
    legal = child(node, "isLgl")
    return Level(
        start=integer(attribute(child(node, "start"), "val"), 0),
        form=_form(form),
        text=attribute(child(node, "lvlText"), "val"),
        restart=integer(attribute(restart, "val")) if restart is not None else None,
        legal=legal is not None and attribute(legal, "val", "1") not in ("0", "false", "off"),
        style=attribute(child(node, "pStyle"), "val"),
    )


def _form(node: Node | None) -> str:
    form = attribute(node, "val", "decimal")
    return "decimalZero" if form == "custom" and attribute(node, "format").startswith("01") else form


def _restarts(level: Level | None, index: int, used: int) -> bool:
    """Whether level ``index`` starts again after ``used``; ``restart`` counts levels from 1, and 0 means never."""
    after = level.restart if level is not None and level.restart is not None else index
    return used < after


def _label(shown: Level, levels: dict[int, Level], counters: dict[int, int]) -> str:
    if shown.form == "bullet":
        return _bullet(shown.text)

    def number(match: re.Match[str]) -> str:
        index = int(match.group(1)) - 1
        level = levels.get(index, Level())
        # A level that was not used yet shows its start.
        return printed(counters.get(index, level.start), "decimal" if shown.legal else level.form)

    return _PLACE.sub(number, shown.text).strip()


def _bullet(text: str) -> str:
    """Return a bullet as a sign of Unicode: symbol fonts keep theirs in the private area, «o» stands for a ring."""
    sign = text.strip()[:1]
    if sign == "o":
        return "◦"
    return "•" if not sign or ord(sign) in _PRIVATE_USE or sign.isalnum() else sign


def printed(number: int, form: str) -> str:
    """Return a number in a form of Word; "" for ``none``, decimal for forms that no legal text in our languages has.

    Past the last letter Word repeats it: «аа», «бб» (ISO 29500-1 §17.18.59).
    """
    if form == "none":
        return ""
    if form == "decimalZero":
        return f"{number:02d}"
    if form in ("lowerRoman", "upperRoman"):
        return roman(number) if form == "lowerRoman" else roman(number).upper()
    letters = {
        "lowerLetter": LATIN,
        "upperLetter": LATIN.upper(),
        "russianLower": RUSSIAN,
        "russianUpper": RUSSIAN.upper(),
    }.get(form)
    return lettered(number, letters, "repeated") if letters else str(number)
