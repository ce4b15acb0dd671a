"""What a generation is made of: documents, new ones and those that another index holds."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from raglib_core.indexing.folder_index import FolderIndex
from raglib_core.indexing.seam import DocumentRecord
from raglib_core.model import Document
from raglib_core.settings import BuildSettings


@dataclass(frozen=True, slots=True)
class Kept:
    """A document of an opened index that goes into the next one; ``name`` is its new file name, "" for the old one."""

    index: FolderIndex
    number: int
    name: str = ""

    @property
    def record(self) -> DocumentRecord:
        """The document as its index lists it, under its new name."""
        record = self.index.records[self.number]
        return dataclasses.replace(record, name=self.name) if self.name else record

    def document(self) -> Document:
        """Return the document itself; raises DamagedIndex."""
        document = self.index.document(self.record.doc_id)
        return dataclasses.replace(document, name=self.name) if self.name else document


Piece = Document | Kept


@dataclass(frozen=True, slots=True)
class Stretch:
    """Kept documents that lie one after the other in their index: each kind of their data is one range of it."""

    index: FolderIndex
    pieces: tuple[Kept, ...]

    @property
    def first(self) -> int:
        """The number of the first document in its index."""
        return self.pieces[0].number

    @property
    def stop(self) -> int:
        """The number behind the last document."""
        return self.first + len(self.pieces)

    @property
    def clauses(self) -> tuple[int, int]:
        """The range of clause ids."""
        return self.index.records[self.first].first_clause, self.index.records[self.stop - 1].stop_clause

    @property
    def windows(self) -> tuple[int, int]:
        """The range of windows."""
        low, high = self.clauses
        return int(self.index.windows.first[low]), int(self.index.windows.first[high])

    @property
    def sections(self) -> tuple[int, int]:
        """The range of sections."""
        return int(self.index.places[2, self.first]), int(self.index.places[3, self.stop - 1])

    @property
    def texts(self) -> tuple[int, int]:
        """The range of bytes of the texts."""
        return int(self.index.places[0, self.first]), int(self.index.places[1, self.stop - 1])

    def documents(self) -> Iterator[Document]:
        """Yield the documents, each read when it is asked for."""
        for piece in self.pieces:
            yield piece.document()

    def has_words(self, settings: BuildSettings) -> bool:
        """Return whether windows and words are those that ``settings`` would make."""
        return self.has_windows(settings) and self._settings["normalizer"] == settings.normalizer

    def has_windows(self, settings: BuildSettings) -> bool:
        """Return whether the indexed texts are those that ``settings`` would make."""
        names = ("window_size", "window_overlap", "context")
        return all(self._settings[name] == getattr(settings, name) for name in names)

    def has_vectors(self, settings: BuildSettings, model: str) -> bool:
        """Return whether the vectors of windows and sections are those that ``settings`` and ``model`` would make."""
        same = self.index.dimension > 0 and self.index.model == model and self.has_windows(settings)
        return same and self._settings["section_embedding"] == settings.section_embedding

    @property
    def _settings(self) -> dict[str, object]:
        return self.index.settings


def stretches(pieces: Sequence[Piece]) -> list[Document | Stretch]:
    """Return the pieces in their order, kept ones that stand in the order of their index together."""

    def together(numbered: tuple[int, Piece]) -> tuple[int, int]:
        place, piece = numbered
        return (id(piece.index), piece.number - place) if isinstance(piece, Kept) else (0, 0)

    joined: list[Document | Stretch] = []
    for _, group in groupby(enumerate(pieces), key=together):
        members = [piece for _, piece in group]
        kept = tuple(piece for piece in members if isinstance(piece, Kept))
        if kept:
            joined.append(Stretch(kept[0].index, kept))
        else:
            joined.extend(piece for piece in members if isinstance(piece, Document))
    return joined


def documents_of(piece: Document | Stretch) -> Iterator[Document]:
    """Yield the document, or those of a stretch."""
    if isinstance(piece, Stretch):
        yield from piece.documents()
    else:
        yield piece
