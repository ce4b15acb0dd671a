"""From the tree of a page to plain text: each kind of element has one rule for what it writes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from raglib_core.recognition.flow import Flow
from raglib_core.recognition.html_furniture import left_out
from raglib_core.recognition.html_lists import ListNumbers, has_printed_number, numbers_of
from raglib_core.recognition.html_style import StyleSheet, style_sheet
from raglib_core.recognition.html_tree import SILENT, Element

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_PARAGRAPHS = frozenset(
    {
        *_HEADINGS, "p", "div", "section", "article", "main", "header", "footer", "aside", "nav", "body", "html",
        "address", "blockquote", "center", "dl", "fieldset", "figure", "figcaption", "form", "hr", "ol", "ul", "menu",
        "pre", "details", "summary", "table", "caption", "legend", "title",
    }
)  # fmt: skip
_LINES = frozenset({"li", "dt", "dd", "option"})
_CELLS = ("td", "th")
_DIGITS = str.maketrans("0123456789-–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")
_RAISED_NUMBER = re.compile(r"\s*\d{1,3}(?:[-–]\d{1,3})*\s*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LONG_CELL = 2000
_STRUCK = frozenset({"del", "s", "strike"})

#: What is to be done when an element ends.
_Leave = Callable[[], None]


@dataclass(slots=True)
class Written:
    """What a walk counted for the warnings of a page."""

    auto_numbers: int = 0
    struck: int = 0


class Walk:
    """One walk over a page; the stack is our own, as pages nest deeper than calls may."""

    def __init__(self, root: Element) -> None:
        """Prepare what has to be known before the first element: styles, and what is no part of the document."""
        self.flow = Flow()
        self.written = Written()
        self._root = root
        self._styles: StyleSheet = style_sheet(root)
        self._left_out = left_out(root)
        self._lists: list[ListNumbers | None] = []
        self._item_labels: list[str] = []
        self._raised = 0
        self._preformatted = 0
        self._layouts: dict[Element, bool] = {}

    def run(self) -> None:
        """Write the whole page into `flow`."""
        stack: list[tuple[Iterator[Element | str], _Leave]] = [(iter([self._root]), _nothing)]
        while stack:
            children, leave = stack[-1]
            node = next(children, None)
            if node is None:
                stack.pop()
                leave()
            elif isinstance(node, str):
                self._write(node)
            elif node in self._left_out:
                if text := node.text():
                    self.flow.left_out(text, self._left_out[node])
            elif node.name not in SILENT:
                stack.append((iter(node.children), self._enter(node)))

    def _write(self, text: str) -> None:
        # A lone surrogate (from a reference like &#xD800;) is no character and cannot be stored.
        text = _SURROGATE.sub("", text)
        if self._raised and _RAISED_NUMBER.fullmatch(text):
            self.flow.write_changed(text.strip().translate(_DIGITS), text.strip(), "superscript")
        elif self._preformatted:
            self.flow.write_raw(text)
        else:
            self.flow.write(text)

    def _enter(self, element: Element) -> _Leave:
        """Write what stands before the content of an element and return what its end asks for."""
        leave = self._enter_structure(element)
        if element.name in _STRUCK and element.lead():
            self.written.struck += 1
        raised = self._styles.is_raised(element)
        self._raised += raised
        preformatted = element.name == "pre"
        self._preformatted += preformatted

        def leave_all() -> None:
            self._raised -= raised
            self._preformatted -= preformatted
            leave()

        return leave_all

    def _enter_structure(self, element: Element) -> _Leave:
        name = element.name
        if name == "br":
            self.flow.line_break()
            return _nothing
        if name in ("ol", "ul", "menu"):
            return self._enter_list(element)
        if name == "li":
            return self._enter_item(element)
        if name in ("table", "tr", *_CELLS):
            return self._enter_table(element)
        if name in _LINES:
            self.flow.new_line()
            return self.flow.new_line
        if name in _PARAGRAPHS:
            return self._enter_paragraph(_HEADINGS.get(name, 0))
        return _nothing

    def _enter_paragraph(self, heading_level: int) -> _Leave:
        self.flow.new_paragraph()
        start = self.flow.position

        def leave() -> None:
            if heading_level:
                self.flow.block(start, "heading", level=heading_level)
            self.flow.new_paragraph()

        return leave

    def _enter_list(self, element: Element) -> _Leave:
        nested = bool(self._lists)
        (self.flow.new_line if nested else self.flow.new_paragraph)()
        prefix = self._item_labels[-1] if self._item_labels and self._styles.joined_lists else ""
        self._lists.append(numbers_of(element, prefix) if element.name == "ol" else None)

        def leave() -> None:
            self._lists.pop()
            (self.flow.new_line if nested else self.flow.new_paragraph)()

        return leave

    def _enter_item(self, item: Element) -> _Leave:
        self.flow.new_line()
        start = self.flow.position
        numbers = self._lists[-1] if self._lists else None
        label = numbers.take(item) if numbers else ""
        if label and has_printed_number(item):
            label = ""
        if label:
            self.flow.write_label(label)
            self.written.auto_numbers += 1
        level = max(1, len(self._lists))
        self._item_labels.append(label)

        def leave() -> None:
            self._item_labels.pop()
            self.flow.block(start, "list_item", level=level, label=label, auto=bool(label))
            self.flow.new_line()

        return leave

    def _enter_table(self, element: Element) -> _Leave:
        table = element if element.name == "table" else _table_of(element)
        if table is None or self._is_layout(table):
            return self._enter_paragraph(0)
        if element.name == "tr":
            start = self.flow.open_row()
            return lambda: self.flow.close_row(start)
        if element.name in _CELLS:
            self.flow.open_cell()
            return self.flow.close_cell
        return self._enter_paragraph(0)

    def _is_layout(self, table: Element) -> bool:
        """Return whether a table only places text on the page: its cells are then written as paragraphs."""
        if table not in self._layouts:
            self._layouts[table] = _places_only(table)
        return self._layouts[table]


def _nothing() -> None:
    """The end of an element that asks for nothing."""


def _table_of(element: Element) -> Element | None:
    return next((around for around in element.ancestors() if around.name == "table"), None)


def _places_only(table: Element) -> bool:
    """A table of one column, with tables or headings inside, or with cells as long as a page holds no data."""
    if table.attributes.get("role", "").lower() in ("presentation", "none"):
        return True
    below = (element for element in table.elements() if element is not table)
    if any(element.name == "table" or element.name in _HEADINGS for element in below):
        return True
    widths = [
        sum(1 for cell in row.children if isinstance(cell, Element) and cell.name in _CELLS)
        for row in table.elements()
        if row.name == "tr"
    ]
    if max(widths, default=0) <= 1:
        return True
    return any(len(cell.text()) > _LONG_CELL for cell in table.elements() if cell.name in _CELLS)
