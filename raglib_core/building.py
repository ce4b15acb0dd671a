"""Files into an index: recognize, segment, write; one bad file is a row of the report, the others are built.

An index is written aside and switched to at the end (`raglib_core.indexing.generation`), so that a failed or cancelled
build leaves the old one as it was.
"""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from raglib_core.errors import (
    AmbiguousDocument,
    Cancelled,
    DocumentExists,
    EmbeddingError,
    EmptyDocument,
    IndexLocked,
    IndexProblem,
    RaglibError,
)
from raglib_core.indexing import corrections, generation
from raglib_core.indexing.embedders import Embedder
from raglib_core.indexing.folder import claim
from raglib_core.indexing.seam import DocumentRecord, IndexSeam
from raglib_core.model import (
    BuildReport,
    CancelToken,
    Correction,
    Document,
    FileReport,
    Notice,
    Progress,
    Recognized,
    never_cancelled,
    no_progress,
)
from raglib_core.parsing import segment
from raglib_core.parsing.corrections import of_document
from raglib_core.recognition import TextRecognizer, expand_inputs, recognize
from raglib_core.recognition.worker import recognize_in_process
from raglib_core.russian import resolve_normalizer
from raglib_core.settings import BuildSettings
from raglib_core.storage import safe_stem, sha256_of_file, unique_stem

#: CPython 3.11 cannot read the headers of two .npy files at once: ast.literal_eval loses count of its recursion there
_OPENING = threading.Lock()

Inputs = str | Path | Sequence[str | Path]


@dataclass(frozen=True, slots=True)
class _FormerIds:
    """The ids that the index which is built anew had given: a document keeps its id, whatever its place in the input.

    ``by_content`` holds those whose content comes again, by its hash; ``by_name`` the others, by file name.
    """

    by_content: dict[str, str] = field(default_factory=dict)
    by_name: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, records: Sequence[DocumentRecord], paths: Sequence[Path]) -> Self:
        """Sort the ids by what the files hold now."""
        hashes = {sha256_of_file(path) for path in paths if path.is_file()} if records else set()
        ids = cls()
        for record in records:
            if record.source_hash in hashes:
                ids.by_content.setdefault(record.source_hash, record.doc_id)
            else:
                ids.by_name.setdefault(record.name, []).append(record.doc_id)
        return ids

    def id_for(self, name: str, source_hash: str, taken: set[str]) -> str:
        """Return the id that this content, else an older state of this file had; else a new one."""
        candidates: list[str] = [self.by_content.get(source_hash, ""), *self.by_name.get(name, ())]
        for doc_id in candidates:
            if doc_id and doc_id not in taken:
                return doc_id
        return unique_stem(safe_stem(name), taken | set(self.by_content.values()))


@dataclass
class _Shelf:
    """The documents of the index to be, in order, while files are put on it."""

    settings: BuildSettings
    recognizer: TextRecognizer | None
    cancel: CancelToken
    corrections: tuple[Correction, ...] = ()
    replace: bool = False
    former: _FormerIds = field(default_factory=_FormerIds)
    documents: list[Document] = field(default_factory=list)
    new: set[str] = field(default_factory=set)

    def put(self, path: Path, say: Progress, done: int, total: int) -> FileReport:
        """Put one file on the shelf, or leave it out, and report what became of it."""
        started = time.perf_counter()
        try:
            say("recognize", done, total, path.name)
            recognized = self._recognized(path)
            if same := self._same_content(recognized):
                there = DocumentExists(name=path.name, doc_id=same)
                return FileReport(path.name, "duplicate", same, reason=str(there), error=there)
            say("segment", done, total, path.name)
            document = self._document(path, recognized)
        except Cancelled:
            raise
        except RaglibError as error:
            seconds = time.perf_counter() - started
            return FileReport(path.name, "failed", reason=str(error), seconds=seconds, error=error)
        self._place(document)
        return _built_row(document, time.perf_counter() - started)

    def _recognized(self, path: Path) -> Recognized:
        """Recognize in a process of its own, or by the recognizer of the caller in this one."""
        if self.recognizer is not None:
            return recognize(path, recognizer=self.recognizer)
        return recognize_in_process(path, cancel=self.cancel)

    def _same_content(self, recognized: Recognized) -> str:
        """Return the id of a document of the same bytes and the same text; "" for none."""
        for document in self.documents:
            if document.recognized.source_hash == recognized.source_hash and document.text == recognized.text:
                return document.doc_id
        return ""

    def _document(self, path: Path, recognized: Recognized) -> Document:
        repair = self.settings.ocr_number_repair
        kept = of_document(self.corrections, path.name, recognized.source_hash)
        segmentation = segment(recognized, ocr_number_repair=repair, corrections=kept)
        if not segmentation.clauses:
            raise EmptyDocument(name=path.name)
        return Document(self._doc_id(path, recognized), path.name, recognized, segmentation)

    def _doc_id(self, path: Path, recognized: Recognized) -> str:
        """Return the id of the document that is replaced, else the one the document had, else a new one."""
        named = [document.doc_id for document in self.documents if document.name == path.name]
        if self.replace and named:
            if len(named) > 1:
                raise AmbiguousDocument(name=path.name, ids=", ".join(named))
            return named[0]
        taken = {document.doc_id for document in self.documents}
        return self.former.id_for(path.name, recognized.source_hash, taken)

    def _place(self, document: Document) -> None:
        """Put a document at the end, or in the place of the one it replaces."""
        self.new.add(document.doc_id)
        for place, there in enumerate(self.documents):
            if there.doc_id == document.doc_id:
                self.documents[place] = document
                return
        self.documents.append(document)


