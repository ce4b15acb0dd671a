"""The documents of the index to be: files are put on the shelf one by one, each read only if it has to be."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Self

from raglib_core.building.reading import reading_of
from raglib_core.errors import AmbiguousDocument, Cancelled, DamagedIndex, DocumentExists, EmptyDocument, RaglibError
from raglib_core.indexing.folder_index import FolderIndex
from raglib_core.indexing.pieces import Kept, Piece
from raglib_core.indexing.readings import Readings
from raglib_core.indexing.seam import DocumentRecord
from raglib_core.indexing.shelving import records_of
from raglib_core.model import CancelToken, Correction, Document, FileReport, Notice, Progress, Recognized
from raglib_core.parsing import segment
from raglib_core.parsing.corrections import of_document
from raglib_core.recognition import TextRecognizer, recognize
from raglib_core.recognition.worker import recognize_in_process
from raglib_core.settings import BuildSettings
from raglib_core.storage import safe_stem, sha256_of_file, unique_stem


@dataclass(frozen=True)
class FormerIndex:
    """The index that is built anew: a document keeps its id, whatever its place in the input, and its reading.

    ``by_content`` holds the ids of documents whose content comes again, by its hash; ``by_name`` the others, by file
    name. ``index`` is None where there is none to take documents from.
    """

    by_content: dict[str, str] = field(default_factory=dict)
    by_name: dict[str, list[str]] = field(default_factory=dict)
    index: FolderIndex | None = None

    @classmethod
    def of(cls, index: FolderIndex | None, paths: Sequence[Path]) -> Self:
        """Sort the ids by what the files hold now."""
        if index is None:
            return cls()
        records: tuple[DocumentRecord, ...] = ()
        try:
            records = index.records
            index.verify()
        except DamagedIndex:
            index = None  # its ids hold, if they can be read; its contents are not copied into a new one
        hashes = {sha256_of_file(path) for path in paths if path.is_file()} if records else set()
        former = cls({}, {}, index)
        for record in records:
            if record.source_hash in hashes:
                former.by_content.setdefault(record.source_hash, record.doc_id)
            else:
                former.by_name.setdefault(record.name, []).append(record.doc_id)
        return former

    def id_for(self, name: str, source_hash: str, taken: AbstractSet[str]) -> str:
        """Return the id that this content, else an older state of this file had; else a new one."""
        candidates: list[str] = [self.by_content.get(source_hash, ""), *self.by_name.get(name, ())]
        for doc_id in candidates:
            if doc_id and doc_id not in taken:
                return doc_id
        return unique_stem(safe_stem(name), {*taken, *self.by_content.values()})

    def kept(self, source_hash: str, reading: str) -> Kept | None:
        """Return the document of this content if it was read as it would be now, without a warning."""
        number = self._numbers.get((source_hash, reading))
        if self.index is None or number is None:
            return None
        warned = self.index.recognized(self.index.records[number].doc_id).warnings
        return None if warned else Kept(self.index, number)

    @cached_property
    def _numbers(self) -> dict[tuple[str, str], int]:
        records = self.index.records if self.index else ()
        return {(record.source_hash, record.reading): number for number, record in enumerate(records)}


@dataclass
class Shelf:
    """The documents of the index to be, in order, while files are put on it."""

    settings: BuildSettings
    recognizer: TextRecognizer | None
    cancel: CancelToken
    readings: Readings
    replace: bool = False
    corrections: tuple[Correction, ...] = ()
    former: FormerIndex = field(default_factory=FormerIndex)
    pieces: list[Piece] = field(default_factory=list)
    new: set[str] = field(default_factory=set)
    _places: dict[str, int] = field(default_factory=dict)
    _by_name: dict[str, list[str]] = field(default_factory=dict)
    _by_source: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Note where the documents stand that are on the shelf already."""
        for place, piece in enumerate(self.pieces):
            self._note(piece, place)

    def _note(self, piece: Piece, place: int) -> None:
        doc_id = doc_id_of(piece)
        self._places[doc_id] = place
        self._by_name.setdefault(name_of(piece), []).append(doc_id)
        self._by_source.setdefault(source_hash_of(piece), []).append(doc_id)

    @property
    def reading(self) -> str:
        """The name of the reading of new files; "" for a recognizer of the caller, which nothing is known of."""
        return reading_of(self.settings) if self.recognizer is None else ""

    def put(self, path: Path, say: Progress, done: int, total: int) -> FileReport:
        """Put one file on the shelf, or leave it out, and report what became of it."""
        started = time.perf_counter()
        try:
            say("recognize", done, total, path.name)
            read = self._known(path) or self._recognized(
                path, lambda page, pages: say("recognize", done, total, _at(path, page, pages))
            )
            if same := self._same_content(read):
                there = DocumentExists(name=path.name, doc_id=same)
                return FileReport(path.name, "duplicate", same, reason=str(there), error=there)
            say("segment", done, total, path.name)
            piece = self._named(path, self._segmented(path, read) if isinstance(read, Recognized) else read)
        except Cancelled:
            raise
        except RaglibError as error:
            seconds = time.perf_counter() - started
            return FileReport(path.name, "failed", reason=str(error), seconds=seconds, error=error)
        self.place(piece)
        return _built_row(piece, time.perf_counter() - started)

    def _known(self, path: Path) -> Piece | None:
        """Return what the former index or an unfinished build has read of this content; None for a file to read."""
        if not self.reading or not path.is_file():
            return None
        source_hash = sha256_of_file(path)
        if of_document(self.corrections, path.name, source_hash):
            return None  # what people corrected is applied to the text anew
        return self.former.kept(source_hash, self.reading) or self.readings.find(source_hash, self.reading)

    def _recognized(self, path: Path, on_page: Callable[[int, int], None]) -> Recognized:
        """Recognize in a process of its own, or by the recognizer of the caller in this one."""
        if self.recognizer is not None:
            return recognize(path, recognizer=self.recognizer)
        return recognize_in_process(path, cancel=self.cancel, on_page=on_page)

    def _same_content(self, read: Piece | Recognized) -> str:
        """Return the id of a document of the same bytes and the same text; "" for none."""
        for doc_id in self._by_source.get(source_hash_of(read), ()):
            if _text_of(self.pieces[self._places[doc_id]]) == _text_of(read):
                return doc_id
        return ""

    def _segmented(self, path: Path, recognized: Recognized) -> Document:
        repair = self.settings.ocr_number_repair
        kept = of_document(self.corrections, path.name, recognized.source_hash)
        segmentation = segment(recognized, ocr_number_repair=repair, corrections=kept)
        if not segmentation.clauses:
            raise EmptyDocument(name=path.name)
        document = Document("", path.name, recognized, segmentation)
        if self.reading and not recognized.warnings and not kept:
            self.readings.keep(document, self.reading)
        return document

    def _named(self, path: Path, piece: Piece) -> Piece:
        """Return a document under the id and the name that it has from now on."""
        doc_id = self._doc_id(path, source_hash_of(piece))
        if isinstance(piece, Kept):
            if piece.record.doc_id == doc_id:
                return dataclasses.replace(piece, name=path.name)
            piece = piece.document()
        return dataclasses.replace(piece, doc_id=doc_id, name=path.name)

    def _doc_id(self, path: Path, source_hash: str) -> str:
        """Return the id of the document that is replaced, else the one the document had, else a new one."""
        named = self._by_name.get(path.name, [])
        if self.replace and named:
            if len(named) > 1:
                raise AmbiguousDocument(name=path.name, ids=", ".join(named))
            return named[0]
        return self.former.id_for(path.name, source_hash, self._places.keys())

    def place(self, piece: Piece) -> None:
        """Put a document at the end, or in the place of the one it replaces."""
        doc_id = doc_id_of(piece)
        self.new.add(doc_id)
        place = self._places.get(doc_id, len(self.pieces))
        if place < len(self.pieces):
            there = self.pieces[place]
            self._by_name[name_of(there)].remove(doc_id)
            self._by_source[source_hash_of(there)].remove(doc_id)
        self.pieces[place : place + 1] = [piece]
        self._note(piece, place)


