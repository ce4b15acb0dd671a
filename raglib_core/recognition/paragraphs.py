"""Which printed lines begin a paragraph: by indent, by room left on the line above, by distance, by a number.

Where the signs disagree a line end is kept: the segmenter can decide about a line, not about what was glued to another.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from raglib_core.recognition.columns import gutter_of
from raglib_core.recognition.printed_lines import PrintedLine, PrintedPage

_LABEL = re.compile(
    r"(?:\d{1,3}(?:\.\s?\d{1,3}){0,5}[.)]?(?=\s|[А-ЯA-Z«\"(])|[а-яa-z]\)\s|(?-i:[IVXLC]{1,7})\.\s|[-–—•●▪◦■]\s|o\s|"
    r"(?:статья|глава|раздел|подраздел|приложение|article|section|chapter|appendix|§)\s*[№\dIVXLC«])",
    re.IGNORECASE,
)
#: After these words a number is a reference: «в соответствии с пунктом⏎3.2. настоящего Устава».
_EXPECTS_NUMBER = re.compile(
    r"(?:\b(?:пункт\w*|подпункт\w*|стать\w*|част\w*|абзац\w*|раздел\w*|глав\w*|приложени\w*|section|article|clause|"
    r"п|пп|ст|ч|гл|абз|разд|подп|и|или|с|до|от|по|на|из|о|об|не|более|менее|and|or|to)\.?|№|[(,–-])$",
    re.IGNORECASE,
)

#: In heights of a letter: an indent; in line distances: a gap that parts paragraphs.
_INDENT = 0.8
_GAP = 1.35
#: Share of lines beyond which the right edge of a column is looked for.
_RIGHT = 0.95
_FEW = 6


@dataclass(frozen=True, slots=True)
class Column:
    """The edges of the text on a page or on one of its columns."""

    left: float
    right: float


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line with its page and the column that it stands in."""

    line: PrintedLine
    page: int
    column: Column

    @property
    def indent(self) -> float:
        """Distance from the left edge of the column."""
        return self.line.left - self.column.left


@dataclass(frozen=True, slots=True)
class Measures:
    """What is usual in a document: height of letters and distance of lines in points."""

    letter: float
    pitch: float


def placed(pages: Sequence[PrintedPage]) -> list[PlacedLine]:
    """Return all lines of a document in order, each with its column."""
    whole = _column([line for page in pages for line in page.lines if not line.furniture])
    result: list[PlacedLine] = []
    for page in pages:
        gutter = gutter_of(page.lines, page.width)
        sides: dict[bool, list[PrintedLine]] = {False: [], True: []}
        for line in page.lines:
            if not line.furniture:
                sides[gutter is not None and line.left >= gutter].append(line)
        columns = {side: _column(lines) if len(lines) >= _FEW else whole for side, lines in sides.items()}
        for line in page.lines:
            side = gutter is not None and line.left >= gutter
            result.append(PlacedLine(line, page.number, columns[side]))
    return result


def _column(lines: Sequence[PrintedLine]) -> Column:
    if not lines:
        return Column(0.0, 0.0)
    lefts = sorted(line.left for line in lines)
    rights = sorted(line.right for line in lines)
    return Column(lefts[len(lefts) // 20], rights[min(len(rights) - 1, int(len(rights) * _RIGHT))])


def measures(lines: Sequence[PlacedLine]) -> Measures:
    """Return the usual height of letters and distance of lines; (10, 12) points for a document without lines."""
    heights = [placed_line.line.height for placed_line in lines if not placed_line.line.furniture]
    pitches = [
        above.line.bottom - below.line.bottom
        for above, below in itertools.pairwise(lines)
        if above.page == below.page and 0 < above.line.bottom - below.line.bottom < 60
    ]
    return Measures(median(heights) if heights else 10.0, median(pitches) if pitches else 12.0)


def gap_before(above: PlacedLine, line: PlacedLine, usual: Measures) -> bool:
    """Return whether more than the usual distance parts two lines of a page."""
    pitch = above.line.bottom - line.line.bottom
    return above.page == line.page and pitch > _GAP * usual.pitch


def begins_paragraph(above: PlacedLine, line: PlacedLine, usual: Measures, *, above_is_first: bool) -> bool:
    """Return whether ``line`` begins a paragraph; ``above_is_first`` tells whether the line above began one."""
    if above.line.hyphen and line.line.text[:1].islower():
        return False
    if gap_before(above, line, usual) or _has_room(above, line):
        return True
    labelled = bool(_LABEL.match(line.line.text))
    if labelled and not _EXPECTS_NUMBER.search(above.line.text):
        return True
    indent = _INDENT * usual.letter
    if line.indent > above.indent + indent:
        hanging = above_is_first and bool(_LABEL.match(above.line.text))
        return not hanging
    stands_as_first = above_is_first and line.indent > indent and abs(line.indent - above.indent) < indent / 2
    return stands_as_first and not _LABEL.match(above.line.text)


def _has_room(above: PlacedLine, line: PlacedLine) -> bool:
    """Whether the first word of a line would have fitted on the line above: its writer ended that line on purpose."""
    text = line.line.text
    word = text.split(" ", 1)[0]
    letter = (line.line.right - line.line.left) / max(1, len(text))
    return above.line.right + (len(word) + 1.5) * letter < above.column.right
