"""From decisions to openings: every place where a section or a clause starts, with the extent of its heading."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from raglib_core.model import SectionKind
from raglib_core.numbering import Number
from raglib_core.parsing.furniture import Region
from raglib_core.parsing.sequence import Taken
from raglib_core.parsing.weighing import Prepared

#: ranks of the tree: a section closes all open ones of its own rank and below
RANKS: dict[str, int] = {
    "appendix": 0, "book": 1, "section": 2, "roman": 2, "subsection": 3, "chapter": 4, "paragraph": 5,
    "subparagraph": 6, "article": 7, "single": 7, "heading": 8, "contents": 0,
}  # fmt: skip
MAX_TITLE = 250  # a longer line after a label is the text of the section, not its title
MAX_HEADING_LINES = 4

#: mark of a label -> kind of the section that it opens
SECTION_KINDS: dict[str, SectionKind] = {
    "book": "section", "section": "section", "roman": "section", "single": "section", "subsection": "subsection",
    "chapter": "chapter", "paragraph": "paragraph", "subparagraph": "paragraph", "article": "article",
    "appendix": "appendix",
}  # fmt: skip

#: what an appendix belongs to, no title: «к Уставу Общества»
_ADDRESSEE = re.compile(r"[\s*_]*[кК]\s+[А-Яа-яё]")

OpeningKind = Literal["section", "clause", "part"]


@dataclass(frozen=True, slots=True)
class Opening:
    """The start of a section or of a clause.

    ``start`` is the beginning of its line (or of the label inside a line), ``[label_start, label_stop)`` the label,
    ``heading_stop`` the end of the heading (of the label, for a clause), ``heading`` the title in one line. ``mark``
    tells sections apart that share a kind (``roman``, ``single``); ``level`` is the heading level of the format.
    """

    kind: OpeningKind
    start: int
    heading_stop: int
    number: Number | None = None
    label: str = ""
    heading: str = ""
    mark: str = ""
    section_kind: SectionKind = "heading"
    level: int = 0
    titled: bool = False
    number_to: str = ""
    inline: bool = False

    @property
    def rank(self) -> int:
        """Rank in the tree; dotted headings stand below all others, deeper with each part."""
        if self.mark == "dotted" and self.number:
            return RANKS["heading"] + len(self.number.parts)
        return RANKS[self.mark]


class Openings:
    """Reads the openings of one document; the lines know which of them are taken, contents or furniture."""

    def __init__(self, prepared: Prepared, taken: Sequence[Taken]) -> None:
        """Note which lines may not continue a heading."""
        self.text = prepared.text
        self.lines = prepared.lines
        self.taken = taken
        self.regions = prepared.regions
        self.starts = [line.start for line in prepared.lines]
        listed = {index for region in prepared.regions for index in range(region.first, region.stop)}
        self.busy = {decision.candidate.line for decision in taken} | listed | prepared.furniture

    def all(self) -> list[Opening]:
        """Return all openings in document order, contents among them."""
        found = [self._of(decision) for decision in self.taken]
        consumed = {index for opening in found if opening.kind == "section" for index in self._lines_in(opening)}
        found += list(self._plain_headings(consumed))
        found += [self._contents(region) for region in self.regions]
        return sorted(found, key=lambda opening: opening.start)

    def _lines_in(self, opening: Opening) -> range:
        """Return the lines that the heading of an opening takes after its own."""
        return range(bisect_right(self.starts, opening.start), bisect_left(self.starts, opening.heading_stop))

    def _contents(self, region: Region) -> Opening:
        first, last = self.lines[region.first], self.lines[region.stop - 1]
        title = self.text[first.content : first.stop].strip(" *_#:.") if region.title is not None else ""
        return Opening("section", first.start, last.stop, heading=title, mark="contents", section_kind="contents")

    def _of(self, decision: Taken) -> Opening:
        candidate = decision.candidate
        line = self.lines[candidate.line]
        label = self.text[candidate.start : candidate.label_stop].strip(" \t\u00a0*_")
        start = candidate.start if candidate.inline else line.start
        if decision.role not in ("clause", "part"):
            heading, stop = self._title(candidate.line, candidate.body, label_only=candidate.own_line)
            if len(heading) > MAX_TITLE:
                heading, stop = "", candidate.label_stop
            mark = "subparagraph" if decision.role == "subheading" else candidate.mark
            return Opening(
                "section", start, stop, decision.number, label, heading, mark, SECTION_KINDS[mark], line.level,
                number_to=candidate.number_to,
            )  # fmt: skip
        titled = candidate.mark == "dotted" and (line.level > 0 or line.bold) and not candidate.own_line
        heading = self.text[candidate.body : line.stop].strip(" \t\u00a0*_#|") if titled else ""
        return Opening(
            "part" if decision.role == "part" else "clause", start, candidate.label_stop, decision.number, label,
            heading if len(heading) <= MAX_TITLE else "", candidate.mark, "subsection", line.level, titled,
            candidate.number_to, candidate.inline,
        )  # fmt: skip

    def _title(self, index: int, body: int, *, label_only: bool) -> tuple[str, int]:
        line = self.lines[index]
        pieces = [self.text[body : line.stop]] if not label_only else []
        stop = line.stop
        last = index
        for following in range(index + 1, min(len(self.lines), index + 1 + 2 * MAX_HEADING_LINES)):
            later = self.lines[following]
            if later.form in ("blank", "rule"):
                continue
            if following in self.busy or not self._continues(
                last, following, first=not pieces or bool(_ADDRESSEE.match(pieces[0]))
            ):
                break
            if not pieces or not _ADDRESSEE.match(pieces[0]):
                pieces.append(self.text[later.content : later.stop])
            else:  # «Приложение № 1⏎к Уставу⏎ПОРЯДОК»: the title is what follows
                pieces = [self.text[later.content : later.stop]]
            stop, last = later.stop, following
        if last == index and index + 1 < len(self.lines) and self._underlined(index):
            stop = self.lines[index + 1].stop
        title = " ".join(" ".join(piece.split()).strip("*_#| ") for piece in pieces).strip(" –—-:")
        return ("" if _ADDRESSEE.match(title) else title), stop

    def _underlined(self, index: int) -> bool:
        return self.lines[index].level > 0 and self.lines[index + 1].form == "rule"

    def _continues(self, before: int, index: int, *, first: bool) -> bool:
        """Whether a line goes on with the title of a heading; ``first`` where the label stands alone on its line."""
        earlier, line = self.lines[before], self.lines[index]
        words = self.text[line.content : line.stop].strip(" *_")
        adjacent = index == before + 1
        if first:
            if line.level or line.bold or is_capitals(words) or (adjacent and _ADDRESSEE.match(words)):
                return True
            return adjacent and len(words) <= 120 and words[:1].isupper() and words[-1:] not in ".;:,"
        previous = self.text[earlier.content : earlier.stop].rstrip(" *_")
        if not adjacent or previous[-1:] in ".;:" or line.level != earlier.level or line.bullet:
            return False
        return is_capitals(words) if is_capitals(previous) else words.lstrip('(«"')[:1].islower() and line.blank_after

    def _plain_headings(self, consumed: set[int]) -> Iterator[Opening]:
        first_taken = self.taken[0].candidate.start if self.taken else len(self.text)
        index = 0
        while index < len(self.lines):
            line = self.lines[index]
            usable = index not in self.busy and index not in consumed and line.form in ("text", "heading")
            if usable and self._is_plain_heading(index, after_first=line.start > first_taken):
                heading, stop = self._title(index, line.content, label_only=False)
                yield Opening("section", line.start, stop, heading=heading, mark="heading", level=line.level)
                while index + 1 < len(self.lines) and self.lines[index + 1].start < stop:
                    index += 1
            index += 1

    def _is_plain_heading(self, index: int, *, after_first: bool) -> bool:
        line = self.lines[index]
        words = self.text[line.content : line.stop].strip(" *_#|")
        if not any(letter.isalpha() for letter in words):
            return False
        if line.level:
            return True
        apart = line.blank_before and (line.blank_after or is_capitals(self._next_words(index)))
        short = 4 <= len(words) <= 120 and words[-1] not in ".;,:"
        return apart and short and not line.bullet and (line.bold or (after_first and is_capitals(words)))

    def _next_words(self, index: int) -> str:
        following = self.lines[index + 1] if index + 1 < len(self.lines) else None
        return self.text[following.content : following.stop].strip() if following else ""


def is_capitals(words: str) -> bool:
    """Return whether at least four letters and nine in ten of all letters are capitals; False for ""."""
    letters = [letter for letter in words if letter.isalpha()]
    return len(letters) >= 4 and sum(letter.isupper() for letter in letters) >= 0.9 * len(letters)
