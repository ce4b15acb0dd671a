"""The document's own contents against its text: listed but absent, present but not listed, titles that differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from raglib_core.model import Clause, Finding, Section
from raglib_core.numbering import MAX_ARTICLE_DIGITS, dotted_number, roman_number
from raglib_core.parsing.furniture import Region
from raglib_core.parsing.labels import Mark, candidates
from raglib_core.parsing.lines import Line
from raglib_core.parsing.weighing import Prepared

_PAGE = re.compile(r"[\s.…_|]*(?:стр\.?\s*)?(?:[.…_\s|]{2,}|\t)\s*\d{0,4}[\s|]*$|\s+\d{1,4}\s*$")
_NOT_LETTERS = re.compile(r"[\W\d_]+")
#: two titles of this likeness are the same title: recognition and wrapping change letters
SAME_TITLE = 0.8
Key = tuple[tuple[int, ...], str]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the contents: the mark and number of its label (None for a title alone), its title, its place."""

    mark: Mark | None
    key: Key | None
    number: str
    title: str
    start: int
    stop: int


def reconcile(prepared: Prepared, sections: Sequence[Section], clauses: Sequence[Clause]) -> list[Finding]:
    """Return what the contents and the headings disagree on, in the order of the places; [] without contents.

    Only kinds of sections that the contents list at all are expected in it.
    """
    rows = [row for region in prepared.regions for row in _rows(prepared, region)]
    if not rows:
        return []
    headings = [one for one in sections if one.kind != "contents"]
    printed = {clause.number for clause in clauses}
    absent = [row for row in rows if not (row.mark == "dotted" and row.number in printed)]
    found = [finding for row in absent if (finding := _checked(row, headings))]
    return sorted([*found, *_not_listed(rows, headings)], key=lambda finding: finding.start)


def _rows(prepared: Prepared, region: Region) -> Iterator[Row]:
    """Yield the rows of a listing; a title that is broken over lines is joined until its page number."""
    text = prepared.text
    pending: Row | None = None
    for index in range(region.first + (region.title is not None), region.stop):
        line = prepared.lines[index]
        words = text[line.content : line.stop].strip(" *_#\t|")
        if line.form in ("blank", "rule") or not words or index in prepared.furniture:
            continue
        label = next(iter(candidates(text, line, index, repair=False)), None)
        if label is not None and not _NOT_LETTERS.sub("", words) and pending is not None and label.mark == "single":
            continue  # a page number on a line of its own
        if label is not None and (label.mark != "single" or not words.isdigit()):
            if pending is not None:
                yield pending
            number = label.number
            title = "" if label.own_line else text[label.body : line.stop]
            key = number.key if number else None
            pending = Row(label.mark, key, number.text if number else "", title, line.start, line.stop)
        elif pending is not None and not _PAGE.search(pending.title):
            pending = _joined(pending, text, line)
        elif _NOT_LETTERS.sub("", words):
            if pending is not None:
                yield pending
            pending = Row(None, None, "", text[line.content : line.stop], line.start, line.stop)
    if pending is not None:
        yield pending


def _joined(row: Row, text: str, line: Line) -> Row:
    title = f"{row.title} {text[line.content : line.stop]}"
    return Row(row.mark, row.key, row.number, title, row.start, line.stop)


def _checked(row: Row, headings: Sequence[Section]) -> Finding | None:
    title = _PAGE.sub("", row.title).strip(" *_#|")
    letters = _letters(title)
    if row.key is not None:
        same = [one for one in headings if _key(one) == row.key and _fits(one, row.mark)]
        if same:
            differs = letters and all(
                _letters(one.heading) and not _alike(letters, _letters(one.heading)) for one in same
            )
            if not differs or any(_alike(letters, _letters(one.heading)) for one in headings if one.heading):
                return None  # the title may stand in a heading of its own below the label
            return _finding(row, title, "title_differs", same[0].heading)
    if letters and any(_alike(letters, _letters(one.heading)) for one in headings if one.heading):
        return None
    return _finding(row, title, "listed_absent", "") if row.key is not None or len(letters) > 3 else None


def _not_listed(rows: Sequence[Row], headings: Sequence[Section]) -> Iterator[Finding]:
    keys = {(row.mark, row.key) for row in rows}
    marks = {row.mark for row in rows if row.key is not None}
    titles = [_letters(_PAGE.sub("", row.title)) for row in rows]
    for one in headings:
        expected = [mark for mark in marks if _fits(one, mark)]
        if not one.number or not expected or any((mark, _key(one)) in keys for mark in expected):
            continue
        if one.heading and any(title and _alike(title, _letters(one.heading)) for title in titles):
            continue
        values = (("title", one.heading), ("printed", ""))
        yield Finding(
            "contents_mismatch", "warning", one.number, "", one.key, one.start, one.heading_stop, "not_listed", values
        )


def _finding(row: Row, title: str, cause: str, printed: str) -> Finding:
    values = (("title", title), ("printed", printed))
    return Finding("contents_mismatch", "warning", row.number, "", "", row.start, row.stop, cause, values)


def _fits(section: Section, mark: Mark | None) -> bool:
    if mark in ("roman", "single"):
        roman = not section.number[:1].isdigit()
        return section.kind in ("section", "article", "chapter") and roman == (mark == "roman")
    if mark == "dotted":
        return section.kind == "subsection"
    return section.kind == mark or (mark == "book" and section.kind == "section")


def _key(section: Section) -> Key | None:
    number = dotted_number(section.number, repair=False, max_digits=MAX_ARTICLE_DIGITS) or roman_number(section.number)
    return number.key if number else None


def _letters(words: str) -> str:
    return _NOT_LETTERS.sub("", words.lower().replace("ё", "е"))


def _alike(one: str, other: str) -> bool:
    if one.startswith(other) or other.startswith(one):
        return True
    return SequenceMatcher(None, one[:200], other[:200]).ratio() >= SAME_TITLE
