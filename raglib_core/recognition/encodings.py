"""Bytes of unknown encoding -> text, or a refusal: never a replacement character.

The order of the questions decides (first answer wins): byte order mark; UTF-16 without a mark, known by its bytes 0x00
and 0x04 in every other place; strict UTF-8; the single-byte encoding in which the letters make the most Russian words.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from raglib_core.errors import UndecodableText
from raglib_core.recognition.letter_pairs import GRADES

#: Longer marks first: the mark of UTF-32 begins with the one of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: Tried in this order; the earlier one wins a tie (an empty difference: a text of quotes and dashes only).
SINGLE_BYTE = ("cp1251", "koi8-r", "cp866", "mac-cyrillic", "iso8859-5", "cp1252")
TRIED = ("utf-8", "utf-16", *SINGLE_BYTE)

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_WORD = re.compile(r"[^\W\d_]+")
#: Lines of a drawn table; beside a letter they are letters of another encoding («№» of cp1251 is «╧» in KOI8-R).
_DRAWN = re.compile(r"(?<![^\W\d_])(?:[\u2500-\u259f]{2,}|[│║])(?![^\W\d_\u2500-\u259f])")
#: Signs that never touch a letter («св€зи» is «связи» in the wrong encoding), and those that never stand between two.
_TOUCHING = re.compile(r"(?<=[^\W\d_])[€±×÷¼½¾]|[€±×÷¼½¾](?=[^\W\d_])|(?<=[^\W\d_])[«»®©§№•·„“”°…–—−]{1,3}(?=[^\W\d_])")
_PLAIN_MARKS = frozenset("«»“”„‘’‚–—−-№§©®°•…·±¹²³½¼¾×÷€™\u00a0\u00ad")
_RUSSIAN = frozenset("абвгдежзийклмнопрстуфхцчшщъыьэюяё")

_SAMPLE = 20_000
_MARK_GRADE = 4.0
_ODD_GRADE = -10.0
_LATIN_GRADE = 4.0
_CASE_PENALTY = 6.0
#: Hardly a word of running text begins with «ё»: «ёрист» of mac-cyrillic is «Юрист» of cp1251.
_YO_PENALTY = 4.0
#: Running Russian text scores 5.5 to 7, a lone rare word about 4; bytes that are no text seldom reach 2.
_LEAST_SCORE = 3.0
_ALTERNATE_SHARE = 0.7


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text and the encoding it was in; ``guessed`` unless a byte order mark or strict UTF-8 settled it."""

    text: str
    encoding: str
    guessed: bool = False


def decode(data: bytes, name: str, *, declared: str = "") -> Decoded:
    """Return the text of ``data`` without its byte order mark, line ends untouched.

    ``declared`` is an encoding that the file claims for itself; it is believed only where it decodes the bytes, and
    after a byte order mark and UTF-8, which are seldom wrong. Empty data give an empty text.

    Raises UndecodableText naming the file ``name`` for bytes that are no text: binary data, damaged UTF-8.
    """
    found = _by_mark(data) or _utf16_by_bytes(data) or _utf8(data) or _by_claim(data, declared)
    if found is None and not _is_damaged_utf8(data):
        found = _single_byte(data)
    if found is None or _is_binary(found.text):
        raise UndecodableText(name=name, tried=", ".join(TRIED))
    return found


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _by_mark(data: bytes) -> Decoded | None:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = _strict(data[len(mark) :], encoding)
            if text is not None:
                return Decoded(text, encoding)
    return None


def _utf16_by_bytes(data: bytes) -> Decoded | None:
    """Cyrillic stands in the block 0x04, Latin and digits in 0x00: in UTF-16 nearly each second byte is one of them."""
    if not data or len(data) % 2:
        return None
    for offset, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        halves = data[offset::2]
        if halves.count(0) + halves.count(4) >= _ALTERNATE_SHARE * len(halves):
            text = _strict(data, encoding)
            if text is not None:
                return Decoded(text, encoding, guessed=True)
    return None


