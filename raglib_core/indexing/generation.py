"""An index in a folder: written as immutable generations, one of which counts.

::

    root/
    ├── CURRENT                  which generation counts, and the SHA-256 of its manifest; replaced atomically
    ├── lock                     held by the one writer; the system releases it when the writer dies
    ├── embeddings.sqlite        vectors by model and text, kept across builds
    ├── corrections.jsonl        what people corrected, one a line, kept across builds; absent without any
    └── generations/
        └── 000002/
            ├── manifest.json    written last: format, version, settings, counts, documents, size and hash of each part
            ├── texts.bin        recognized texts in UTF-8, one after the other
            ├── places.npy       int64 (4, documents): text bytes start, stop; sections first, end
            ├── documents.jsonl  a line a document: recognized (without its text) and coverage with findings
            ├── sections.jsonl   a line a section, depth-first
            ├── clauses.jsonl    a line a clause, in document order
            ├── spans.npy        int64 (4, clauses): start, stop in code points of the document; in bytes of texts.bin
            ├── windows.npy      int32 (3, windows): clause, start, stop inside the clause
            ├── *.rows.npy       where each line of the .jsonl of that name starts
            ├── lexical.*.npy    see raglib_core.indexing.lexical
            └── vectors.npy, section_vectors.npy   float32, unit or zero rows; absent without embeddings

Readers map the files of the generation that counted when they opened it and keep it, whatever is written later. A new
generation is made in a folder of its own and counts only once it is whole on the disk; a failure, a cancel or a crash
before that leaves the old one. The generation before the current one stays on the disk for readers that are just
opening it, older ones are removed by the next build (on POSIX open maps outlive that; Windows refuses to remove mapped
files, which then wait for a later build).
"""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from raglib_core.errors import BadSettings, Cancelled, DamagedIndex
from raglib_core.indexing import folder, lexical
from raglib_core.indexing.codec import pack
from raglib_core.indexing.dense import mean_vectors, title_leads
from raglib_core.indexing.embedders import Embedder, EmbeddingsLike, resolve_embeddings
from raglib_core.indexing.embedding_cache import embed_all, open_cache
from raglib_core.indexing.folder import delete, foreign_files, is_index
from raglib_core.indexing.folder_index import FolderIndex
from raglib_core.indexing.parts import PartWriter, to_json
from raglib_core.indexing.seam import DocumentRecord, Vector
from raglib_core.indexing.windows import Window, windows_of
from raglib_core.model import CancelToken, Document, Progress, Span, never_cancelled, no_progress
from raglib_core.russian import normaliser, resolve_normalizer
from raglib_core.settings import BuildSettings

__all__ = ["FolderIndex", "delete", "foreign_files", "is_index", "open_index", "write"]

#: Windows between two looks at the cancel token while words are counted.
_STEP = 256
_OPEN_TRIES = 5


def open_index(root: Path) -> FolderIndex:
    """Open the generation of an index that counts now.

    Raises NotARaglibIndexError for a folder that is no index of this version, DamagedIndex naming the part that is
    missing or not as it was written.
    """
    pointer = folder.read_pointer(root)
    for _ in range(_OPEN_TRIES):
        try:
            return FolderIndex(root, pointer)
        except DamagedIndex:
            # two builds may have finished since the pointer was read, and removed what it named
            latest = folder.read_pointer(root)
            if latest == pointer:
                raise
            pointer = latest
    return FolderIndex(root, pointer)


