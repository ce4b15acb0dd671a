"""What a line may open: candidates for sections and clauses, read from the head of the line.

The rules of `RULES` are tried in order and the first that answers wins. A rule only reads; whether the candidate is
taken is decided by `raglib_core.parsing.evidence` and, above all, `raglib_core.parsing.sequence`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from raglib_core.numbering import (
    LOOK_ALIKE_LETTERS,
    MAX_ARTICLE_DIGITS,
    Number,
    ordinal_value,
    readings,
    roman_number,
    split_readings,
)
from raglib_core.parsing.lines import Line

Mark = Literal[
    "book", "section", "subsection", "chapter", "paragraph", "article", "appendix", "roman", "single", "dotted"
]
#: marks that open a section by a word of their own
WORD_MARKS: tuple[Mark, ...] = ("book", "section", "subsection", "chapter", "paragraph", "article", "appendix")

#: word at the start of a line -> what it opens, with an example of each
WORDS: tuple[tuple[str, Mark], ...] = (
    (r"статья|ст\.", "article"),  # Статья 5. Сделки; Ст. 6
    (r"глава|гл\.", "chapter"),  # Глава II
    (r"подраздел", "subsection"),  # Подраздел 2. Лица
    (r"раздел|разд\.", "section"),  # Раздел IV
    (r"часть", "book"),  # ЧАСТЬ ПЕРВАЯ
    (r"§§?|параграф", "paragraph"),  # § 3. Сделки
    (r"приложение", "appendix"),  # Приложение № 1
    (r"article", "article"),  # ARTICLE II
    (r"chapter", "chapter"),
    (r"part", "book"),
    (r"appendix|annex|schedule", "appendix"),
)
#: words that stand before the number of a clause: «Пункт 3.1», "Section 2.1."
_CLAUSE_WORD = re.compile(r"(?:пункт|п\.|section|clause)[\s\u00a0]+", re.IGNORECASE)

_GAP = r"[ \t\u00a0\u2009\u202f]"
_DIGITS = rf"[\d{re.escape(LOOK_ALIKE_LETTERS)}]{{1,5}}"
_ARABIC = r"\d{1,5}(?:\.\d{1,3}){0,3}[⁰¹²³⁴-⁹]{0,2}(?:-\d{1,2}){0,2}"
_ORDINAL = r"(?i:[а-яё]{3,14}(?:ая|ья|ый|ий|ой|ое)|first|second|third|fourth|fifth|sixth)"
_NUMBER_AFTER_WORD = re.compile(
    rf"{_GAP}*(?:№|N|No\.?)?{_GAP}*"
    rf"(?:(?P<roman>[IVXLCІХ]{{1,8}})|(?P<arabic>{_ARABIC}|(?=[{re.escape(LOOK_ALIKE_LETTERS)}]{{0,4}}\d){_DIGITS}(?:\.{_DIGITS})?)|(?P<word>{_ORDINAL})|(?P<letter>[А-ЯA-Z]))"
    rf"(?![\w⁰¹²³⁴-⁹])(?P<end>{_GAP}*(?:[.:)]|\*\*)?)"
)
_TAIL = r"[⁰¹²³⁴-⁹]{0,2}(?:-\d{1,2})?(?:[а-яa-z](?![\wа-яё]))?"
_CLOSING = rf"(?P<end>{_GAP}?\\?[.):,](?!\d)|(?![\d.,]\d|\d))"
#: «12.1.», «12.1», «12.1)», «7.3Текст», «7\.1\.»: digits and dots only
_PLAIN = re.compile(rf"(?P<number>\d{{1,5}}(?:\\?\.\d{{1,5}}){{1,5}}{_TAIL}){_CLOSING}")
#: «7 . 1 .», «9. 21.2.»: white space around the dots
_SPACED = re.compile(rf"(?P<number>\d{{1,5}}(?:{_GAP}?\\?\.{_GAP}?\d{{1,5}}){{1,5}}{_TAIL}){_CLOSING}")
#: «1О.2», «10,4.», «5.l.»: letters that look like digits, a comma for a dot; no letter may follow directly
_REPAIRED = re.compile(
    rf"(?P<number>{_DIGITS}(?:{_GAP}?[.,]{_GAP}?{_DIGITS}){{1,5}})(?P<end>{_GAP}?[.):,](?!\d)|(?={_GAP}))"
)
_SINGLE = re.compile(
    rf"(?P<number>\d{{1,3}}(?:[⁰¹²³⁴-⁹]{{1,2}})?)(?P<end>{_GAP}?\\?[.):](?!\d)|(?={_GAP}(?!\d{{3}}\b)))"
)
_SINGLE_GLUED = re.compile(r"(?P<number>\d{1,2})(?P<end>(?=[А-ЯЁ][а-яё]))")
_ALONE = re.compile(r"(?P<number>\d{1,3})(?P<end>)(?=\s*$)", re.MULTILINE)
_ROMAN = re.compile(r"(?P<number>[IVXLCІХ]{1,7})(?P<end>[.)](?!\d)|(?=[ \t\u00a0]+[А-ЯЁA-Z«\"]))")
_RANGE = re.compile(rf"{_GAP}*[–—-]{_GAP}*(?P<to>\d{{1,3}}(?:\.\d{{1,3}}){{0,5}})(?P<end>\.?)(?={_GAP})")
_CELL = re.compile(r"\|([^|]*)")
_INLINE = re.compile(r"(?<=[.;:!?»)])[ \u00a0]{1,3}(?=\d{1,3}\.\d{1,3})")
_AFTER_LABEL = " \t\u00a0\u200b\u202f\ufeff\u2060*_|"
_LATIN_TWINS = str.maketrans("ABCEHKMOPTXaceopxyu", "АВСЕНКМОРТХасеорхуи")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where a section or a clause may start.

    ``[start, label_stop)`` is the label with its closing sign, ``body`` where the words after it begin; ``readings``
    are its possible numbers, the plainest first (none: a word without a number); ``number_to`` closes a range «3.5 –
    3.7.»; ``inline`` says that it stands inside a line, ``own_line`` that nothing follows the label on it, ``cell``
    that it stands in a table.
    """

    mark: Mark
    line: int
    start: int
    label_stop: int
    body: int
    readings: tuple[Number, ...]
    closing: str = ""
    number_to: str = ""
    clause_word: bool = False
    inline: bool = False
    cell: bool = False
    own_line: bool = False
    spaced: bool = False

    @property
    def number(self) -> Number | None:
        """The plainest reading; None where the label has no number."""
        return self.readings[0] if self.readings else None


