"""Running headers, footers and page numbers: told by where they stand and by coming again on other pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from raglib_core.recognition.printed_lines import PrintedLine, PrintedPage

#: Share of the height of a page in which a header or footer may stand.
_EDGE = 0.14
#: So many lines of a header or footer at most.
_DEPTH = 4
#: Pages that show the same line, at least and as a share of all.
_MIN_PAGES = 3
_MIN_SHARE = 0.3

_DIGITS = re.compile(r"\d{1,4}")
_CLAUSE = re.compile(r"\d{1,3}\.(?:\d|\s*\w)")
_NUMBER = re.compile(
    r"[\W_]*(?:(?:страница|стр\.?|лист|page|p\.)\s*)?(\d{1,4})(?:\s*(?:из|of|/)\s*\d{1,4})?[\W_]*", re.I
)
#: How far a page number may be from the place of its page: covers and parts that are numbered anew.
_MAX_SHIFT = 60


def mark_furniture(pages: Sequence[PrintedPage]) -> list[PrintedPage]:
    """Return the pages with the lines of furniture marked; one page alone has only the number at its very edge."""
    edges = [(_edge(page, top=True), _edge(page, top=False)) for page in pages]
    repeated = _repeated(pages, edges)
    numbers = _numbers(pages, edges)
    marked = []
    for place, page in enumerate(pages):
        found = _outermost(page, edges[place], repeated, numbers[place])
        marked.append(
            page.with_lines([replace(line, furniture=index in found) for index, line in enumerate(page.lines)])
        )
    return marked


def _edge(page: PrintedPage, *, top: bool) -> list[int]:
    """Return the lines at one edge of a page, the outermost first."""
    order = sorted(range(len(page.lines)), key=lambda index: page.lines[index].top, reverse=top)
    limit = page.height * _EDGE
    return [index for index in order[:_DEPTH] if _distance(page, page.lines[index], top=top) <= limit]


def _distance(page: PrintedPage, line: PrintedLine, *, top: bool) -> float:
    return page.height - line.top if top else line.bottom


def _shapes(page: PrintedPage, line: PrintedLine) -> set[str]:
    """Return what may come again on other pages: the words, and the words with one number counted from the page.

    «Страница 3 из 20» comes again with its 3 as the page; «3.1. Общество …» is a clause wherever it stands.
    """
    text = " ".join(line.printed.casefold().split())
    if _CLAUSE.match(text):
        return {text}
    counted = (
        f"{text[: match.start()]}{{{int(match.group()) - page.number}}}{text[match.end() :]}"
        for match in _DIGITS.finditer(text)
    )
    return {text, *counted}


def _repeated(pages: Sequence[PrintedPage], edges: Sequence[tuple[list[int], list[int]]]) -> set[tuple[bool, str]]:
    counts: Counter[tuple[bool, str]] = Counter()
    for page, sides in zip(pages, edges, strict=True):
        for is_top, side in zip((True, False), sides, strict=True):
            counts.update({(is_top, shape) for index in side for shape in _shapes(page, page.lines[index])})
    needed = max(_MIN_PAGES, round(_MIN_SHARE * len(pages)))
    return {key for key, count in counts.items() if count >= needed and any(letter.isalpha() for letter in key[1])}


def _numbers(pages: Sequence[PrintedPage], edges: Sequence[tuple[list[int], list[int]]]) -> list[set[int]]:
    """Return for each page the lines that are page numbers: those that run on with most other pages."""
    shifts: Counter[tuple[bool, int]] = Counter()
    found: list[dict[int, tuple[bool, int]]] = []
    for page, sides in zip(pages, edges, strict=True):
        here: dict[int, tuple[bool, int]] = {}
        for is_top, side in zip((True, False), sides, strict=True):
            for index in side:
                match = _NUMBER.fullmatch(page.lines[index].printed)
                if match and abs(shift := int(match.group(1)) - page.number) <= _MAX_SHIFT:
                    here[index] = (is_top, shift)
        found.append(here)
        shifts.update(set(here.values()))
    needed = min(_MIN_PAGES, max(2, len(pages) // 2))
    return [{index for index, key in here.items() if shifts[key] >= needed} for here in found]


def _outermost(
    page: PrintedPage, sides: tuple[list[int], list[int]], repeated: set[tuple[bool, str]], numbers: set[int]
) -> set[int]:
    """Return the furniture of a page: from each edge inwards up to the first line of the text itself."""
    found: set[int] = set()
    for is_top, side in zip((True, False), sides, strict=True):
        for index in side:
            shapes = {(is_top, shape) for shape in _shapes(page, page.lines[index])}
            if index not in numbers and not shapes & repeated:
                break
            found.add(index)
    return found
