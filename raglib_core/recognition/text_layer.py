"""Whether the text layer of a page can be used, or is what a poor recognition left behind its picture.

«KoHrpolr sa Ae{TeJrbHocrbro»: Cyrillic read as Latin. Such words change their case or alphabet in the middle and carry
signs that no word has; in a good text, Russian, English or Uzbek, hardly one of a hundred does.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"\S{4,}")
_EDGES = "«»\"'“”„‘’().,:;!?–—-[]/№*_•…"
_LETTERS = re.compile(r"[^\W\d_]+")
_CHANGED_CASE = re.compile(r"[a-zа-яё][A-ZА-ЯЁ]")
_LATIN = re.compile(r"[A-Za-z]")
_CYRILLIC = re.compile(r"[А-Яа-яЁё]")
_FOREIGN_SIGN = re.compile(r"[^\W\d_][{}\[\]|\\^~<>$%&=+*#;!?][^\W\d_]")
_DIGIT_INSIDE = re.compile(r"[^\W\d_]\d+[^\W\d_]")
_ADDRESS = re.compile(r"https?:|www\.|@|\.(?:ru|com|org|net|uz|рф)\b", re.IGNORECASE)
_UNREADABLE = re.compile("[\ufffd\ue000-\uf8ff\x00-\x08]")

#: Words that can be judged at least; share of odd ones, and of unreadable characters, in a useless layer.
MIN_WORDS = 20
_ODD = 0.12
_LOST = 0.1
#: Letters that a page of text has at least; a stamp or a page number alone is no text layer.
MIN_LETTERS = 50


def has_text(text: str) -> bool:
    """Return whether a page holds enough letters to be a page of text."""
    return sum(len(match.group()) for match in _LETTERS.finditer(text)) >= MIN_LETTERS


def is_useless(text: str) -> bool:
    """Return whether a text layer is garbage; False for one too short to judge."""
    solid = "".join(text.split())
    if len(solid) >= MIN_LETTERS and len(_UNREADABLE.findall(solid)) > _LOST * len(solid):
        return True
    words = [word for match in _WORD.finditer(text) if _LETTERS.search(word := match.group().strip(_EDGES))]
    if len(words) < MIN_WORDS:
        return False
    return sum(1 for word in words if is_odd(word)) > _ODD * len(words)


def is_odd(word: str) -> bool:
    """Return whether a word changes its case or alphabet in the middle or holds signs of no word."""
    if _ADDRESS.search(word):
        return False
    parts = [part for part in re.split(r"[-–/.,«»\"'’‘ʻ`()]", word) if part]
    return any(
        _CHANGED_CASE.search(part)
        or (_LATIN.search(part) and _CYRILLIC.search(part))
        or _FOREIGN_SIGN.search(part)
        or _DIGIT_INSIDE.search(part)
        for part in parts
    )