@dataclass(frozen=True, slots=True)
class Reading:
    """A line that is being read: its text, its index, and whether look-alike letters are read as digits."""

    text: str
    line: Line
    index: int
    repair: bool


Reader = Callable[[Reading, int], "list[Candidate]"]


def candidates(text: str, line: Line, index: int, *, repair: bool) -> Iterator[Candidate]:
    """Yield what a line may open: the readings at its head (or in its first cells), then those inside the line.

    Candidates with the same ``start`` exclude each other. Nothing for blank lines, rules and code.
    """
    if line.form in ("blank", "rule", "fence"):
        return
    reading, strict = Reading(text, line, index, repair), Reading(text, line, index, repair=False)
    heads = _cell_starts(text, line) if text.startswith("|", line.content) else [line.content]
    for head in heads:
        found = _first_answer(reading, head)
        yield from found
        if found:
            break
    for match in _INLINE.finditer(text, line.content, line.stop):
        for inside in read_number(strict, match.end()):
            if inside.mark == "dotted" and inside.closing == "." and not inside.own_line and not inside.spaced:
                yield replace(inside, inline=True)


def _cell_starts(text: str, line: Line) -> list[int]:
    starts = []
    for match in _CELL.finditer(text, line.content, line.stop):
        cell = match.group(1)
        if cell.strip():
            lead = len(cell) - len(cell.lstrip(" \t\u00a0*_"))
            starts.append(match.start(1) + lead)
    return starts[:2]


def _first_answer(reading: Reading, head: int) -> list[Candidate]:
    for rule in RULES:
        found = rule(reading, head)
        if found:
            in_cell = reading.text.startswith("|", reading.line.content)
            return [replace(candidate, cell=True) for candidate in found] if in_cell else found
    return []


def _made(reading: Reading, mark: Mark, start: int, stop: int, found: tuple[Number, ...], closing: str) -> Candidate:
    body = stop
    while body < reading.line.stop and reading.text[body] in _AFTER_LABEL:
        body += 1
    return Candidate(mark, reading.index, start, stop, body, found, closing.strip(), own_line=body >= reading.line.stop)


def read_word(reading: Reading, head: int) -> list[Candidate]:
    """Read «Статья 5.», «Глава II», «§ 3», «ЧАСТЬ ПЕРВАЯ», «Приложение № 1», "ARTICLE IV"; letters may be twins."""
    lowered = _folded(reading.text[head : head + 16]).lower()
    for pattern, mark in WORDS:
        word = re.match(pattern, lowered)
        if word and not lowered[word.end() : word.end() + 1].isalpha():
            found = _after_word(reading, (mark, head, head + word.end()))
            return [found] if found else []
    return []


