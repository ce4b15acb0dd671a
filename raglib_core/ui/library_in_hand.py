"""What every page but the first begins with: the library to look at, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from raglib_core.errors import DamagedIndex, NotARaglibIndexError, NotFound, RaglibError
from raglib_core.ui import shell, state, states, workspace
from raglib_core.ui.address import link, parameter
from raglib_core.ui.demo import open_demo
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.wording import word


def library_in_hand() -> IndexHandle | None:
    """Return the handle of the chosen library with its index loaded; otherwise say what to do and return None."""
    library = state.chosen_library()
    if library is None:
        _no_library()
        return None
    try:
        handle = state.handle_of(library)
        with st.spinner(word("state.loading"), show_time=True):
            handle.get()
    except (RaglibError, OSError) as problem:
        states.error(word("state.unreadable", title=library.title), problem, how=word("state.unreadable.how"))
        return None
    return handle


def _no_library() -> None:
    if asked := parameter("lib"):
        states.error(word("state.no_such_library"), word("state.no_such_library.why", library=asked))
        if workspace.libraries():
            st.page_link(shell.page("build"), query_params=link(lib="", doc=""))
            return
    pressed = states.empty(word("state.no_library"), word("state.no_library.how"), "upload", "demo")
    if pressed == "upload":
        st.switch_page(shell.page("build"), query_params=link(lib="", doc=""))
    if pressed == "demo":
        open_demo()


@contextmanager
def reported(what: str) -> Iterator[None]:
    """Turn an error of the library inside the block into an error box; the page around it goes on."""
    try:
        yield
    except NotFound as problem:
        states.error(what, problem, how=word("state.not_found.how"))
    except (NotARaglibIndexError, DamagedIndex) as problem:
        states.error(what, problem, how=word("state.unreadable.how"))
    except (RaglibError, OSError) as problem:
        states.error(what, problem)
