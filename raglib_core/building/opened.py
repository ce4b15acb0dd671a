"""What an index tells about how it was made, and the embedder that may add to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from raglib_core.errors import EmbeddingError
from raglib_core.indexing import generation
from raglib_core.indexing.embedders import Embedder
from raglib_core.indexing.seam import IndexSeam
from raglib_core.settings import BuildSettings


def opened(root: Path) -> generation.FolderIndex:
    """Return the index in a folder, in its newest state; raises NotARaglibIndexError, DamagedIndex."""
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


def same_embedder(index: IndexSeam, embedder: Embedder | None) -> Embedder | None:
    """Return the embedder for an index that is changed: the one that made its vectors, none where it has none."""
    model, spec = model_of(index)
    if not model:
        return None
    if embedder is None:
        return Embedder(_Absent(model), model, spec, carries_meaning_of(index))
    if embedder.name != model:
        raise other_model(model, embedder.name)
    return embedder
