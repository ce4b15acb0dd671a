"""From the body of a Word document to plain text: paragraphs with their numbers, tables, notes, text boxes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from raglib_core.recognition.docx_inline import (
    DELETED,
    NOTE_MARK,
    Inline,
    Piece,
    mark_is_gone,
    mark_is_hidden,
    read_inline,
    row_is_gone,
)
from raglib_core.recognition.docx_numbering import Numbering
from raglib_core.recognition.docx_styles import Styles, outline_level
from raglib_core.recognition.flow import Flow
from raglib_core.recognition.markup_parts import Node, attribute, child, children, integer, local

AUTO_NUMBER = "auto_number"
_THROUGH = frozenset({"sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo", "AlternateContent", "Choice"})


@dataclass(frozen=True, slots=True)
class Role:
    """What a paragraph is: its automatic number, its depth in a list, its level as a heading, a line of contents."""

    label: str = ""
    depth: int = 0
    heading: int = 0
    contents: bool = False


@dataclass(slots=True)
class WordWalk:
    """One walk over a document in reading order."""

    styles: Styles
    numbering: Numbering
    notes: dict[str, Node]
    flow: Flow = field(default_factory=Flow)
    auto_numbers: int = 0
    _cells: int = 0
    _carried: list[Piece] = field(default_factory=list)
    _marks: dict[str, int] = field(default_factory=dict)
    _due: list[str] = field(default_factory=list)

    def run(self, body: Node) -> None:
        """Write the whole body into `flow`."""
        self._blocks(body)
        if self._carried:
            self.flow.new_paragraph()
            self._write(self._carried)
        self._write_notes()

    def _blocks(self, container: Node) -> None:
        for node in container:
            name = local(node)
            if name == "p":
                self._paragraph(node)
            elif name == "tbl":
                self._table(node)
            elif name in _THROUGH:
                self._blocks(node)

    # ------------------------------------------------------------ paragraphs

    def _paragraph(self, node: Node) -> None:
        inline = read_inline(node, self.styles)
        if mark_is_gone(node):
            self._carried.extend(inline.pieces)
        elif mark_is_hidden(node) and not inline.shows:
            self._write([piece for piece in inline.pieces if piece.what == "left_out"])
        else:
            inline.pieces[:0] = self._carried
            self._carried = []
            self._write_paragraph(inline, self._role(node))
        for box in inline.boxes:
            self._blocks(box)
        if not self._cells:
            self._write_notes()

    def _role(self, node: Node) -> Role:
        properties = child(node, "pPr")
        style = attribute(child(properties, "pStyle"), "val")
        heading = self.styles.heading_level(style, outline_level(properties))
        label, depth = self._number(properties, style)
        return Role(label, depth, heading, self.styles.is_contents(style))

    def _number(self, properties: Node | None, style: str) -> tuple[str, int]:
        """Count a paragraph in its list, direct or of its style; ("", 0) for one outside any list."""
        direct = child(properties, "numPr")
        list_id, level = self.styles.list_of(style)
        list_id = attribute(child(direct, "numId"), "val") or list_id
        if not self.numbering.is_list(list_id):
            return "", 0
        own = child(direct, "ilvl")
        if own is not None:
            level = integer(attribute(own, "val"))
        elif level is None:
            level = self.numbering.level_of_style(list_id, self.styles.chain(style))
        return self.numbering.take(list_id, level), level + 1

    def _write_paragraph(self, inline: Inline, role: Role) -> None:
        if not self._cells:
            self.flow.new_paragraph()
        start = self.flow.position
        if role.label:
            self.flow.write_changed(role.label, "", AUTO_NUMBER)
            self.flow.write(" ")
            self.auto_numbers += 1
        self._write(inline.pieces)
        if role.heading:
            self.flow.block(start, "heading", level=role.heading, label=role.label, auto=bool(role.label))
        elif role.contents:
            self.flow.block(start, "contents", level=1)
        elif role.depth:
            self.flow.block(start, "list_item", level=role.depth, label=role.label, auto=bool(role.label))
        if self._cells:
            self.flow.write(" ")
        else:
            self.flow.new_paragraph()

    def _write(self, pieces: Iterable[Piece]) -> None:
        for piece in pieces:
            if piece.what == "text":
                self.flow.write(piece.text)
            elif piece.what == "break":
                self.flow.line_break()
            elif piece.what == "changed":
                self.flow.write_changed(piece.text, piece.original, piece.kind)
            elif piece.what == "left_out":
                self.flow.left_out(piece.original, piece.kind)
            elif piece.text in self.notes:
                mark = self._marks.setdefault(piece.text, len(self._marks) + 1)
                self.flow.write_changed(f"[{mark}]", "", NOTE_MARK)
                self._due.append(piece.text)

    # ------------------------------------------------------------ notes

    def _write_notes(self) -> None:
        """Write the notes that were referred to, each once, below the paragraph or table that refers to them."""
        while self._due:
            key = self._due.pop(0)
            note = self.notes.pop(key, None)
            if note is None:
                continue
            self.flow.new_paragraph()
            start = self.flow.position
            self.flow.write_changed(f"[{self._marks[key]}]", "", NOTE_MARK)
            for paragraph in children(note, "p"):
                self.flow.write(" ")
                self._write(read_inline(paragraph, self.styles).pieces)
            self.flow.block(start, "note")
            self.flow.new_paragraph()

    # ------------------------------------------------------------ tables

    def _table(self, table: Node) -> None:
        rows = [row for row in _within(table, "tr") if not row_is_gone(row)]
        for row in _within(table, "tr"):
            if row_is_gone(row):
                self.flow.left_out("".join(row.itertext()), DELETED)
        only_places = max((len(list(_within(row, "tc"))) for row in rows), default=0) <= 1
        if only_places and not self._cells:
            for row in rows:
                for cell in _within(row, "tc"):
                    self._blocks(cell)
            return
        if not self._cells:
            self.flow.new_paragraph()
        for row in rows:
            self._row(row)
        if not self._cells:
            self.flow.new_paragraph()
            self._write_notes()

    def _row(self, row: Node) -> None:
        start = self.flow.open_row()
        for cell in _within(row, "tc"):
            self.flow.open_cell()
            self._cells += 1
            self._blocks(cell)
            self._cells -= 1
            self.flow.close_cell()
        self.flow.close_row(start)


def _within(node: Node, name: str) -> list[Node]:
    """Return the children of that name, also those inside content controls and insertions."""
    found: list[Node] = []
    for below in node:
        if local(below) == name:
            found.append(below)
        elif local(below) in _THROUGH:
            found.extend(_within(below, name))
    return found
