"""A web page as a plain tree of elements and strings, so that nothing else here depends on the parser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from raglib_core.errors import MissingExtra

#: Carry no text that a reader of the page sees.
SILENT = frozenset(
    {
        "script",
        "style",
        "head",
        "template",
        "svg",
        "iframe",
        "object",
        "video",
        "audio",
        "canvas",
        "map",
        "meta",
        "link",
    }
)

#: So many nodes are looked at for the beginning of a text.
_NEAR = 40


@dataclass(slots=True, eq=False)
class Element:
    """An element with its lower-case name, its attributes and its children in order."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)
    parent: Element | None = field(default=None, repr=False)

    def ancestors(self) -> Iterator[Element]:
        """Yield the elements around this one, the nearest first."""
        around = self.parent
        while around is not None:
            yield around
            around = around.parent

    def elements(self) -> Iterator[Element]:
        """Yield this element and all below it in document order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(child for child in reversed(element.children) if isinstance(child, Element))

    def find(self, name: str) -> Element | None:
        """Return the first element of that name at or below this one, None without one."""
        return next((element for element in self.elements() if element.name == name), None)

    def text(self) -> str:
        """Return all strings below this element that a reader could see, white space collapsed."""
        pieces: list[str] = []
        waiting: list[Element | str] = [self]
        while waiting:
            node = waiting.pop()
            if isinstance(node, str):
                pieces.append(node)
            elif node.name not in SILENT:
                waiting.extend(reversed(node.children))
        return " ".join("".join(pieces).split())

    def lead(self) -> str:
        """Return the beginning of the text below this element: what stands in its first few nodes."""
        pieces: list[str] = []
        waiting: list[Element | str] = [self]
        for _ in range(_NEAR):
            if not waiting:
                break
            node = waiting.pop()
            if isinstance(node, str):
                pieces.append(node)
            else:
                waiting.extend(reversed(node.children))
        return "".join(pieces).lstrip()

    def own_text(self) -> str:
        """Return the strings directly inside this element, as they are (a style sheet, a title)."""
        return "".join(child for child in self.children if isinstance(child, str))


def parse(markup: str) -> Element:
    """Return the root of the tree of a page, however broken the markup is; comments are left out.

    Raises MissingExtra where beautifulsoup4 or lxml is not installed.
    """
    try:
        from bs4 import BeautifulSoup, FeatureNotFound
        from bs4.element import NavigableString, PreformattedString, Tag
    except ImportError:
        raise MissingExtra(feature="reading .html", package="beautifulsoup4", extra="documents") from None
    try:
        soup = BeautifulSoup(markup, "lxml")
    except FeatureNotFound:
        raise MissingExtra(feature="reading .html", package="lxml", extra="documents") from None
    root = Element("#root")
    waiting: list[tuple[Tag, Element]] = [(soup, root)]
    while waiting:
        tag, element = waiting.pop()
        for child in tag.children:
            if isinstance(child, Tag):
                below = Element(child.name.lower(), _attributes(child.attrs), parent=element)
                element.children.append(below)
                waiting.append((child, below))
            elif isinstance(child, NavigableString) and not isinstance(child, PreformattedString):
                element.children.append(str(child))
    return root


def _attributes(given: object) -> dict[str, str]:
    """Return attributes as strings: the parser gives lists for those of several words (``class``)."""
    pairs = given.items() if isinstance(given, dict) else ()
    return {str(key).lower(): " ".join(value) if isinstance(value, list) else str(value) for key, value in pairs}
