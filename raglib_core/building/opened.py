"""What an index tells about how it was made, and the embedder that may add to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from raglib_core.errors import EmbeddingError, MissingExtra
from raglib_core.indexing import generation
from raglib_core.indexing.embedders import Embedder, Resolved, resolve_embeddings
from raglib_core.settings import BuildSettings


class Described(Protocol):
    """Anything that tells how an index was made."""

    @property
    def manifest(self) -> dict[str, object]:
        """Settings, counts and versions as plain values."""


def opened(root: Path) -> generation.FolderIndex:
    """Return the index in a folder, in its newest state; raises NotARaglibIndexError, DamagedIndex."""
    return generation.open_index(root)


def settings_of(index: Described) -> BuildSettings:
    """Return the settings that an index was built with; raises BadSettings for a manifest with others."""
    settings: Any = index.manifest["settings"]
    return BuildSettings(**settings)


def model_of(index: Described) -> tuple[str, str]:
    """Return the name of the embedder that made the vectors of an index and the word that opens it; "" for none."""
    embeddings: Any = index.manifest["embeddings"]
    return str(embeddings["model"] or ""), str(embeddings["spec"] or "")


def carries_meaning_of(index: Described) -> bool:
    """Return whether near vectors of an index mean near meanings."""
    embeddings: Any = index.manifest["embeddings"]
    return bool(embeddings["carries_meaning"])


def other_model(expected: str, given: str) -> EmbeddingError:
    """Return the error for an embedder that did not make the vectors of an index."""
    reason = f"the vectors of the index were made by {expected!r}; vectors of different models cannot be compared"
    return EmbeddingError(model=given, reason=reason)


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


def same_embedder(index: Described, embedder: Embedder | None) -> Embedder | None:
    """Return the embedder for an index that is changed: the one that made its vectors, none where it has none."""
    model, spec = model_of(index)
    if not model:
        return None
    if embedder is None:
        return Embedder(_Absent(model), model, spec, carries_meaning_of(index))
    if embedder.name != model:
        raise other_model(model, embedder.name)
    return embedder


def embedder_for(folder: generation.FolderIndex, embeddings: object) -> Embedder | None:
    """Return the embedder for the vectors of an opened index; None where there is none to be had.

    An embedder whose vectors have another length is kept: searching with it tells both lengths.
    """
    model, spec = model_of(folder)
    if not folder.dimension or embeddings == "none":
        return None
    if embeddings is None or embeddings == "auto":
        try:
            return resolve_embeddings(spec or None).embedder
        except (MissingExtra, EmbeddingError):
            return None
    embedder = (embeddings if isinstance(embeddings, Resolved) else resolve_embeddings(embeddings)).embedder
    if embedder is not None and embedder.name != model and _dimension_of(embedder) in (None, folder.dimension):
        raise other_model(model, embedder.name)
    return embedder


def _dimension_of(embedder: Embedder) -> int | None:
    """Return the length of vectors where the embedder tells it without a call."""
    for attribute in ("dim", "dimension"):
        value = getattr(embedder.model, attribute, None)
        if isinstance(value, int):
            return value
    return None
