"""Which parts of a page are not the document: menus, banners and footers of the site, pieces that are not shown.

Nothing here is thrown away for good: what is left out becomes an edit with its text and a warning. Where leaving out
would take most of the page (a charter laid inside ``<header>``, articles folded away until a click), it stays.
"""

from __future__ import annotations

from raglib_core.recognition.html_style import is_hidden
from raglib_core.recognition.html_tree import SILENT, Element

CHROME = "chrome_dropped"
HIDDEN = "hidden_dropped"

_NAMES_ANYWHERE = frozenset({"nav", "button", "select", "textarea", "noscript", "datalist"})
_NAMES_OUTSIDE = frozenset({"header", "footer", "aside"})
_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "menu", "menubar"})
_MAIN = frozenset({"main", "article"})


def left_out(root: Element) -> dict[Element, str]:
    """Return the outermost elements to leave out with the kind of edit, CHROME or HIDDEN."""
    chosen: dict[Element, str] = {}
    waiting = [root]
    while waiting:
        element = waiting.pop()
        kind = _kind(element)
        if kind:
            chosen[element] = kind
        elif element.name not in SILENT:
            waiting.extend(child for child in element.children if isinstance(child, Element))
    return _within_reason(chosen, len(root.text()))


def _kind(element: Element) -> str:
    if is_hidden(element):
        return HIDDEN
    if element.name in _NAMES_ANYWHERE or element.attributes.get("role", "").lower() in _ROLES:
        return CHROME
    if element.name in _NAMES_OUTSIDE and not any(around.name in _MAIN for around in element.ancestors()):
        return "" if _is_own_heading(element) or any(element.find(name) for name in _MAIN) else CHROME
    return ""


def _is_own_heading(element: Element) -> bool:
    """Return whether a header is the title of the document rather than of the site: a top heading and no links."""
    return element.name == "header" and element.find("h1") is not None and element.find("a") is None


def _within_reason(chosen: dict[Element, str], total: int) -> dict[Element, str]:
    """Drop a kind from the choice, and then single elements, where it would take half of the text or more."""
    sizes = {element: len(element.text()) for element in chosen}
    for kind in (HIDDEN, CHROME):
        if 2 * sum(sizes[element] for element, its in chosen.items() if its == kind) >= total:
            chosen = {element: its for element, its in chosen.items() if its != kind or 2 * sizes[element] < total}
            rest = sum(sizes[element] for element in chosen if chosen[element] == kind)
            if 2 * rest >= total:
                chosen = {element: its for element, its in chosen.items() if its != kind}
    return chosen
