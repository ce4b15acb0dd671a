"""The question and the number of answers, kept in the URL as ``?q=&k=``; the same on every page that asks."""

from __future__ import annotations

import streamlit as st

from raglib_core.ui.address import parameter, put, synced, synced_choice, whole_number
from raglib_core.ui.wording import word

COUNTS = (3, 5, 10, 20)
DEFAULT_COUNT = 5
EXAMPLES = ("deals", "director", "notice")


def query_form(page: str) -> tuple[str, int]:
    """Draw the form and return the question, stripped, and how many clauses to show; "" while nothing is asked."""
    left, right = st.columns([5, 2], vertical_alignment="bottom")
    key = f"{page}_query"
    left.text_input(
        word("query.label"), key=key, on_change=synced(key, "q"), type="search", placeholder=word("query.hint")
    )
    count = whole_number("k", DEFAULT_COUNT, COUNTS)
    count_key = f"{page}_count"
    push = synced_choice(count_key, "k", count, lambda one: "" if one == DEFAULT_COUNT else str(one))
    right.segmented_control(word("query.count"), COUNTS, key=count_key, on_change=push, required=True)
    query = parameter("q").strip()
    if not query:
        _examples()
    return query, count


def _examples() -> None:
    """Offer questions to try; a press puts one into the URL."""
    st.caption(word("query.examples"))
    with st.container(horizontal=True):
        for name in EXAMPLES:
            question = word(f"query.example.{name}")
            st.button(question, key=f"example_{name}", on_click=put, args=("q", question), type="tertiary")
