"""Windows: the pieces of clauses that are indexed, and the context that is indexed with them.

A window lies inside one clause; what a user sees is always the whole clause.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from raglib_core.model import Clause, Document, Section, Span
from raglib_core.settings import BuildSettings, Context

#: A cut may move back by this share of the window size to fall between words.
_BORDER_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of a clause: ``clause`` counts through the whole index, the span counts inside the clause."""

    clause: int
    start: int
    stop: int
    #: what is indexed: context and piece
    text: str


def cut(text: str, size: int, overlap: int) -> list[Span]:
    """Return the windows of a text: at most ``size`` long, ``overlap`` shared with the next, all of the text covered.

    A text that fits is one window (also an empty one). Cuts move back to white space where there is some in the last
    tenth of a window; every window starts after the one before it, so the work is linear in the text.
    """
    spans: list[Span] = []
    start = 0
    while len(text) - start > size:
        stop = _word_border(text, start + size, int(size * _BORDER_SHARE))
        spans.append(Span(start, stop))
        # a cut moved back further than the rest of the window would not advance
        start = max(start + 1, _word_border(text, stop - overlap, min(overlap, int(size * _BORDER_SHARE))))
        start = min(start, stop)
    spans.append(Span(start, len(text)))
    return spans


def _word_border(text: str, place: int, reach: int) -> int:
    """Return the nearest place at or before ``place``, at most ``reach`` back, that follows white space."""
    for candidate in range(place, max(1, place - reach) - 1, -1):
        if text[candidate - 1].isspace():
            return candidate
    return place


def windows_of(document: Document, first_clause: int, settings: BuildSettings) -> Iterator[Window]:
    """Yield the windows of a document in order; its clauses count from ``first_clause``."""
    sections = {section.key: section for section in document.sections}
    for number, clause in enumerate(document.clauses, first_clause):
        text = document.text[clause.start : clause.stop]
        prefix = context_of(clause, sections, settings.context)
        for span in cut(text, settings.window_size, settings.window_overlap):
            yield Window(number, span.start, span.stop, f"{prefix}\n{span.of(text)}" if prefix else span.of(text))


def context_of(clause: Clause, sections: dict[str, Section], context: Context) -> str:
    """Return what is indexed before the text of a clause; "" without a heading above it or for context "none"."""
    if context == "path":
        return ". ".join(title for title in clause.section_titles if title)
    section = sections.get(clause.section_key) if context == "title" else None
    while section and not section.heading:
        section = sections.get(section.parent) if section.parent else None
    return _indexed_title(section) if section else ""


def _indexed_title(section: Section) -> str:
    """Return the title, with the number beside it where another one is printed: 126.1 for «Статья 1261»."""
    other = section.number if section.number and section.number not in section.label else ""
    return f"{section.title} {other}".strip()
