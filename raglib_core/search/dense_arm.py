"""The dense side of a search: whether the index and the embedder fit, and vectors of queries."""

from __future__ import annotations

import threading

from raglib_core.errors import EmbeddingError, MethodUnavailable, MissingExtra
from raglib_core.indexing.embedders import Embedder
from raglib_core.indexing.seam import IndexSeam, Vector
from raglib_core.model import Notice, Scalar
from raglib_core.texts import explain_error, say

_KEPT_QUERIES = 256


class DenseArm:
    """Gives the vector of a query, or the reason why there is none.

    Vectors of the last queries are kept, so that comparing methods embeds a query once.
    """

    def __init__(self, index: IndexSeam, embedder: Embedder | None, model: str) -> None:
        """Note what the index was built with; nothing is embedded before the first query."""
        self.index = index
        self.embedder = embedder
        self.model = model
        self._vectors: dict[str, Vector] = {}
        self._lock = threading.Lock()

    @property
    def carries_meaning(self) -> bool:
        """Whether the embedder tells meanings apart; False without one."""
        return self.embedder is not None and self.embedder.carries_meaning

    def problem(self) -> Notice | None:
        """Return why no query can have a vector here; None where it can."""
        if not self.index.dimension:
            return Notice("no_vectors")
        if self.embedder is None:
            return Notice("no_client", (("model", self.model),))
        return None

    def vector(self, query: str) -> Vector | Notice:
        """Return the vector of a query, or why there is none: the embedder failed or makes vectors of other length."""
        problem = self.problem()
        if problem is not None or self.embedder is None:
            return problem or Notice("no_vectors")
        with self._lock:
            known = self._vectors.get(query)
        if known is not None:
            return known
        try:
            vector = self.embedder.query(query)
        except (EmbeddingError, MissingExtra) as error:
            return Notice("embedder_failed", (("error", str(error)), ("error_ru", explain_error(error, "ru"))))
        if len(vector) != self.index.dimension:
            return Notice("other_dimension", self._dimensions(len(vector)))
        self._keep(query, vector)
        return vector

    def unavailable(self, method: str, problem: Notice) -> MethodUnavailable:
        """Return the error for a method that was asked for by name."""
        reason, reason_ru = (
            say(f"search.{problem.code}", language, **dict(problem.values)) for language in ("en", "ru")
        )
        return MethodUnavailable(method=method, reason=reason, reason_ru=reason_ru)

    def _dimensions(self, given: int) -> tuple[tuple[str, Scalar], ...]:
        given_model = self.embedder.name if self.embedder else ""
        return (
            ("given", given), ("given_model", given_model), ("expected", self.index.dimension), ("model", self.model),
        )  # fmt: skip

    def _keep(self, query: str, vector: Vector) -> None:
        with self._lock:
            while len(self._vectors) >= _KEPT_QUERIES:
                self._vectors.pop(next(iter(self._vectors)))
            self._vectors[query] = vector
