"""The little of CSS that changes the text of a page: raised digits, hidden pieces, kinds of list numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from raglib_core.recognition.html_tree import Element

_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.S)
_SIMPLE = re.compile(r"^([a-z][a-z0-9]*)?\.([\w-]+)$", re.I)
_RAISED = re.compile(r"vertical-align\s*:\s*super", re.I)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all", re.I)
_LIST_TYPE = re.compile(r"list-style(?:-type)?\s*:\s*([\w -]+)", re.I)
_JOINED = re.compile(r"counters\s*\(", re.I)


@dataclass(frozen=True, slots=True)
class StyleSheet:
    """What the style elements of a page say: raised classes as (element name or "", class); joined list numbers."""

    raised: frozenset[tuple[str, str]] = frozenset()
    joined_lists: bool = False

    def is_raised(self, element: Element) -> bool:
        """Return whether an element is printed as superscript: ``<sup>``, by its own style or by its class."""
        if element.name == "sup" or _RAISED.search(element.attributes.get("style", "")):
            return True
        classes = element.attributes.get("class", "").split()
        return any({("", name), (element.name, name)} & self.raised for name in classes)


def style_sheet(root: Element) -> StyleSheet:
    """Read the style elements of a page; rules for some media only, and compound selectors, are passed over."""
    css = "\n".join(element.own_text() for element in root.elements() if element.name == "style")
    css = _COMMENT.sub("", css)
    raised = {
        (match.group(1) or "", match.group(2))
        for selectors, body in _rules(css)
        if _RAISED.search(body)
        for selector in selectors.split(",")
        if (match := _SIMPLE.match(selector.strip()))
    }
    return StyleSheet(frozenset(raised), joined_lists=bool(_JOINED.search(css)))


def _rules(css: str) -> Iterator[tuple[str, str]]:
    """Yield (selectors, body) of the rules that stand in no @-rule."""
    depth = start = opened = 0
    for place, char in enumerate(css):
        if char == "{":
            depth += 1
            if depth == 1:
                opened = place
        elif char == "}" and depth:
            depth -= 1
            if depth == 0:
                selectors = css[start:opened].strip()
                if not selectors.startswith("@"):
                    yield selectors, css[opened + 1 : place]
                start = place + 1


def is_hidden(element: Element) -> bool:
    """Return whether the page asks not to show an element (``hidden``, ``display:none``, hidden text of Word)."""
    return "hidden" in element.attributes or bool(_HIDDEN.search(element.attributes.get("style", "")))


def list_type(element: Element) -> str:
    """Return the list type in the style of an element («lower-roman», «none»); "" where it says nothing."""
    match = _LIST_TYPE.search(element.attributes.get("style", ""))
    return match.group(1).strip().lower() if match else ""
