"""The three states of a page that has nothing to show yet, each of one form: what happened, what to do, details."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from raglib_core.errors import RaglibError
from raglib_core.ui.wording import error_sentence, word


def empty(what: str, how: str, *actions: str) -> str:
    """Say that there is nothing yet and how to begin; return the action that the user pressed, "" for none.

    An action is the key of its word ``page.action.<action>``; the first one is the main one.
    """
    pressed = ""
    with st.container(border=True, key="state_empty"):
        st.subheader(what, anchor=False)
        st.write(how)
        with st.container(horizontal=True):
            for place, action in enumerate(actions):
                kind: Literal["primary", "secondary"] = "secondary" if place else "primary"
                if st.button(word(f"action.{action}"), key=f"action_{action}", type=kind):
                    pressed = action
    return pressed


def error(what: str, problem: BaseException | str, *, how: str = "") -> None:
    """Say what failed, why, and what to do; the class of the error is in the details.

    A problem given as a sentence has no details.
    """
    sentence = problem if isinstance(problem, str) else error_sentence(problem)
    lines = [f"**{escaped(what)}**", escaped(sentence)]
    if how:
        lines.append(escaped(how))
    st.error("\n\n".join(lines), icon=":material/error:")
    if isinstance(problem, RaglibError):
        with st.expander(word("state.details")):
            st.text(f"{problem.code}: {problem}")


def degraded(reason: str, method: str) -> None:
    """Show that a method could not run as asked, why, and which one ran instead."""
    st.warning(word("state.degraded", reason=escaped(reason), method=method), icon=":material/warning:")


_MARKDOWN = str.maketrans({mark: "\\" + mark for mark in "\\`*_{}[]()#+-.!|~$<>:"})


def escaped(text: str) -> str:
    """Return text that markdown shows as it is: names of files and words of errors are not ours to format."""
    return text.translate(_MARKDOWN)
