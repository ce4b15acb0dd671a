"""A document prepared for the decision: its lines, what is set aside, and the weighed candidates of each place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from raglib_core.model import Recognized
from raglib_core.parsing import evidence
from raglib_core.parsing.furniture import Region, contents_regions, furniture_lines
from raglib_core.parsing.labels import WORD_MARKS, Candidate, candidates
from raglib_core.parsing.lines import Line, split, with_surroundings
from raglib_core.parsing.sequence import Weighed


@dataclass(frozen=True, slots=True)
class Prepared:
    """What the sequence decides over.

    ``groups`` holds the weighed candidates of one place each, in order; None stands for a heading without a number.
    Lines of ``regions`` (the document's own contents) and ``furniture`` (indexes of lines) open nothing.
    """

    text: str
    lines: tuple[Line, ...]
    regions: tuple[Region, ...]
    furniture: frozenset[int]
    groups: tuple[tuple[Weighed, ...] | None, ...]


def prepare(recognized: Recognized, *, repair: bool) -> Prepared:
    """Return the prepared document; without lines of interest, a document without groups."""
    text = recognized.text
    lines = with_surroundings(split(recognized), text)
    regions = contents_regions(lines, text)
    furniture = furniture_lines(lines, text) | _told_furniture(recognized, lines)
    aside = furniture | {index for region in regions for index in range(region.first, region.stop)}
    groups = tuple(_groups(text, lines, aside, repair=repair))
    return Prepared(text, tuple(lines), tuple(regions), frozenset(furniture), groups)


def _told_furniture(recognized: Recognized, lines: Sequence[Line]) -> set[int]:
    """Lines that recognition itself calls furniture: running headers and page numbers of a PDF."""
    spans = [(block.start, block.stop) for block in recognized.blocks if block.kind == "furniture"]
    starts = [start for start, _ in spans]
    told: set[int] = set()
    for index, line in enumerate(lines):
        place = bisect_right(starts, line.start) - 1
        if place >= 0 and line.stop <= spans[place][1] and line.form != "blank":
            told.add(index)
    return told


def _groups(text: str, lines: Sequence[Line], aside: set[int], *, repair: bool) -> list[tuple[Weighed, ...] | None]:
    """Return the weighed candidates of each place in order; None stands for a heading that has none."""
    found: list[list[Candidate]] = []
    headings: set[int] = set()
    for index, line in enumerate(lines):
        if index in aside:
            continue
        here = list(candidates(text, line, index, repair=repair))
        if line.level and not here:
            headings.add(len(found))
            found.append([])
        found.extend(list(group) for _, group in groupby(here, key=lambda one: one.start))
    children = _next_dotted(found)
    return [
        None if place in headings else tuple(_weighed(text, lines, group, children[place]))
        for place, group in enumerate(found)
    ]


def _weighed(text: str, lines: Sequence[Line], group: Sequence[Candidate], following: tuple[int, ...]) -> list[Weighed]:
    weighed = []
    for candidate in group:
        place = evidence.place_of(candidate, lines, text)
        as_heading = evidence.points(place, evidence.rules_for(candidate, "heading"))
        as_clause = as_heading
        if candidate.mark not in WORD_MARKS and candidate.mark != "roman":
            as_clause = evidence.points(place, evidence.rules_for(candidate, "clause"))
        opens = candidate.number is not None and following[:2] == (candidate.number.parts[0], 1)
        before_article = candidate.mark == "single" and _article_follows(text, lines, candidate.line)
        weighed.append(Weighed(candidate, as_clause, as_heading, opens, before_article))
    return weighed


_ARTICLE_LINE = re.compile(r"(?:статья|article)\b", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\(?стать[ия]\s[\d\s.,–—и-]+\)?$", re.IGNORECASE)


def _article_follows(text: str, lines: Sequence[Line], index: int) -> bool:
    """Whether the next line of words is an article, remarks in brackets apart; «5. (Статья 95)» stands for one."""
    line = lines[index]
    if _IN_BRACKETS.search(text, line.content, line.stop):
        return True
    for later in lines[index + 1 : index + 10]:
        if later.form in ("blank", "rule") or text.startswith("(", later.content):
            continue
        return bool(_ARTICLE_LINE.match(text, later.content))
    return False


def _next_dotted(groups: Sequence[Sequence[Candidate]]) -> list[tuple[int, ...]]:
    """Return for each place the parts of the next dotted number after it, () where there is none."""
    following: list[tuple[int, ...]] = [()] * len(groups)
    parts: tuple[int, ...] = ()
    for place in range(len(groups) - 1, -1, -1):
        following[place] = parts
        for candidate in groups[place]:
            if candidate.mark == "dotted" and candidate.number and not candidate.inline:
                parts = candidate.number.parts
                break
    return following
