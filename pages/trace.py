"""How the agent answers a question, step by step: /trace?lib=&q=&k=."""

import streamlit as st

from raglib_core.ui.library_in_hand import library_in_hand, reported
from raglib_core.ui.query_form import query_form
from raglib_core.ui.shell import ensure_shell
from raglib_core.ui.trace_view import run_trace
from raglib_core.ui.wording import word

ensure_shell()
st.title(word("trace.title"), anchor=False)
if handle := library_in_hand():
    query, count = query_form("trace")
    if query:
        with reported(word("trace.failed")):
            run_trace(handle, query, count)
