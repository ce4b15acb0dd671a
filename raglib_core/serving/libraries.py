"""Several indexes under their names, and their documents under ids that are unique among all of them."""

from __future__ import annotations

import difflib
import threading
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from raglib_core.api import RagIndex
from raglib_core.errors import BadQuery
from raglib_core.indexing.folder import read_pointer
from raglib_core.indexing.seam import DocumentRecord
from raglib_core.texts import say

#: so many ids are compared with a wrong one
_COMPARED = 5000


@dataclass(frozen=True, slots=True)
class Entry:
    """A document of a library; ``public_id`` is its file name, or a longer id where several carry that name."""

    public_id: str
    library: str
    record: DocumentRecord


@dataclass(frozen=True, slots=True)
class _Opened:
    stamp: str
    index: RagIndex


class Libraries:
    """The libraries of one server. An index that was rebuilt meanwhile is opened anew; safe to share between threads.

    The name of a library is that of its folder, with a number where it is taken.
    """

    def __init__(self, folders: Sequence[str | Path], *, embeddings: object = None) -> None:
        """Open every index; raises what `RagIndex.load` raises, for the first folder that is no index.

        ``embeddings`` stands for the vectors of all of them, as in `RagIndex.load`.
        """
        self._embeddings = embeddings
        self._folders: dict[str, Path] = {}
        for folder in folders:
            path = Path(folder).resolve()
            if path not in self._folders.values():
                self._folders[_free_name(path.name or "library", self._folders)] = path
        self._opened: dict[str, _Opened] = {}
        self._lock = threading.Lock()
        self._entries: tuple[tuple[str, ...], tuple[Entry, ...]] = ((), ())
        self._places: tuple[tuple[Entry, ...], dict[tuple[str, str], Entry]] = ((), {})
        for name in self._folders:
            self.index(name)

    @property
    def names(self) -> list[str]:
        """The names of the libraries, in the order given."""
        return list(self._folders)

    def index(self, library: str) -> RagIndex:
        """Return the newest state of a library; raises BadQuery that lists the libraries for an unknown one."""
        if library not in self._folders:
            values = {"library": library, "known": ", ".join(self.names)}
            raise BadQuery(
                reason=say("serving.library", "en", **values), reason_ru=say("serving.library", "ru", **values)
            )
        folder = self._folders[library]
        pointer = read_pointer(folder)
        stamp = f"{pointer.generation}-{pointer.manifest_sha256}"
        with self._lock:
            opened = self._opened.get(library)
            if opened is None or opened.stamp != stamp:
                opened = self._opened[library] = _Opened(stamp, RagIndex.load(folder, embeddings=self._embeddings))
        return opened.index

    def chosen(self, library: str | None) -> list[tuple[str, RagIndex]]:
        """Return one library, or all of them for None or ""; raises as `index`."""
        return [(name, self.index(name)) for name in ([library] if library else self.names)]

    # ------------------------------------------------------------ documents

    def entries(self) -> tuple[Entry, ...]:
        """Return the documents of all libraries, in their order."""
        opened = self.chosen(None)
        stamps = tuple(self._opened[name].stamp for name, _ in opened)
        if self._entries[0] != stamps:
            records = [(name, record) for name, index in opened for record in index.records]
            self._entries = (stamps, _with_ids(records))
        return self._entries[1]

    def entry(self, doc_id: str) -> Entry | None:
        """Return the document of an id: its public one, a file name with or without suffix, an id of its index.

        None for an unknown one and for one that several documents carry.
        """
        entries = self.entries()
        for forms in (_public, _exact, _loose):
            wanted = _folded(doc_id) if forms is _loose else doc_id
            found = [entry for entry in entries if wanted in forms(entry)]
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def entry_of(self, library: str, doc_id: str) -> Entry:
        """Return the document of an id of its index, as hits carry it."""
        entries = self.entries()
        if self._places[0] is not entries:
            places = {(entry.library, entry.record.doc_id): entry for entry in entries}
            self._places = (entries, places)
        return self._places[1][library, doc_id]

    def ids(self, near: str, limit: int) -> list[str]:
        """Return public ids, those nearest to a wrong one first, the others in their order."""
        ids = [entry.public_id for entry in self.entries()]
        by_form = {_folded(one): one for one in reversed(ids[:_COMPARED])}
        close = difflib.get_close_matches(_folded(near), by_form, n=min(limit, 20), cutoff=0.3)
        return list(dict.fromkeys([*(by_form[form] for form in close), *ids]))[:limit]


def _free_name(name: str, taken: dict[str, Path]) -> str:
    number = 2
    free = name
    while free in taken:
        free = f"{name}-{number}"
        number += 1
    return free


def _with_ids(records: Sequence[tuple[str, DocumentRecord]]) -> tuple[Entry, ...]:
    """Return the documents under the first of their forms of id that nothing else carries."""
    carried = Counter(form for library, record in records for form in set(_forms(library, record)))
    return tuple(
        Entry(next(form for form in _forms(library, record) if carried[form] == 1), library, record)
        for library, record in records
    )


def _forms(library: str, record: DocumentRecord) -> tuple[str, ...]:
    return (record.name, f"{library}/{record.name}", f"{library}/{record.doc_id}")


def _public(entry: Entry) -> tuple[str, ...]:
    return (entry.public_id,)


def _exact(entry: Entry) -> tuple[str, ...]:
    return (*_forms(entry.library, entry.record), entry.record.doc_id)


def _loose(entry: Entry) -> tuple[str, ...]:
    """Return the forms without regard to case, with the file name without its suffix among them."""
    return tuple(_folded(form) for form in (*_exact(entry), PurePath(entry.record.name).stem))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip().casefold()
