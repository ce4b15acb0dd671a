"""What is in the URL: everything that matters survives reload, Back and a link sent to a colleague.

The URL is the one source of truth. A widget shows what the URL says and writes what the user chose back into it;
streamlit's own ``bind="query-params"`` is not used because it loses the query on Back across pages.

Parameters: ``lang`` (en; Russian without it), ``lib`` (library), ``doc`` (document), and those of a page: ``clause``,
``q``, ``k``, ``job``.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

#: carried from page to page by every link
SHARED = ("lang", "lib", "doc")


def parameter(name: str, default: str = "") -> str:
    """Return a parameter of the URL; the default where it is absent."""
    return st.query_params.get(name, default)


def whole_number(name: str, default: int, allowed: tuple[int, ...]) -> int:
    """Return a parameter of the URL as one of the allowed numbers; the default for anything else."""
    written = parameter(name)
    return int(written) if written.isdecimal() and int(written) in allowed else default


def put(name: str, value: str) -> None:
    """Write a parameter into the URL; "" takes it away."""
    if value:
        st.query_params[name] = value
    elif name in st.query_params:
        del st.query_params[name]


def synced(widget_key: str, name: str, default: str = "") -> Callable[[], None]:
    """Give a text widget the value that the URL has, and return its ``on_change``, which writes the URL.

    Call it just before the widget: ``st.text_input(..., key=key, on_change=synced(key, "q"))``.
    """
    in_url = parameter(name, default)
    if st.session_state.get(widget_key) != in_url:
        st.session_state[widget_key] = in_url

    def push() -> None:
        chosen = str(st.session_state[widget_key] or "").strip()
        put(name, "" if chosen == default else chosen)

    return push


def synced_choice(widget_key: str, name: str, current: object, written: Callable[[object], str]) -> Callable[[], None]:
    """Give a choice widget the value ``current`` and return its ``on_change``, which writes the URL.

    ``written`` turns a choice into its parameter; "" takes the parameter away.
    """
    if st.session_state.get(widget_key) != current:
        st.session_state[widget_key] = current

    def push() -> None:
        put(name, written(st.session_state[widget_key]))

    return push


def clause_button(label: str, address: str, *, key: str) -> None:
    """Draw a button that opens a clause of the document in hand; the URL names it, so Back returns.

    A link to the same page would show the clause and leave the old address in the URL (streamlit 1.67).
    """
    if st.button(label, key=key, type="tertiary"):
        put("clause", address)
        st.rerun()


def link(**values: str) -> dict[str, str]:
    """Return the parameters of a link to a page: the shared ones of this page, changed by ``values``; "" drops one.

    The library that the session looks at is named even where the URL leaves it out, so that a link can be sent.
    """
    here = {name: parameter(name) for name in SHARED}
    here["lib"] = here["lib"] or st.session_state.get("last_library", "")
    merged = here | values
    return {name: value for name, value in merged.items() if value}
