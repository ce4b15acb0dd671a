"""From recognized text to sections and whole clauses: the one way through the parsing room.

Lines are read (`lines`), the document's own contents and page furniture set aside (`furniture`), candidates read from
what is left (`labels`), weighed by their lines (`evidence`), decided over the whole sequence (`sequence`), and turned
into a tree (`openings`, `tree`) and clauses (`clauses`). `coverage` then says what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from raglib_core.model import Recognized, Segmentation, Span
from raglib_core.parsing import coverage, evidence
from raglib_core.parsing.clauses import Clauses, section_of
from raglib_core.parsing.furniture import Region, contents_regions, furniture_lines
from raglib_core.parsing.labels import WORD_MARKS, Candidate, candidates
from raglib_core.parsing.lines import Line, split, with_surroundings
from raglib_core.parsing.openings import Openings
from raglib_core.parsing.sequence import HOPELESS, Weighed, decide
from raglib_core.parsing.tree import build


def segment(recognized: Recognized, *, ocr_number_repair: bool = True) -> Segmentation:
    """Return the sections, clauses and findings of a recognized document.

    Every clause is an exact slice of ``recognized.text``. An empty or blank text gives no sections and no clauses with
    full coverage; a text without any numbering gives unnumbered clauses. Defects of the document are findings, never
    exceptions. Time is linear in the length of the text. ``ocr_number_repair`` False reads digits strictly.
    """
    text = recognized.text
    lines = with_surroundings(split(recognized), text)
    regions = contents_regions(lines, text)
    furniture = furniture_lines(lines, text) | _told_furniture(recognized, lines)
    aside = furniture | {index for region in regions for index in range(region.first, region.stop)}
    taken = decide(_groups(text, lines, aside, repair=ocr_number_repair))
    openings = Openings(text, lines, taken, regions, furniture).all()
    tree = build(openings, len(text))
    furniture_spans = [Span(lines[index].start, lines[index].stop) for index in sorted(furniture)]
    clauses = tuple(Clauses(text, openings, tree, furniture_spans).all())
    sections = tuple(section_of(node) for node in tree.nodes)
    found = coverage.measure(text, sections, clauses, furniture_spans)
    return Segmentation(sections, clauses, found)


def _told_furniture(recognized: Recognized, lines: Sequence[Line]) -> set[int]:
    spans = [(block.start, block.stop) for block in recognized.blocks if block.kind == "furniture"]
    if not spans:
        return set()
    return {
        index for index, line in enumerate(lines) for start, stop in spans if start <= line.start and line.stop <= stop
    }


def contents_of(recognized: Recognized) -> list[Region]:
    """Return the lines in which the document lists its own headings, in order; [] where it does not."""
    return contents_regions(with_surroundings(split(recognized), recognized.text), recognized.text)


def _groups(text: str, lines: Sequence[Line], aside: set[int], *, repair: bool) -> list[list[Weighed] | None]:
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
        None if place in headings else _weighed(text, lines, group, children[place])
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
        if max(as_clause, as_heading) > HOPELESS:
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
