"""Numbers that a browser computes for ``<ol>``: in no text of the page, and yet what every reader sees and cites."""

from __future__ import annotations

import re
from dataclasses import dataclass

from raglib_core.recognition.html_style import list_type
from raglib_core.recognition.html_tree import Element
from raglib_core.recognition.number_forms import LATIN, RUSSIAN, lettered, roman

#: ``type`` of HTML (small and capital letters differ) and ``list-style-type`` of CSS -> kind of number.
_BY_ATTRIBUTE = {"1": "1", "a": "a", "A": "A", "i": "i", "I": "I", "а": "а", "А": "А"}
_BY_STYLE = {
    "decimal": "1", "lower-alpha": "a", "lower-latin": "a", "upper-alpha": "A", "upper-latin": "A",
    "lower-roman": "i", "upper-roman": "I", "lower-russian": "а", "upper-russian": "А",
    "none": "", "disc": "", "circle": "", "square": "",
}  # fmt: skip

_PRINTED = re.compile(r"\s*(?:\d+(?:\.\d+)+\.?|\d+[.)]|[а-яёa-z]\)|[IVXLC]+[.)])\s*\S", re.I)
_INTEGER = re.compile(r"\s*([+-]?\d{1,9})")


@dataclass(slots=True)
class ListNumbers:
    """The running number of one ``<ol>``, and the printed prefix of the item around it where the page joins them."""

    kind: str
    next_number: int
    step: int = 1
    prefix: str = ""

    def take(self, item: Element) -> str:
        """Return the label of the next item («5.», «б.», «iv.»; "" for lists without numbers) and count it."""
        number = _integer(item.attributes.get("value"))
        if number is None:
            number = self.next_number
        self.next_number = number + self.step
        kind = _kind(item, self.kind)
        return f"{self.prefix}{_printed(number, kind)}." if kind else ""


def numbers_of(element: Element, prefix: str = "") -> ListNumbers:
    """Return the numbers of an ``<ol>``: its ``start``, ``reversed`` and ``type`` or ``list-style-type``."""
    start = _integer(element.attributes.get("start"))
    if "reversed" not in element.attributes:
        return ListNumbers(_kind(element, "1"), 1 if start is None else start, prefix=prefix)
    items = sum(1 for child in element.children if isinstance(child, Element) and child.name == "li")
    return ListNumbers(_kind(element, "1"), items if start is None else start, step=-1, prefix=prefix)


def has_printed_number(item: Element) -> bool:
    """Return whether the text of an item begins with a number of its own («1.1. Общество», «а) сделки»)."""
    return _PRINTED.match(item.lead()[:80]) is not None


def _kind(element: Element, default: str) -> str:
    by_style = next((_BY_STYLE[word] for word in list_type(element).split() if word in _BY_STYLE), None)
    if by_style is not None:
        return by_style
    return _BY_ATTRIBUTE.get(element.attributes.get("type", "").strip(), default)


def _printed(number: int, kind: str) -> str:
    """Return a number in its kind; decimal where the kind cannot say it (zero, negative, Roman past 3999)."""
    letters = {"a": LATIN, "A": LATIN.upper(), "а": RUSSIAN, "А": RUSSIAN.upper()}.get(kind)
    if letters:
        return lettered(number, letters)
    if kind in ("i", "I"):
        return roman(number) if kind == "i" else roman(number).upper()
    return str(number)


def _integer(value: str | None) -> int | None:
    match = _INTEGER.match(value or "")
    return int(match.group(1)) if match else None
