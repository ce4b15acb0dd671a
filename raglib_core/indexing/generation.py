"""An index in a folder: written as immutable generations, one of which counts.

::

    root/
    ├── CURRENT                  which generation counts, and the SHA-256 of its manifest; replaced atomically
    ├── lock                     held by the one writer; the system releases it when the writer dies
    ├── embeddings.sqlite        vectors by model and text, kept across builds
    ├── readings.sqlite          what an unfinished build has read so far
    ├── corrections.jsonl        what people corrected, one a line, kept across builds; absent without any
    └── generations/
        └── 000002/
            ├── manifest.json    written last: format, version, settings, counts, size and hash of each part; readers
            │                    hold a shared lock on it
            ├── records.json     the documents: id, file name, hash of the source, counts
            ├── texts.bin        recognized texts in UTF-8, one after the other
            ├── places.npy       int64 (8, documents): text bytes start, stop; sections first, end; checksums of text,
            │                    of the line in documents.jsonl, of the lines of sections, of the lines of clauses
            ├── documents.jsonl  a line a document: recognized (without its text) and coverage with findings
            ├── sections.jsonl   a line a section, depth-first
            ├── clauses.jsonl    a line a clause, in document order
            ├── spans.npy        int64 (5, clauses): start, stop in code points of the document; in bytes of texts.bin;
            │                    checksum of its line and its text
            ├── windows.npy      int32 (3, windows): clause, start, stop inside the clause
            ├── first_windows.npy int64 (clauses + 1): the first window of each clause
            ├── *.rows.npy       where each line of the .jsonl of that name starts
            ├── lexical.*.npy    see raglib_core.indexing.lexical
            └── vectors.npy, section_vectors.npy   float32, unit or zero rows; absent without embeddings

Checksums are 64 bits of BLAKE2b (`raglib_core.storage.checksum`). Opening reads the manifest, looks at the sizes of the
parts and maps them; it hashes small parts only, so that its cost does not grow with the clauses. A fetched clause or
document is compared with its checksum, and `raglib_core.indexing.checking` compares everything.

Readers keep the generation that counted when they opened it, whatever is written later: they hold its manifest with a
shared lock, which the system drops when they die, and writers remove a generation only when nobody holds it. A new
generation is made in a folder of its own and counts only once it is whole on the disk; a failure, a cancel or a crash
before that leaves the old one.

Version 3. Indexes of other versions are refused by name: their source files are built anew into another folder.
"""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Sequence
from pathlib import Path

from raglib_core.errors import BadSettings, DamagedIndex, IndexLocked
from raglib_core.indexing import folder, lexical
from raglib_core.indexing.assembly import Assembly, clause_count
from raglib_core.indexing.embedders import Embedder, EmbeddingsLike, resolve_embeddings
from raglib_core.indexing.folder import delete, foreign_files, is_index
from raglib_core.indexing.folder_index import FolderIndex
from raglib_core.indexing.parts import PartWriter, to_json
from raglib_core.indexing.pieces import Kept, Piece
from raglib_core.indexing.shelving import TextsWriter, records_of
from raglib_core.model import CancelToken, Progress, never_cancelled, no_progress
from raglib_core.russian import resolve_normalizer
from raglib_core.settings import BuildSettings

__all__ = ["FolderIndex", "Kept", "Piece", "delete", "foreign_files", "is_index", "open_index", "write"]


def open_index(root: Path) -> FolderIndex:
    """Open the generation of an index that counts now.

    Raises NotARaglibIndexError for a folder that is no index of this version, DamagedIndex naming the part that is
    missing or not as it was written.
    """
    pointer = folder.read_pointer(root)
    while True:
        try:
            return FolderIndex(root, pointer)
        except DamagedIndex:
            # a build may have finished since the pointer was read, and removed what it named
            latest = folder.read_pointer(root)
            if latest == pointer:
                raise
            pointer = latest


def write(  # noqa: PLR0913 - each option is one thing that a generation depends on
    root: Path,
    pieces: Sequence[Piece],
    *,
    settings: BuildSettings,
    embedder: Embedder | EmbeddingsLike | None = None,
    reading: str = "",
    expected: int | None = None,
    progress: Progress = no_progress,
    cancel: CancelToken = never_cancelled,
) -> int:
    """Write an index of the documents into ``root``, let it count, and return the number of its generation.

    The documents keep their order and ids; ``reading`` is noted for the new ones (see `DocumentRecord`). ``expected``
    is the generation that the kept ones come from: where another one counts by now, IndexLocked is raised. Whatever
    happens before the switch (an error, a cancel, a crash) leaves what was there. Raises NotARaglibIndexError for a
    folder with other things in it, IndexLocked while another writer works, BadSettings for two documents of one id,
    Cancelled, EmbeddingError, MissingExtra, DamagedIndex for a damaged index that documents are kept of.
    """
    records = records_of(pieces, reading)
    _check_ids([record.doc_id for record in records])
    settings = dataclasses.replace(settings, normalizer=resolve_normalizer(settings.normalizer))
    folder.claim(root)
    with folder.locked(root):
        _check_expected(root, expected)
        for index in {id(piece.index): piece.index for piece in pieces if isinstance(piece, Kept)}.values():
            index.verify()
        with folder.new_generation(root) as path:
            writer, chosen = PartWriter(path), resolve_embeddings(embedder).embedder
            assembly = Assembly(pieces, settings, chosen, progress, cancel)
            assembly.write_words(writer)
            assembly.write_vectors(writer, root / folder.CACHE)
            texts = TextsWriter(pieces, progress, cancel)
            texts.write(writer, records)
            counts = {
                "documents": len(pieces),
                "sections": texts.sections,
                "clauses": sum(map(clause_count, pieces)),
                "chunks": assembly.window_count,
            }
            manifest = _manifest(settings, chosen, assembly.dimension, counts)
            return folder.publish(root, path, to_json({**manifest, "parts": writer.listing}))


def _check_ids(doc_ids: Sequence[str]) -> None:
    seen: set[str] = set()
    for doc_id in doc_ids:
        if doc_id in seen:
            raise BadSettings(name="doc_id", value=doc_id, allowed="one document an id")
        seen.add(doc_id)


def _check_expected(root: Path, expected: int | None) -> None:
    if expected is not None and folder.read_pointer(root).number != expected:
        raise IndexLocked(path=str(root), owner="it has changed the index meanwhile")


def _manifest(
    settings: BuildSettings, embedder: Embedder | None, dimension: int, counts: dict[str, int]
) -> dict[str, object]:
    """Return what the index is: plain values only."""
    return {
        "format": folder.FORMAT,
        "version": folder.VERSION,
        "created_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "chunking": {"size": settings.window_size, "overlap": settings.window_overlap},
        "bm25": {"normalizer": settings.normalizer, "variant": "lucene", "k1": lexical.K1, "b": lexical.B},
        "ocr_number_repair": settings.ocr_number_repair,
        "embeddings": {
            "model": embedder.name if embedder else None,
            "dim": dimension,
            "section_embedding": settings.section_embedding,
            "carries_meaning": embedder.carries_meaning if embedder else False,
            "spec": embedder.spec if embedder else "none",
        },
        "counts": counts,
        "settings": settings.as_dict(),
    }
