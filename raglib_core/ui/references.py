"""What a clause refers to and who refers to it, each a button that opens it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from raglib_core.model import Clause, Document, Reference
from raglib_core.ui import states
from raglib_core.ui.address import clause_button
from raglib_core.ui.clause_card import citation
from raglib_core.ui.outline import one_line
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.wording import language, word

#: of more references the first are shown, and how many there are is said
SHOWN = 30


@st.cache_resource(max_entries=16, show_spinner=False)
def _references(_handle: IndexHandle, path: str, stamp: str, doc_id: str) -> list[Reference]:
    """Return the references of a document, shared and unchanging; the arguments tell one state of it from another."""
    return _handle.get().references(doc_id)


def linked_references(handle: IndexHandle, document: Document, clause: Clause) -> None:
    """Draw the references out of a clause and into it; nothing where there are none."""
    found = _references(handle, str(handle.path), handle.stamp, document.doc_id)
    outward = [one for one in found if one.source == clause.locator]
    inward = {one.source: one for one in found if one.target == clause.locator and one.source != clause.locator}
    _out(document, outward)
    _into(document, list(inward.values()))


def _out(document: Document, found: Sequence[Reference]) -> None:
    if not found:
        return
    st.caption(word("panel.references", count=len(found)))
    with st.container(horizontal=True):
        for place, one in enumerate(found[:SHOWN]):
            printed = states.escaped(one_line(document.text[one.start : one.stop], 60))
            if one.target:
                clause_button(f"→ {printed}", one.target, key=f"refers_{place}")
            else:
                st.caption(word("panel.reference.outer" if one.outer else "panel.reference.dangling", words=printed))


def _into(document: Document, found: Sequence[Reference]) -> None:
    if not found:
        return
    st.caption(word("panel.referred", count=len(found)))
    numbers = {clause.locator: clause.number for clause in document.clauses}
    with st.container(horizontal=True):
        for place, one in enumerate(found[:SHOWN]):
            name = citation(numbers.get(one.source, ""), one.source, language())
            clause_button(f"← {states.escaped(name)}", one.source, key=f"referred_{place}")
