"""Legal documents in, whole numbered clauses out: segmentation with a completeness report, search and citation.

``from raglib_core import RagIndex`` is the way in. Names are imported when they are first asked for, so that a process
that only recognizes a file (`raglib_core.recognition.worker`) starts without the index and its packages.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from raglib_core.agent import AgenticResult, AgenticSearcher
    from raglib_core.api import RagIndex
    from raglib_core.errors import (
        AmbiguousDocument,
        BadGoldenSet,
        BadPattern,
        BadQuery,
        BadSettings,
        Cancelled,
        DamagedIndex,
        DocumentExists,
        EmbeddingError,
        EmptyDocument,
        IndexClosed,
        IndexLocked,
        IndexProblem,
        InputError,
        LimitExceeded,
        MethodUnavailable,
        MissingExtra,
        MissingInput,
        ModelError,
        NoInputFiles,
        NotARaglibIndexError,
        NotFound,
        RaglibError,
        RecognitionError,
        SearchTimeout,
        UndecodableText,
        UnknownClause,
        UnknownDocument,
        UnknownMethod,
        UnknownSection,
        UnsupportedFormat,
    )
    from raglib_core.model import (
        Block,
        BuildReport,
        Clause,
        Coverage,
        Document,
        Edit,
        FileReport,
        Finding,
        Item,
        Notice,
        Page,
        Recognized,
        Reference,
        SearchHit,
        SearchResult,
        Section,
        SectionRef,
        Segmentation,
        Span,
        TocEntry,
    )
    from raglib_core.settings import BuildSettings, SearchSettings

__version__ = "0.1.0"

__all__ = [
    "AgenticResult",
    "AgenticSearcher",
    "AmbiguousDocument",
    "BadGoldenSet",
    "BadPattern",
    "BadQuery",
    "BadSettings",
    "Block",
    "BuildReport",
    "BuildSettings",
    "Cancelled",
    "Clause",
    "Coverage",
    "DamagedIndex",
    "Document",
    "DocumentExists",
    "Edit",
    "EmbeddingError",
    "EmptyDocument",
    "FileReport",
    "Finding",
    "IndexClosed",
    "IndexLocked",
    "IndexProblem",
    "InputError",
    "Item",
    "LimitExceeded",
    "MethodUnavailable",
    "MissingExtra",
    "MissingInput",
    "ModelError",
    "NoInputFiles",
    "NotARaglibIndexError",
    "NotFound",
    "Notice",
    "Page",
    "RagIndex",
    "RaglibError",
    "RecognitionError",
    "Recognized",
    "Reference",
    "SearchHit",
    "SearchResult",
    "SearchSettings",
    "SearchTimeout",
    "Section",
    "SectionRef",
    "Segmentation",
    "Span",
    "TocEntry",
    "UndecodableText",
    "UnknownClause",
    "UnknownDocument",
    "UnknownMethod",
    "UnknownSection",
    "UnsupportedFormat",
    "__version__",
]

#: where the names of `__all__` live, the first module that has a name gives it
_HOMES = ("errors", "model", "settings", "agent", "api")


def __getattr__(name: str) -> object:
    """Import a public name at its first use; raises AttributeError for any other."""
    if name in __all__:
        for home in _HOMES:
            module = importlib.import_module(f"raglib_core.{home}")
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module 'raglib_core' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
