"""An index opened from its folder: one generation, memory-mapped, unchanging while it is open."""

from __future__ import annotations

import dataclasses
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
from raglib_core.indexing.parts import BROKEN, Parts, from_json
from raglib_core.indexing.ranges import WindowTable
from raglib_core.indexing.seam import DocumentRecord, Range, Ranking, TermShare, Vector
from raglib_core.model import Clause, Coverage, Document, Recognized, Section, Segmentation
from raglib_core.storage import sha256_of

_KEPT_DOCUMENTS = 256


class FolderIndex:
    """Answers `raglib_core.indexing.seam.IndexSeam` from the files of one generation; safe to share between threads."""

    def __init__(self, root: Path, pointer: folder.Pointer) -> None:
        """Open the generation that ``pointer`` names; raises DamagedIndex naming a part that is not as it was made."""
        self.root = root
        self.generation = pointer.number
        self._manifest = _read_manifest(root, pointer)
        self._parts = Parts(root, folder.generation_folder(root, pointer.generation), self._manifest["parts"])
        with self._parts.reading(folder.MANIFEST):
            self._records = tuple(unpack(DocumentRecord, record) for record in self._manifest["documents"])
            counts = self._manifest["counts"]
            self._documents, self._sections = int(counts["documents"]), int(counts["sections"])
            self._clauses, window_count = int(counts["clauses"]), int(counts["chunks"])
        self._by_id = {record.doc_id: number for number, record in enumerate(self._records)}
        self._firsts = [record.first_clause for record in self._records]
        self._open_rows()
        self.windows = WindowTable(self._parts.array("windows", np.int32, (3, window_count)), self._clauses)
        self._check_spans()
        self._open_rankings(window_count)
        self._document = lru_cache(maxsize=_KEPT_DOCUMENTS)(self._read_document)
        self._sections_of = lru_cache(maxsize=_KEPT_DOCUMENTS)(self._read_sections)

    def _open_rows(self) -> None:
        parts = self._parts
        self._document_rows = parts.rows("documents", self._documents)
        self._section_rows = parts.rows("sections", self._sections)
        self._clause_rows = parts.rows("clauses", self._clauses)
        #: per document: first byte and end of its text, first and end of its sections
        self._places = parts.array("places", np.int64, (4, self._documents))
        #: per clause: start and stop in code points of the document, start and stop in bytes of all texts
        self._spans = parts.array("spans", np.int64, (4, self._clauses))
        self._texts = parts.data("texts.bin")

    def _open_rankings(self, window_count: int) -> None:
        parts = self._parts
        shapes: dict[str, tuple[int | None, ...]] = {"lengths": (window_count,)}
        arrays = {
            name: parts.array(f"lexical.{name}", dtype, shapes.get(name, (None,)))
            for name, dtype in lexical.DTYPES.items()
        }
        with parts.reading("lexical.indptr.npy"):
            if len(arrays["indptr"]) != len(arrays["offsets"]) or arrays["indptr"][-1] != len(arrays["indices"]):
                raise ValueError("does not fit its postings")
        self._lexical = lexical.Lexical(arrays, self.windows)
        embeddings = self._manifest["embeddings"]
        self.dimension: int = int(embeddings["dim"])
        self._model = str(embeddings["model"] or "")
        self._dense: Dense | None = None
        if self.dimension:
            vectors = parts.array("vectors", np.float32, (window_count, self.dimension))
            self._dense = Dense(vectors, self.windows, self._model)
            self._section_vectors = parts.array("section_vectors", np.float32, (self._sections, self.dimension))

    def _check_spans(self) -> None:
        """Raise DamagedIndex where a clause does not lie in its document, or a window not in its clause."""
        with self._parts.reading("spans.npy"):
            starts, stops, first_bytes, last_bytes = self._spans
            owners = np.searchsorted(self._firsts, np.arange(self._clauses), side="right") - 1
            ends = np.array([record.characters for record in self._records], np.int64)
            byte_starts, byte_stops = self._places[0], self._places[1]
            right = (starts >= 0) & (starts <= stops) & (first_bytes <= last_bytes)
            if self._clauses and not (right & (stops <= ends[owners])).all():
                raise ValueError("a clause does not lie in the text of its document")
            if self._clauses and not ((first_bytes >= byte_starts[owners]) & (last_bytes <= byte_stops[owners])).all():
                raise ValueError("a clause does not lie in the bytes of its document")
        with self._parts.reading("windows.npy"):
            table = self.windows
            lengths = (stops - starts)[table.clause]
            if (np.diff(table.clause) < 0).any() or (table.start < 0).any() or (table.stop > lengths).any():
                raise ValueError("a window does not lie in its clause")

    # ------------------------------------------------------------ what is there

    @property
    def manifest(self) -> dict[str, object]:
        """Settings, counts and versions of the index as plain values."""
        return {name: value for name, value in self._manifest.items() if name != "parts"}

    @property
    def records(self) -> tuple[DocumentRecord, ...]:
        """The documents in the order of their clause ids."""
        return self._records

    def verify(self) -> None:
        """Hash every part of the index; raises DamagedIndex for the first one that changed."""
        self._parts.verify()

    # ------------------------------------------------------------ rankings

    def search_lexical(self, terms: Sequence[str], ranges: Sequence[Range], k: int) -> Ranking:
        """Rank clauses by BM25 (see `raglib_core.indexing.lexical`) inside the ranges; only scores above zero."""
        return self._lexical.search(terms, ranges, k)

    def search_reference(self, terms: Sequence[str], ranges: Sequence[Range], k: int) -> Ranking:
        """Rank clauses by the package rank_bm25 inside the ranges; only scores above zero."""
        return self._lexical.search_reference(terms, ranges, k)

    def explain_lexical(self, terms: Sequence[str], clause_id: int) -> list[TermShare]:
        """Return what each term adds to the score of a clause, the largest share first."""
        return self._lexical.explain(terms, clause_id)

    def search_dense(self, vector: Vector, ranges: Sequence[Range], k: int) -> Ranking:
        """Rank clauses by cosine inside the ranges, only above zero; raises MethodUnavailable without vectors."""
        if self._dense is None:
            raise self._no_vectors("vector")
        return self._dense.search(vector, ranges, k)

    def search_sections(self, vector: Vector, doc_ids: Sequence[str], k: int) -> list[tuple[str, str, float]]:
        """Rank sections of the documents by cosine: rows (doc_id, section key, cosine); raises as `search_dense`."""
        if self._dense is None:
            raise self._no_vectors("section vectors")
        numbers = sorted({self._number(doc_id) for doc_id in doc_ids})
        spans = [(int(self._places[2, number]), int(self._places[3, number])) for number in numbers]
        spans = [(low, high) for low, high in spans if low < high]
        rows = nearest_rows(self._section_vectors, vector, spans, k, self._model)
        owners = [bisect_right(self._section_firsts, row) - 1 for row, _ in rows]
        return [
            (self._records[owner].doc_id, self._section_key(row), score)
            for owner, (row, score) in zip(owners, rows, strict=True)
        ]

    @cached_property
    def _section_firsts(self) -> list[int]:
        return [int(first) for first in self._places[2]]

    def _section_key(self, row: int) -> str:
        with self._parts.reading("sections.jsonl"):
            return str(self._section_rows[row]["key"])

    def _no_vectors(self, method: str) -> MethodUnavailable:
        return MethodUnavailable(method=method, reason="this index was built without embeddings")

    # ------------------------------------------------------------ texts

    def clause(self, clause_id: int) -> tuple[DocumentRecord, Clause, str]:
        """Return the record of the document, the clause and its verbatim text; raises UnknownClause."""
        if not 0 <= clause_id < self._clauses:
            raise UnknownClause(name=str(clause_id), document=str(self.root), known=f"0 to {self._clauses - 1}")
        record = self._records[bisect_right(self._firsts, clause_id) - 1]
        with self._parts.reading("clauses.jsonl"):
            clause = unpack(Clause, self._clause_rows[clause_id])
        with self._parts.reading("texts.bin"):
            start, stop, first, last = self._spans[:, clause_id].tolist()
            text = self._texts[first:last].decode("utf-8", "surrogatepass")
            if (clause.start, clause.stop) != (start, stop) or len(text) != stop - start:
                raise ValueError(f"does not fit clause {clause.locator}")
        return record, clause, text

    def clause_range(self, doc_id: str, start: int, stop: int) -> Range:
        """Return the ids of the clauses of a document that start inside ``[start, stop)`` of its text.

        With the span of a section (or ``clause.start, clause.tree_stop``) this is the range that filters by it.
        """
        record = self._records[self._number(doc_id)]
        starts = self._spans[0, record.first_clause : record.stop_clause]
        low, high = np.searchsorted(starts, [start, stop])
        return record.first_clause + int(low), record.first_clause + int(high)

    def sections(self, doc_id: str) -> tuple[Section, ...]:
        """Return the sections of a document in depth-first order; raises UnknownDocument."""
        return self._sections_of(self._number(doc_id))

    def document(self, doc_id: str) -> Document:
        """Return the whole document, equal to the one that was indexed; raises UnknownDocument."""
        return self._document(self._number(doc_id))

    def _number(self, doc_id: str) -> int:
        if doc_id not in self._by_id:
            raise UnknownDocument(name=doc_id, known=", ".join(list(self._by_id)[:20]))
        return self._by_id[doc_id]

    def _read_sections(self, number: int) -> tuple[Section, ...]:
        with self._parts.reading("sections.jsonl"):
            rows = range(int(self._places[2, number]), int(self._places[3, number]))
            return tuple(unpack(Section, self._section_rows[row]) for row in rows)

    def _read_document(self, number: int) -> Document:
        record = self._records[number]
        with self._parts.reading("texts.bin"):
            first, last = int(self._places[0, number]), int(self._places[1, number])
            text = self._texts[first:last].decode("utf-8", "surrogatepass")
            if len(text) != record.characters:
                raise ValueError(f"does not hold the text of {record.doc_id}")
        with self._parts.reading("documents.jsonl"):
            row = self._document_rows[number]
            recognized = dataclasses.replace(unpack(Recognized, row["recognized"]), text=text)
            coverage = unpack(Coverage, row["coverage"])
        with self._parts.reading("clauses.jsonl"):
            ids = range(record.first_clause, record.stop_clause)
            clauses = tuple(unpack(Clause, self._clause_rows[clause_id]) for clause_id in ids)
        segmentation = Segmentation(self._sections_of(number), clauses, coverage)
        return Document(record.doc_id, record.name, recognized, segmentation)


def _read_manifest(root: Path, pointer: folder.Pointer) -> dict[str, Any]:
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
