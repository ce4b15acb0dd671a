"""Web pages: the text as a reader sees it, one block a line, with the numbers that only a browser would compute."""

from __future__ import annotations

import re

from raglib_core.model import Edit, Notice, Recognized
from raglib_core.recognition.encodings import decode
from raglib_core.recognition.html_furniture import CHROME, HIDDEN
from raglib_core.recognition.html_tree import parse
from raglib_core.recognition.html_walk import Walk, Written
from raglib_core.recognition.kinds import Source
from raglib_core.recognition.text import text_notices, without_controls

RECOGNIZER = "html"

_LEAD = 4096
_DECLARED = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)|<\?xml[^>]+encoding\s*=\s*[\"']([\w.:-]+)", re.I)


def read_html(source: Source) -> Recognized:
    """Return the text of a web page: paragraphs between blank lines, tables as «| a | b |», headings as blocks.

    White space is collapsed as browsers do it, no-break spaces stay, nothing else is rewritten. Numbers of ``<ol>`` are
    printed and marked ``auto``; small raised digits stay raised («Статья 65¹»). Menus, site headers and hidden pieces
    are left out and recorded as edits.

    Raises UndecodableText, and MissingExtra where beautifulsoup4 or lxml is not installed.
    """
    decoded = decode(source.data, source.name, declared=declared_charset(source.data))
    markup, dropped = without_controls(decoded.text)
    root = parse(markup)
    walk = Walk(root)
    walk.run()
    text, blocks, edits = walk.flow.finish()
    title = root.find("title")
    return Recognized(
        text=text,
        recognizer=RECOGNIZER,
        encoding=decoded.encoding,
        blocks=blocks,
        edits=edits,
        warnings=(
            *text_notices(text, decoded.encoding, guessed=decoded.guessed, dropped=len(dropped)),
            *_notices(edits, walk.written),
        ),
        title=" ".join(title.own_text().split()) if title else "",
    )


def declared_charset(data: bytes) -> str:
    """Return the encoding that a page names in its head, "" where it names none."""
    match = _DECLARED.search(data[:_LEAD])
    return (match.group(1) or match.group(2)).decode("ascii", "ignore") if match else ""


def _notices(edits: tuple[Edit, ...], written: Written) -> tuple[Notice, ...]:
    counts = (
        ("html_list_numbers", "count", written.auto_numbers),
        (CHROME, "characters", sum(len(edit.original) for edit in edits if edit.kind == CHROME)),
        ("hidden_text_dropped", "characters", sum(len(edit.original) for edit in edits if edit.kind == HIDDEN)),
        ("struck_text_kept", "count", written.struck),
    )
    return tuple(Notice(code, ((unit, amount),)) for code, unit, amount in counts if amount)
