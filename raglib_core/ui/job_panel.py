"""A build on the page: how far it is, one row a file, and where to go when it is done."""

from __future__ import annotations

import streamlit as st

from raglib_core import texts
from raglib_core.model import STAGES, FileReport
from raglib_core.ui import builds, shell, states
from raglib_core.ui.address import link, parameter
from raglib_core.ui.builds import JobView
from raglib_core.ui.wording import counted, error_sentence, language, number, word

#: seconds between two looks at a running build
LOOK_EVERY = 0.7
#: so many files get a row of their own, with links; of the others there is a count
ROWS = 40
WIDTHS = [5, 2, 2, 2, 2, 3]


def job_panel(job_id: str) -> None:
    """Draw the job of ``?job=``; while it runs it is drawn again and again without running the page."""
    job = builds.registry().job(job_id)
    if job is None:
        states.error(word("job.unknown"), word("job.unknown.why"), how=word("job.unknown.how"))
        return
    if job.view().finished:
        _take_in_hand(job.view())
        _draw(job.view())
    else:
        st.fragment(_watch, run_every=LOOK_EVERY)(job_id)


def _take_in_hand(view: JobView) -> None:
    """Make the library of a finished build the one that the other pages show, once, unless the URL names another."""
    library_id = view.request.library.library_id
    if view.status != "done" or parameter("lib") or st.session_state.get("job_taken") == view.job_id:
        return
    st.session_state["job_taken"] = view.job_id
    if st.session_state.get("last_library") != library_id:
        st.session_state["last_library"] = library_id
        st.rerun()


def _watch(job_id: str) -> None:
    job = builds.registry().job(job_id)
    view = job.view() if job else None
    if view is None or view.finished:
        st.rerun()
    else:
        _draw(view)


def _draw(view: JobView) -> None:
    with st.container(border=True, key="job"):
        st.subheader(word(f"job.{view.status}", title=states.escaped(view.request.library.title)), anchor=False)
        if view.status in ("queued", "running"):
            _progress(view)
            _running_rows(view)
            if st.button(word("job.cancel"), key="job_cancel"):
                _cancel(view.job_id)
        elif view.report is not None:
            _finished(view)
        elif view.status == "cancelled":
            st.write(word("job.cancelled.what"))
        else:
            states.error(word("job.failed.what"), view.error or "", how=word("job.failed.how"))


def _progress(view: JobView) -> None:
    """Show the stage with its own count, and how long it still takes where that can be told."""
    count = word("job.count", done=number(view.done), total=number(view.total)) if view.total else ""
    left = ""
    if view.remaining is not None:
        left = word("job.left", time=_duration(view.remaining))
    parts = [word(f"stage.{view.stage}"), count, left]
    share = min(1.0, view.done / view.total) if view.total else 0.0
    st.progress(share, text=" · ".join(part for part in parts if part))
    place = STAGES.index(view.stage) + 1 if view.stage in STAGES else 1
    st.caption(word("job.stage", place=place, of=len(STAGES), time=_duration(view.seconds)))
    if view.stage == "dense":
        st.caption(word("job.dense"))


def _duration(seconds: float) -> str:
    if seconds < 90:
        return word("time.seconds", count=number(seconds))
    return word("time.minutes", count=number(seconds / 60))


def _running_rows(view: JobView) -> None:
    for name, stage in list(view.stages.items())[:ROWS]:
        left, right = st.columns([3, 2])
        left.text(name)
        right.caption(word(f"stage.{_shown_stage(view, stage)}"))


def _shown_stage(view: JobView, stage: str) -> str:
    """Return the stage of a file: a file that was never cut into clauses is left out once the texts are joined."""
    if view.stage in ("recognize", "segment"):
        return stage or "waiting"
    return "left_out" if stage == "recognize" else view.stage


def _cancel(job_id: str) -> None:
    job = builds.registry().job(job_id)
    if job is not None:
        job.cancel.set()
        st.toast(word("job.cancelling"))


def _finished(view: JobView) -> None:
    report, library = view.report, view.request.library
    if report is None:
        return
    built = [row for row in report.files if row.status == "built"]
    clauses = counted(sum(row.clauses for row in built), "clause")
    st.write(
        word("job.summary", built=counted(len(built), "document"), clauses=clauses, time=_duration(report.seconds))
    )
    with st.container(horizontal=True):
        go = link(lib=library.library_id, doc=built[0].doc_id if len(built) == 1 else "")
        for name, icon in (("contents", ":material/account_tree:"), ("search", ":material/search:")):
            st.page_link(shell.page(name), icon=icon, query_params=go)
    header = st.columns(WIDTHS)
    for column, name in zip(header, ("file", "clauses", "findings", "warnings", "seconds", "open"), strict=True):
        column.caption(word(f"job.column.{name}"))
    for row in report.files[:ROWS]:
        _file_row(row, library.library_id)
    if len(report.files) > ROWS:
        st.caption(word("job.more", files=counted(len(report.files) - ROWS, "file")))


def _file_row(row: FileReport, library_id: str) -> None:
    name, clauses, findings, warnings, seconds, opened = st.columns(WIDTHS, vertical_alignment="center")
    name.text(row.name)
    if row.status != "built":
        name.caption(f":red[{word(f'job.file.{row.status}')}] {states.escaped(_reason(row))}")
        return
    clauses.text(number(row.clauses))
    findings.text(number(row.findings))
    warnings.text(number(len(row.warnings)))
    seconds.text(number(row.seconds, 1))
    opened.page_link(
        shell.page("contents"), label=word("job.open"), icon=":material/account_tree:",
        query_params=link(lib=library_id, doc=row.doc_id),
    )  # fmt: skip
    for notice in row.warnings:
        name.caption(states.escaped(texts.notice(notice, language())))


def _reason(row: FileReport) -> str:
    """Return why a file is not built, in the language of the page where the reason is an error."""
    return error_sentence(row.error) if row.error is not None else row.reason
