"""Text that is written line by line from the flow of a marked-up document, with blocks and edits in its offsets."""

from __future__ import annotations

import re
from typing import Literal

from raglib_core.model import Block, Edit

_SPACES = re.compile(r"[ \t\n\r\f\v]+")

BlockKind = Literal["heading", "list_item", "table_row", "contents", "note"]


class Flow:
    """Collects text: runs of white space become one space, blocks start lines, at most one blank line follows another.

    No-break spaces stay; a line of nothing but spaces is dropped.
    """

    def __init__(self) -> None:
        """Start an empty text."""
        self._pieces: list[str] = []
        self._size = 0
        self._line = ""
        self._line_breaks = 2
        self._label = ""
        self._cells = 0
        self._blocks: list[Block] = []
        self._edits: list[Edit] = []

    @property
    def position(self) -> int:
        """Offset at which the next character will stand."""
        return self._size + len(self._line)

    def write(self, text: str) -> None:
        """Add text with its white space collapsed."""
        text = _SPACES.sub(" ", text)
        if text.startswith(" ") and (not self._line or self._line.endswith(" ")):
            text = text[1:]
        self._line += text

    def write_raw(self, text: str) -> None:
        """Add preformatted text: its spaces and line ends count."""
        first, *others = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._line += first
        for line in others:
            self.line_break()
            self._line += line

    def write_label(self, label: str) -> None:
        """Add a number that the text itself does not hold and keep what follows on its line."""
        start = self.position
        self._line += f"{label} "
        self._label = self._line
        self._edits.append(Edit(start, self.position, "auto_number", ""))

    def write_changed(self, text: str, original: str, kind: str) -> None:
        """Add text that differs from what the source holds."""
        start = self.position
        self.write(text)
        self._edits.append(Edit(start, self.position, kind, original))

    def left_out(self, original: str, kind: str) -> None:
        """Note that ``original`` stood here in the source."""
        self._edits.append(Edit(self.position, self.position, kind, original))

    def line_break(self) -> None:
        """End the line, also an empty one (``<br>``)."""
        if self._breaks_nothing():
            return
        self._end_line()
        if self._line_breaks < 2:
            self._put("\n")
            self._line_breaks += 1

    def new_line(self) -> None:
        """Make sure that a line starts here."""
        if not self._breaks_nothing():
            self._end_line()
            if self._line_breaks == 0:
                self.line_break()

    def new_paragraph(self) -> None:
        """Make sure that a line starts here and that a blank one stands before it."""
        if not self._breaks_nothing():
            self._end_line()
            while self._line_breaks < 2:
                self.line_break()

    def open_row(self) -> int:
        """Begin a row of a table; until `close_row` line ends are spaces. Returns the offset of the row."""
        if not self._cells:
            self.new_line()
        self._cells += 1
        start = self.position
        self._line += "|"
        return start

    def open_cell(self) -> None:
        """Begin a cell."""
        self._line += " "

    def close_cell(self) -> None:
        """End a cell."""
        self._line = self._line.rstrip(" ") + " |"

    def close_row(self, start: int) -> None:
        """End a row; one of empty cells only is dropped."""
        self._cells -= 1
        inside = self._line[start - self._size :]
        if not inside.replace("|", "").strip():
            self._line = self._line[: start - self._size]
            return
        self.block(start, "table_row")
        if not self._cells:
            self.new_line()

    def block(self, start: int, kind: BlockKind, *, level: int = 0, label: str = "", auto: bool = False) -> None:
        """Note that the text from ``start`` to here is a block of that kind."""
        origin: Literal["auto", "text", "none"] = "auto" if auto else "text" if label else "none"
        self._blocks.append(Block(start, self.position, kind, level=level, label=label, label_origin=origin))

    def finish(self) -> tuple[str, tuple[Block, ...], tuple[Edit, ...]]:
        """Return the text, its blocks trimmed of white space (empty ones dropped) and its edits, in order."""
        self._end_line()
        text = "".join(self._pieces).rstrip("\n")
        blocks = [block for given in self._blocks if (block := _trimmed(given, text))]
        edits = [Edit(min(e.start, len(text)), min(e.stop, len(text)), e.kind, e.original) for e in self._edits]
        return (
            text,
            tuple(sorted(blocks, key=lambda block: (block.start, -block.stop))),
            tuple(sorted(edits, key=lambda edit: edit.start)),
        )

    def _breaks_nothing(self) -> bool:
        """In a cell a line end is a space; after a label nothing may part it from its text."""
        if self._cells:
            self.write(" ")
            return True
        return bool(self._label) and self._line == self._label

    def _end_line(self) -> None:
        self._label = ""
        line = self._line.rstrip(" ")
        self._line = ""
        if line.strip():
            self._put(line)
            self._line_breaks = 0

    def _put(self, text: str) -> None:
        self._pieces.append(text)
        self._size += len(text)


def _trimmed(block: Block, text: str) -> Block | None:
    piece = text[block.start : block.stop]
    start = block.start + len(piece) - len(piece.lstrip())
    stop = start + len(piece.strip())
    if start >= stop:
        return None
    return Block(start, stop, block.kind, level=block.level, label=block.label, label_origin=block.label_origin)
