"""Printed pages as one text: lines joined into paragraphs, broken words joined and recorded, furniture kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from raglib_core.model import Block, Edit, Page
from raglib_core.recognition.hyphens import Hyphens
from raglib_core.recognition.paragraphs import Measures, PlacedLine, begins_paragraph, gap_before, measures, placed
from raglib_core.recognition.printed_lines import PrintedPage

DEHYPHEN = "dehyphen"


class PrintedText:
    """Writes pages into one text and knows where each line of it stood."""

    def __init__(self, pages: Sequence[PrintedPage]) -> None:
        """Prepare the pages, their furniture marked already."""
        self._pages = pages
        self._lines = placed(pages)
        self._usual: Measures = measures(self._lines)
        self._hyphens = Hyphens(pages)
        self._ocr = {page.number for page in pages if page.ocr}
        self._text: list[str] = []
        self._size = 0
        self._blocks: list[Block] = []
        self._edits: list[Edit] = []
        self._starts: dict[int, int] = {}

    def write(self) -> tuple[str, tuple[Page, ...], tuple[Block, ...], tuple[Edit, ...]]:
        """Return the text, its pages, a block for every printed line, and the joined words as edits."""
        above: PlacedLine | None = None
        first = True
        for line in self._lines:
            if above is None:
                first = True
            elif line.line.furniture or above.line.furniture:
                self._put(above.line.hyphen + "\n")
                first = True
            else:
                first = self._between(above, line, above_is_first=first)
            self._starts.setdefault(line.page, self._size)
            self._put_line(line)
            above = line
        if above is not None:
            self._put(above.line.hyphen)
        return "".join(self._text), self._page_spans(), tuple(self._blocks), tuple(self._edits)

    def _between(self, above: PlacedLine, line: PlacedLine, *, above_is_first: bool) -> bool:
        """Write what parts two lines; returns whether the second begins a paragraph."""
        if begins_paragraph(above, line, self._usual, above_is_first=above_is_first):
            blank = above.page == line.page and gap_before(above, line, self._usual)
            self._put(above.line.hyphen + ("\n\n" if blank else "\n"))
            return True
        if not above.line.hyphen:
            self._put(" ")
        elif self._hyphens.real_between(above.line.text, line.line.text):
            self._put(above.line.hyphen)
        else:
            self._edits.append(Edit(self._size, self._size, DEHYPHEN, above.line.hyphen + "\n"))
        return False

    def _put(self, text: str) -> None:
        self._text.append(text)
        self._size += len(text)

    def _put_line(self, line: PlacedLine) -> None:
        start = self._size
        self._put(line.line.text)
        kind: Literal["furniture", "paragraph"] = "furniture" if line.line.furniture else "paragraph"
        origin: Literal["ocr", "none"] = "ocr" if line.page in self._ocr else "none"
        stop = self._size + (len(line.line.hyphen) if line.line.furniture else 0)
        self._blocks.append(
            Block(
                start,
                stop,
                kind,
                page=line.page,
                box=line.line.box,
                confidence=line.line.confidence,
                label_origin=origin,
            )
        )

    def _page_spans(self) -> tuple[Page, ...]:
        """Return the pages; one without any line is an empty piece where it would stand."""
        borders = [*self._starts.values(), self._size]
        spans: list[Page] = []
        place = 0
        for page in self._pages:
            start = self._starts.get(page.number)
            source: Literal["ocr", "text"] = "ocr" if page.ocr else "text"
            if start is None:
                empty = borders[place]
                spans.append(Page(page.number, empty, empty, page.width, page.height, source))
                continue
            place += 1
            spans.append(Page(page.number, start, borders[place], page.width, page.height, source))
        return tuple(spans)
