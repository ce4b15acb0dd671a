"""How high three methods put the right clauses: /evaluation?lib=."""

import streamlit as st

from raglib_core.ui.evaluation_view import evaluation, golden_file
from raglib_core.ui.library_in_hand import library_in_hand, reported
from raglib_core.ui.shell import ensure_shell
from raglib_core.ui.wording import word

ensure_shell()
st.title(word("evaluation.title"), anchor=False)
if (handle := library_in_hand()) and (uploaded := golden_file()):
    with reported(word("evaluation.failed")):
        evaluation(handle, *uploaded)
