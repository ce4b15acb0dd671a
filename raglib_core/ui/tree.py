"""The tree of contents in the browser: an inline component that keeps only the visible rows in the page."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence

import streamlit as st

from raglib_core.ui.outline import Row
from raglib_core.ui.place import asset
from raglib_core.ui.wording import word

KEY = "tree"
HEIGHT = 560

_TREE = st.components.v2.component(
    "raglib_tree",
    html=asset("tree", "tree.html").read_text(encoding="utf-8"),
    css=asset("tree", "tree.css").read_text(encoding="utf-8"),
    js=asset("tree", "tree.js").read_text(encoding="utf-8"),
)
_WORDS = ("filter", "remarks", "open", "close", "next", "previous", "tree", "nothing")


def tree(rows: Sequence[Row], *, identity: str, selected: str, on_pick: Callable[[str], None]) -> None:
    """Draw the tree; ``on_pick`` gets the address of a row that the user chose.

    ``identity`` names the document in its present state: while it stays, what is open stays open.
    """

    def picked() -> None:
        address = st.session_state[KEY].get("picked")
        if address:
            on_pick(str(address))

    _TREE(
        key=KEY,
        data=packed(rows, identity=identity, selected=selected, words={name: word(f"tree.{name}") for name in _WORDS}),
        on_picked_change=picked,
    )


def packed(rows: Sequence[Row], *, identity: str, selected: str, words: dict[str, str]) -> bytes:
    """Return what assets/tree/tree.js reads, as gzip JSON: a row costs tens of bytes instead of hundreds."""
    lines = [
        [row.depth, row.kind, row.label, row.title, row.address, row.errors, row.warnings, row.infos] for row in rows
    ]
    data = {"id": identity, "height": HEIGHT, "selected": selected, "words": words, "rows": lines}
    return gzip.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(), 6, mtime=0)
