"""A clause as it reads best: rows of a table as a table, sub-items indented; beside the verbatim text, never for it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from raglib_core.model import Clause, Item

_RULE = re.compile(r"\|?[\s:|-]+\|?")
_CELL = "border:1px solid rgba(128,128,128,.4);padding:.2rem .5rem;vertical-align:top"
_INDENT_REM = 1.5


def has_form(text: str, clause: Clause) -> bool:
    """Return whether the reading view of a clause shows more than its text does: a list or a table."""
    return bool(clause.items) or any(line.lstrip().startswith("|") for line in text.splitlines())


def reading_html(text: str, clause: Clause) -> str:
    """Return the text of a clause as HTML: lines that a page broke are joined, words are the same and in order."""
    depths = dict(_depths(clause.items, 1))
    blocks: list[tuple[str, int, str]] = []
    at, depth = clause.start, 0
    for line in text.split("\n"):
        opens = next((depths[place] for place in range(at, at + len(line) + 1) if place in depths), 0)
        kind = "row" if line.lstrip().startswith("|") else "item" if opens else "words"
        depth = opens or (depth if kind == "words" and line.strip() else 0)
        if line.strip():
            _add(blocks, kind, depth, line.strip())
        else:
            blocks.append(("blank", 0, ""))
        at += len(line) + 1
    return f'<div lang="ru" class="reading" style="line-height:1.5">{"".join(_drawn(blocks))}</div>'


def _add(blocks: list[tuple[str, int, str]], kind: str, depth: int, words: str) -> None:
    if kind == "words" and blocks and blocks[-1][0] in ("words", "item"):
        before = blocks[-1]
        blocks[-1] = (before[0], before[1], f"{before[2]} {words}")
    else:
        blocks.append((kind, depth, words))


def _depths(items: Sequence[Item], depth: int) -> Iterator[tuple[int, int]]:
    for item in items:
        yield item.start, depth
        yield from _depths(item.items, depth + 1)


def _drawn(blocks: Sequence[tuple[str, int, str]]) -> Iterator[str]:
    for kind, group in groupby(blocks, key=lambda block: block[0]):
        if kind == "row":
            yield _table([words for _, _, words in group])
            continue
        for _, depth, words in group:
            if words:
                yield f'<p style="margin:0 0 .4rem {_INDENT_REM * depth}rem">{html.escape(words)}</p>'


def _table(rows: Sequence[str]) -> str:
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if not _RULE.fullmatch(row)]
    lines = ["".join(f'<td style="{_CELL}">{html.escape(cell)}</td>' for cell in row) for row in cells]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<table style="border-collapse:collapse;margin:.4rem 0">{body}</table>'
