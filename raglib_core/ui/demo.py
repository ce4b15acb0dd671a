"""The demo library: built once from the documents under assets/demo, opened from every empty state."""

from __future__ import annotations

import streamlit as st

from raglib_core.settings import BuildSettings
from raglib_core.ui import builds, shell, states, workspace
from raglib_core.ui.address import link
from raglib_core.ui.place import demo_files
from raglib_core.ui.wording import word


def open_demo() -> None:
    """Go to the demo library; where it is not built yet, start its build and go to the job.

    A workspace that cannot be written is told on the page.
    """
    ready = workspace.library(workspace.DEMO)
    if ready is not None and ready.ready:
        st.switch_page(shell.page("contents"), query_params=link(lib=workspace.DEMO, doc=""))
    running = [job for job in builds.registry().unfinished() if job.request.library.library_id == workspace.DEMO]
    try:
        job_id = running[0].job_id if running else _start()
    except OSError as problem:
        states.error(word("build.cannot_write"), problem, how=word("build.cannot_write.how"))
        return
    st.switch_page(shell.page("build"), query_params=link(job=job_id, lib="", doc=""))


def _start() -> str:
    library = workspace.create(word("demo.title"), workspace.DEMO)
    files = tuple(workspace.keep_source(library, path.name, path.read_bytes()) for path in demo_files())
    return builds.registry().start(builds.BuildRequest(library, files, BuildSettings(), "auto")).job_id
