"""The frame of the application: the five pages, the menu, the language, the library and document in hand.

The menu is drawn here, with ``st.navigation`` hidden, so that each of its links carries the whole address (language,
library, document) and Back finds it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from raglib_core.errors import RaglibError
from raglib_core.texts import LANGUAGES
from raglib_core.ui import state, workspace
from raglib_core.ui.address import link, parameter, put, synced_choice
from raglib_core.ui.place import application_root, asset
from raglib_core.ui.wording import DEFAULT_LANGUAGE, language, word

if TYPE_CHECKING:
    from streamlit.navigation.page import Page

_GUARD = "_shell"
LANGUAGE_NAMES = {"ru": "Русский", "en": "English"}


@dataclass(frozen=True, slots=True)
class PageSpec:
    """A page: ``name`` is its file, its URL and the key of its words ``page.<name>.title`` and ``page.<name>.help``."""

    name: str
    icon: str


PAGES = (
    PageSpec("build", ":material/upload_file:"),
    PageSpec("contents", ":material/account_tree:"),
    PageSpec("search", ":material/search:"),
    PageSpec("trace", ":material/route:"),
    PageSpec("evaluation", ":material/monitoring:"),
)


def page_of(spec: PageSpec) -> Page:
    """Return the page of streamlit for a spec, its title in the language of the page."""
    return st.Page(
        application_root() / "pages" / f"{spec.name}.py",
        title=word(f"{spec.name}.title"),
        url_path=spec.name,
        help=word(f"{spec.name}.help"),
    )


def pages() -> list[Page]:
    """Return the five pages in the order of the menu, and the first one once more for the bare address.

    The default page of streamlit has no path of its own, and ``/build`` has to be one like the others. Pages have no
    icon here: streamlit would make it the icon of the browser tab and fetch that from outside.
    """
    first = application_root() / "pages" / "build.py"
    start = st.Page(first, title=word("build.title"), url_path="home", default=True, visibility="hidden")
    return [start, *(page_of(spec) for spec in PAGES)]


def page(name: str) -> Page:
    """Return a page by its name, for links and switches; raises KeyError for an unknown one."""
    return {spec.name: page_of(spec) for spec in PAGES}[name]


def ensure_shell() -> None:
    """Make sure that the frame stands; the first statement of every page.

    When the first session of a fresh server opens a deep link, streamlit runs the page's file alone, because there is a
    folder ``pages``. Calling ``st.navigation`` once switches the process over, and the next run goes through app.py. A
    page that is alone even then (a test that opens its file as the main script) goes on without the frame.
    """
    came_from = st.session_state.get(_GUARD)
    if came_from is None:
        st.session_state[_GUARD] = "page"
        st.navigation(pages(), position="hidden")
        st.rerun()
    elif came_from == "page":
        del st.session_state[_GUARD]


def run() -> None:
    """Draw the frame and run the page that the URL names; all that app.py does."""
    st.session_state[_GUARD] = "app"
    st.set_page_config(page_title="raglib", page_icon=asset("icon.svg"), layout="wide")
    here = st.navigation(pages(), position="hidden")
    with st.sidebar:
        _menu()
        st.space("small")
        _library_picker()
        st.space("small")
        _language_switch()
    try:
        here.run()
    finally:
        st.session_state.pop(_GUARD, None)


def _menu() -> None:
    st.markdown("### raglib")
    for spec in PAGES:
        st.page_link(page_of(spec), icon=spec.icon, width="stretch", query_params=link())


def _library_picker() -> None:
    """Let the user choose a library and one of its documents; nothing where there is no library yet."""
    ready = {one.library_id: one for one in workspace.libraries()}
    if not ready:
        st.caption(word("shell.no_libraries"))
        return
    chosen = state.chosen_library()
    if chosen is None:
        st.caption(word("shell.unknown_library"))
    # without a chosen one the list begins with an invitation to choose
    current = chosen.library_id if chosen else ""
    push = synced_choice("pick_library", "lib", current, str)

    def changed() -> None:
        push()
        for name in ("doc", "clause"):
            put(name, "")

    st.selectbox(
        word("shell.library"), [*ready] if chosen else ["", *ready], key="pick_library", on_change=changed,
        format_func=lambda one: ready[one].title if one in ready else word("shell.choose"),
    )  # fmt: skip
    if chosen:
        _document_picker(chosen)


def _document_picker(library: workspace.Library) -> None:
    try:
        names = state.handle_of(library).names()
    except (RaglibError, OSError):
        return  # the page itself says what is wrong with the index
    current = parameter("doc") if parameter("doc") in names else ""
    push = synced_choice("pick_document", "doc", current, str)

    def changed() -> None:
        push()
        put("clause", "")

    st.selectbox(
        word("shell.document"), ["", *names], key="pick_document", on_change=changed,
        format_func=lambda one: names.get(one) or word("shell.all_documents"),
    )  # fmt: skip


def _language_switch() -> None:
    push = synced_choice("pick_language", "lang", language(), lambda one: "" if one == DEFAULT_LANGUAGE else str(one))
    st.segmented_control(
        word("shell.language"), LANGUAGES, key="pick_language", on_change=push, required=True,
        format_func=LANGUAGE_NAMES.__getitem__, label_visibility="collapsed",
    )  # fmt: skip
