"""One generation in the making: its parts written document by document, what another one holds taken over as it is.

Documents are gone through three times (words, vectors, texts), so that memory holds the postings and one block of
windows, never all of them. A kept document is not read for what its index holds already: words where windows and form
of words are the same, vectors where windows and model are, texts always. The parts depend on documents and settings
alone: taken over or made anew, they have the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from raglib_core.errors import Cancelled, EmbeddingError
from raglib_core.indexing import lexical, npy
from raglib_core.indexing.dense import mean_vectors, title_leads
from raglib_core.indexing.embedders import Embedder
from raglib_core.indexing.embedding_cache import EmbeddingCache, embed_all, open_cache
from raglib_core.indexing.parts import PartWriter
from raglib_core.indexing.pieces import Piece, Stretch, documents_of, stretches
from raglib_core.indexing.ranges import first_windows
from raglib_core.indexing.seam import Vector
from raglib_core.indexing.windows import Window, windows_of
from raglib_core.model import CancelToken, Document, Progress, Span
from raglib_core.russian import normaliser
from raglib_core.settings import BuildSettings
from raglib_core.storage import NewFile

#: Windows between two looks at the cancel token while words are counted.
_STEP = 256
#: Documents are embedded together until they have so many windows.
_BLOCK_WINDOWS = 2048
Table = npt.NDArray[np.int32]


class Assembly:
    """Writes words and vectors of a generation: `write_words`, then `write_vectors`."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        settings: BuildSettings,
        embedder: Embedder | None,
        progress: Progress,
        cancel: CancelToken,
    ) -> None:
        """Take the documents and how they are indexed."""
        self._pieces, self._settings, self._embedder = stretches(pieces), settings, embedder
        self._progress, self._cancel = progress, cancel
        self._clauses = sum(map(clause_count, pieces))
        self.window_count = 0
        self.dimension = 0
        #: texts that have their vectors, and all that get one here
        self._embedded = self._to_embed = 0

    def _step(self, stage: str, done: int, total: int, name: str) -> None:
        if self._cancel():
            raise Cancelled(stage=stage)
        self._progress(stage, done, total, name)

    # ------------------------------------------------------------ words

    def write_words(self, writer: PartWriter) -> None:
        """Write windows and the lexical index of their terms."""
        inverted, tables, done = lexical.LexicalWriter(), [np.zeros((3, 0), np.int32)], 0
        for piece in self._pieces:
            if isinstance(piece, Stretch) and piece.has_words(self._settings):
                low, high = piece.windows
                inverted.take(piece.index.postings, low, high)
                tables.append(_moved(piece, done))
                done += piece.clauses[1] - piece.clauses[0]
                self._step("lexical", done, self._clauses, "")
                continue
            for document in documents_of(piece):
                tables.append(self._counted(document, done, inverted))
                done += len(document.clauses)
        self._step("lexical", self._clauses, self._clauses, "")
        for name, array in inverted.arrays().items():
            writer.array(f"lexical.{name}", array)
        table = np.concatenate(tables, axis=1)
        self.window_count = table.shape[1]
        writer.array("windows", table)
        writer.array("first_windows", first_windows(table[0], self._clauses))

    def _counted(self, document: Document, first_clause: int, inverted: lexical.LexicalWriter) -> Table:
        """Count the words of a document and return the rows of its windows."""
        terms, places = normaliser(self._settings.normalizer), []
        for number, window in enumerate(windows_of(document, first_clause, self._settings)):
            if number % _STEP == 0:
                self._step("lexical", window.clause, self._clauses, document.name)
            inverted.add(terms.terms(window.text))
            places.append((window.clause, window.start, window.stop))
        return np.array(places, np.int32).reshape(-1, 3).T

    # ------------------------------------------------------------ vectors

    def write_vectors(self, writer: PartWriter, cache: Path) -> None:
        """Write the vectors of windows and sections; nothing without an embedder or without any text.

        Raises EmbeddingError where the embedder answers with vectors of different lengths.
        """
        if self._embedder is None or not self.window_count:
            return
        with open_cache(cache) as known:
            try:
                self._embed(writer, self._embedder, known, trusted=True)
            except _OtherLengthError:
                # the model changed under its name: nothing that it made before can stand beside what it makes now
                try:
                    self._embed(writer, self._embedder, known, trusted=False)
                except _OtherLengthError as error:
                    reason = "gave vectors of different lengths for texts of one build"
                    raise EmbeddingError(model=self._embedder.name, reason=reason) from error
            known.prune(self.window_count)

    @property
    def _with_leads(self) -> bool:
        return self._settings.section_embedding == "title_lead"

    def _embed(self, writer: PartWriter, embedder: Embedder, known: EmbeddingCache, *, trusted: bool) -> None:
        sections = sum(_section_count(piece) for piece in self._pieces)
        self._embedded, self._to_embed = 0, self.window_count + (sections if self._with_leads else 0)
        with writer.file("vectors.npy") as windows_file, writer.file("section_vectors.npy") as sections_file:
            window_rows = _Matrix(windows_file, self.window_count)
            section_rows = _Matrix(sections_file, sections)
            for block in self._blocks(embedder.name, trusted=trusted):
                if isinstance(block, Stretch):
                    vectors = block.index.vectors[slice(*block.windows)]
                    means = block.index.section_vectors[slice(*block.sections)]
                else:
                    vectors, means = self._block_vectors(block, embedder, known, trusted=trusted)
                window_rows.add(vectors)
                section_rows.add(means)
                self._embedded += len(vectors) + (len(means) if self._with_leads else 0)
            self._progress("dense", self._to_embed, self._to_embed, "")
            self.dimension = window_rows.dimension
            if not section_rows.dimension:
                section_rows.add(np.zeros((0, self.dimension), np.float32))

    def _blocks(self, model: str, *, trusted: bool) -> Iterator[Stretch | list[Document]]:
        """Yield what can be taken over, and the documents between in blocks of some thousand windows."""
        waiting: list[Document] = []
        for piece in self._pieces:
            taken = trusted and isinstance(piece, Stretch) and piece.has_vectors(self._settings, model)
            if taken and isinstance(piece, Stretch):
                yield waiting
                yield piece
                waiting = []
                continue
            for document in documents_of(piece):
                waiting.append(document)
                if sum(len(one.clauses) for one in waiting) >= _BLOCK_WINDOWS:
                    yield waiting
                    waiting = []
        yield waiting

    def _block_vectors(
        self, documents: list[Document], embedder: Embedder, known: EmbeddingCache, *, trusted: bool
    ) -> tuple[Vector, Vector]:
        """Return the vectors of the windows and of the sections of some documents."""
        windows = [list(windows_of(document, 0, self._settings)) for document in documents]
        texts = [window.text for some in windows for window in some]
        leads = [lead for document in documents for lead in title_leads(document)] if self._with_leads else []

        def advance(done: int, total: int) -> None:
            # equal texts are embedded once, and counted as often as they stand there
            so_far = self._embedded + done * len(texts + leads) // total
            self._progress("dense", so_far, self._to_embed, documents[-1].name if so_far < self._to_embed else "")

        if not texts + leads:
            sections = sum(len(document.sections) for document in documents)
            return np.zeros((0, 0), np.float32), np.zeros((sections, 0), np.float32)
        rows = embed_all(embedder, texts + leads, known, advance=advance, cancelled=self._cancel, trusted=trusted)
        vectors = rows[: len(texts)]
        return vectors, rows[len(texts) :] if self._with_leads else _section_means(documents, windows, vectors)


