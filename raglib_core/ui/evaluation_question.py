"""One question of two runs: both rankings side by side, right clauses marked, and ways on from here."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from raglib_core.errors import NotFound
from raglib_core.evaluation import Judgement, RankedHit
from raglib_core.evaluation.results import Row
from raglib_core.ui import golden_sets, shell, states
from raglib_core.ui.address import link
from raglib_core.ui.clause_card import citation
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.wording import language, number, word
from raglib_core.ui.workspace import Library

#: characters of a clause in a ranking; the whole text is one click away
PREVIEW = 220
#: what stands before a clause that answers
RIGHT = ":green[:material/check_circle:] "


def both_rankings(
    library: Library, handle: IndexHandle, pair: tuple[Row, Row], names: tuple[str, str], set_name: str
) -> None:
    """Draw a question with its answers and where each run put them.

    ``set_name`` is the set to which a clause can be added as an answer, "" for none.
    """
    base, other = pair
    st.subheader(base.question, anchor=False)
    st.caption(word("evaluation.right_answers", answers=", ".join(base.answers)))
    st.page_link(
        shell.page("search"), label=word("evaluation.to_search"), icon=":material/search:",
        query_params=link(q=base.question, doc=""),
    )  # fmt: skip
    for side, (column, row, name) in enumerate(zip(st.columns(2, gap="large"), (base, other), names, strict=True)):
        with column:
            st.markdown(f"**{states.escaped(name)}** · {_first(row)} · {number(1000 * row.seconds, 1)} ms")
            if row.degraded:
                st.warning(states.escaped(row.reason))
            _ranking(library, handle, row, set_name, f"{side}")


def _first(row: Row) -> str:
    return word("evaluation.found_at", rank=row.first_rank) if row.first_rank else word("evaluation.not_found")


def _ranking(library: Library, handle: IndexHandle, row: Row, set_name: str, side: str) -> None:
    if not row.hits:
        st.info(word("evaluation.no_hits"))
    for rank, hit in enumerate(row.hits, start=1):
        with st.container(border=True, key=f"ranked_{side}_{rank}"):
            head, action = st.columns([5, 2], vertical_alignment="center")
            head.markdown(f"{RIGHT if hit.right else ''}**{rank}.** {_place(handle, hit)}")
            if set_name and not hit.right:
                action.button(
                    word("evaluation.also"), key=f"also_{side}_{rank}", type="tertiary",
                    help=word("evaluation.also.help"), on_click=_add, args=(library, set_name, row.qid, hit),
                )  # fmt: skip
            st.text(_text(handle, hit))


def _place(handle: IndexHandle, hit: RankedHit) -> str:
    clause_number = _clause_number(handle, hit)
    return states.escaped(f"{citation(clause_number, hit.locator, language())} · {hit.doc_name or hit.doc_id}")


def _clause_number(handle: IndexHandle, hit: RankedHit) -> str:
    try:
        return handle.get().clause(hit.doc_id, hit.locator).number
    except NotFound:
        return ""


def _text(handle: IndexHandle, hit: RankedHit) -> str:
    """Return the beginning of a clause as it is now; the index may have been rebuilt without it since the run."""
    try:
        clause = handle.get().clause(hit.doc_id, hit.locator)
        text = handle.document(hit.doc_id).text[clause.start : clause.stop]
    except NotFound:
        return word("evaluation.gone")
    line = " ".join(text.split())
    return line if len(line) <= PREVIEW else line[:PREVIEW].rsplit(" ", 1)[0] + "…"


def _add(library: Library, set_name: str, qid: str, hit: RankedHit) -> None:
    golden = golden_sets.read(library, set_name)
    doc = hit.doc_name or hit.doc_id
    golden_sets.write(library, golden_sets.with_answer(golden, qid, Judgement(doc, hit.locator, 1)))
    st.toast(word("evaluation.added", clause=hit.locator, question=qid))


def rows_by_id(pairs: Sequence[tuple[Row, Row]]) -> dict[str, tuple[Row, Row]]:
    """Return the pairs of rows by the id of their question."""
    return {base.qid: (base, other) for base, other in pairs}
