"""What a person corrects on the page: judging a finding, splitting, joining, "not a clause"; and taking it back.

Buttons call back into a fresh index object: the loaded one is shared by all sessions and never changed. A refusal is
kept for the next run of the page, which shows it.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from raglib_core import texts
from raglib_core.api import RagIndex
from raglib_core.corrections import Target
from raglib_core.errors import RaglibError
from raglib_core.model import Clause, CorrectionKind, CorrectionOutcome, Document, Finding, Section
from raglib_core.ui import states
from raglib_core.ui.address import put
from raglib_core.ui.outline import one_line
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.wording import language, word

Change = Callable[[RagIndex], object]
_FAILED, _DONE = "correction_failed", "correction_done"
AUTHOR, COMMENT, BEGINNING, NUMBER = "correction_author", "correction_comment", "split_beginning", "split_number"


def settled() -> None:
    """Say what went wrong with the last correction; after one that went well draw the whole page again."""
    problem = st.session_state.pop(_FAILED, None)
    if problem is not None:
        states.error(word("correct.failed"), problem)
    if st.session_state.pop(_DONE, False):
        st.rerun()


def judge(handle: IndexHandle, doc_id: str, kind: CorrectionKind, finding: Finding) -> None:
    """Keep the judgement of a finding."""
    _correct(handle, doc_id, kind, finding)


def drop(handle: IndexHandle, doc_id: str, kind: CorrectionKind, address: str, before: str) -> None:
    """Take the boundary at an address away and go to the row ``before`` it, which now holds the text."""
    if _correct(handle, doc_id, kind, address.removeprefix("section:")):
        put("clause", before)


def split(handle: IndexHandle, document: Document, clause: Clause) -> None:
    """Split a clause where the words that the person gave begin."""
    words = str(st.session_state.get(BEGINNING, "")).strip()
    inside = document.text[clause.start : clause.stop]
    if not words or inside.count(words) != 1:
        st.session_state[_FAILED] = word("correct.words", count=inside.count(words) if words else 0)
        return
    number = str(st.session_state.get(NUMBER, ""))
    if _correct(handle, document.doc_id, "split", clause.start + inside.index(words), number):
        st.session_state[BEGINNING] = st.session_state[NUMBER] = ""


def undo(handle: IndexHandle, correction_id: str) -> None:
    """Take a correction back."""
    _changed(lambda index: index.undo_correction(correction_id), handle)


def _correct(handle: IndexHandle, doc_id: str, kind: CorrectionKind, target: Target, number: str = "") -> bool:
    comment, author = str(st.session_state.get(COMMENT, "")), str(st.session_state.get(AUTHOR, ""))
    done = _changed(
        lambda index: index.correct(doc_id, kind, target, number=number, comment=comment, author=author), handle
    )
    if done:
        st.session_state[COMMENT] = ""
    return done


def _changed(change: Change, handle: IndexHandle) -> bool:
    try:
        change(RagIndex.load(handle.path))
    except (RaglibError, OSError) as problem:
        st.session_state[_FAILED] = problem
        return False
    st.session_state[_DONE] = True
    return True


# ---------------------------------------------------------------- drawn


def signature() -> None:
    """Ask for what is kept with a correction: who and why."""
    who, why = st.columns([1, 2])
    who.text_input(word("correct.author"), key=AUTHOR, persist_state="session")
    why.text_input(word("correct.comment"), key=COMMENT)


def judgement(handle: IndexHandle, document: Document, finding: Finding, key: str) -> None:
    """Draw the buttons that judge a finding, and what was said of it before."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if finding.status != "open":
            st.badge(word(f"status.{finding.status}"), color="green" if finding.status == "accepted" else "gray")
        for kind in ("accepted", "false_alarm"):
            if finding.status != kind:
                st.button(
                    word(f"correct.{kind}"), key=f"{kind}_{key}", on_click=judge, help=word(f"correct.{kind}.help"),
                    args=(handle, document.doc_id, kind, finding),
                )  # fmt: skip


def boundary_tools(handle: IndexHandle, document: Document, place: Clause | Section, address: str, before: str) -> None:
    """Draw what corrects the boundaries of a clause or a heading; ``before`` is the address of the row before it."""
    with st.expander(word("correct.boundaries"), icon=":material/edit:"):
        signature()
        with st.container(horizontal=True):
            for kind in ("join", "not_a_clause"):
                st.button(
                    word(f"correct.{kind}"), key=f"boundary_{kind}", on_click=drop, disabled=not before,
                    help=word(f"correct.{kind}.help"), args=(handle, document.doc_id, kind, address, before),
                )  # fmt: skip
        if isinstance(place, Clause):
            words, number = st.columns([3, 1])
            words.text_input(word("correct.beginning"), key=BEGINNING)
            number.text_input(word("correct.number"), key=NUMBER)
            st.button(word("correct.split"), key="boundary_split", on_click=split, args=(handle, document, place))


def corrections_list(handle: IndexHandle, outcomes: list[CorrectionOutcome]) -> None:
    """List corrections with who made them, when and why, whether they apply, and a button that takes each back."""
    if not outcomes:
        st.info(word("correct.none"))
    for outcome in outcomes:
        made = outcome.correction
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            what = [texts.say(f"correction.{made.kind}", language()), made.number, made.name]
            quote = f"«{one_line(made.quote[made.lead :] or made.quote, 60)}»"
            st.markdown(" · ".join(states.escaped(part) for part in (*what, quote) if part))
            st.caption(" · ".join(states.escaped(part) for part in (made.author, made.made_at, made.comment) if part))
            if outcome.problem:
                st.warning(states.escaped(texts.say(f"correction.problem.{outcome.problem}", language())))
            st.button(word("correct.undo"), key=f"undo_{made.correction_id}", on_click=undo,
                      args=(handle, made.correction_id))  # fmt: skip
