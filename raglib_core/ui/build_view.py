"""The page «Загрузка»: upload, watch, manage libraries."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from raglib_core.building import model_of
from raglib_core.errors import RaglibError
from raglib_core.ui import builds, shell, state, states, workspace
from raglib_core.ui.address import link, parameter, put
from raglib_core.ui.wording import counted, word


@dataclass(frozen=True, slots=True)
class Summary:
    """What a library holds, for its line in the list; ``model`` is "" for one of words only."""

    documents: int
    clauses: int
    findings: int
    model: str


@st.cache_data(max_entries=200, show_spinner=False)
def _summary(_handle: state.IndexHandle, path: str, stamp: str) -> Summary:
    """Count what an index holds; ``path`` and ``stamp`` tell one state of one index from another."""
    index = _handle.get()
    records = index.records
    return Summary(
        documents=len(records),
        clauses=sum(record.stop_clause - record.first_clause for record in records),
        findings=sum(record.findings for record in records),
        model=model_of(index.engine.index)[0],
    )


def library_list() -> None:
    """List the libraries with what they hold, links to them, and their deletion; nothing where there is none."""
    ready = workspace.libraries()
    for job in builds.registry().unfinished():
        if job.job_id != parameter("job"):
            title = word("job.running", title=states.escaped(job.request.library.title))
            st.page_link(shell.page("build"), label=title, query_params=link(job=job.job_id), icon=":material/sync:")
    if not ready:
        return
    st.subheader(word("build.libraries"), anchor=False)
    for library in ready:
        _library_line(library)


def _library_line(library: workspace.Library) -> None:
    with st.container(border=True, key=f"library_{library.library_id}"):
        st.markdown(f"**{states.escaped(library.title)}**")
        try:
            handle = state.handle_of(library)
            st.caption(_held(_summary(handle, str(handle.path), handle.stamp)))
        except (RaglibError, OSError) as problem:
            states.error(word("build.unreadable"), problem, how=word("build.unreadable.how"))
        with st.container(horizontal=True, vertical_alignment="center"):
            go = link(lib=library.library_id, doc="")
            st.page_link(shell.page("contents"), query_params=go)
            st.page_link(shell.page("search"), query_params=go)
            busy = builds.registry().busy(library.library_id)
            if st.button(
                word("build.delete"), key=f"delete_{library.library_id}", type="tertiary", icon=":material/delete:",
                disabled=busy, help=word("build.busy") if busy else None,
            ):  # fmt: skip
                st.dialog(word("build.delete.title"))(_confirm_deletion)(library)


def _held(summary: Summary) -> str:
    """Return what a library holds, in one line."""
    model = (
        word("build.with_vectors", model=states.escaped(summary.model)) if summary.model else word("build.words_only")
    )
    counts = {"document": summary.documents, "clause": summary.clauses, "finding": summary.findings}
    return " · ".join([*(counted(count, noun) for noun, count in counts.items()), model])


def _confirm_deletion(library: workspace.Library) -> None:
    st.write(word("build.delete.what", title=states.escaped(library.title)))
    if st.button(word("build.delete.confirm"), type="primary", key="delete_confirm", icon=":material/delete:"):
        try:
            workspace.delete(library.library_id)
        except (RaglibError, OSError) as problem:
            states.error(word("build.delete.failed"), problem)
            return
        state.forget(library.library_id)
        if parameter("lib") == library.library_id:
            for name in ("lib", "doc", "clause"):
                put(name, "")
        st.rerun()
