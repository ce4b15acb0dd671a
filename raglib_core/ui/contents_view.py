"""The page «Структура»: figures of completeness, the tree with its gaps, the clause in hand, findings, a map."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from raglib_core.model import Document
from raglib_core.ui import charts, corrections, shell, states
from raglib_core.ui.address import link, parameter, put, synced_choice
from raglib_core.ui.clause_panel import PANEL, clause_panel
from raglib_core.ui.findings_table import findings_table
from raglib_core.ui.outline import GAPS, Row, gap_count, outline
from raglib_core.ui.sample_view import sample_view
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.tree import tree
from raglib_core.ui.wording import counted, language, number, share, word

VIEWS = ("tree", "findings", "sample", "corrections", "map")
LISTS = ("documents", "worklist", "corrections")


def document_in_hand(handle: IndexHandle) -> Document | None:
    """Return the document of ``?doc=``, or the only one of the library; None where the user has yet to choose.

    Raises UnknownDocument for one that the library does not hold.
    """
    names = handle.names()
    asked = parameter("doc")
    if not asked and len(names) == 1:
        asked = next(iter(names))
    return handle.document(asked) if asked else None


def document_list(handle: IndexHandle) -> None:
    """Draw the documents of a library with a link to each, the findings of all of them, or all corrections."""
    view = _chosen_view(LISTS)
    if view == "worklist":
        findings_table(handle, [handle.document(one) for one in handle.names()], handle.title)
    elif view == "corrections":
        corrections.settled()
        corrections.corrections_list(handle, handle.get().corrections())
    else:
        _documents(handle)


def _chosen_view(views: tuple[str, ...]) -> str:
    """Let the user choose one of the views and return it; the first one needs no parameter."""
    view = parameter("view") if parameter("view") in views else views[0]
    push = synced_choice("pick_view", "view", view, lambda one: "" if one == views[0] else str(one))
    st.segmented_control(
        word("contents.view"), views, key="pick_view", on_change=push, required=True,
        format_func=lambda one: word(f"contents.view.{one}"), label_visibility="collapsed",
    )  # fmt: skip
    return view


def _documents(handle: IndexHandle) -> None:
    """List the documents of a library with what they hold and a link to each."""
    st.write(word("contents.choose"))
    for record in handle.get().records:
        with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"document_{record.doc_id}"):
            st.page_link(
                shell.page("contents"), label=states.escaped(record.name), icon=":material/description:",
                query_params=link(doc=record.doc_id),
            )  # fmt: skip
            clauses = record.stop_clause - record.first_clause
            st.caption(
                " · ".join(
                    [
                        counted(record.sections, "section"),
                        counted(clauses, "clause"),
                        counted(record.findings, "finding"),
                    ]
                )
            )


def figures(document: Document) -> None:
    """Draw the figures of a document: clauses, gaps, duplicates, and completeness as two figures."""
    coverage, counts = document.coverage, document.coverage.counts()
    clauses, missing, twice, numbers, characters = st.columns(5)
    clauses.metric(word("contents.clauses"), number(len(document.clauses)), border=True)
    missing.metric(word("contents.gaps"), number(gap_count(document)), border=True, help=word("contents.gaps.help"))
    twice.metric(word("contents.duplicates"), number(counts.get("duplicate", 0)), border=True)
    numbers.metric(
        word("contents.numbers"), share(coverage.numbers_share), border=True,
        help=word("contents.numbers.help", present=coverage.numbers_present, expected=coverage.numbers_expected),
    )  # fmt: skip
    characters.metric(
        word("contents.characters"), share(coverage.characters_share), border=True,
        help=word(
            "contents.characters.help",
            placed=number(coverage.characters_placed), characters=number(coverage.characters),
        ),
    )  # fmt: skip
    _filters(counts)


def _filters(counts: Mapping[str, int]) -> None:
    """Link each counter to the findings behind it, where there are any."""
    gaps = ",".join(GAPS)
    for column, kinds in zip(st.columns(5), ("", gaps, "duplicate", gaps, "leftover"), strict=True):
        if any(counts.get(kind) for kind in kinds.split(",")):
            column.page_link(
                shell.page("contents"), label=word("contents.show"), icon=":material/filter_alt:",
                query_params=link(view="findings", only=kinds),
            )  # fmt: skip


def contents(handle: IndexHandle, document: Document) -> None:
    """Draw the chosen view of a document: the tree with the clause in hand, the findings, or the map of sections."""
    view = _chosen_view(VIEWS)
    if view == "findings":
        findings_table(handle, [document], document.doc_id)
    elif view == "sample":
        sample_view(document)
    elif view == "corrections":
        corrections.settled()
        corrections.corrections_list(handle, handle.get().corrections(document.doc_id))
    elif view == "map":
        charts.section_map(document)
    else:
        _tree_and_clause(handle, document)


def _tree_and_clause(handle: IndexHandle, document: Document) -> None:
    rows = _outline(handle, str(handle.path), handle.stamp + handle.marks, document.doc_id, language())
    if not rows:
        states.empty(word("contents.blank"), word("contents.blank.how"))
        return
    left, right = st.columns([2, 3], gap="medium")
    with left:
        identity = f"{handle.path}:{handle.stamp}:{document.doc_id}:{language()}"
        tree(rows, identity=identity, selected=parameter("clause"), on_pick=select_clause)
    with right:
        clause_panel(handle, document, rows)


@st.cache_resource(max_entries=32, show_spinner=False)
def _outline(_handle: IndexHandle, path: str, stamp: str, doc_id: str, lang: str) -> list[Row]:
    """Return the rows of a document, shared and unchanging; the arguments tell one state of it from another."""
    return outline(_handle.document(doc_id), word("tree.gap", numbers="{numbers}"))


def select_clause(address: str) -> None:
    """Take a row in hand: it goes into the URL, and only the panel is drawn again, not the tree."""
    put("clause", address)
    st.rerun(PANEL)
