"""Which search finds more, and whether the difference is real: /evaluation?lib=&set=&run=&base=&q=."""

import streamlit as st

from raglib_core.ui.evaluation_view import evaluation_page
from raglib_core.ui.library_in_hand import library_in_hand, reported
from raglib_core.ui.shell import ensure_shell
from raglib_core.ui.wording import word

ensure_shell()
st.title(word("evaluation.title"), anchor=False)
if handle := library_in_hand():
    with reported(word("evaluation.failed")):
        evaluation_page(handle)