def write(
    root: Path,
    documents: Sequence[Document],
    *,
    settings: BuildSettings,
    embedder: Embedder | EmbeddingsLike | None = None,
    progress: Progress = no_progress,
    cancel: CancelToken = never_cancelled,
) -> int:
    """Write an index of the documents into ``root``, let it count, and return the number of its generation.

    The documents keep their order and ids. Whatever happens before the switch (an error, a cancel, a crash) leaves what
    was there. Raises NotARaglibIndexError for a folder with other things in it, IndexLocked while another writer works,
    BadSettings for two documents of one id, Cancelled, EmbeddingError, MissingExtra.
    """
    _check_ids(documents)
    settings = dataclasses.replace(settings, normalizer=resolve_normalizer(settings.normalizer))
    folder.claim(root)
    with folder.locked(root), folder.new_generation(root) as path:
        build = _Build(documents, settings, resolve_embeddings(embedder).embedder, progress, cancel)
        writer = PartWriter(path)
        build.write_words(writer)
        build.write_vectors(writer, root / folder.CACHE)
        build.write_documents(writer)
        return folder.publish(root, path, to_json(build.manifest(writer)))


def _check_ids(documents: Sequence[Document]) -> None:
    seen: set[str] = set()
    for document in documents:
        if document.doc_id in seen:
            raise BadSettings(name="doc_id", value=document.doc_id, allowed="one document an id")
        seen.add(document.doc_id)


