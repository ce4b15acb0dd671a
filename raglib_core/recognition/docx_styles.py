"""Styles of a Word document: which of them number a paragraph, make a heading, hide text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from raglib_core.recognition.markup_parts import Node, attribute, child, children, integer

_HEADING = re.compile(r"(?:heading|заголовок) ([1-9])", re.IGNORECASE)
_CONTENTS = re.compile(r"(?:toc|оглавление) ?[1-9]", re.IGNORECASE)
_OFF = ("0", "false", "off")
_BODY_LEVEL = 9
MAX_HEADING = 6


@dataclass(frozen=True, slots=True)
class Style:
    """What one style says itself; "" and None where it says nothing."""

    name: str = ""
    base: str = ""
    list_id: str = ""
    level: int | None = None
    outline: int | None = None
    hidden: bool | None = None


class Styles:
    """The styles of a document, asked with everything that they inherit."""

    def __init__(self, root: Node | None) -> None:
        """Read ``styles.xml``; None for a document without styles."""
        self._styles = {attribute(node, "styleId"): _style(node) for node in children(root, "style")}
        self._default = next(
            (
                attribute(node, "styleId")
                for node in children(root, "style")
                if attribute(node, "type") == "paragraph" and attribute(node, "default") in ("1", "true")
            ),
            "",
        )

    def chain(self, style_id: str) -> tuple[str, ...]:
        """Return a style and those it is based on, itself first; the default style for ""."""
        chain: list[str] = []
        current = style_id or self._default
        while current in self._styles and current not in chain:
            chain.append(current)
            current = self._styles[current].base
        return tuple(chain)

    def list_of(self, style_id: str) -> tuple[str, int | None]:
        """Return the list id ("" without one) and the level (None where no style says one) of a paragraph style."""
        styles = [self._styles[name] for name in self.chain(style_id)]
        list_id = next((style.list_id for style in styles if style.list_id), "")
        return list_id, next((style.level for style in styles if style.level is not None), None)

    def heading_level(self, style_id: str, own_outline: int | None) -> int:
        """Return the level of a heading from 1 to 6; 0 for body text. The paragraph's own outline level comes first."""
        outline = own_outline
        for name in self.chain(style_id):
            style = self._styles[name]
            if outline is None:
                outline = style.outline
            if outline is None and (match := _HEADING.fullmatch(style.name)):
                outline = int(match.group(1)) - 1
        return 0 if outline is None or outline >= _BODY_LEVEL else min(outline + 1, MAX_HEADING)

    def is_contents(self, style_id: str) -> bool:
        """Return whether a style is one of Word's for lines of the table of contents."""
        return any(_CONTENTS.fullmatch(self._styles[name].name) for name in self.chain(style_id))

    def is_hidden(self, style_id: str) -> bool:
        """Return whether a style hides its text."""
        given = (self._styles[name].hidden for name in (self.chain(style_id) if style_id else ()))
        return next((hidden for hidden in given if hidden is not None), False)

    def lists(self) -> dict[str, str]:
        """Return the list id of each style that names one itself."""
        return {name: style.list_id for name, style in self._styles.items() if style.list_id}


def _style(node: Node) -> Style:
    properties = child(node, "pPr")
    level = child(properties, "numPr", "ilvl")
    return Style(
        name=attribute(child(node, "name"), "val"),
        base=attribute(child(node, "basedOn"), "val"),
        list_id=attribute(child(properties, "numPr", "numId"), "val"),
        level=integer(attribute(level, "val")) if level is not None else None,
        outline=outline_level(properties),
        hidden=switch(child(node, "rPr"), "vanish"),
    )


def outline_level(properties: Node | None) -> int | None:
    """Return the outline level (0 is the highest) that paragraph properties name; None where they name none."""
    node = child(properties, "outlineLvl")
    return integer(attribute(node, "val"), _BODY_LEVEL) if node is not None else None


def switch(properties: Node | None, name: str) -> bool | None:
    """Return whether a property such as ``vanish`` is on; None where it is not mentioned."""
    node = child(properties, name)
    return attribute(node, "val", "1") not in _OFF if node is not None else None
