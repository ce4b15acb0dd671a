"""The first words of a section, free of what is no sentence of the document."""

from __future__ import annotations

import re
from bisect import bisect_left

from raglib_core.model import Document, Section

#: titles with fewer letters say nothing («7.», «§ 3»): the first words stand in for them
MIN_TITLE_LETTERS = 3
#: a section without a sentence in so many lines has no preview; keeps the work linear
_MAX_LINES = 60

_NO_SENTENCE = re.compile(
    r"""(?xi)
      <!--.*                                # comments and page marks of converters: <!-- page 3 -->
    | \|.*                                  # rows of tables
    | [-=_*·•.\s]{3,}                       # rules
    | [-–—\s]*(?:стр(?:аница|\.)?|page|лист)?\s*\d+\s*(?:(?:из|of|/)\s*\d+)?[-–—\s]*   # «стр. 3», «- 7 -», «3 из 12»
    | (?:всего|total)\s+(?:страниц|листов|pages)\b.*
    | \[?\s*(?:page|страница)\s+\d+\s*\]?
    | ```.*
    """
)
_BULLET = re.compile(r"^(?:[-*•–—+]\s+|>\s+|#+\s+)+")


class Previews:
    """Gives the first words of the sections of one document."""

    def __init__(self, document: Document) -> None:
        """Note where the headings are."""
        self._text = document.text
        self._headings = sorted((section.start, section.heading_stop) for section in document.sections)

    def first_words(self, section: Section, size: int) -> str:
        """Return the first sentence-like line after the heading, cut at a word border; "" where there is none.

        Headings, page marks, comments, rules and rows of tables are passed over, a bullet is taken off.
        """
        place = section.heading_stop
        for _ in range(_MAX_LINES):
            if place >= section.stop:
                break
            end = self._text.find("\n", place, section.stop)
            end = section.stop if end < 0 else end
            heading_end = self._heading_end(place, end)
            line = _BULLET.sub("", self._text[place:end].strip())
            if heading_end is None and line and not _NO_SENTENCE.fullmatch(line):
                return shortened(" ".join(line.split()), size)
            place = max(end + 1, heading_end or 0)
        return ""

    def title(self, section: Section, size: int) -> str:
        """Return the title of a section on one line; its first words where the title is only a number or a mark."""
        title = " ".join(section.title.split())
        if sum(letter.isalpha() for letter in title) >= MIN_TITLE_LETTERS:
            return title
        return self.first_words(section, size) or title

    def _heading_end(self, start: int, stop: int) -> int | None:
        """Return where the heading ends that starts on the line ``[start, stop)``; None for a line without one."""
        found = bisect_left(self._headings, (start, -1))
        if found < len(self._headings) and self._headings[found][0] < stop:
            return self._headings[found][1]
        return None


def shortened(text: str, size: int) -> str:
    """Return at most ``size`` characters of a text, cut between words and marked with «…»; unchanged if it fits."""
    if len(text) <= size:
        return text
    cut = text[: max(1, size - 1)]
    whole = cut.rsplit(" ", 1)[0] if " " in cut and not text[len(cut)].isspace() else cut
    return whole.rstrip(" ,;:–-") + "…"
