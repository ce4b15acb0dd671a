"""A damaged index mended from what is whole of it: the texts."""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from pathlib import Path

from raglib_core.building.opened import model_of, same_embedder, settings_of
from raglib_core.errors import DamagedIndex, EmbeddingError, MissingExtra
from raglib_core.indexing import folder, generation
from raglib_core.indexing.checking import IndexCheck, Problem, check
from raglib_core.indexing.embedders import Embedder, resolve_embeddings
from raglib_core.indexing.salvage import Salvage, recover_pointer
from raglib_core.indexing.seam import DocumentRecord
from raglib_core.model import CancelToken, Progress, never_cancelled, no_progress
from raglib_core.parsing import segment


def repair(
    root: Path,
    *,
    embedder: Embedder | None = None,
    progress: Progress = no_progress,
    cancel: CancelToken = never_cancelled,
) -> IndexCheck:
    """Check an index and mend what can be made again; return the check with what was wrong and whether it is mended.

    A lost pointer is set to the newest whole generation. Anything else but texts is made again: sections and clauses by
    segmenting, words by counting, vectors from the cache or by ``embedder``. Where the text of a document is damaged
    nothing is changed and a problem names the document: the index has to be built from the source files. A sound index
    is left as it is. Raises NotARaglibIndexError, IndexLocked, Cancelled, EmbeddingError where vectors have to be made
    and ``embedder`` is not the one that made them.
    """
    found = check(root, progress=progress, cancel=cancel)
    problems = found.problems
    if problems and not found.generation and _recovered(root):
        found = check(root, progress=progress, cancel=cancel)
        if not found.problems:
            return dataclasses.replace(found, problems=problems, repaired=True)
        problems += found.problems
    if not problems:
        return found
    try:
        salvage = Salvage(root)
    except DamagedIndex:
        return dataclasses.replace(found, problems=problems)
    settings = settings_of(salvage)
    documents = salvage.documents(lambda text: segment(text, ocr_number_repair=settings.ocr_number_repair))
    if salvage.lost:
        lost = tuple(_lost(record, error) for record, error in salvage.lost)
        return dataclasses.replace(found, problems=problems + lost)
    generation.write(
        root, documents, settings=settings, embedder=_embedder(salvage, embedder), expected=salvage.generation,
        progress=progress, cancel=cancel,
    )  # fmt: skip
    after = check(root, progress=progress, cancel=cancel)
    return dataclasses.replace(after, problems=problems + after.problems, repaired=not after.problems)


def _recovered(root: Path) -> bool:
    with folder.locked(root):
        return recover_pointer(root)


def _embedder(salvage: Salvage, given: Embedder | None) -> Embedder | None:
    """Return the embedder that made the vectors: the one given, else a built-in one, else what the cache holds."""
    _, spec = model_of(salvage)
    with suppress(MissingExtra, EmbeddingError):
        given = given or resolve_embeddings(spec or None).embedder
    return same_embedder(salvage, given)


def _lost(record: DocumentRecord, error: DamagedIndex) -> Problem:
    return Problem(str(error.values["part"]), f"the text of {record.doc_id} ({record.name}) cannot be trusted")
