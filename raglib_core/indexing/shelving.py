"""Texts, sections, clauses and findings of a generation on their way to the disk, with the checksums of each.

A kept document keeps its bytes and the checksums that it was first written with, so that damage can never be copied
under a fresh one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from raglib_core.errors import Cancelled
from raglib_core.indexing.codec import pack
from raglib_core.indexing.folder_index import PLACE_ROWS, SPAN_ROWS
from raglib_core.indexing.parts import LineWriter, PartWriter, to_json, to_line
from raglib_core.indexing.pieces import Kept, Piece, Stretch, stretches
from raglib_core.indexing.seam import DocumentRecord
from raglib_core.model import CancelToken, Document, Progress
from raglib_core.storage import NewFile, checksum

Ints = npt.NDArray[np.int64]


class TextsWriter:
    """Writes the documents of a generation, one after the other."""

    def __init__(self, pieces: Sequence[Piece], progress: Progress, cancel: CancelToken) -> None:
        """Take the documents in their order."""
        self._pieces, self._progress, self._cancel = pieces, progress, cancel
        self._bytes = self._sections = self._done = 0
        self._places: list[Ints] = [np.zeros((PLACE_ROWS, 0), np.int64)]
        self._spans: list[Ints] = [np.zeros((SPAN_ROWS, 0), np.int64)]

    @property
    def sections(self) -> int:
        """How many sections were written."""
        return self._sections

    def write(self, writer: PartWriter, records: Sequence[DocumentRecord]) -> None:
        """Write texts, lines, places and the list of documents."""
        with (
            writer.file("texts.bin") as texts,
            writer.lines("documents") as documents,
            writer.lines("sections") as sections,
            writer.lines("clauses") as clauses,
        ):
            for piece in stretches(self._pieces):
                if isinstance(piece, Stretch):
                    self._step("")
                    self._copy(piece, texts, documents, sections, clauses)
                else:
                    self._step(piece.name)
                    self._add(piece, texts, documents, sections, clauses)
        writer.array("places", np.concatenate(self._places, axis=1))
        writer.array("spans", np.concatenate(self._spans, axis=1))
        writer.data("records.json", to_json([pack(record) for record in records]))
        self._step("")

    def _step(self, name: str) -> None:
        if self._cancel():
            raise Cancelled(stage="write")
        self._progress("write", self._done, len(self._pieces), name)

    def _add(
        self, document: Document, texts: NewFile, documents: LineWriter, sections: LineWriter, clauses: LineWriter
    ) -> None:
        raw = document.text.encode("utf-8", "surrogatepass")
        row = to_line(_document_row(document))
        section_lines = [to_line(pack(section)) for section in document.sections]
        clause_lines = [to_line(pack(clause)) for clause in document.clauses]
        texts.write(raw)
        documents.add(row)
        for line in section_lines:
            sections.add(line)
        for line in clause_lines:
            clauses.add(line)
        sums = [checksum(raw), checksum(row), checksum(b"".join(section_lines)), checksum(b"".join(clause_lines))]
        first, count = self._sections, len(section_lines)
        place = [self._bytes, self._bytes + len(raw), first, first + count, *sums]
        self._places.append(np.array(place, np.int64).reshape(-1, 1))
        self._spans.append(_clause_spans(document, clause_lines, raw, self._bytes))
        self._bytes += len(raw)
        self._sections += count
        self._done += 1

    def _copy(
        self, stretch: Stretch, texts: NewFile, documents: LineWriter, sections: LineWriter, clauses: LineWriter
    ) -> None:
        index, first, stop = stretch.index, stretch.first, stretch.stop
        start, end = stretch.texts
        for number in range(first, stop):
            texts.write(index.texts[int(index.places[0, number]) : int(index.places[1, number])])
        for lines, writer, (low, high) in (
            (index.document_lines, documents, (first, stop)),
            (index.section_lines, sections, stretch.sections),
            (index.clause_lines, clauses, stretch.clauses),
        ):
            writer.copy(lines.block(low, high), np.diff(lines.starts[low : high + 1]).tolist())
        places = np.array(index.places[:, first:stop])
        places[:2] += self._bytes - start
        places[2:4] += self._sections - stretch.sections[0]
        spans = np.array(index.spans[:, slice(*stretch.clauses)])
        spans[2:4] += self._bytes - start
        self._places.append(places)
        self._spans.append(spans)
        self._bytes += end - start
        self._sections += stretch.sections[1] - stretch.sections[0]
        self._done += len(stretch.pieces)


def records_of(pieces: Sequence[Piece], reading: str) -> list[DocumentRecord]:
    """Return the documents as the new index lists them; ``reading`` says how new ones were read."""
    records = [piece.record if isinstance(piece, Kept) else _record(piece, reading) for piece in pieces]
    firsts = [0, *accumulate(record.stop_clause - record.first_clause for record in records)]
    return [
        dataclasses.replace(record, first_clause=first, stop_clause=stop)
        for record, first, stop in zip(records, firsts, firsts[1:], strict=False)
    ]


def _record(document: Document, reading: str) -> DocumentRecord:
    return DocumentRecord(
        doc_id=document.doc_id,
        name=document.name,
        source_hash=document.recognized.source_hash,
        characters=len(document.text),
        first_clause=0,
        stop_clause=len(document.clauses),
        sections=len(document.sections),
        findings=document.coverage.remarks,
        recognizer=document.recognized.recognizer,
        encoding=document.recognized.encoding,
        title=document.recognized.title,
        reading=reading,
    )


def _document_row(document: Document) -> dict[str, object]:
    recognized = dataclasses.replace(document.recognized, text="")
    return {"recognized": pack(recognized), "coverage": pack(document.coverage)}


def _clause_spans(document: Document, lines: list[bytes], raw: bytes, first_byte: int) -> Ints:
    """Return the columns of the clauses of a document for spans.npy: see `raglib_core.indexing.generation`."""
    starts = [clause.start for clause in document.clauses]
    stops = [clause.stop for clause in document.clauses]
    bytes_at: dict[int, int] = {}
    at = byte = 0
    for place in sorted({*starts, *stops}):
        byte += len(document.text[at:place].encode("utf-8", "surrogatepass"))
        bytes_at[place] = byte
        at = place
    firsts, lasts = [bytes_at[place] for place in starts], [bytes_at[place] for place in stops]
    sums = [checksum(line, raw[low:high]) for line, low, high in zip(lines, firsts, lasts, strict=True)]
    rows: list[Any] = [starts, stops, np.array(firsts) + first_byte, np.array(lasts) + first_byte, sums]
    return np.array(rows, np.int64).reshape(SPAN_ROWS, -1)
