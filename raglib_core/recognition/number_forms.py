"""Numbers of automatic lists as programs print them: letters, Roman numerals, leading zeros."""

from __future__ import annotations

from typing import Literal

LATIN = "abcdefghijklmnopqrstuvwxyz"
#: The letters of Russian lists (CSS ``lower-russian``, ISO 29500 ``russianLower``, LibreOffice): no ё, й, ъ, ь.
RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя"

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_ROMAN_LIMIT = 3999

#: What follows the last letter: «aa, ab» of browsers and LibreOffice, «aa, bb» of Word (ISO 29500-1 §17.18.59).
Beyond = Literal["counted", "repeated"]


def lettered(number: int, letters: str, beyond: Beyond = "counted") -> str:
    """Return a, b, … z, then aa, ab or aa, bb; decimal for zero and below."""
    if number < 1:
        return str(number)
    if beyond == "repeated":
        rounds, place = divmod(number - 1, len(letters))
        return letters[place] * min(rounds + 1, 30)
    label = ""
    while number:
        number, place = divmod(number - 1, len(letters))
        label = letters[place] + label
    return label


def roman(number: int) -> str:
    """Return a Roman numeral in small letters; decimal for zero, below it and past 3999."""
    if not 1 <= number <= _ROMAN_LIMIT:
        return str(number)
    label = ""
    for value, sign in _ROMAN:
        count, number = divmod(number, value)
        label += sign * count
    return label
