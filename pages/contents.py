"""The tree of a document with its gaps, the clause in hand, findings: /contents?lib=&doc=&clause=&view=."""

import streamlit as st

from raglib_core.ui.contents_view import contents, document_in_hand, document_list, figures
from raglib_core.ui.library_in_hand import library_in_hand, reported
from raglib_core.ui.shell import ensure_shell
from raglib_core.ui.wording import word

ensure_shell()
st.title(word("contents.title"), anchor=False)
if handle := library_in_hand():
    with reported(word("contents.failed")):
        if document := document_in_hand(handle):
            st.caption(document.name)
            figures(document)
            contents(handle, document)
        else:
            document_list(handle)
