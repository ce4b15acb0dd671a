"""An index opened from its folder: one generation, memory-mapped, unchanging while it is open."""

from __future__ import annotations

import dataclasses
import os
import weakref
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from raglib_core.errors import DamagedIndex, MethodUnavailable, UnknownClause, UnknownDocument
from raglib_core.indexing import folder, lexical
from raglib_core.indexing.codec import unpack
from raglib_core.indexing.dense import Dense, nearest_rows
from raglib_core.indexing.parts import BROKEN, Json, Parts, from_json
from raglib_core.indexing.ranges import WindowTable
from raglib_core.indexing.seam import DocumentRecord, Range, Ranking, TermShare, Vector
from raglib_core.model import Clause, Coverage, Document, Page, Recognized, Section, Segmentation
from raglib_core.storage import checksum, sha256_of, share

_KEPT_DOCUMENTS = 256
#: Rows of places.npy (an entry a document) and of spans.npy (an entry a clause): see `raglib_core.indexing.generation`.
PLACE_ROWS = 8
SPAN_ROWS = 5


class FolderIndex:
    """Answers `raglib_core.indexing.seam.IndexSeam` from the files of one generation; safe to share between threads.

    The generation stays on the disk while this object lives, or until ``release()`` is called. Opening looks at no
    clause; what is fetched is compared with its checksum, and whatever does not fit raises DamagedIndex.
    """

    def __init__(self, root: Path, pointer: folder.Pointer) -> None:
        """Open the generation that ``pointer`` names; raises DamagedIndex naming a part that is not as it was made."""
        self.root = root
        self.generation = pointer.number
        self._manifest = self._taken(pointer)
        self.parts = Parts(root, folder.generation_folder(root, pointer.generation), self._manifest["parts"])
        with self.parts.reading(folder.MANIFEST):
            counts = self._manifest["counts"]
            self._documents, self._sections = int(counts["documents"]), int(counts["sections"])
            self.clause_count, self.window_count = int(counts["clauses"]), int(counts["chunks"])
        self._open_rows()
        self._open_rankings()
        self._document = lru_cache(maxsize=_KEPT_DOCUMENTS)(self._read_document)
        self._sections_of = lru_cache(maxsize=_KEPT_DOCUMENTS)(self._read_sections)
        self._pages_of = lru_cache(maxsize=_KEPT_DOCUMENTS)(self._read_pages)

    def _taken(self, pointer: folder.Pointer) -> dict[str, Any]:
        """Return the manifest, shared from now on, so that no writer removes the generation under this reader."""
        try:
            descriptor = share(folder.generation_folder(self.root, pointer.generation) / folder.MANIFEST)
        except OSError as error:
            raise DamagedIndex(path=str(self.root), part=folder.MANIFEST, reason=f"{error}"[:200]) from error
        self.release = weakref.finalize(self, os.close, descriptor)
        return read_manifest(self.root, pointer)

    def _open_rows(self) -> None:
        parts = self.parts
        self.document_lines = parts.lines("documents", self._documents)
        self.section_lines = parts.lines("sections", self._sections)
        self.clause_lines = parts.lines("clauses", self.clause_count)
        self.places = parts.array("places", np.int64, (PLACE_ROWS, self._documents))
        self.spans = parts.array("spans", np.int64, (SPAN_ROWS, self.clause_count))
        self.texts = parts.data("texts.bin")

    def _open_rankings(self) -> None:
        parts = self.parts
        rows = parts.array("windows", np.int32, (3, self.window_count))
        self.windows = WindowTable(
            rows, self.clause_count, parts.array("first_windows", np.int64, (self.clause_count + 1,))
        )
        shapes: dict[str, tuple[int | None, ...]] = {"lengths": (self.window_count,)}
        self.postings = {
            name: parts.array(f"lexical.{name}", dtype, shapes.get(name, (None,)))
            for name, dtype in lexical.DTYPES.items()
        }
        with parts.reading("lexical.indptr.npy"):
            indptr = self.postings["indptr"]
            if len(indptr) != len(self.postings["offsets"]) or indptr[-1] != len(self.postings["indices"]):
                raise ValueError("does not fit its postings")
        self._lexical = lexical.Lexical(self.postings, self.windows)
        embeddings = self._manifest["embeddings"]
        self.dimension: int = int(embeddings["dim"])
        self.model = str(embeddings["model"] or "")
        self._dense: Dense | None = None
        if self.dimension:
            self.vectors = parts.array("vectors", np.float32, (self.window_count, self.dimension))
            self._dense = Dense(self.vectors, self.windows, self.model)
            self.section_vectors = parts.array("section_vectors", np.float32, (self._sections, self.dimension))

    # ------------------------------------------------------------ what is there

    @property
    def manifest(self) -> dict[str, object]:
        """Settings, counts and versions of the index as plain values."""
        return {name: value for name, value in self._manifest.items() if name != "parts"}

    @property
    def settings(self) -> dict[str, object]:
        """How the index was made, as plain values."""
        settings: dict[str, object] = self._manifest["settings"]
        return settings

    @cached_property
    def records(self) -> tuple[DocumentRecord, ...]:
        """The documents in the order of their clause ids; read when they are first asked for."""
        with self.parts.reading("records.json"):
            records = tuple(unpack(DocumentRecord, record) for record in from_json(self.parts.whole("records.json")))
            if len(records) != self._documents:
                raise ValueError(f"holds {len(records)} documents instead of {self._documents}")
        return records

    @cached_property
    def _by_id(self) -> dict[str, int]:
        return {record.doc_id: number for number, record in enumerate(self.records)}

    @cached_property
    def _firsts(self) -> list[int]:
        return [record.first_clause for record in self.records]

    def verify(self) -> None:
        """Hash every part of the index; raises DamagedIndex for the first one that changed."""
        self.parts.verify()

    # ------------------------------------------------------------ rankings

    def search_lexical(self, terms: Sequence[str], ranges: Sequence[Range], k: int) -> Ranking:
        """Rank clauses by BM25 (see `raglib_core.indexing.lexical`) inside the ranges; only scores above zero."""
        with self.parts.reading("lexical.indices.npy"):
            return self._checked(self._lexical.search(terms, ranges, k))

    def search_reference(self, terms: Sequence[str], ranges: Sequence[Range], k: int) -> Ranking:
        """Rank clauses by the package rank_bm25 inside the ranges; only scores above zero."""
        with self.parts.reading("lexical.indices.npy"):
            return self._checked(self._lexical.search_reference(terms, ranges, k))

    def explain_lexical(self, terms: Sequence[str], clause_id: int) -> list[TermShare]:
        """Return what each term adds to the score of a clause, the largest share first."""
        with self.parts.reading("lexical.indices.npy"):
            return self._lexical.explain(terms, clause_id)

    def search_dense(self, vector: Vector, ranges: Sequence[Range], k: int) -> Ranking:
        """Rank clauses by cosine inside the ranges, only above zero; raises MethodUnavailable without vectors."""
        if self._dense is None:
            raise self._no_vectors("vector")
        with self.parts.reading("vectors.npy"):
            return self._checked(self._dense.search(vector, ranges, k))

    def _checked(self, ranking: Ranking) -> Ranking:
        """Return a ranking whose clauses there are; raises ValueError for one out of damaged arrays."""
        ids = ranking.clause_ids
        if len(ids) and not (ids.min() >= 0 and ids.max() < self.clause_count):
            raise ValueError("names a clause that is not there")
        return ranking

    def search_sections(self, vector: Vector, doc_ids: Sequence[str], k: int) -> list[tuple[str, str, float]]:
        """Rank sections of the documents by cosine: rows (doc_id, section key, cosine); raises as `search_dense`."""
        if self._dense is None:
            raise self._no_vectors("section vectors")
        numbers = sorted({self._number(doc_id) for doc_id in doc_ids})
        with self.parts.reading("section_vectors.npy"):
            spans = [(int(self.places[2, number]), int(self.places[3, number])) for number in numbers]
            if any(not 0 <= low <= high <= self._sections for low, high in spans):
                raise ValueError("names a section that is not there")
            spans = [(low, high) for low, high in spans if low < high]
            rows = nearest_rows(self.section_vectors, vector, spans, k, self.model)
            return [(*self._section_of_row(row), score) for row, score in rows]

    @cached_property
    def _section_firsts(self) -> list[int]:
        return [int(first) for first in self.places[2]]

    def _section_of_row(self, row: int) -> tuple[str, str]:
        """Return document and key of a section; the last document that starts there, for those before have none."""
        owner = bisect_right(self._section_firsts, row) - 1
        return self.records[owner].doc_id, self._sections_of(owner)[row - self._section_firsts[owner]].key

    def _no_vectors(self, method: str) -> MethodUnavailable:
        return MethodUnavailable(method=method, reason="this index was built without embeddings")

    # ------------------------------------------------------------ texts

    def clause(self, clause_id: int) -> tuple[DocumentRecord, Clause, str]:
        """Return the record of the document, the clause and its verbatim text; raises UnknownClause.

        The text and the clause are compared with the checksum that they were written with.
        """
        if not 0 <= clause_id < self.clause_count:
            raise UnknownClause(name=str(clause_id), document=str(self.root), known=f"0 to {self.clause_count - 1}")
        record = self.records[bisect_right(self._firsts, clause_id) - 1]
        with self.parts.reading("clauses.jsonl"):
            start, stop, first, last, expected = self.spans[:, clause_id].tolist()
            line, raw = self.clause_lines.line(clause_id), self.texts[first:last]
            if checksum(line, raw) != expected:
                raise ValueError("a clause does not fit its checksum")
            clause, text = unpack(Clause, from_json(line)), raw.decode("utf-8", "surrogatepass")
            if (clause.start, clause.stop) != (start, stop) or len(text) != stop - start:
                raise ValueError(f"does not fit clause {clause.locator}")
        return record, clause, text

    def clause_range(self, doc_id: str, start: int, stop: int) -> Range:
        """Return the ids of the clauses of a document that start inside ``[start, stop)`` of its text.

        With the span of a section (or ``clause.start, clause.tree_stop``) this is the range that filters by it.
        """
        record = self.records[self._number(doc_id)]
        starts = self.spans[0, record.first_clause : record.stop_clause]
        low, high = np.searchsorted(starts, [start, stop])
        return record.first_clause + int(low), record.first_clause + int(high)

    def pages(self, doc_id: str) -> tuple[Page, ...]:
        """Return the pages of a document, () for a source without pages; raises UnknownDocument.

        Clauses and text are not read: a hit needs its page only.
        """
        return self._pages_of(self._number(doc_id))

    def sections(self, doc_id: str) -> tuple[Section, ...]:
        """Return the sections of a document in depth-first order; raises UnknownDocument."""
        return self._sections_of(self._number(doc_id))

    def document(self, doc_id: str) -> Document:
        """Return the whole document, equal to the one that was indexed; raises UnknownDocument."""
        return self._document(self._number(doc_id))

    def recognized(self, doc_id: str) -> Recognized:
        """Return what was recognized of a document, without its sections and clauses; raises UnknownDocument."""
        return self._read_recognized(self._number(doc_id))[0]

    def coverage(self, doc_id: str) -> Coverage:
        """Return how complete a document is, without its clauses; raises UnknownDocument."""
        return self._read_recognized(self._number(doc_id))[1]

    def record(self, doc_id: str) -> DocumentRecord:
        """Return how the index lists a document; raises UnknownDocument."""
        return self.records[self._number(doc_id)]

    def _number(self, doc_id: str) -> int:
        if doc_id not in self._by_id:
            raise UnknownDocument(name=doc_id, known=", ".join(list(self._by_id)[:20]))
        return self._by_id[doc_id]

    def _read_sections(self, number: int) -> tuple[Section, ...]:
        with self.parts.reading("sections.jsonl"):
            lines = self.section_lines.block(int(self.places[2, number]), int(self.places[3, number]))
            _compare(lines, int(self.places[6, number]), "sections")
            return tuple(unpack(Section, from_json(line)) for line in lines.splitlines())

    def _read_recognized(self, number: int) -> tuple[Recognized, Coverage]:
        record = self.records[number]
        with self.parts.reading("texts.bin"):
            first, last = int(self.places[0, number]), int(self.places[1, number])
            raw = self.texts[first:last]
            _compare(raw, int(self.places[4, number]), "text")
            text = raw.decode("utf-8", "surrogatepass")
            if len(text) != record.characters:
                raise ValueError(f"does not hold the text of {record.doc_id}")
        with self.parts.reading("documents.jsonl"):
            row = self._document_row(number)
            recognized = dataclasses.replace(unpack(Recognized, row["recognized"]), text=text)
            return recognized, unpack(Coverage, row["coverage"])

    def _read_pages(self, number: int) -> tuple[Page, ...]:
        with self.parts.reading("documents.jsonl"):
            return unpack(tuple[Page, ...], self._document_row(number)["recognized"].get("pages", []))

    def _document_row(self, number: int) -> Json:
        line = self.document_lines.line(number)
        _compare(line, int(self.places[5, number]), "pages and findings")
        return from_json(line)

    def _read_document(self, number: int) -> Document:
        record = self.records[number]
        recognized, coverage = self._read_recognized(number)
        with self.parts.reading("clauses.jsonl"):
            lines = self.clause_lines.block(record.first_clause, record.stop_clause)
            _compare(lines, int(self.places[7, number]), "clauses")
            clauses = tuple(unpack(Clause, from_json(line)) for line in lines.splitlines())
        segmentation = Segmentation(self._sections_of(number), clauses, coverage)
        return Document(record.doc_id, record.name, recognized, segmentation)


def _compare(data: bytes, expected: int, what: str) -> None:
    if checksum(data) != expected:
        raise ValueError(f"the {what} of a document do not fit their checksum")


def read_manifest(root: Path, pointer: folder.Pointer) -> dict[str, Any]:
    """Return the manifest that a pointer names; raises DamagedIndex where it is not the one that was written."""
    path = folder.generation_folder(root, pointer.generation) / folder.MANIFEST
    try:
        if path.is_symlink() or path.parent.is_symlink() or path.parent.parent.is_symlink():
            raise ValueError("is a symbolic link")
        data = path.read_bytes()
        if sha256_of(data) != pointer.manifest_sha256:
            raise ValueError("its content changed after it was written")
        manifest: dict[str, Any] = from_json(data)
        if not isinstance(manifest["parts"], dict):
            raise ValueError("lists no parts")
    except BROKEN as error:
        raise DamagedIndex(path=str(root), part=folder.MANIFEST, reason=f"{error}"[:200]) from error
    return manifest
