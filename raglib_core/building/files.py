"""Files into an index: recognize, segment, write; one bad file is a row of the report, the others are built.

An index is written aside and switched to at the end (`raglib_core.indexing.generation`), so that a failed or cancelled
build leaves the old one as it was. What is the same as before is not done again: a file of known content keeps its
clauses, a clause of known windows its words and vectors, and an unfinished build goes on where it stopped.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from raglib_core.building.opened import opened, same_embedder, settings_of
from raglib_core.building.shelf import FormerIndex, Shelf, doc_id_of
from raglib_core.errors import Cancelled, IndexProblem
from raglib_core.indexing import corrections, generation
from raglib_core.indexing.embedders import Embedder
from raglib_core.indexing.folder import claim, tidy
from raglib_core.indexing.pieces import Kept, Piece
from raglib_core.indexing.readings import Readings
from raglib_core.model import (
    BuildReport,
    CancelToken,
    Document,
    FileReport,
    Notice,
    Progress,
    never_cancelled,
    no_progress,
)
from raglib_core.recognition import TextRecognizer, expand_inputs
from raglib_core.recognition.base import MAX_BYTES
from raglib_core.recognition.zip_files import unpacked
from raglib_core.russian import resolve_normalizer
from raglib_core.settings import BuildSettings

Held = TypeVar("Held", generation.FolderIndex, generation.FolderIndex | None)
Inputs = str | Path | Sequence[str | Path]


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

    A document keeps its id if the folder held an index with the same content; it is read again only if that content or
    the code that reads it changed, or its reading came with a warning. A notice names settings that changed. A file of
    the same content as another is reported as duplicate. Raises NoInputFiles, MissingInput, NotARaglibIndexError for a
    folder of something else, IndexLocked, Cancelled, EmbeddingError, and the error of the first file if none could be
    built; the index that was there then stays as it was. BadSettings and MissingExtra for a normaliser come before any
    file is read.
    """
    started = time.perf_counter()
    paths = expand_inputs(inputs)
    settings = settings or BuildSettings()
    settings = dataclasses.replace(settings, normalizer=resolve_normalizer(settings.normalizer))
    if root.exists():
        claim(root)
    with _held(root, _former(root)) as index:
        former, kept = FormerIndex.of(index, paths), corrections.read(root)
        shelf = Shelf(settings, recognizer, cancel, Readings(root), corrections=kept, former=former)
        changed = _changed(index, settings, embedder)
        report = _filled(shelf, paths, root, embedder, progress, started=started)
    return dataclasses.replace(report, notices=changed)


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
    with _held(root, opened(root)) as index:
        kept, there = corrections.read(root), _all_of(index)
        shelf = Shelf(settings_of(index), recognizer, cancel, Readings(root), replace, kept, pieces=there)
        embedder = same_embedder(index, embedder)
        return _filled(shelf, paths, root, embedder, progress, started=started, base=index.generation)


def remove(
    docs: Sequence[str],
    root: Path,
    *,
    embedder: Embedder | None = None,
    progress: Progress = no_progress,
    cancel: CancelToken = never_cancelled,
) -> BuildReport:
    """Remove documents of an index by their ids; words and vectors of the others stay as they are.

    An index may end up without documents. Raises UnknownDocument before anything is changed, IndexLocked, Cancelled.
    """
    started = time.perf_counter()
    with _held(root, opened(root)) as index:
        gone = {doc_id: index.record(doc_id).name for doc_id in docs}
        left = [piece for piece in _all_of(index) if doc_id_of(piece) not in gone]
        shelf = Shelf(settings_of(index), None, cancel, Readings(root), pieces=left)
        number = _written(shelf, root, same_embedder(index, embedder), progress, index.generation)
    rows = tuple(FileReport(name, "removed", doc_id) for doc_id, name in gone.items())
    return BuildReport(rows, number, time.perf_counter() - started)


def renew(document: Document, root: Path, *, embedder: Embedder | None = None) -> int:
    """Put a document in the place of the one of its id and return the new generation; the other documents stay.

    Raises what `remove` raises, and EmbeddingError where new texts need an embedder that was not given.
    """
    with _held(root, opened(root)) as index:
        index.record(document.doc_id)
        shelf = Shelf(settings_of(index), None, never_cancelled, Readings(root), pieces=_all_of(index))
        shelf.place(document)
        return _written(shelf, root, same_embedder(index, embedder), no_progress, index.generation)


def _filled(
    shelf: Shelf,
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
    try:
        rows = _put_all(shelf, paths, progress)
        if not shelf.new:
            return BuildReport(_reported(rows), opened(root).generation, time.perf_counter() - started)
        number = _written(shelf, root, embedder, progress, base)
    finally:
        shelf.readings.close()
    shelf.readings.forget()
    return BuildReport(tuple(rows), number, time.perf_counter() - started)


def _put_all(shelf: Shelf, paths: Sequence[Path], progress: Progress) -> list[FileReport]:
    """Put every file on the shelf, those of an archive in its place, and return their rows; raises Cancelled."""
    rows: list[FileReport] = []
    with unpacked(paths, MAX_BYTES) as files:
        for done, path in enumerate(files):
            if shelf.cancel():
                raise Cancelled(stage="recognize")
            rows.append(shelf.put(path, progress, done, len(files)))
        progress("segment", len(files), len(files), "")
    return rows


def _written(shelf: Shelf, root: Path, embedder: Embedder | None, progress: Progress, base: int) -> int:
    """Write the documents of a shelf; raises IndexLocked where somebody changed the index since ``base``."""
    return generation.write(
        root, shelf.pieces, settings=shelf.settings, embedder=embedder, reading=shelf.reading, expected=base or None,
        progress=progress, cancel=shelf.cancel,
    )  # fmt: skip


def _reported(rows: list[FileReport]) -> tuple[FileReport, ...]:
    """Return the rows of a build that wrote nothing; raises the first error unless all files are there already."""
    failures = [row.error for row in rows if row.status == "failed" and row.error is not None]
    if len(failures) == len(rows):
        raise failures[0]
    return tuple(rows)


def _changed(
    index: generation.FolderIndex | None, settings: BuildSettings, embedder: Embedder | None
) -> tuple[Notice, ...]:
    """Return a notice that names the settings in which the index to be differs from the one that was there."""
    if index is None:
        return ()
    before, after = dict(index.settings), settings.as_dict()
    before["embeddings"], after["embeddings"] = index.model or "none", embedder.name if embedder else "none"
    names = [f"{name}: {before.get(name)} → {value}" for name, value in after.items() if before.get(name) != value]
    return (Notice("settings_changed", (("settings", "; ".join(names)),)),) if names else ()


def _former(root: Path) -> generation.FolderIndex | None:
    """Return the index that is about to be replaced; None where it cannot be read."""
    try:
        return opened(root)
    except IndexProblem:
        return None


@contextmanager
def _held(root: Path, index: Held) -> Iterator[Held]:
    """Let go of an index at the end, and of its files where it does not count any more."""
    try:
        yield index
    finally:
        if index is not None:
            index.release()
            tidy(root)


def _all_of(index: generation.FolderIndex) -> list[Piece]:
    return [Kept(index, number) for number in range(len(index.records))]
