"""Lines that belong to the page or to the contents, not to the text: their numbers open nothing.

*Furniture* is page numbers and running headers; the document's own *contents* is recognized by what it is, a run of
titles with leaders or page numbers, or titles that come again below, not by its heading alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from raglib_core.parsing.lines import Line

_TITLE = re.compile(r"[\W_]*(?:содержание|оглавление|contents|table\s+of\s+contents)[\W_]*", re.IGNORECASE)
#: «Содержание устава:» is a title only where a listing follows; «Содержание договора» may head an article
_LONGER_TITLE = re.compile(r"[\W_]*(?:содержание|оглавление)\s+\w{4,20}[\W_]*", re.IGNORECASE)
_FILL = " \t\u00a0.…_|"
_BARE = re.compile(r"\W*\d{1,4}\W*|[\s\W]*[IVXLCІХ]{1,7}[\s\W]*")
_NUMBERED_PAGE = re.compile(
    r"[\s\W]*(?:(?:страница|стр\.?|лист|page)\s*)?(?P<page>\d{1,4})(?:\s*(?:из|of|/)\s*\d{1,4})?[\s\W]*", re.I
)
_WORDS_OF_PAGE = re.compile(
    r"[\s\W]*(?:страница|стр\.?|page)\s*\d{1,4}\s*(?:(?:из|of|/)\s*\d{1,4})?[\s\W]*", re.IGNORECASE
)
_NOT_LETTERS = re.compile(r"[\W\d_]+")

_LABEL = re.compile(r"\d{1,3}(?:\.\d{1,3})*[.)]\s")
_HEAD_WORD = re.compile(r"(?:приложение|статья|глава|раздел|подраздел|пункт|article|chapter|section|appendix)")

#: shares and counts that make a run of lines a listing
MIN_ROWS = 3
KEY_LETTERS = 20  # of a title, to find it again
MAX_STRAY_LINES = 3  # wrapped titles between two rows
MIN_PAGES = 3
MIN_LINES_OF_PAGE = 12
MIN_REPEATS = 3
MAX_HEADER_LETTERS = 140


@dataclass(frozen=True, slots=True)
class Region:
    """Lines ``[first, stop)`` of the document's own contents; ``title`` is the line of its heading, or None."""

    first: int
    stop: int
    title: int | None


def contents_regions(lines: Sequence[Line], text: str) -> list[Region]:
    """Return where the document lists its own headings, in order; [] for a document without contents."""
    letters = [_letters(text, line) for line in lines]
    kinds = _row_kinds(lines, text, letters)
    regions: list[Region] = []
    index = 0
    while index < len(lines):
        line = lines[index]
        is_title = line.form != "blank" and bool(_TITLE.fullmatch(text, line.content, line.stop))
        may_be = is_title or bool(_LONGER_TITLE.fullmatch(text, line.content, line.stop))
        first = index + 1 if may_be else index
        stop = _run(kinds, letters, first, _styles(kinds, first, may_be), 1 if is_title else MIN_ROWS)
        if stop or is_title:
            regions.append(Region(index, stop or first, index if may_be else None))
        index = stop or index + 1
    return regions


def _row_kinds(lines: Sequence[Line], text: str, letters: Sequence[str]) -> list[str]:
    """Return for each line: "row" (leader and page), "again" (comes again below), "paged", "bare", "blank" or ""."""
    last_seen = {name[:KEY_LETTERS]: index for index, name in enumerate(letters)}
    for index, name in enumerate(_joined(letters)):  # a title may be broken over two lines below
        last_seen[name] = max(index, last_seen.get(name, 0))
    kinds = []
    for index, line in enumerate(lines):
        piece = text[line.start : line.stop]
        if line.form in ("blank", "rule"):
            kinds.append("blank")
        elif _row_end(piece) == "row":
            kinds.append("row")
        elif _BARE.fullmatch(piece):
            kinds.append("bare")
        elif any(last_seen.get(name, 0) > index + 1 for name in _keys(letters[index])):
            kinds.append("again")
        else:
            kinds.append(_row_end(piece))
    return kinds


def _row_end(piece: str) -> str:
    """Return "row" for a line that ends in leaders or «стр. 5», "paged" for words and a page number, else ""."""
    bare = piece.rstrip(" \t\u00a0|\r\f")
    body = bare.rstrip("0123456789")
    head = body.rstrip(_FILL)
    fill, digits = body[len(head) :], len(bare) - len(body)
    if not head.strip():
        return ""
    if not digits:
        return "row" if fill.count(".") >= 5 or fill.count("…") >= 3 else ""
    if digits > 4 or not fill:
        return ""
    has_leader = fill.count(".") >= 3 or "…" in fill or "____" in fill or "\t" in fill or "   " in fill
    if has_leader or head.lower().endswith("стр"):
        return "row"
    return "" if fill.strip() else "paged"


def _keys(letters: str) -> list[str]:
    """Return what a title is found again by: its first letters, with and without «Приложение», «Статья»."""
    bare = _HEAD_WORD.sub("", letters)
    return [name[:KEY_LETTERS] for name in (letters, bare) if len(name) >= 4]


def _joined(letters: Sequence[str]) -> list[str]:
    """Return the first letters of each line joined with the next one that has letters."""
    joined = [""] * len(letters)
    following = ""
    for index in range(len(letters) - 1, -1, -1):
        joined[index] = (letters[index] + following)[:KEY_LETTERS]
        following = letters[index] or following
    return joined


def _letters(text: str, line: Line) -> str:
    return _NOT_LETTERS.sub("", text[line.content : line.stop].lower())


