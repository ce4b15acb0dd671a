"""Lines of a text with the marks of their format peeled off.

A `Line` keeps offsets into the source; ``content`` is where the words begin after white space, quote marks, a bullet,
heading signs, bold or italic marks. Markdown and plain text are read alike: a mark is evidence, not a command.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from raglib_core.model import Block, Recognized

LineForm = Literal["text", "heading", "table", "fence", "rule", "blank"]

_SPACE = " \t\u00a0\u200b\u200c\u2009\u202f\ufeff\f\v\u2060\u00ad"
_MARKS = re.compile(
    rf"""(?P<space>[{_SPACE}]*)
    (?P<quote>(?:>[{_SPACE}]?){{0,3}})
    (?P<bullet>(?:[-*+•·–—●▪◦■][{_SPACE}]+)?)
    (?P<hashes>(?:\#{{1,7}}[{_SPACE}]*)?)
    (?P<bold>(?:\*\*|__|[*_](?=[^\s*_]))?)
    [{_SPACE}]*""",
    re.VERBOSE,
)
_CELL_RULE = r"[ \t]{0,3}:?-{2,}:?[ \t]{0,3}"
_RULE = re.compile(rf"-{{3,}}|={{3,}}|\*{{3,}}|_{{3,}}|\|?{_CELL_RULE}(?:\|{_CELL_RULE})*\|?")
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_PAGE_MARK = re.compile(
    r"\W*(?:(?:страница|стр\.?|лист|page)\s*)?\d{1,4}(?:\s*(?:из|of|/)\s*\d{1,4})?\W*", re.IGNORECASE
)
_COMMENT = re.compile(r"<!--.*-->")


@dataclass(frozen=True, slots=True)
class Line:
    """One line ``[start, stop)`` of the source without its newline.

    ``level`` is the heading level its format gives (0 none), ``bold`` whether the whole line is set in bold,
    ``blank_before`` whether an empty line (or the start of the text) stands before it, ``bullet`` the bullet sign,
    ``computed`` whether its number was computed by the program that shows the file.
    """

    start: int
    stop: int
    content: int
    form: LineForm
    level: int = 0
    bold: bool = False
    bullet: str = ""
    quoted: bool = False
    blank_before: bool = False
    blank_after: bool = False
    page_mark: bool = False
    computed: bool = False


def split(recognized: Recognized) -> list[Line]:
    """Return all lines of the text in order; one line for an empty text. Lines inside code fences have form "fence"."""
    text = recognized.text
    levels = _heading_levels(recognized.blocks)
    computed = {block.start for block in recognized.blocks if block.label_origin == "auto"}
    raw: list[Line] = []
    start, fenced = 0, False
    for piece in text.split("\n"):
        stop = start + len(piece)
        is_fence = bool(_FENCE.match(piece))
        if is_fence or fenced:
            raw.append(Line(start, stop, start, "fence"))
            fenced = fenced != is_fence
        else:
            raw.append(replace(_read_line(text, start, stop, levels), computed=start in computed))
        start = stop + 1
    if fenced:  # a fence that nobody closes is a stray mark, not a code block to the end of the document
        return [_read_line(text, line.start, line.stop, levels) for line in raw]
    return raw


def with_surroundings(lines: Sequence[Line], text: str) -> list[Line]:
    """Return the lines with their blank neighbours known and setext underlines turned into headings."""
    result: list[Line] = []
    last = len(lines) - 1
    for index, line in enumerate(lines):
        before = index == 0 or lines[index - 1].form == "blank"
        after = index == last or lines[index + 1].form == "blank"
        level = line.level
        if not level and line.form == "text" and index < last and _is_underline(lines[index + 1], text):
            level = 1 if "=" in text[lines[index + 1].start : lines[index + 1].stop] else 2
        result.append(_placed(line, before, after, level))
    return result


def _placed(line: Line, before: bool, after: bool, level: int) -> Line:
    form: LineForm = "heading" if level and line.form == "text" else line.form
    return Line(
        line.start, line.stop, line.content, form, level, line.bold, line.bullet, line.quoted, before, after,
        line.page_mark, line.computed,
    )  # fmt: skip


def _is_underline(line: Line, text: str) -> bool:
    body = text[line.start : line.stop].strip()
    return line.form == "rule" and len(set(body)) == 1 and body[0] in "-="


def _heading_levels(blocks: Sequence[Block]) -> dict[int, int]:
    return {block.start: block.level for block in blocks if block.kind == "heading"}


def _read_line(text: str, start: int, stop: int, levels: dict[int, int]) -> Line:
    piece = text[start:stop]
    bare = piece.strip(_SPACE + "\r")
    if not bare:
        return Line(start, stop, stop, "blank")
    if _RULE.fullmatch(bare) or _COMMENT.fullmatch(bare):
        return Line(start, stop, start, "rule")
    marks = _MARKS.match(text, start, stop)
    assert marks is not None  # every group of the pattern may be empty
    content = marks.end()
    form: LineForm = "table" if text.startswith("|", content) and piece.count("|") > 1 else "text"
    hashes = marks["hashes"].strip(_SPACE)
    level = levels.get(start, 0) or min(len(hashes), 6)
    return Line(
        start,
        stop,
        content,
        "heading" if level else form,
        level,
        bool(marks["bold"]) and piece.rstrip(_SPACE + "\r").endswith(("**", "__", "*", "_")),
        marks["bullet"].strip(_SPACE),
        bool(marks["quote"]),
        page_mark=bool(_PAGE_MARK.fullmatch(piece)),
    )
