"""Numbers of legal documents: what is printed, the canonical form, the order, what follows what.

A `Number` is read from a label («12.1.», «1О.2», «65¹», «IX», «пятая») and holds ``parts``, the integers it orders and
compares by. Readings are tried in order, the plain one first; which of them is meant is decided by the neighbours, in
`raglib_core.parsing.sequence`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MAX_PART_DIGITS = 3  # of a dotted clause number: «3.682.482.815 рублей» has no more, dates have four
MAX_ARTICLE_DIGITS = 5  # Civil Code part 3 starts at 1110; a lost superscript makes 12313 of 123.13

#: letters that recognition puts in the place of a digit (tables of the seed and of facts on tesseract)
LOOK_ALIKE = str.maketrans(
    {
        "О": "0", "о": "0", "O": "0", "o": "0",
        "l": "1", "I": "1", "І": "1", "і": "1", "|": "1",
        "З": "3", "з": "3",
        "S": "5", "s": "5",
        "б": "6",
        "В": "8",
    }
)  # fmt: skip
LOOK_ALIKE_LETTERS = "ОоOolIІі|ЗзSsбВ"
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")

#: letters of legal lists in order: ё, й, ъ, ы, ь are commonly skipped
LEGAL_LETTERS = "абвгдежзиклмнопрстуфхцчшщэюя"
FULL_LETTERS = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
LATIN_LETTERS = "abcdefghijklmnopqrstuvwxyz"

_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_ROMAN_FORM = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
#: Cyrillic letters that stand for Roman ones in typed documents: «ІІ», «Х»
_ROMAN_LOOK_ALIKE = str.maketrans("ІХСМ", "IXCM")

#: stem of an ordinal word -> value: «пятая», «пятой», «Пятый»
ORDINALS: dict[str, int] = {
    "перв": 1, "втор": 2, "трет": 3, "четверт": 4, "четвёрт": 4, "пят": 5, "шест": 6, "седьм": 7, "восьм": 8,
    "девят": 9, "десят": 10, "одиннадцат": 11, "двенадцат": 12, "тринадцат": 13, "четырнадцат": 14, "пятнадцат": 15,
    "шестнадцат": 16, "семнадцат": 17, "восемнадцат": 18, "девятнадцат": 19, "двадцат": 20,
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10,
}  # fmt: skip
_ORDINAL_ENDINGS = ("ая", "ой", "ый", "ий", "ья", "ьей", "ое", "ье", "")


@dataclass(frozen=True, slots=True)
class Number:
    """A number in canonical form: ``text`` is what is shown and stored, ``parts`` what orders it.

    ``suffix`` is a letter that belongs to the number («5.2б»). ``repaired`` counts characters that were read as others,
    ``split`` marks a reading with a lost superscript (1261 as 126.1). Roman numerals keep their printed form.
    """

    text: str
    parts: tuple[int, ...]
    suffix: str = ""
    repaired: int = 0
    split: bool = False

    @property
    def key(self) -> tuple[tuple[int, ...], str]:
        """What two forms of one number share: «65¹», «65-1» and «65.1» have the same key."""
        return (self.parts, self.suffix)


def roman_value(text: str) -> int:
    """Return the value of a Roman numeral (Cyrillic look-alikes allowed); 0 for anything else, "" included."""
    latin = text.translate(_ROMAN_LOOK_ALIKE)
    if not latin or not _ROMAN_FORM.fullmatch(latin):
        return 0
    total = 0
    for letter, following in zip(latin, latin[1:] + " ", strict=True):
        value = _ROMAN[letter]
        total += -value if _ROMAN.get(following, 0) > value else value
    return total


def ordinal_value(word: str) -> int:
    """Return the value of an ordinal word up to twenty («пятая» -> 5); 0 for any other word."""
    lowered = word.lower()
    for ending in _ORDINAL_ENDINGS:
        if lowered.endswith(ending):
            value = ORDINALS.get(lowered[: len(lowered) - len(ending)])
            if value:
                return value
    return 0


def letter_order(letter: str) -> int:
    """Return the place of a list letter from 1, skipped letters sharing the place of the one before; 0 for others."""
    lowered = letter.lower()
    if lowered in LEGAL_LETTERS:
        return LEGAL_LETTERS.index(lowered) + 1
    if lowered in FULL_LETTERS:
        before = [known for known in FULL_LETTERS[: FULL_LETTERS.index(lowered)] if known in LEGAL_LETTERS]
        return LEGAL_LETTERS.index(before[-1]) + 1
    return LATIN_LETTERS.index(lowered) + 1 if lowered in LATIN_LETTERS else 0


def roman_number(text: str) -> Number | None:
    """Return the number of a Roman numeral, its printed form kept; None for anything else."""
    value = roman_value(text)
    return Number(text.translate(_ROMAN_LOOK_ALIKE), (value,)) if value else None


def dotted_number(label: str, *, repair: bool = True, max_digits: int = MAX_PART_DIGITS) -> Number | None:
    """Return the number of a label such as «12.1.», «1О.2», «10,4», «7 . 1 .», «65¹», «7-1», «5.2б».

    None for what is no number: a word, a part without any digit (unless all others have one), a part longer than
    ``max_digits``, an empty label. A printed leading zero is kept («4.09»); with ``repair`` False letters and commas
    are not read as digits and dots.
    """
    for reading in readings(label, repair=repair, max_digits=max_digits):
        return reading
    return None


def readings(label: str, *, repair: bool = True, max_digits: int = MAX_PART_DIGITS) -> Iterator[Number]:
    """Yield the possible numbers of a label, the plainest first; nothing for what is no number.

    «5.2б» yields 5.2б, then 5.26; «1О.2» yields 10.2.
    """
    body = _SPACES.sub("", label.replace("\\", "")).strip(".,)(:")
    plain = _PLAIN.fullmatch(body)
    if plain:
        number = _number(plain, max_digits, repaired=0)
        if number:
            yield number
    if not repair:
        return
    mended = body.replace(",", ".").translate(LOOK_ALIKE)
    if mended == body or not any(letter.isdigit() for letter in body):
        return
    match = _PLAIN.fullmatch(re.sub(r"\.{2,}", ".", mended))
    number = _number(match, max_digits, repaired=_differing(body, mended)) if match else None
    if number:
        yield number


_SPACES = re.compile(r"[\s\u00a0\u200b\ufeff]+")
_PLAIN = re.compile(r"(\d{1,5}(?:\.\d{1,5}){0,6})([⁰¹²³⁴-⁹]{1,2})?((?:-\d{1,2}){0,2})([а-яa-z])?")


def _differing(before: str, after: str) -> int:
    return sum(1 for old, new in zip(before, after, strict=False) if old != new)


def _number(match: re.Match[str], max_digits: int, *, repaired: int) -> Number | None:
    dotted, superscript, hyphened, letter = match.groups()
    printed = dotted.split(".")
    if any(len(part) > max_digits for part in printed):
        return None
    text = dotted
    parts = [int(part) for part in printed]
    if superscript:
        inserted = superscript.translate(SUPERSCRIPTS)
        text, parts = f"{text}.{inserted}", [*parts, int(inserted)]
    for piece in hyphened.split("-")[1:]:
        # «65-1» is another print of 65.1; after a dotted number the hyphen tells it from a further level
        text = f"{text}.{piece}" if len(parts) == 1 else f"{text}-{piece}"
        parts.append(int(piece))
    if not any(parts):
        return None
    return Number(text + (letter or ""), tuple(parts), letter or "", repaired)


def split_readings(number: Number) -> Iterator[Number]:
    """Yield what an article number may have been before its superscript was lost: 1261 -> 126.1, 12.61, 1.261.

    A hyphened tail stays («12316-1» -> 123.16-1). Inserted numbers have at most two digits. Nothing for a number that
    has a dot of its own, or of one digit.
    """
    # «1237-1» was read as 1237.1 («65-1» is a print of 65.1), so its tail stands after a dot here
    digits, _, tail = number.text.partition(".")
    if not digits.isdigit() or len(digits) < (4 if tail else 2) or not (tail.isdigit() or not tail):
        return
    for cut in range(len(digits) - 1, max(0, len(digits) - 3), -1):
        whole, inserted = digits[:cut], digits[cut:]
        if inserted.startswith("0"):
            continue
        text = f"{whole}.{inserted}" + (f"-{tail}" if tail else "")
        parts = (int(whole), int(inserted)) + ((int(tail),) if tail.isdigit() else ())
        yield Number(text, parts, number.suffix, number.repaired, split=True)


def canonical(label: str, *, repair: bool = True) -> str:
    """Return the canonical form of a label («1О.2.» -> "10.2", «65¹» -> "65.1"); "" for what is no number."""
    stripped = label.strip()
    number = dotted_number(stripped, repair=repair, max_digits=MAX_ARTICLE_DIGITS) or roman_number(
        stripped.rstrip(".)")
    )
    if number:
        return number.text
    value = ordinal_value(stripped)
    return str(value) if value else ""


def order(number: str) -> tuple[int, ...]:
    """Return what a canonical number sorts by; () for "" and for what is no number."""
    found = dotted_number(number, repair=False, max_digits=MAX_ARTICLE_DIGITS) or roman_number(number)
    if not found:
        return ()
    return (*found.parts, letter_order(found.suffix)) if found.suffix else found.parts


def is_successor(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Return whether ``after`` may directly follow ``before`` at the same level or as an insertion.

    9 and 8.1 both follow 8; 8.2 and 9 follow 8.1; 123.7-1 and 123.8 follow 123.7.
    """
    if not before:
        return after[-1:] == (1,)
    if after == (*before, 1):
        return True
    depth = len(after)
    return depth <= len(before) and after == (*before[: depth - 1], before[depth - 1] + 1)