class _Build:
    """One generation in the making: the documents with the places that their pieces get."""

    def __init__(
        self,
        documents: Sequence[Document],
        settings: BuildSettings,
        embedder: Embedder | None,
        progress: Progress,
        cancel: CancelToken,
    ) -> None:
        self._documents, self._settings, self._embedder = documents, settings, embedder
        self._progress, self._cancel = progress, cancel
        self._first_clause = [0, *accumulate(len(document.clauses) for document in documents)]
        self._first_section = [0, *accumulate(len(document.sections) for document in documents)]
        self._windows: list[list[Window]] = [
            list(windows_of(document, first, settings))
            for document, first in zip(documents, self._first_clause, strict=False)
        ]
        self._window_count = sum(map(len, self._windows))
        self._dimension = 0

    # ------------------------------------------------------------ words

    def write_words(self, writer: PartWriter) -> None:
        """Write windows and the lexical index of their terms."""
        terms, inverted, done = normaliser(self._settings.normalizer), lexical.LexicalWriter(), 0
        for document, windows in zip(self._documents, self._windows, strict=True):
            for window in windows:
                if done % _STEP == 0:
                    self._step("lexical", done, self._window_count, document.name)
                inverted.add(terms.terms(window.text))
                done += 1
        self._step("lexical", done, self._window_count, "")
        for name, array in inverted.arrays().items():
            writer.array(f"lexical.{name}", array)
        rows = [(window.clause, window.start, window.stop) for window in self._every_window()]
        writer.array("windows", np.array(rows, np.int32).reshape(-1, 3).T)

    def _every_window(self) -> Iterator[Window]:
        for windows in self._windows:
            yield from windows

    def _step(self, stage: str, done: int, total: int, name: str) -> None:
        if self._cancel():
            raise Cancelled(stage=stage)
        self._progress(stage, done, total, name)

    # ------------------------------------------------------------ vectors

    def write_vectors(self, writer: PartWriter, cache: Path) -> None:
        """Write the vectors of windows and sections; nothing without an embedder or without any text."""
        texts = [window.text for window in self._every_window()]
        if self._embedder is None or not texts:
            return
        leads: list[str] = []
        if self._settings.section_embedding == "title_lead":
            leads = [lead for document in self._documents for lead in title_leads(document)]
        with open_cache(cache) as known:
            advance = self._dense_progress
            rows = embed_all(self._embedder, texts + leads, known, advance=advance, cancelled=self._cancel)
        vectors = rows[: len(texts)]
        self._dimension = vectors.shape[1]
        writer.array("vectors", vectors)
        writer.array("section_vectors", rows[len(texts) :] if leads else self._section_means(vectors))

    def _dense_progress(self, done: int, total: int) -> None:
        self._progress("dense", done, total, "")

    def _section_means(self, vectors: Vector) -> Vector:
        means, first = [np.zeros((0, vectors.shape[1]), np.float32)], 0
        for document, windows, clause in zip(self._documents, self._windows, self._first_clause, strict=False):
            starts = [document.clauses[window.clause - clause].start for window in windows]
            spans = [Span(at + window.start, at + window.stop) for at, window in zip(starts, windows, strict=True)]
            means.append(mean_vectors(spans, document.sections, vectors[first : first + len(windows)]))
            first += len(windows)
        return np.concatenate(means)

    # ------------------------------------------------------------ documents

    def write_documents(self, writer: PartWriter) -> None:
        """Write texts, sections, clauses and findings."""
        total = len(self._documents)
        texts: list[bytes] = []
        spans: list[Any] = [np.zeros((4, 0), np.int64)]
        ends = [0]
        for done, document in enumerate(self._documents):
            self._step("write", done, total, document.name)
            texts.append(document.text.encode("utf-8", "surrogatepass"))
            spans.append(_clause_spans(document, ends[-1]))
            ends.append(ends[-1] + len(texts[-1]))
        writer.data("texts.bin", b"".join(texts))
        writer.array("spans", np.concatenate(spans, axis=1))
        sections = self._first_section
        writer.array("places", np.array([ends[:-1], ends[1:], sections[:-1], sections[1:]], np.int64))
        writer.rows("documents", map(_document_row, self._documents))
        writer.rows("sections", (pack(section) for document in self._documents for section in document.sections))
        writer.rows("clauses", (pack(clause) for document in self._documents for clause in document.clauses))
        self._step("write", total, total, "")

    def manifest(self, writer: PartWriter) -> dict[str, object]:
        """Return what the index is: plain values only."""
        settings, embedder = self._settings, self._embedder
        return {
            "format": folder.FORMAT,
            "version": folder.VERSION,
            "created_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "documents": [pack(self._record(number)) for number in range(len(self._documents))],
            "chunking": {"size": settings.window_size, "overlap": settings.window_overlap},
            "bm25": {"normalizer": settings.normalizer, "variant": "lucene", "k1": lexical.K1, "b": lexical.B},
            "ocr_number_repair": settings.ocr_number_repair,
            "embeddings": {
                "model": embedder.name if embedder else None,
                "dim": self._dimension,
                "section_embedding": settings.section_embedding,
                "carries_meaning": embedder.carries_meaning if embedder else False,
                "spec": embedder.spec if embedder else "none",
            },
            "counts": {
                "documents": len(self._documents),
                "sections": self._first_section[-1],
                "clauses": self._first_clause[-1],
                "chunks": self._window_count,
            },
            "settings": settings.as_dict(),
            "parts": writer.listing,
        }

    def _record(self, number: int) -> DocumentRecord:
        document = self._documents[number]
        return DocumentRecord(
            doc_id=document.doc_id,
            name=document.name,
            source_hash=document.recognized.source_hash,
            characters=len(document.text),
            first_clause=self._first_clause[number],
            stop_clause=self._first_clause[number + 1],
            sections=len(document.sections),
            findings=document.coverage.remarks,
            recognizer=document.recognized.recognizer,
            encoding=document.recognized.encoding,
            title=document.recognized.title,
        )


def _document_row(document: Document) -> dict[str, object]:
    recognized = dataclasses.replace(document.recognized, text="")
    return {"recognized": pack(recognized), "coverage": pack(document.coverage)}


def _clause_spans(document: Document, first_byte: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return four rows, one entry a clause: start and stop in code points, start and stop in bytes of all texts."""
    starts = [clause.start for clause in document.clauses]
    stops = [clause.stop for clause in document.clauses]
    bytes_at, at, byte = {}, 0, first_byte
    for place in sorted({*starts, *stops}):
        byte += len(document.text[at:place].encode("utf-8", "surrogatepass"))
        bytes_at[place] = byte
        at = place
    rows = [starts, stops, [bytes_at[place] for place in starts], [bytes_at[place] for place in stops]]
    return np.array(rows, np.int64)
