"""Hyphens at line ends: of a word broken by its setter («Обще-⏎ство») or written with one («Санкт-⏎Петербург»)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from raglib_core.recognition.printed_lines import PrintedPage

_LAST = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*$")
_FIRST = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
#: A document that breaks words ends at least this share of its lines with a hyphen.
_BREAKING = 0.02


class Hyphens:
    """Decides about hyphens by the other words of the same document."""

    def __init__(self, pages: Sequence[PrintedPage]) -> None:
        """Collect the words that stand unbroken, and how many lines end in a hyphen."""
        lines = [line for page in pages for line in page.lines if not line.furniture]
        self._words = {match.group().casefold() for line in lines for match in _WORD.finditer(line.text)}
        self._breaks_words = sum(1 for line in lines if line.hyphen) >= max(2, _BREAKING * len(lines))

    def real_between(self, before: str, after: str) -> bool:
        """Return whether the hyphen after ``before`` belongs to the word; True where no word meets another.

        It does before a capital, and where the word stands elsewhere with it; it does not where the word stands
        elsewhere without it; else it does in a document that breaks no words.
        """
        left, right = _LAST.search(before), _FIRST.match(after)
        if left is None or right is None or right.group()[0].isupper():
            return True
        if f"{left.group()}-{right.group()}".casefold() in self._words:
            return True
        if f"{left.group()}{right.group()}".casefold() in self._words:
            return False
        return not self._breaks_words
