"""Text of a document on the page: exactly as it is, with the words of a query marked.

Markdown would reformat it (``*``, ``#``, ``1.``, ``$``), so it goes in as escaped HTML that keeps its white space.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

import streamlit as st

from raglib_core.model import Span

#: readable on light and on dark; the theme's own colours are not known inside st.html
_MARK = "background:rgba(255,190,0,.38);color:inherit;border-radius:.2em;padding:0 .1em"
_BOX = "white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.5"
_LIMITED = f"{_BOX};max-height:{{height}};overflow:auto;padding-right:.4rem"


def verbatim_html(text: str, marks: Sequence[Span] = (), *, height: str = "") -> str:
    """Return a text as HTML that shows it unchanged; marks are spans of it, in order and disjoint.

    With a CSS ``height`` a longer text scrolls inside its box; it is never cut.
    """
    style = _LIMITED.format(height=height) if height else _BOX
    focus = ' tabindex="0"' if height else ""
    return f'<div lang="ru" class="verbatim" style="{style}"{focus}>{"".join(_pieces(text, marks))}</div>'


def _pieces(text: str, marks: Iterable[Span]) -> Iterable[str]:
    at = 0
    for mark in marks:
        yield html.escape(text[at : mark.start])
        yield f'<mark style="{_MARK}">{html.escape(mark.of(text))}</mark>'
        at = mark.stop
    yield html.escape(text[at:])


def verbatim(text: str, marks: Sequence[Span] = (), *, height: str = "") -> None:
    """Show a text of a document unchanged."""
    st.html(verbatim_html(text, marks, height=height))
