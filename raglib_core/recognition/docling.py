"""Documents that docling recognized: its JSON as recognized text, so that production systems can hand theirs over.

The file is what ``DoclingDocument.export_to_dict()`` saves: ``body`` and ``groups`` hold references into ``texts`` and
``tables``; a text has ``text``, ``label`` (section_header, list_item, page_footer ...), ``marker`` for list items and
``prov`` with its page and box. Its markdown is read like any other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from raglib_core.errors import EmptyDocument, RecognitionError
from raglib_core.model import Block, Page, Recognized
from raglib_core.recognition.base import finished, read_source
from raglib_core.recognition.kinds import Source

RECOGNIZER = "docling"

_SCHEMA = "DoclingDocument"
_Kind = Literal["heading", "paragraph", "list_item", "table_row", "furniture", "note"]
_KINDS: dict[str, _Kind] = {
    "title": "heading", "section_header": "heading", "list_item": "list_item", "footnote": "note",
    "page_header": "furniture", "page_footer": "furniture",
}  # fmt: skip
_Object = dict[str, object]


class DoclingRecognizer:
    """A `TextRecognizer` for the JSON files of docling."""

    def recognize(self, path: Path) -> Recognized:
        """Return the text of a saved docling document; raises RecognitionError for anything else."""
        source = read_source(path)
        return finished(read_docling(source), source)


def read_docling(source: Source) -> Recognized:
    """Return the recognized text of docling's JSON: a line for each text, numbers of lists printed, pages and boxes.

    Raises RecognitionError for JSON that is damaged or of another kind, EmptyDocument for one without text.
    """
    try:
        document = json.loads(source.data)
    except (ValueError, RecursionError) as error:
        raise _refused(source.name, str(error)) from error
    if not isinstance(document, dict) or document.get("schema_name") != _SCHEMA:
        raise _refused(source.name, "no DoclingDocument")
    writer = _Writer(document)
    for item in _items(document):
        writer.put(item)
    if not writer.text:
        raise EmptyDocument(name=source.name)
    return writer.recognized(str(document.get("name") or ""))


def _items(document: _Object) -> Iterator[_Object]:
    """Yield texts and tables in reading order, each once; furniture stands where docling put it."""
    seen: set[str] = set()
    waiting: list[object] = [document.get("body")]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, dict):
            continue
        if isinstance(reference := node.get("$ref"), str):
            if reference not in seen:
                seen.add(reference)
                waiting.append(_resolved(document, reference))
            continue
        if "text" in node or "data" in node:
            yield node
        below = node.get("children")
        waiting.extend(reversed(below if isinstance(below, list) else []))


def _resolved(document: _Object, reference: str) -> object:
    """Return what «#/texts/5» points to; None where it points nowhere."""
    parts = reference.removeprefix("#/").split("/")
    kept = document.get(parts[0])
    if len(parts) == 1:
        return kept
    if isinstance(kept, list) and parts[1].isdecimal() and int(parts[1]) < len(kept):
        return kept[int(parts[1])]
    return None


class _Writer:
    def __init__(self, document: _Object) -> None:
        sizes = document.get("pages")
        self._sizes = sizes if isinstance(sizes, dict) else {}
        self.text = ""
        self._pieces: list[str] = []
        self._size = 0
        self._blocks: list[Block] = []
        self._starts: dict[int, int] = {}

    def put(self, item: _Object) -> None:
        for line, kind, level, label in _lines(item):
            page, box = _place(item)
            if page is not None and page not in self._starts and all(page > other for other in self._starts):
                self._starts[page] = self._size
            start = self._size
            self._blocks.append(
                Block(start, start + len(line), kind, level, label, "text" if label else "none", page, box)
            )
            self._pieces.append(line + "\n")
            self._size += len(line) + 1
        self.text = "".join(self._pieces).rstrip("\n")

    def recognized(self, title: str) -> Recognized:
        borders = [*self._starts.values(), len(self.text)]
        pages = tuple(
            Page(number, borders[place], borders[place + 1], *self._page_size(number))
            for place, number in enumerate(self._starts)
        )
        return Recognized(self.text, RECOGNIZER, pages=pages, blocks=tuple(self._blocks), title=title)

    def _page_size(self, number: int) -> tuple[float | None, float | None]:
        page = self._sizes.get(str(number))
        size = page.get("size") if isinstance(page, dict) else None
        if not isinstance(size, dict):
            return None, None
        return _length(size.get("width")), _length(size.get("height"))


def _lines(item: _Object) -> Iterator[tuple[str, _Kind, int, str]]:
    """Yield the lines of a text or the rows of a table with kind, level and the printed number of a list item."""
    if "data" in item:
        for row in _rows(item["data"]):
            yield "| " + " | ".join(row) + " |", "table_row", 0, ""
        return
    text = " ".join(str(item.get("text") or "").split())
    kind = _KINDS.get(str(item.get("label")), "paragraph")
    marker = str(item.get("marker") or "").strip() if item.get("enumerated") else ""
    label = marker if marker and not text.startswith(marker) else ""
    if text:
        level = item.get("level")
        depth = level if isinstance(level, int) and kind == "heading" else int(kind in ("heading", "list_item"))
        yield f"{label} {text}".strip(), kind, depth, label


def _rows(data: object) -> Iterator[list[str]]:
    grid = data.get("grid") if isinstance(data, dict) else None
    for row in grid if isinstance(grid, list) else []:
        cells = [" ".join(str(cell.get("text") or "").split()) for cell in row if isinstance(cell, dict)]
        if any(cells):
            yield cells


def _place(item: _Object) -> tuple[int | None, tuple[float, float, float, float] | None]:
    """Return the page and the box of an item, in points from the lower left corner where docling says so."""
    places = item.get("prov")
    first = places[0] if isinstance(places, list) and places and isinstance(places[0], dict) else {}
    page, box = first.get("page_no"), first.get("bbox")
    if not isinstance(page, int):
        return None, None
    if not isinstance(box, dict) or box.get("coord_origin") != "BOTTOMLEFT":
        return page, None
    left, bottom, right, top = (_length(box.get(side)) for side in "lbrt")
    if left is None or bottom is None or right is None or top is None:
        return page, None
    return page, (left, bottom, right, top)


def _length(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _refused(name: str, why: str) -> RecognitionError:
    reason = f"it is no document saved by docling ({why}); save it with export_to_dict()"
    reason_ru = f"это не документ, сохранённый docling ({why}); сохраните его через export_to_dict()"
    return RecognitionError(name=name, reason=reason, reason_ru=reason_ru)