def build(
    inputs: Inputs,
    root: Path,
    *,
    recognizer: TextRecognizer | None = None,
    embedder: Embedder | None = None,
    settings: BuildSettings | None = None,
    progress: Progress = no_progress,
    cancel: CancelToken = never_cancelled,
) -> BuildReport:
    """Build an index anew in the folder ``root`` and return a row for each file, in their order.

    A document keeps its id if the folder held an index with the same content. A file of the same content as another is
    reported as duplicate. Raises NoInputFiles, MissingInput, NotARaglibIndexError for a folder of something else,
    IndexLocked, Cancelled, EmbeddingError, and the error of the first file if none could be built; the index that was
    there then stays as it was. BadSettings and MissingExtra for a normaliser come before any file is read.
    """
    started = time.perf_counter()
    paths = expand_inputs(inputs)
    settings = settings or BuildSettings()
    settings = dataclasses.replace(settings, normalizer=resolve_normalizer(settings.normalizer))
    if root.exists():
        claim(root)
    former = _FormerIds.of(_records_of(root), paths)
    shelf = _Shelf(settings, recognizer, cancel, corrections.read(root), former=former)
    return _filled(shelf, paths, root, embedder, progress, started=started)


def add(
    inputs: Inputs,
    root: Path,
    *,
    recognizer: TextRecognizer | None = None,
    embedder: Embedder | None = None,
    replace: bool = False,
    progress: Progress = no_progress,
    cancel: CancelToken = never_cancelled,
) -> BuildReport:
    """Add files to an index by its own settings; the documents that are there stay as they are.

    A file of a known name with other content is another document, or takes the place and the id of the known one if
    ``replace``. Content that is there already is reported as duplicate; with nothing new the index is not written.
    Raises what `build` raises, and EmbeddingError where the index has vectors and ``embedder`` is not what made them.
    """
    started = time.perf_counter()
    paths = expand_inputs(inputs)
    index = opened(root)
    kept, documents = corrections.read(root), _documents_of(index)
    shelf = _Shelf(settings_of(index), recognizer, cancel, kept, replace, documents=documents)
    embedder = _same_embedder(index, embedder)
    return _filled(shelf, paths, root, embedder, progress, started=started, base=index.generation)


def remove(
    docs: Sequence[str],
    root: Path,
    *,
    embedder: Embedder | None = None,
    progress: Progress = no_progress,
    cancel: CancelToken = never_cancelled,
) -> BuildReport:
    """Remove documents of an index by their ids; vectors of the others come from the cache.

    An index may end up without documents. Raises UnknownDocument before anything is changed, IndexLocked, Cancelled.
    """
    started = time.perf_counter()
    index = opened(root)
    gone = {doc_id: index.document(doc_id).name for doc_id in docs}
    left = [document for document in _documents_of(index) if document.doc_id not in gone]
    shelf = _Shelf(settings_of(index), None, cancel, documents=left)
    number = _written(shelf, root, _same_embedder(index, embedder), progress, index.generation)
    rows = tuple(FileReport(name, "removed", doc_id) for doc_id, name in gone.items())
    return BuildReport(rows, number, time.perf_counter() - started)


def renew(document: Document, root: Path, *, embedder: Embedder | None = None) -> int:
    """Put a document in the place of the one of its id and return the new generation; the other documents stay.

    Raises what `remove` raises, and EmbeddingError where new texts need an embedder that was not given.
    """
    index = opened(root)
    index.document(document.doc_id)
    shelf = _Shelf(settings_of(index), None, never_cancelled, documents=_documents_of(index))
    shelf._place(document)
    return _written(shelf, root, _same_embedder(index, embedder), no_progress, index.generation)


