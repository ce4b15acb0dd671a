"""One question, three methods side by side: /search?lib=&doc=&q=&k=."""

import streamlit as st

from raglib_core.ui.library_in_hand import library_in_hand, reported
from raglib_core.ui.query_form import query_form
from raglib_core.ui.search_view import answers
from raglib_core.ui.shell import ensure_shell
from raglib_core.ui.wording import word

ensure_shell()
st.title(word("search.title"), anchor=False)
if handle := library_in_hand():
    query, count = query_form("search")
    if query:
        with reported(word("search.failed")):
            answers(handle, query, count)
