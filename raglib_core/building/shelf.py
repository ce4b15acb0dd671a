"""The documents of the index to be: files are put on the shelf one by one, each read only if it has to be."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from raglib_core.building.reading import reading_of
from raglib_core.errors import AmbiguousDocument, Cancelled, DamagedIndex, DocumentExists, EmptyDocument, RaglibError
from raglib_core.indexing.folder_index import FolderIndex
from raglib_core.indexing.pieces import Kept, Piece
from raglib_core.indexing.readings import Readings
from raglib_core.indexing.seam import DocumentRecord
from raglib_core.model import CancelToken, Correction, Document, FileReport, Notice, Progress, Recognized
from raglib_core.parsing import segment
from raglib_core.parsing.corrections import of_document
from raglib_core.recognition import TextRecognizer, recognize
from raglib_core.recognition.worker import recognize_in_process
from raglib_core.settings import BuildSettings
from raglib_core.storage import safe_stem, sha256_of_file, unique_stem


@dataclass(frozen=True, slots=True)
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

    def id_for(self, name: str, source_hash: str, taken: set[str]) -> str:
        """Return the id that this content, else an older state of this file had; else a new one."""
        candidates: list[str] = [self.by_content.get(source_hash, ""), *self.by_name.get(name, ())]
        for doc_id in candidates:
            if doc_id and doc_id not in taken:
                return doc_id
        return unique_stem(safe_stem(name), taken | set(self.by_content.values()))

    def kept(self, source_hash: str, reading: str) -> Kept | None:
        """Return the document of this content if it was read as it would be now, without a warning."""
        for number, record in enumerate(self.index.records if self.index else ()):
            if (record.source_hash, record.reading) == (source_hash, reading):
                kept = Kept(self.index, number) if self.index else None
                return kept if kept and not self._warnings(record) else None
        return None

    def _warnings(self, record: DocumentRecord) -> bool:
        return self.index is not None and bool(self.index.recognized(record.doc_id).warnings)


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
        for piece in self.pieces:
            if source_hash_of(piece) == source_hash_of(read) and _text_of(piece) == _text_of(read):
                return doc_id_of(piece)
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
        named = [doc_id_of(piece) for piece in self.pieces if name_of(piece) == path.name]
        if self.replace and named:
            if len(named) > 1:
                raise AmbiguousDocument(name=path.name, ids=", ".join(named))
            return named[0]
        return self.former.id_for(path.name, source_hash, {doc_id_of(piece) for piece in self.pieces})

    def place(self, piece: Piece) -> None:
        """Put a document at the end, or in the place of the one it replaces."""
        doc_id = doc_id_of(piece)
        self.new.add(doc_id)
        for place, there in enumerate(self.pieces):
            if doc_id_of(there) == doc_id:
                self.pieces[place] = piece
                return
        self.pieces.append(piece)


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
    if isinstance(piece, Kept):
        record, coverage = piece.record, piece.index.coverage(piece.record.doc_id)
        clauses, sections, characters = record.stop_clause - record.first_clause, record.sections, record.characters
    else:
        coverage = piece.coverage
        clauses, sections, characters = len(piece.clauses), len(piece.sections), len(piece.text)
    return FileReport(
        name=name_of(piece),
        status="built",
        doc_id=doc_id_of(piece),
        characters=characters,
        sections=sections,
        clauses=clauses,
        findings=coverage.remarks,
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
