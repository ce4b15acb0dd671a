"""Embedders under their public import path: ``from raglib_core.embeddings import HashingEmbeddings``."""

from raglib_core.indexing.embedders import (
    E5Embeddings,
    Embedder,
    EmbeddingsLike,
    HashingEmbeddings,
    Resolved,
    UseEmbeddings,
    model_name_of,
    resolve_embeddings,
)

__all__ = [
    "E5Embeddings",
    "Embedder",
    "EmbeddingsLike",
    "HashingEmbeddings",
    "Resolved",
    "UseEmbeddings",
    "model_name_of",
    "resolve_embeddings",
]
