"""From the body of an OpenDocument text to plain text: paragraphs with their numbers, tables, notes, text boxes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from raglib_core.recognition.docx_styles import MAX_HEADING
from raglib_core.recognition.flow import Flow
from raglib_core.recognition.markup_parts import Node, attribute, child, children, integer, local
from raglib_core.recognition.odt_numbering import Counters, Level, ListStyles, take

AUTO_NUMBER = "auto_number"
DELETED = "deleted_dropped"
HIDDEN = "hidden_dropped"
NOTE_MARK = "note_mark"

_THROUGH = frozenset(
    {
        "section",
        "table-of-content",
        "index-body",
        "index-title",
        "alphabetical-index",
        "user-index",
        "text-box",
        "frame",
    }
)
_SILENT = frozenset({"annotation", "annotation-end", "tracked-changes", "sequence-decls", "hidden-text", "ruby-text"})
_ROW_GROUPS = frozenset({"table-header-rows", "table-rows", "table-row-group"})
_MAX_DEPTH = 100


@dataclass(slots=True)
class _Label:
    """The label that the next paragraph of a list item prints; only its first one does."""

    text: str = ""
    depth: int = 0


@dataclass(slots=True)
class OpenDocumentWalk:
    """One walk over a document in reading order."""

    lists: ListStyles
    hidden_styles: frozenset[str] = frozenset()
    flow: Flow = field(default_factory=Flow)
    auto_numbers: int = 0
    _outline: Counters = field(default_factory=Counters)
    _by_id: dict[str, Counters] = field(default_factory=dict)
    _by_style: dict[str, Counters] = field(default_factory=dict)
    _notes: list[tuple[str, Node]] = field(default_factory=list)
    _cells: int = 0
    _note_count: int = 0

    def run(self, body: Node) -> None:
        """Write the whole body into `flow`."""
        for changes in children(body, "tracked-changes"):
            for region in changes.iter():
                if local(region) == "deletion":
                    self.flow.left_out(" ".join("".join(region.itertext()).split()), DELETED)
        self._blocks(body, 0)
        self._write_notes()

    def _blocks(self, container: Node, depth: int, label: _Label | None = None) -> None:
        for node in container:
            name = local(node)
            if name in ("p", "h"):
                self._paragraph(node, label or _Label())
                label = None
            elif name == "list" and depth < _MAX_DEPTH:
                self._list(node, depth)
            elif name == "table":
                self._table(node, depth)
            elif name in _THROUGH and depth < _MAX_DEPTH:
                self._blocks(node, depth + 1)

    # ------------------------------------------------------------ lists

    def _list(self, node: Node, depth: int) -> None:
        style = attribute(node, "style-name")
        counters = self._counters(node, style)
        self._items(node, depth, 1, self.lists.levels(style), counters)

    def _counters(self, node: Node, style: str) -> Counters:
        """Return where a list goes on: at the list it names, at the last one of its style, or anew."""
        if before := attribute(node, "continue-list"):
            counters = self._by_id.get(before, Counters())
        elif attribute(node, "continue-numbering") == "true":
            counters = self._by_style.get(style, Counters())
        else:
            counters = Counters()
        self._by_style[style] = counters
        if own := attribute(node, "id"):
            self._by_id[own] = counters
        return counters

    def _items(self, node: Node, depth: int, level: int, levels: dict[int, Level], counters: Counters) -> None:
        for item in node:
            name = local(item)
            if name not in ("list-item", "list-header"):
                continue
            label = _Label(depth=level)
            if name == "list-item" and _begins_with_text(item):
                start = attribute(item, "start-value")
                label.text = take(levels, counters, level, integer(start) if start else None)
            for below in item:
                if local(below) == "list" and level < _MAX_DEPTH:
                    own = self.lists.levels(attribute(below, "style-name")) or levels
                    self._items(below, depth + 1, level + 1, own, counters)
                else:
                    self._blocks([below], depth + 1, label)
                    if local(below) in ("p", "h"):
                        label = _Label(depth=level)

    # ------------------------------------------------------------ paragraphs

    def _paragraph(self, node: Node, label: _Label) -> None:
        if attribute(node, "style-name") in self.hidden_styles:
            self.flow.left_out(" ".join("".join(node.itertext()).split()), HIDDEN)
            return
        heading = min(integer(attribute(node, "outline-level"), 1), MAX_HEADING) if local(node) == "h" else 0
        text = label.text
        if heading and not label.depth and attribute(node, "is-list-header") != "true":
            text = take(self.lists.outline, self._outline, heading, None)
        if not self._cells:
            self.flow.new_paragraph()
        start = self.flow.position
        if text:
            self.flow.write_changed(text, "", AUTO_NUMBER)
            self.flow.write(" ")
            self.auto_numbers += 1
        boxes = list(self._inline(node))
        if heading:
            self.flow.block(start, "heading", level=heading, label=text, auto=bool(text))
        elif label.depth:
            self.flow.block(start, "list_item", level=label.depth, label=text, auto=bool(text))
        if self._cells:
            self.flow.write(" ")
            return
        self.flow.new_paragraph()
        for box in boxes:
            self._blocks(box, 1)
        self._write_notes()

    def _inline(self, node: Node) -> Iterator[Node]:
        """Write the text inside a paragraph and yield the text boxes anchored in it."""
        stack: list[Iterator[Node | str]] = [_content(node)]
        while stack:
            below = next(stack[-1], None)
            if below is None:
                stack.pop()
            elif isinstance(below, str):
                self.flow.write(below)
            elif local(below) == "text-box":
                yield below
            elif local(below) == "note":
                self._refer(below)
            elif local(below) == "span" and attribute(below, "style-name") in self.hidden_styles:
                self.flow.left_out("".join(below.itertext()), HIDDEN)
            elif not self._sign(below) and local(below) not in _SILENT:
                stack.append(_content(below))

    def _sign(self, node: Node) -> bool:
        name = local(node)
        if name == "line-break":
            self.flow.line_break()
        elif name in ("s", "tab"):
            self.flow.write(" ")
        else:
            return False
        return True

    # ------------------------------------------------------------ notes and tables

    def _refer(self, note: Node) -> None:
        self._note_count += 1
        mark = f"[{self._note_count}]"
        self.flow.write_changed(mark, "", NOTE_MARK)
        body = child(note, "note-body")
        if body is not None:
            self._notes.append((mark, body))

    def _write_notes(self) -> None:
        while self._notes and not self._cells:
            mark, body = self._notes.pop(0)
            self.flow.new_paragraph()
            start = self.flow.position
            self.flow.write_changed(mark, "", NOTE_MARK)
            for paragraph in children(body, "p"):
                self.flow.write(" ")
                for _ in self._inline(paragraph):
                    pass
            self.flow.block(start, "note")
            self.flow.new_paragraph()

    def _table(self, table: Node, depth: int) -> None:
        rows = list(_rows(table))
        if max((len(list(children(row, "table-cell"))) for row in rows), default=0) <= 1 and not self._cells:
            for row in rows:
                for cell in children(row, "table-cell"):
                    self._blocks(cell, depth + 1)
            return
        if not self._cells:
            self.flow.new_paragraph()
        for row in rows:
            start = self.flow.open_row()
            for cell in children(row, "table-cell"):
                self.flow.open_cell()
                self._cells += 1
                self._blocks(cell, depth + 1)
                self._cells -= 1
                self.flow.close_cell()
            self.flow.close_row(start)
        if not self._cells:
            self.flow.new_paragraph()
            self._write_notes()


def _begins_with_text(item: Node) -> bool:
    """Whether an item is one of its own level; one that only holds a deeper list carries no number."""
    first = next((local(below) for below in item if local(below)), "")
    return first not in ("list", "")


def _content(node: Node) -> Iterator[Node | str]:
    if node.text:
        yield node.text
    for below in node:
        if local(below):
            yield below
        if below.tail:
            yield below.tail


def _rows(table: Node) -> Iterator[Node]:
    for node in table:
        if local(node) == "table-row":
            yield node
        elif local(node) in _ROW_GROUPS:
            yield from _rows(node)
