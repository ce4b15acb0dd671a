"""What is whole of a damaged index: its documents, as far as their texts can be trusted."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from raglib_core.errors import DamagedIndex
from raglib_core.indexing import folder
from raglib_core.indexing.codec import unpack
from raglib_core.indexing.folder_index import PLACE_ROWS, read_manifest
from raglib_core.indexing.parts import BROKEN, Array, Parts, from_json
from raglib_core.indexing.seam import DocumentRecord
from raglib_core.model import Clause, Coverage, Document, Recognized, Section, Segmentation
from raglib_core.storage import checksum, sha256_of

Resegment = Callable[[Recognized], Segmentation]


class Salvage:
    """The documents of a damaged generation, read past whatever is damaged beside their texts.

    Texts and what was recognized must be whole, of all documents or, by its checksum, of the one in question. Sections
    and clauses are taken where they are whole, else made again.
    """

    def __init__(self, root: Path) -> None:
        """Look at the generation that counts; raises DamagedIndex where pointer, manifest or names are damaged."""
        pointer = folder.read_pointer(root)
        self.generation = pointer.number
        self.manifest: dict[str, Any] = read_manifest(root, pointer)
        place = folder.generation_folder(root, pointer.generation)
        self._parts = Parts(root, place, self.manifest["parts"], trusted=True)
        with self._parts.reading("records.json"):
            rows = from_json(self._parts.whole("records.json"))
            self._records = [unpack(DocumentRecord, row) for row in rows]
        self.lost: list[tuple[DocumentRecord, DamagedIndex]] = []

    def documents(self, resegment: Resegment) -> list[Document]:
        """Return the documents that can be had, in their order; the others are in ``lost`` then."""
        segmented = self._segmentations()
        saved = []
        for number, record in enumerate(self._records):
            try:
                recognized, coverage = self._recognized(number, record)
            except DamagedIndex as error:
                self.lost.append((record, error))
                continue
            kept = Segmentation(*segmented[number], coverage) if segmented else None
            saved.append(Document(record.doc_id, record.name, recognized, kept or resegment(recognized)))
        return saved

    def _segmentations(self) -> list[tuple[tuple[Section, ...], tuple[Clause, ...]]] | None:
        """Return sections and clauses of every document; None where they are damaged."""
        sections, clauses = self._lines("sections.jsonl"), self._lines("clauses.jsonl")
        if sections is None or clauses is None:
            return None
        firsts = [0, *accumulate(record.sections for record in self._records)]
        return [
            (
                tuple(unpack(Section, from_json(line)) for line in sections[low:high]),
                tuple(unpack(Clause, from_json(line)) for line in clauses[record.first_clause : record.stop_clause]),
            )
            for (low, high), record in zip(pairwise(firsts), self._records, strict=True)
        ]

    def _lines(self, name: str) -> list[bytes] | None:
        try:
            return self._parts.whole(name).splitlines()
        except DamagedIndex:
            return None

    def _recognized(self, number: int, record: DocumentRecord) -> tuple[Recognized, Coverage]:
        with self._parts.reading("texts.bin"):
            text = self._text(number, record)
        with self._parts.reading("documents.jsonl"):
            row = from_json(self._line(number))
            return dataclasses.replace(unpack(Recognized, row["recognized"]), text=text), unpack(
                Coverage, row["coverage"]
            )

    def _text(self, number: int, record: DocumentRecord) -> str:
        if self._whole_text is not None:
            return self._whole_text[self._starts[number] : self._starts[number] + record.characters]
        low, high, expected = (int(self._places[row, number]) for row in (0, 1, 4))
        raw = self._parts.data("texts.bin")[low:high]
        if checksum(raw) != expected:
            raise ValueError("its content changed after it was written")
        return raw.decode("utf-8", "surrogatepass")

    @cached_property
    def _whole_text(self) -> str | None:
        try:
            return self._parts.whole("texts.bin").decode("utf-8", "surrogatepass")
        except DamagedIndex:
            return None

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(record.characters for record in self._records)]

    def _line(self, number: int) -> bytes:
        if self._whole_lines is not None:
            return self._whole_lines[number]
        starts = self._parts.array("documents.rows", np.int64, (len(self._records) + 1,))
        line = self._parts.data("documents.jsonl")[int(starts[number]) : int(starts[number + 1])]
        if checksum(line) != int(self._places[5, number]):
            raise ValueError("its content changed after it was written")
        return line

    @cached_property
    def _whole_lines(self) -> list[bytes] | None:
        return self._lines("documents.jsonl")

    @cached_property
    def _places(self) -> Array:
        return self._parts.array("places", np.int64, (PLACE_ROWS, len(self._records)))


def recover_pointer(root: Path) -> bool:
    """Let the newest whole generation count again where ``CURRENT`` is lost; return whether there is one.

    A pointer that can be read is left as it is. The lock is held by the caller.
    """
    try:
        folder.read_pointer(root)
    except DamagedIndex:
        for place in _newest_first(root):
            data = _whole_manifest(root, place)
            if data:
                folder.write_pointer(root, folder.Pointer(place.name, sha256_of(data)))
                return True
    return False


def _newest_first(root: Path) -> Iterator[Path]:
    yield from reversed(folder.finished_generations(root))


def _whole_manifest(root: Path, place: Path) -> bytes:
    """Return the manifest of a generation all parts of which are as it says; b"" for any other."""
    try:
        data = (place / folder.MANIFEST).read_bytes()
        parts = Parts(root, place, from_json(data)["parts"])
        return b"" if any(parts.changed()) else data
    except (*BROKEN, DamagedIndex):
        return b""
