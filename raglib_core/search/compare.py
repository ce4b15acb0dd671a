"""One query by several methods side by side; a method that fails leaves the others alone."""

from __future__ import annotations

import time
from collections.abc import Sequence

from raglib_core.errors import RaglibError
from raglib_core.model import Notice, SearchResult
from raglib_core.search.catalogue import DocumentChoice
from raglib_core.search.checks import check_query, check_top_k
from raglib_core.search.engine import Engine
from raglib_core.texts import explain_error
from raglib_core.texts import notice as sentence

COMPARED = ("bm25", "vector", "hybrid")


def compare(
    engine: Engine,
    query: str,
    methods: Sequence[str] = COMPARED,
    *,
    top_k: int = 5,
    strategy: str = "flat",
    doc: DocumentChoice = None,
    section: str | None = None,
) -> dict[str, SearchResult]:
    """Return the result of each method; "grep" takes the query as a pattern.

    A method that cannot run has an empty result with ``degraded`` and the error as ``reason``. What is wrong for every
    method is raised: BadQuery for the query or ``top_k``, UnknownDocument, AmbiguousDocument, UnknownSection.
    """
    check_top_k(top_k)
    check_query(query)
    engine.catalogue.scope(doc, section)
    results: dict[str, SearchResult] = {}
    for method in dict.fromkeys(methods):
        started = time.perf_counter()
        try:
            if method == "grep":
                results[method] = engine.grep(query, top_k=top_k, doc=doc, section=section)
            else:
                results[method] = engine.search(
                    query, method=method, top_k=top_k, strategy=strategy, doc=doc, section=section
                )
        except RaglibError as error:
            results[method] = _failed(query, method, error, time.perf_counter() - started)
    return results


def _failed(query: str, method: str, error: RaglibError, seconds: float) -> SearchResult:
    note = Notice("method_failed", (("error", str(error)), ("error_ru", explain_error(error, "ru"))))
    return SearchResult(
        query=query, method=method, degraded=True, reason=sentence(note, "en"), seconds=seconds, notice=note
    )
