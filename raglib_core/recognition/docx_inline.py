"""What stands inside a Word paragraph: its final text, with everything that is not shown on record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from raglib_core.recognition.docx_styles import Styles, switch
from raglib_core.recognition.markup_parts import Node, attribute, child, children, integer, local

DELETED = "deleted_dropped"
HIDDEN = "hidden_dropped"
NOTE_MARK = "note_mark"
SUPERSCRIPT = "superscript"

_RAISED = str.maketrans("0123456789-–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")
_RAISED_NUMBER = re.compile(r"\s*\d{1,3}(?:[-–]\d{1,3})*\s*")
_GONE = frozenset({"del", "moveFrom"})
#: Properties, instructions of fields, drawings for old programs: nothing of it is text.
_SILENT = frozenset({"pPr", "rPr", "instrText", "delInstrText", "Fallback", "sdtPr", "sdtEndPr", "fldData", "rubyPr"})
_NOTES = {"footnoteReference": "footnote", "endnoteReference": "endnote"}
_PRIVATE_USE = range(0xE000, 0xF900)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a paragraph: text, a line break, text changed or left out (``kind`` of the edit), a note's mark."""

    what: Literal["text", "break", "changed", "left_out", "note"]
    text: str = ""
    original: str = ""
    kind: str = ""


@dataclass(slots=True)
class Inline:
    """The pieces of a paragraph in order, and the text boxes anchored in it."""

    pieces: list[Piece] = field(default_factory=list)
    boxes: list[Node] = field(default_factory=list)

    @property
    def shows(self) -> bool:
        """Whether a reader sees anything in this paragraph."""
        return any(piece.what != "left_out" and (piece.text.strip() or piece.what == "note") for piece in self.pieces)


def read_inline(paragraph: Node, styles: Styles) -> Inline:
    """Return the content of a paragraph; insertions are kept, deletions and hidden text become edits."""
    inline = Inline()
    for node, gone in _nodes(paragraph):
        name = local(node)
        if name == "txbxContent":
            inline.boxes.append(node)
        elif name == "r":
            inline.pieces.extend(_run(node, styles, gone))
    return inline


def _nodes(paragraph: Node) -> Iterator[tuple[Node, bool]]:
    """Yield runs and text boxes in order, each with whether a tracked change took it away."""
    waiting: list[tuple[Node, bool]] = [(node, False) for node in reversed(paragraph)]
    while waiting:
        node, gone = waiting.pop()
        name = local(node)
        if name in _SILENT:
            continue
        if name in ("r", "txbxContent"):
            yield node, gone
        if name == "txbxContent":
            continue
        inside = gone or name in _GONE
        below = (
            node
            if name != "r"
            else [found for found in node if local(found) in ("drawing", "pict", "AlternateContent")]
        )
        waiting.extend((found, inside) for found in reversed(below))


def _run(run: Node, styles: Styles, gone: bool) -> Iterator[Piece]:
    properties = child(run, "rPr")
    hidden = switch(properties, "vanish")
    if hidden is None:
        hidden = styles.is_hidden(attribute(child(properties, "rStyle"), "val"))
    raised = attribute(child(properties, "vertAlign"), "val") == "superscript"
    for piece in _pieces(run):
        if (gone or hidden) and piece.what != "break":
            yield Piece("left_out", original=piece.text, kind=DELETED if gone else HIDDEN)
        elif gone or hidden:
            continue
        elif raised and piece.what == "text" and _RAISED_NUMBER.fullmatch(piece.text):
            number = piece.text.strip()
            yield Piece("changed", number.translate(_RAISED), number, SUPERSCRIPT)
        else:
            yield piece


def _pieces(run: Node) -> Iterator[Piece]:
    for node in run:
        name = local(node)
        if name in ("t", "delText"):
            yield Piece("text", node.text or "")
        elif name in ("tab", "ptab"):
            yield Piece("text", "\t")
        elif name in ("br", "cr"):
            yield Piece("break")
        elif name == "noBreakHyphen":
            yield Piece("text", "-")
        elif name == "sym":
            yield Piece("text", _symbol(node))
        elif name in _NOTES:
            yield Piece("note", f"{_NOTES[name]}:{attribute(node, 'id')}")


def _symbol(node: Node) -> str:
    """Return a sign of a symbol font; those of the private area say nothing outside their font and become bullets."""
    try:
        code = int(attribute(node, "char", "2022"), 16)
    except ValueError:
        code = 0x2022
    return "•" if code in _PRIVATE_USE or not 32 <= code < 0x110000 or 0xD800 <= code < 0xE000 else chr(code)


def mark_is_gone(paragraph: Node) -> bool:
    """Return whether the end of a paragraph was deleted, so that its text runs on in the next one."""
    marks = child(paragraph, "pPr", "rPr")
    return child(marks, "del") is not None or child(marks, "moveFrom") is not None


def mark_is_hidden(paragraph: Node) -> bool:
    """Return whether the end of a paragraph is hidden: without any visible text the paragraph is not there."""
    return bool(switch(child(paragraph, "pPr", "rPr"), "vanish"))


def row_is_gone(row: Node) -> bool:
    """Return whether a tracked change deleted a table row."""
    return child(row, "trPr", "del") is not None


def notes_of(root: Node | None, kind: str) -> dict[str, Node]:
    """Return the notes of a document by «footnote:3»; separators, which carry no text, are left out."""
    return {
        f"{kind}:{attribute(node, 'id')}": node
        for node in children(root, kind)
        if not attribute(node, "type").endswith(("eparator", "Notice")) and integer(attribute(node, "id"), -1) >= 0
    }
