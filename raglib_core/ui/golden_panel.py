"""The questions of the page «Оценка»: choose a set, bring one, edit it, see what does not fit the library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from raglib_core.errors import BadGoldenSet, RaglibError
from raglib_core.evaluation import GoldenSet
from raglib_core.evaluation.golden import Fault
from raglib_core.ui import golden_sets, states
from raglib_core.ui.address import parameter, put, synced_choice
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.wording import counted, language, number, word
from raglib_core.ui.workspace import Library

#: below this the page says that a difference may be chance
FEW_QUESTIONS = 30
EXAMPLE = (
    '{"qid": "1", "question": "…", "relevant": [{"doc": "устав.md", "clause": "13.1", "grade": 2}], '
    '"scope_doc": "устав.md", "tags": ["простыми словами"]}'
)
#: so many faults are listed, of the others there is a count
LISTED = 10


def golden_panel(library: Library, handle: IndexHandle) -> GoldenSet | None:
    """Draw the sets of a library; return the chosen one as far as it fits, None where there is nothing to ask."""
    _messages()
    names = golden_sets.names(library)
    name = _chosen(names)
    if name:
        push = synced_choice("pick_set", "set", name, str)
        st.selectbox(word("evaluation.set"), names, key="pick_set", on_change=push)
    else:
        states.empty(word("evaluation.empty"), word("evaluation.empty.how"))
    golden = _read(library, name) if name else None
    with st.expander(word("evaluation.sources"), expanded=not name):
        _sources(library, handle)
    if golden is None:
        return None
    fits = _fitting(handle, golden)
    with st.expander(word("evaluation.edit", questions=counted(len(golden.questions), "question"))):
        _editor(library, handle, golden)
    return golden if fits else None


def _chosen(names: list[str]) -> str:
    asked = parameter("set")
    if asked and asked not in names:
        st.warning(states.escaped(word("evaluation.no_such_set", name=asked)))
    return asked if asked in names else (names[0] if names else "")


def _read(library: Library, name: str) -> GoldenSet | None:
    try:
        golden = golden_sets.read(library, name)
    except (RaglibError, OSError) as problem:
        states.error(word("evaluation.bad_file"), problem, how=word("evaluation.bad_file.how"))
        return None
    _faults(golden.faults)
    if golden.generated:
        st.info(word("evaluation.generated", questions=counted(golden.generated, "question")))
    elif len(golden.questions) < FEW_QUESTIONS:
        st.caption(word("evaluation.few", questions=counted(len(golden.questions), "question")))
    return golden


@dataclass(frozen=True, slots=True)
class _Fit:
    """How a set fits a library: so many questions do, these do not, or why none does."""

    count: int
    faults: tuple[Fault, ...] = ()
    problem: BadGoldenSet | None = None


def _fit(handle: IndexHandle, golden: GoldenSet) -> _Fit:
    """Return how a set fits; kept for a state of both in this session."""
    key = (handle.library_id, handle.stamp, golden.version)
    kept: tuple[tuple[str, str, str], _Fit] | None = st.session_state.get("golden_fit")
    if kept is None or kept[0] != key:
        try:
            tasks = golden_sets.fitting(handle, golden)
            kept = (key, _Fit(len(tasks.fitting), tasks.faults))
        except BadGoldenSet as problem:
            kept = (key, _Fit(0, (), problem))
        st.session_state["golden_fit"] = kept
    return kept[1]


def _fitting(handle: IndexHandle, golden: GoldenSet) -> int:
    """Say which questions do not fit the library; return how many do."""
    fit = _fit(handle, golden)
    if fit.problem is not None:
        states.error(word("evaluation.unfit"), fit.problem, how=word("evaluation.unfit.how"))
    _faults(fit.faults)
    return fit.count


def _faults(faults: tuple[Fault, ...]) -> None:
    if not faults:
        return
    lines = [f"* {states.escaped(fault.say(language()))}" for fault in faults[:LISTED]]
    if len(faults) > LISTED:
        lines.append(f"* {word('evaluation.more_faults', count=number(len(faults) - LISTED))}")
    said = word("evaluation.left_out", questions=counted(len(faults), "question"))
    st.warning("\n".join([f"**{said}**", "", *lines]), icon=":material/warning:")


# ---------------------------------------------------------------- bringing a set


def _sources(library: Library, handle: IndexHandle) -> None:
    """Offer an upload, the demo questions where they fit, and questions made by rules."""
    turn = st.session_state.setdefault("golden_turn", 0)
    file = st.file_uploader(word("evaluation.file"), type=["jsonl", "csv"], key=f"golden_file_{turn}")
    if file is not None:
        st.session_state["golden_turn"] = turn + 1
        _keep(lambda: golden_sets.take_in(library, file.name, file.getvalue()))
        st.rerun()
    demo = golden_sets.demo_set()
    with st.container(horizontal=True):
        if {one.doc for question in demo.questions for one in question.relevant} <= set(handle.names().values()):
            st.button(
                word("evaluation.demo"), key="golden_demo", icon=":material/quiz:",
                on_click=_keep, args=(lambda: _written(library, demo),),
            )  # fmt: skip
        st.button(
            word("evaluation.make"), key="golden_make", icon=":material/auto_awesome:",
            help=word("evaluation.make.help"), on_click=_keep, args=(lambda: _made(library, handle),),
        )  # fmt: skip
        st.download_button(
            word("evaluation.example"), demo.as_jsonl().encode("utf-8"), on_click="ignore",
            file_name="golden.jsonl", mime="application/jsonl", icon=":material/download:",
        )  # fmt: skip
    st.caption(word("evaluation.format.what"))
    st.code(EXAMPLE, language="json", wrap_lines=True)


def _written(library: Library, golden: GoldenSet) -> GoldenSet:
    golden_sets.write(library, golden)
    return golden


def _made(library: Library, handle: IndexHandle) -> GoldenSet:
    golden = golden_sets.generated_set(handle)
    if not golden.questions:
        raise BadGoldenSet(name=golden.name, reason="nothing to ask", reason_ru=word("evaluation.nothing_to_ask"))
    return _written(library, golden)


def _keep(make: Callable[[], GoldenSet]) -> None:
    """Make a set the chosen one; what went wrong is said at the next drawing."""
    try:
        golden = make()
    except (RaglibError, OSError) as problem:
        st.session_state["golden_problem"] = problem
        return
    put("set", golden.name)
    if golden.faults:
        st.session_state["golden_faults"] = golden.faults


def _messages() -> None:
    """Say once what went wrong with the last set that was brought or edited."""
    problem = st.session_state.pop("golden_problem", None)
    if problem is not None:
        states.error(word("evaluation.bad_file"), problem, how=word("evaluation.bad_file.how"))
    _faults(st.session_state.pop("golden_faults", ()))


# ---------------------------------------------------------------- editing


def _editor(library: Library, handle: IndexHandle, golden: GoldenSet) -> None:
    """Draw the table of a set; changes count when they are saved."""
    docs = ["", *dict.fromkeys([*handle.names().values(), *(one.doc for q in golden.questions for one in q.relevant)])]
    column = st.column_config
    edited = st.data_editor(
        golden_sets.frame_of(golden), num_rows="dynamic", hide_index=True, height=360,
        key=f"golden_editor_{golden.name}_{golden.version[:12]}",
        column_config={
            "qid": column.TextColumn("№", width="small"),
            "question": column.TextColumn(word("evaluation.question"), width="large"),
            "doc": column.SelectboxColumn(word("evaluation.doc"), options=docs),
            "clause": column.TextColumn(word("evaluation.clause"), width="small"),
            "grade": column.SelectboxColumn(word("evaluation.grade"), options=["2", "1"], width="small"),
            "pattern": column.TextColumn(word("evaluation.pattern"), help=word("evaluation.pattern.help")),
            "scope_doc": column.SelectboxColumn(word("evaluation.scope"), options=docs),
            "tags": column.TextColumn(word("evaluation.tags"), help=word("evaluation.tags.help")),
            "origin": column.SelectboxColumn(word("evaluation.origin"), options=["human", "generated"], width="small"),
        },
    )  # fmt: skip
    stem = golden.name.removesuffix(".jsonl")
    with st.container(horizontal=True):
        st.button(
            word("evaluation.save"), key="golden_save", type="primary", icon=":material/save:",
            on_click=_save, args=(library, edited, golden.name),
        )  # fmt: skip
        for suffix, text, mime in (
            ("jsonl", golden.as_jsonl(), "application/jsonl"), ("csv", "\ufeff" + golden.as_csv(), "text/csv"),
        ):  # fmt: skip
            st.download_button(
                suffix.upper(), text.encode("utf-8"), on_click="ignore", file_name=f"{stem}.{suffix}", mime=mime,
                icon=":material/download:", key=f"golden_{suffix}",
            )  # fmt: skip
        with st.popover(word("evaluation.delete"), icon=":material/delete:"):
            st.write(word("evaluation.delete.sure", name=states.escaped(golden.name)))
            st.button(
                word("evaluation.delete.yes"), key="golden_delete", type="primary",
                on_click=_delete, args=(library, golden.name),
            )  # fmt: skip


def _save(library: Library, edited: pd.DataFrame, name: str) -> None:
    _keep(lambda: _written(library, golden_sets.set_of(edited, name)))


def _delete(library: Library, name: str) -> None:
    golden_sets.delete(library, name)
    put("set", "")