def _after_word(reading: Reading, word: tuple[Mark, int, int]) -> Candidate | None:
    mark, head, word_stop = word
    match = _NUMBER_AFTER_WORD.match(reading.text, word_stop, reading.line.stop)
    if not match:
        line = reading.line
        alone = not reading.text[word_stop : line.stop].strip(" *_:")
        if mark == "appendix" and (line.level or line.bold or alone):
            return _made(reading, mark, head, word_stop, (), "")
        return None
    found = tuple(_word_readings(match, mark, reading.repair))
    if not found:
        return None
    return _made(reading, mark, head, match.end(), found, match["end"].strip("*"))


def _word_readings(match: re.Match[str], mark: Mark, repair: bool) -> Iterator[Number]:
    if match["roman"]:
        number = roman_number(match["roman"])
        if number:
            yield number
    elif match["word"]:
        value = ordinal_value(match["word"])
        if value:
            yield Number(str(value), (value,))
    elif match["letter"]:
        if mark == "appendix":
            yield Number(match["letter"], (ord(match["letter"]),))
    else:
        for number in readings(match["arabic"], repair=repair, max_digits=MAX_ARTICLE_DIGITS):
            yield number
            printed_whole = any(sign in match["arabic"] for sign in ".⁰¹²³⁴⁵⁶⁷⁸⁹")
            if mark in ("article", "chapter") and not printed_whole:
                yield from split_readings(number)


def _folded(word: str) -> str:
    """Return a word with Latin twins turned Cyrillic where it holds a Cyrillic letter; the length stays."""
    first = word.split(" ", 1)[0]
    return word.translate(_LATIN_TWINS) if any("а" <= letter.lower() <= "я" for letter in first) else word


def read_clause_word(reading: Reading, head: int) -> list[Candidate]:
    """Read «Пункт 3.1.», «Пункт 4», "Section 2.1. Title"."""
    word = _CLAUSE_WORD.match(reading.text, head, reading.line.stop)
    found = read_number(reading, word.end()) if word else []
    return [replace(candidate, start=head, clause_word=True) for candidate in found]


def read_number(reading: Reading, head: int) -> list[Candidate]:
    """Read every number that may begin at ``head``: plain, with spaces, repaired, of one part."""
    found = [*_dotted(reading, head), *read_single(reading, head)]
    unique = {(candidate.label_stop, tuple(n.text for n in candidate.readings)): candidate for candidate in found}
    return list(unique.values())


def _dotted(reading: Reading, head: int) -> Iterator[Candidate]:
    for pattern in (_PLAIN, _SPACED, _REPAIRED) if reading.repair else (_PLAIN, _SPACED):
        match = pattern.match(reading.text, head, reading.line.stop)
        if not match:
            continue
        label = match["number"]
        found = tuple(
            number
            for number in readings(label, repair=reading.repair)
            if len(number.parts) > 1 and (pattern is _REPAIRED) == (number.repaired > 0 or "," in label)
        )
        if found:
            made = _made(reading, "dotted", head, match.end(), found, match["end"].replace("\\", ""))
            spaced = any(letter.isspace() for letter in label.strip())
            yield replace(_ranged(reading, made), spaced=spaced)


def _ranged(reading: Reading, made: Candidate) -> Candidate:
    ranged = _RANGE.match(reading.text, made.label_stop, reading.line.stop)
    if not ranged:
        return made
    wider = _made(reading, made.mark, made.start, ranged.end(), made.readings, ranged["end"])
    return replace(wider, number_to=ranged["to"])


def read_roman(reading: Reading, head: int) -> list[Candidate]:
    """Read «II. СОСТАВ», «III.ИЗБРАНИЕ», «IV» alone on its line."""
    match = _ROMAN.match(reading.text, head, reading.line.stop)
    number = roman_number(match["number"]) if match else None
    if not match or not number:
        return []
    return [_made(reading, "roman", head, match.end(), (number,), match["end"])]


def read_single(reading: Reading, head: int) -> list[Candidate]:
    """Read «1.», «7», «2)», «31.» before words or alone on a line; «2Общие» glued to a capital."""
    match = _SINGLE.match(reading.text, head, reading.line.stop) or _SINGLE_GLUED.match(
        reading.text, head, reading.line.stop
    )
    match = match or _ALONE.match(reading.text, head, reading.line.stop)
    if not match or match["number"].startswith("0"):
        return []
    found = tuple(readings(match["number"], repair=False))
    if not found or found[0].parts[0] == 0:
        return []
    may_be_split = match["end"] == "." or (reading.repair and match["end"] == "")
    if may_be_split and len(found[0].parts) == 1:
        found = (*found, *split_readings(found[0]))
    made = _made(reading, "single", head, match.end(), found, match["end"].replace("\\", ""))
    return [_ranged(reading, made)]


RULES: tuple[Reader, ...] = (read_word, read_clause_word, read_roman, read_number)
