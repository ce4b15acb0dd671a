"""Searching one index: rankings inside ranges, their fusion, patterns, and contents."""

from raglib_core.search.compare import COMPARED, compare
from raglib_core.search.engine import METHODS, STRATEGIES, Engine
from raglib_core.search.verify import CitationCheck, CitationPlace, Verifier

__all__ = ["COMPARED", "METHODS", "STRATEGIES", "CitationCheck", "CitationPlace", "Engine", "Verifier", "compare"]
