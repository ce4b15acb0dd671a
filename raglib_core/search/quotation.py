"""Words of a text for comparing quotations: what counts as the same word, and where a quotation stands nearest.

Two texts say the same where their words are the same one after another. White space between words never counts; a word
hyphenated over a line end («обще-⏎ство», or with a soft hyphen) is the word itself; characters composed in two ways are
one. Everything else counts: case, punctuation, the dash, the hyphen of «кто-либо», every digit.
"""

from __future__ import annotations

import difflib
import re
import sys
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from raglib_core.model import Span

#: characters inside a word that nobody sees: combining marks stay with their letter, the others are dropped
_MARKS = "\u0300-\u036f"
_UNSEEN = "\u00ad\u200b-\u200d\u2060\ufeff"
_LINE_END = r"[^\S\n]*\n\s*"
#: «25», «12.1», «65¹», «1а», «кто-либо», «обще-⏎ство» are words; any other visible character stands for itself
_WORD = re.compile(
    rf"[^\W_](?:(?:\u00ad|(?<=[^\W\d_])[-\u2010\u2011])(?:{_LINE_END})?(?=[^\W\d_])|[^\W_{_UNSEEN}]|[{_MARKS}{_UNSEEN}]"
    rf"|(?<=\d)[.,](?=\d))*|[^\w\s{_UNSEEN}]|_"
)
_HYPHEN = re.compile(rf"\u00ad(?:{_LINE_END})?|[-\u2010\u2011](?P<line_end>{_LINE_END})?|[{_UNSEEN}]")
_YO = str.maketrans("ёЁ", "еЕ")

Ids = npt.NDArray[np.int32]