class _OtherLengthError(Exception):
    """Vectors of another length than those before them."""


class _Matrix:
    """Rows on their way into a part, whose number is known and whose length the first of them tells."""

    def __init__(self, file: NewFile, rows: int) -> None:
        """Expect so many rows."""
        self._file, self._rows = file, rows
        self._unknown = 0
        self.dimension = 0

    def add(self, rows: Vector) -> None:
        """Append rows; those without a length stand for zeros of the length that the others have."""
        if not rows.shape[1]:
            self._zeros(len(rows))
            return
        if not self.dimension:
            self.dimension = rows.shape[1]
            self._file.write(npy.header(np.float32, (self._rows, self.dimension)))
            self._zeros(self._unknown)
        if rows.shape[1] != self.dimension:
            raise _OtherLengthError
        self._file.write(npy.raw(np.asarray(rows, np.float32)))

    def _zeros(self, count: int) -> None:
        if self.dimension:
            self._file.write(bytes(4 * self.dimension * count))
        else:
            self._unknown += count


def _section_means(documents: list[Document], windows: list[list[Window]], vectors: Vector) -> Vector:
    means, rows = [np.zeros((0, vectors.shape[1]), np.float32)], iter(vectors)
    for document, some in zip(documents, windows, strict=True):
        starts = [document.clauses[window.clause].start for window in some]
        spans = [Span(at + window.start, at + window.stop) for at, window in zip(starts, some, strict=True)]
        own = np.array(list(islice(rows, len(some))), np.float32).reshape(-1, vectors.shape[1])
        means.append(mean_vectors(spans, document.sections, own))
    return np.concatenate(means)


def _moved(stretch: Stretch, first_clause: int) -> Table:
    """Return the windows of a stretch whose clauses count from ``first_clause`` now."""
    low, high = stretch.windows
    table = stretch.index.windows
    rows = np.stack([table.clause[low:high], table.start[low:high], table.stop[low:high]])
    rows[0] += first_clause - stretch.clauses[0]
    return rows


def clause_count(piece: Piece) -> int:
    """Return how many clauses a document has."""
    if isinstance(piece, Document):
        return len(piece.clauses)
    record = piece.record
    return record.stop_clause - record.first_clause


def _section_count(piece: Document | Stretch) -> int:
    if isinstance(piece, Document):
        return len(piece.sections)
    low, high = piece.sections
    return high - low