def _filled(
    shelf: _Shelf,
    paths: Sequence[Path],
    root: Path,
    embedder: Embedder | None,
    progress: Progress,
    *,
    started: float,
    base: int = 0,
) -> BuildReport:
    """Put all files on the shelf and write it; nothing is written if it got nothing new.

    ``base`` is the generation that the shelf was filled from, 0 for none.
    """
    rows: list[FileReport] = []
    for done, path in enumerate(paths):
        if shelf.cancel():
            raise Cancelled(stage="recognize")
        rows.append(shelf.put(path, progress, done, len(paths)))
    progress("segment", len(paths), len(paths), "")
    if not shelf.new:
        return BuildReport(_reported(rows), opened(root).generation, time.perf_counter() - started)
    number = _written(shelf, root, embedder, progress, base)
    return BuildReport(tuple(rows), number, time.perf_counter() - started)


def _written(shelf: _Shelf, root: Path, embedder: Embedder | None, progress: Progress, base: int) -> int:
    """Write the documents of a shelf; raises IndexLocked where somebody changed the index since ``base``."""
    if base and opened(root).generation != base:
        raise IndexLocked(path=str(root), owner="it has changed the index meanwhile")
    return generation.write(
        root, shelf.documents, settings=shelf.settings, embedder=embedder, progress=progress, cancel=shelf.cancel
    )


def _reported(rows: list[FileReport]) -> tuple[FileReport, ...]:
    """Return the rows of a build that wrote nothing; raises the first error unless all files are there already."""
    failures = [row.error for row in rows if row.status == "failed" and row.error is not None]
    if len(failures) == len(rows):
        raise failures[0]
    return tuple(rows)


def _built_row(document: Document, seconds: float) -> FileReport:
    return FileReport(
        name=document.name,
        status="built",
        doc_id=document.doc_id,
        characters=len(document.text),
        sections=len(document.sections),
        clauses=len(document.clauses),
        findings=document.coverage.remarks,
        warnings=(*document.recognized.warnings, *_unapplied(document)),
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


def _records_of(root: Path) -> Sequence[DocumentRecord]:
    """Return the documents of the index that is about to be replaced; none where it cannot be read."""
    try:
        return opened(root).records
    except IndexProblem:
        return ()


def _documents_of(index: IndexSeam) -> list[Document]:
    return [index.document(record.doc_id) for record in index.records]


class _Absent:
    """Stands in for an embedder that was not given: what the cache does not hold cannot be made."""

    def __init__(self, name: str) -> None:
        """Take the name that the manifest tells."""
        self._name = name

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Refuse."""
        raise EmbeddingError(model=self._name, reason="new texts need this embedder: pass it as embeddings=")

    def embed_query(self, text: str) -> list[float]:
        """Refuse."""
        return self.embed_documents([text])[0]


def _same_embedder(index: IndexSeam, embedder: Embedder | None) -> Embedder | None:
    """Return the embedder for an index that is changed: the one that made its vectors, none where it has none."""
    model, spec = model_of(index)
    if not model:
        return None
    if embedder is None:
        return Embedder(_Absent(model), model, spec, carries_meaning_of(index))
    if embedder.name != model:
        raise other_model(model, embedder.name)
    return embedder


def opened(root: Path) -> generation.FolderIndex:
    """Return the index in a folder, in its newest state; threads of this process open one after the other.

    Raises NotARaglibIndexError, DamagedIndex.
    """
    with _OPENING:
        return generation.open_index(root)


def settings_of(index: IndexSeam) -> BuildSettings:
    """Return the settings that an index was built with; raises BadSettings for a manifest with others."""
    settings: Any = index.manifest["settings"]
    return BuildSettings(**settings)


def model_of(index: IndexSeam) -> tuple[str, str]:
    """Return the name of the embedder that made the vectors of an index and the word that opens it; "" for none."""
    embeddings: Any = index.manifest["embeddings"]
    return str(embeddings["model"] or ""), str(embeddings["spec"] or "")


def carries_meaning_of(index: IndexSeam) -> bool:
    """Return whether near vectors of an index mean near meanings."""
    embeddings: Any = index.manifest["embeddings"]
    return bool(embeddings["carries_meaning"])


def other_model(expected: str, given: str) -> EmbeddingError:
    """Return the error for an embedder that did not make the vectors of an index."""
    reason = f"the vectors of the index were made by {expected!r}; vectors of different models cannot be compared"
    return EmbeddingError(model=given, reason=reason)
