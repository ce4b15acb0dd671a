"""Open indexes: a session keeps handles, all sessions share the loaded indexes, which nobody changes.

A handle names the folder of an index and a stamp of its state on disk. A rebuilt index has another stamp, hence another
entry of the shared cache; readers of the old one go on reading the old one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from raglib_core.api import RagIndex
from raglib_core.indexing.folder import CORRECTIONS, read_pointer
from raglib_core.model import Document
from raglib_core.ui import workspace
from raglib_core.ui.address import parameter
from raglib_core.ui.workspace import Library

#: so many loaded indexes stay in memory, the least used one goes first
LOADED_INDEXES = 6


@dataclass(frozen=True, slots=True)
class IndexHandle:
    """What a session remembers of an index: which library, where, and in which state on disk."""

    library_id: str
    title: str
    path: Path
    stamp: str

    def get(self) -> RagIndex:
        """Return the loaded index, shared by all sessions; raises what `RagIndex.load` raises."""
        return _loaded(str(self.path), self.stamp)

    def names(self) -> dict[str, str]:
        """Return the documents of the index: id -> file name, in the order of the index."""
        return _names(str(self.path), self.stamp)

    def document(self, doc_id: str) -> Document:
        """Return a document of the index; raises UnknownDocument."""
        return self.get().document(doc_id)

    @property
    def marks(self) -> str:
        """What tells the present judgements of findings from earlier ones; "" without any."""
        path = self.path / CORRECTIONS
        return f"{path.stat().st_mtime_ns}" if path.is_file() else ""


@st.cache_resource(max_entries=LOADED_INDEXES, show_spinner=False)
def _loaded(path: str, stamp: str) -> RagIndex:
    """Load an index; ``stamp`` only tells one state of the folder from another."""
    return RagIndex.load(path)


@st.cache_data(max_entries=64, show_spinner=False)
def _names(path: str, stamp: str) -> dict[str, str]:
    """Return the names of the documents of an index; ``stamp`` as in `_loaded`."""
    return {record.doc_id: record.name for record in _loaded(path, stamp).records}


def stamp_of(index: Path) -> str:
    """Return what tells the current state of an index from any other; reads one small file.

    Raises NotARaglibIndexError without an index, DamagedIndex for a broken pointer.
    """
    pointer = read_pointer(index)
    return f"{pointer.generation}-{pointer.manifest_sha256[:16]}"


def handle_of(library: Library) -> IndexHandle:
    """Return the session's handle of a library, made anew when its index was rebuilt; raises as `stamp_of`."""
    handles: dict[str, IndexHandle] = st.session_state.setdefault("handles", {})
    stamp = stamp_of(library.index)
    known = handles.get(library.library_id)
    if known is None or known.stamp != stamp or known.title != library.title:
        handles[library.library_id] = IndexHandle(library.library_id, library.title, library.index, stamp)
    return handles[library.library_id]


def chosen_library() -> Library | None:
    """Return the library of ``?lib=``, else the one used last in this session, else the newest; None without any.

    An unknown ``?lib=`` gives None: the page says so rather than show another library.
    """
    asked = parameter("lib")
    if asked:
        found = workspace.library(asked)
        if found is None or not found.ready:
            return None
        st.session_state["last_library"] = asked
        return found
    ready_ones = workspace.libraries()
    last = st.session_state.get("last_library")
    chosen = next((one for one in ready_ones if one.library_id == last), ready_ones[0] if ready_ones else None)
    if chosen is not None:
        st.session_state["last_library"] = chosen.library_id
    return chosen


def forget(library_id: str) -> None:
    """Drop the session's handle of a library that was deleted."""
    st.session_state.setdefault("handles", {}).pop(library_id, None)
    if st.session_state.get("last_library") == library_id:
        del st.session_state["last_library"]
