"""The page of the source on which a clause stands, with the clause marked, drawn only when it is asked for."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from raglib_core.model import Document, Span
from raglib_core.recognition.page_pictures import Box, boxes_of, page_picture
from raglib_core.ui import state, workspace
from raglib_core.ui.library_in_hand import reported
from raglib_core.ui.wording import word

#: a clause over more pages shows the first ones
MAX_PAGES = 4


def page_view(document: Document, span: Span) -> None:
    """Offer the pages of a piece of the text; nothing for a source without places or one that was not kept."""
    boxes = boxes_of(document.recognized, span)
    path = _source(document)
    if not boxes or path is None or not st.toggle(word("panel.page.show"), key="page_view"):
        return
    for page in sorted(boxes)[:MAX_PAGES]:
        with reported(word("panel.page.failed", page=page)):
            st.image(_drawn(path, page, tuple(boxes[page])), caption=word("card.page", page=page))


@st.cache_data(max_entries=64, show_spinner=False)
def _drawn(path: Path, page: int, boxes: tuple[Box, ...]) -> bytes:
    return page_picture(path, page, boxes)


def _source(document: Document) -> Path | None:
    """Return the uploaded file of a document; None where it was not uploaded here."""
    library = state.chosen_library()
    if library is None:
        return None
    path = workspace.source_path(library, document.name, document.recognized.source_hash)
    return path if path.is_file() else None