class Word(NamedTuple):
    """A word of a text: its letters without any hyphen, and its place."""

    key: str
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as words; ``letters`` are all keys one after another, ``places`` where each of them begins there."""

    text: str
    words: tuple[Word, ...]
    letters: str
    places: tuple[int, ...]

    def span(self, first: int, stop: int) -> Span:
        """Return the piece of the text from one word up to another one (excluded)."""
        if first >= stop:
            here = self.words[first].start if first < len(self.words) else len(self.text)
            return Span(here, here)
        return Span(self.words[first].start, self.words[stop - 1].stop)

    def words_in(self, span: Span) -> tuple[int, int]:
        """Return the first and the last word (excluded) that stand inside a piece of the text."""
        first = bisect_left(self.words, span.start, key=lambda word: word.start)
        return first, max(first, bisect_left(self.words, span.stop, key=lambda word: word.start))


def read(text: str, hidden: Sequence[Span] = ()) -> Reading:
    """Return the words of a text; those inside ``hidden`` pieces (ascending) are passed over. Empty for no word."""
    words = [Word(_key(match.group()), match.start(), match.end()) for match in _WORD.finditer(text)]
    if hidden:
        words = [word for word in words if not _is_hidden(word, hidden)]
    places: list[int] = []
    length = 0
    for word in words:
        places.append(length)
        length += len(word.key)
    return Reading(text, tuple(words), "".join(word.key for word in words), tuple(places))


def _key(word: str) -> str:
    if not word.isalnum() and len(word) > 1:
        word = _HYPHEN.sub("", word)
    # the same words come again and again, so one object stands for all of them
    return sys.intern(word if word.isascii() else unicodedata.normalize("NFC", word))


def _is_hidden(word: Word, hidden: Sequence[Span]) -> bool:
    last = bisect_left(hidden, word.start + 1, key=lambda span: span.start) - 1
    return last >= 0 and word.start < hidden[last].stop


# ---------------------------------------------------------------- the same words


def occurrences(quote: Reading, source: Reading, *, same_yo: bool = False) -> Iterator[tuple[int, int]]:
    """Yield where the words of a quotation stand in a text, as first and last word (excluded); whole words only.

    «статья 1» does not stand in «статья 12», nor «5 процентов» in «2.5 процентов».
    """
    wanted, letters = _yo(quote.letters, same_yo), _yo(source.letters, same_yo)
    found = letters.find(wanted) if wanted else -1
    while found >= 0:
        first, stop = bisect_left(source.places, found), bisect_left(source.places, found + len(wanted))
        begins = first < len(source.places) and source.places[first] == found
        ends = stop == len(source.places) and found + len(wanted) == len(letters)
        ends = ends or (stop < len(source.places) and source.places[stop] == found + len(wanted))
        if begins and ends and _same_hyphens(quote, (0, len(quote.words)), source, (first, stop)):
            yield first, stop
        found = letters.find(wanted, found + 1)


def _yo(text: str, same_yo: bool) -> str:
    return text.translate(_YO) if same_yo else text


def _same_hyphens(left: Reading, of_left: tuple[int, int], right: Reading, of_right: tuple[int, int]) -> bool:
    """Return whether every hyphen of one side stands on the other too, or may be one of a line end there."""
    hard_left, soft_left = _hyphens(left, *of_left)
    hard_right, soft_right = _hyphens(right, *of_right)
    return hard_left <= hard_right | soft_right and hard_right <= hard_left | soft_left


def _hyphens(reading: Reading, first: int, stop: int) -> tuple[set[int], set[int]]:
    """Return where hyphens stand, counted in letters from the first word: those of words, those of line ends."""
    hard: set[int] = set()
    soft: set[int] = set()
    origin = reading.places[first] if first < stop else 0
    for index in range(first, stop):
        word = reading.words[index]
        if word.stop - word.start == len(word.key):
            continue
        raw = reading.text[word.start : word.stop]
        for match in _HYPHEN.finditer(raw):
            place = reading.places[index] - origin + len(_key(raw[: match.start()]))
            is_hard = match.group()[0] in "-\u2010\u2011" and match["line_end"] is None
            (hard if is_hard else soft).add(place)
    return hard, soft


# ---------------------------------------------------------------- nearly the same words


@dataclass(frozen=True, slots=True)
class Nearest:
    """The place of a text that is nearest to a quotation: words ``[first, stop)``, so many words apart."""

    first: int
    stop: int
    distance: int


def nearest(quote: Reading, source: Reading, first: int, stop: int, *, same_yo: bool = False) -> Nearest | None:
    """Return the nearest place among the words ``[first, stop)`` of a text, the earliest of several; None for no words.

    The distance counts words put in, left out or put in the place of another (Sellers, "The theory and computation of
    evolutionary distances: pattern recognition", 1980): the quotation is matched whole, the text from anywhere.
    """
    if not quote.words or first >= stop:
        return None
    numbers: dict[str, int] = {}
    wanted = [numbers.setdefault(_yo(word.key, same_yo), len(numbers)) for word in quote.words]
    there = np.array([numbers.get(_yo(word.key, same_yo), -1) for word in source.words[first:stop]], dtype=np.int32)
    last_row = _distances(wanted, there, np.zeros(len(there) + 1, dtype=np.int32))
    end = int(last_row.argmin())
    low = max(0, end - 2 * len(wanted))
    backwards = there[low:end][::-1]
    from_end = _distances(wanted[::-1], backwards, np.arange(len(backwards) + 1, dtype=np.int32))
    return Nearest(first + end - int(from_end.argmin()), first + end, int(last_row[end]))


def _distances(wanted: Sequence[int], there: Ids, row: Ids) -> Ids:
    """Return the last row of the table of distances; ``row`` is its first one.

    A word left out costs one more for each step to the right, so its minimum runs along the row less the steps.
    """
    steps = np.arange(len(there) + 1, dtype=np.int32)
    for done, word in enumerate(wanted, start=1):
        best = np.empty_like(row)
        best[0] = done
        np.minimum(row[:-1] + (there != word), row[1:] + 1, out=best[1:])
        row = np.minimum.accumulate(best - steps) + steps
    return row


@dataclass(frozen=True, slots=True)
class Difference:
    """Words of a quotation that stand otherwise in the source; offsets count in the quotation and in the document.

    ``kind``: replaced (both sides have words), added (only the quotation has them), missing (only the source).
    """

    kind: Literal["replaced", "added", "missing"]
    quoted: str
    source: str
    quote_start: int
    quote_stop: int
    start: int
    stop: int


def differences(quote: Reading, source: Reading, place: Nearest, *, same_yo: bool = False) -> tuple[Difference, ...]:
    """Return how a quotation differs from a place of the source, word by word; empty where it says the same."""
    theirs = [_yo(word.key, same_yo) for word in source.words[place.first : place.stop]]
    ours = [_yo(word.key, same_yo) for word in quote.words]
    found: list[Difference] = []
    for tag, low, high, from_, to in difflib.SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        pairs = [(low, high, from_, to)]
        if tag == "equal":
            pairs = [(low + step, low + step + 1, from_ + step, from_ + step + 1) for step in range(high - low)]
        for ours_from, ours_to, theirs_from, theirs_to in pairs:
            here, there = (ours_from, ours_to), (place.first + theirs_from, place.first + theirs_to)
            same = "".join(ours[slice(*here)]) == "".join(theirs[theirs_from:theirs_to])
            if not (same and _same_hyphens(quote, here, source, there)):
                found.append(_difference(quote, here, source, there))
    return tuple(found)


def _difference(quote: Reading, here: tuple[int, int], source: Reading, there: tuple[int, int]) -> Difference:
    ours, theirs = quote.span(*here), source.span(*there)
    kind: Literal["replaced", "added", "missing"] = "replaced"
    if not len(ours) or not len(theirs):
        kind = "added" if len(ours) else "missing"
    return Difference(
        kind, ours.of(quote.text), theirs.of(source.text), ours.start, ours.stop, theirs.start, theirs.stop
    )
