"""Upload files, watch the build, manage libraries: /build?job=."""

import streamlit as st

from raglib_core.ui import states, workspace
from raglib_core.ui.address import link, parameter
from raglib_core.ui.build_form import build_form
from raglib_core.ui.build_view import library_list
from raglib_core.ui.demo import open_demo
from raglib_core.ui.job_panel import job_panel
from raglib_core.ui.shell import ensure_shell, page
from raglib_core.ui.wording import word

ensure_shell()
st.title(word("build.title"), anchor=False)
if job := parameter("job"):
    job_panel(job)
elif not workspace.libraries() and states.empty(word("build.empty"), word("build.empty.how"), "demo") == "demo":
    open_demo()
form, listed = st.columns([3, 2], gap="large")
with form:
    if started := build_form():
        st.switch_page(page("build"), query_params=link(job=started, lib="", doc=""))
with listed:
    library_list()