def doc_id_of(piece: Piece) -> str:
    """Return the id of a document."""
    return piece.record.doc_id if isinstance(piece, Kept) else piece.doc_id


def name_of(piece: Piece) -> str:
    """Return the file name of a document."""
    return piece.record.name if isinstance(piece, Kept) else piece.name


def source_hash_of(read: Piece | Recognized) -> str:
    """Return the hash of the bytes that a document was read from."""
    if isinstance(read, Kept):
        return read.record.source_hash
    return read.source_hash if isinstance(read, Recognized) else read.recognized.source_hash


def _text_of(read: Piece | Recognized) -> str:
    if isinstance(read, Kept):
        return read.index.recognized(read.record.doc_id).text
    return read.text


def _at(path: Path, page: int, pages: int) -> str:
    """Return the file in hand with the page in hand: «скан.pdf · 3/11»."""
    return f"{path.name} · {page}/{pages}" if pages else f"{path.name} · {page}"


def _built_row(piece: Piece, seconds: float) -> FileReport:
    (record,) = records_of([piece], "")
    return FileReport(
        name=record.name,
        status="built",
        doc_id=record.doc_id,
        characters=record.characters,
        sections=record.sections,
        clauses=record.stop_clause - record.first_clause,
        findings=record.findings,
        warnings=() if isinstance(piece, Kept) else (*piece.recognized.warnings, *_unapplied(piece)),
        seconds=seconds,
    )


def _unapplied(document: Document) -> list[Notice]:
    """Return a notice for each correction that no longer applies: it stays in its file."""
    return [
        Notice(
            "correction_" + outcome.problem, (("kind", outcome.correction.kind), ("quote", outcome.correction.quote))
        )
        for outcome in document.segmentation.outcomes
        if outcome.problem
    ]
