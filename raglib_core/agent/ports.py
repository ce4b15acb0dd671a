"""What the loop asks of search; `raglib_core.search.Engine` answers it, tests bring small ones of their own."""

from __future__ import annotations

from typing import Protocol

from raglib_core.model import SearchResult, SectionRef


class SearchEngine(Protocol):
    """Searches one unchanging index. Every verb raises errors of the RaglibError tree only."""

    def search(
        self, query: str, *, method: str = ..., top_k: int = ..., doc: str | None = ..., section: str | None = ...
    ) -> SearchResult:
        """Return the best clauses for a query; method auto is the best that the index can do."""

    def grep(self, pattern: str, *, top_k: int = ...) -> SearchResult:
        """Return the clauses that a regular expression matches."""

    def find_section(self, query: str, *, semantic: bool = ..., top_k: int = ...) -> list[SectionRef]:
        """Return the sections that a query names, or with ``semantic`` those nearest in meaning."""
