"""Searching one index: rankings inside ranges, their fusion, patterns, and contents."""

from raglib_core.search.compare import COMPARED, compare
from raglib_core.search.engine import METHODS, STRATEGIES, Engine

__all__ = ["COMPARED", "METHODS", "STRATEGIES", "Engine", "compare"]
