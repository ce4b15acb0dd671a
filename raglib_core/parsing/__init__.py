"""Recognized text to a tree of sections, whole clauses and findings."""

from raglib_core.parsing import addresses, references
from raglib_core.parsing.segmentation import segment

__all__ = ["addresses", "references", "segment"]