def _styles(kinds: Sequence[str], first: int, is_title: bool) -> tuple[str, ...]:
    """Return which kinds of lines are rows of the listing that begins here; () for no listing.

    Without a heading only leaders make a listing. Under one, leaders are enough where they occur at all, then page
    numbers, then titles that come again.
    """
    if not is_title:
        return ("row",) if first < len(kinds) and kinds[first] == "row" else ()
    head = [kind for kind in kinds[first : first + 30] if kind not in ("blank", "bare")][:6]
    if "row" in head:
        return ("row",)
    if head.count("paged") + head.count("again") >= 2:
        return ("paged", "again") if "paged" in head else ("again",)
    return ("again",) if head[:1] == ["again"] else ()


def _run(kinds: Sequence[str], letters: Sequence[str], first: int, styles: tuple[str, ...], needed: int) -> int:
    """Return where a listing that begins at ``first`` stops, 0 where there is none.

    It ends before the first title that it listed already (the body begins there), and before lines of no row that are
    not followed by one within `MAX_STRAY_LINES`.
    """
    if not styles:
        return 0
    stop = rows = stray = 0
    listed: set[str] = set()
    for index in range(first, len(kinds)):
        kind, name = kinds[index], letters[index][:KEY_LETTERS]
        if kind not in ("blank", "bare", "row") and len(name) >= 4 and name in listed:
            break
        if kind in styles:
            rows, stop, stray = rows + 1, index + 1, 0
        elif kind == "bare" and stray == 0 and rows:
            stop = index + 1
        elif kind not in ("blank", "bare"):
            stray += 1
            if stray > (MAX_STRAY_LINES if "row" in styles else 1):
                break
        listed.add(name)
    return stop if rows >= needed else 0


def furniture_lines(lines: Sequence[Line], text: str) -> set[int]:
    """Return the indexes of page numbers and running headers; empty for a text without pages."""
    pages = _page_numbers(lines, text)
    return pages | _running_headers(lines, text, pages) | _cutting_headings(lines, text)


def _page_numbers(lines: Sequence[Line], text: str) -> set[int]:
    found = {
        index
        for index, line in enumerate(lines)
        if line.page_mark and _WORDS_OF_PAGE.fullmatch(text, line.start, line.stop)
    }
    beside_feed = {index for index, line in enumerate(lines) if line.page_mark and _beside_feed(lines, index, text)}
    return found | beside_feed | _growing_run(lines, text)


def _beside_feed(lines: Sequence[Line], index: int, text: str) -> bool:
    line = lines[index]
    if "\f" in text[line.start : line.stop]:
        return True
    following = next((later for later in lines[index + 1 : index + 4] if later.form != "blank"), None)
    return following is not None and text.startswith("\f", following.start)


def _growing_run(lines: Sequence[Line], text: str) -> set[int]:
    """Bare numbers between empty lines that grow by one from page to page."""
    run: list[int] = []
    best: list[int] = []
    previous = 0
    for index, line in enumerate(lines):
        if not (line.page_mark and line.blank_before and line.blank_after):
            continue
        match = _NUMBERED_PAGE.fullmatch(text, line.start, line.stop)
        page = int(match["page"]) if match and "." not in text[line.start : line.stop] else 0
        if not page:
            continue
        if run and page == previous + 1 and index - run[-1] >= MIN_LINES_OF_PAGE:
            run.append(index)
        elif not run or page <= 3:
            best = max(best, run, key=len)
            run = [index]
        else:
            continue
        previous = page
    best = max(best, run, key=len)
    return set(best) if len(best) >= MIN_PAGES else set()


def _running_headers(lines: Sequence[Line], text: str, pages: set[int]) -> set[int]:
    borders = pages | {index for index, line in enumerate(lines) if "\f" in text[line.start : line.stop]}
    places: dict[str, list[int]] = defaultdict(list)
    for index in _near(lines, borders):
        letters = _letters(text, lines[index])
        if _LABEL.match(text, lines[index].content, lines[index].stop):
            continue  # «10. Утратил силу» opens a clause wherever it stands
        if _HEAD_WORD.match(letters):  # «Приложение № 2» and «Приложение № 3» are two headings, not one header
            letters = text[lines[index].start : lines[index].stop].strip()
        if 3 <= len(letters) <= MAX_HEADER_LETTERS:
            places[letters].append(index)
    return {index for found in places.values() if len(found) >= MIN_REPEATS for index in found}


def _near(lines: Sequence[Line], borders: set[int]) -> list[int]:
    near: set[int] = set()
    for border in borders:
        for step in (-1, 1):
            index, seen = border, 0
            if step == 1:
                near.add(border)
            while 0 <= index + step < len(lines) and seen < 3:
                index += step
                if lines[index].form != "blank":
                    seen += 1
                    near.add(index)
    return sorted(near)


def _cutting_headings(lines: Sequence[Line], text: str) -> set[int]:
    """Headings without a number that cut into a sentence: the running header of a converted page."""
    return {
        index
        for index, line in enumerate(lines)
        if line.level
        and not any(letter.isdigit() for letter in text[line.start : line.stop])
        and _cuts_sentence(lines, index, text)
    }


def _cuts_sentence(lines: Sequence[Line], index: int, text: str) -> bool:
    before = next((line for line in reversed(lines[max(0, index - 4) : index]) if line.form != "blank"), None)
    after = next((line for line in lines[index + 1 : index + 5] if line.form != "blank"), None)
    if before is None or after is None or before.level:
        return False
    ended = text[before.start : before.stop].rstrip()[-1:] in ".;:!?"
    return not ended and text[after.content : after.content + 1].islower()