def _utf8(data: bytes) -> Decoded | None:
    text = _strict(data, "utf-8")
    return None if text is None else Decoded(text, "utf-8")


def _by_claim(data: bytes, declared: str) -> Decoded | None:
    try:
        encoding = codecs.lookup(declared).name if declared else ""
    except LookupError:
        return None
    # "latin-1" decodes anything and is claimed by editors that never asked; UTF-8 and UTF-16 were tried above.
    if encoding not in {codecs.lookup(known).name for known in SINGLE_BYTE} - {"cp1252"}:
        return None
    text = _strict(data, encoding)
    return None if text is None else Decoded(text, encoding)


def _is_damaged_utf8(data: bytes) -> bool:
    """Return whether the bytes are UTF-8 but for a few: guessing another encoding would hide the damage."""
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    whole = sum(1 for char in text[:_SAMPLE] if char > "\x7f" and char != "\ufffd")
    return broken * 10 < whole * max(1.0, len(text) / _SAMPLE)


def _single_byte(data: bytes) -> Decoded | None:
    best, best_score = None, _LEAST_SCORE
    for encoding in SINGLE_BYTE:
        text = _strict(data, encoding)
        if text is not None and (score := letter_score(text)) > best_score:
            best, best_score = Decoded(text, encoding, guessed=True), score
    return best


def _is_binary(text: str) -> bool:
    """Return whether a decoded text holds NULs or more stray control characters than a damaged text would."""
    strays = len(_CONTROL.findall(text))
    return "\x00" in text or strays > max(3, len(text) // 1000)


def letter_score(text: str) -> float:
    """Return how much the non-ASCII characters of ``text`` look like Russian (or accented Latin) words.

    It is the mean grade, -16 to 9, of all pairs of letters with a Cyrillic one, word borders included, of accented
    letters and of other non-ASCII characters; 0.0 for a text without any. Only a sample of a long text is read.
    """
    sample = text if len(text) <= 2 * _SAMPLE else text[:_SAMPLE] + text[len(text) // 2 :][:_SAMPLE]
    sample, drawn = _DRAWN.subn(" ", sample)
    grades = [_MARK_GRADE] * drawn + [_ODD_GRADE] * len(_TOUCHING.findall(sample))
    grades += [_MARK_GRADE if char in _PLAIN_MARKS else _ODD_GRADE for char in sample if _is_mark(char)]
    for match in _WORD.finditer(sample):
        if not match.group().isascii():
            grades.extend(_word_grades(match.group()))
    return sum(grades) / len(grades) if grades else 0.0


def _is_mark(char: str) -> bool:
    return char > "\x7f" and not char.isalpha()


def _word_grades(word: str) -> Iterator[float]:
    lower = word.lower().replace("ё", "е")
    cyrillic = any(char in _RUSSIAN for char in lower)
    mostly_ascii = 2 * sum(1 for char in word if char.isascii()) >= len(word)
    if not cyrillic and (mostly_ascii or len(word) == 1) and not _has_foreign(word):
        yield _LATIN_GRADE
        return
    bordered = f" {lower} "
    for place, pair in enumerate(pairwise(bordered)):
        penalty = _CASE_PENALTY if _turns_upper(word, place) else 0.0
        if place == 0 and word[0].lower() == "ё":
            penalty += _YO_PENALTY
        yield GRADES.get(pair, _ODD_GRADE) - penalty


def _has_foreign(word: str) -> bool:
    """Return whether a word holds letters beyond accented Latin (Greek or Serbian letters come from wrong tables)."""
    return any(char > "\u024f" for char in word)


def _turns_upper(word: str, place: int) -> bool:
    """Return whether ``word`` goes from a small to a capital letter before ``place``: wrong tables swap the cases."""
    return 0 < place < len(word) and word[place - 1].islower() and word[place].isupper()
