"""What the library speaks about: recognized text, sections, clauses, findings, hits.

All offsets are code points of ``Recognized.text``, half open ``[start, stop)``. Nothing here reads or writes a disk,
and every object is frozen: a document is built once and then only looked at.

Glossary: *clause* — пункт, the unit of everything a user sees; *section* — a node of the tree that has a heading
(раздел, глава, статья, приложение ...); *item* — подпункт «1)», «а)», «–» inside a clause; *number* — canonical form
(``10.2``), *label* — what is printed (``1О.2.``); *locator* — the address of a clause in its document (``ст.3/1``).
"""

from raglib_core.model.basic import (
    PATH_SEPARATOR,
    STAGES,
    CancelToken,
    ClauseKind,
    CorrectionKind,
    FindingKind,
    FindingStatus,
    Progress,
    Scalar,
    SectionKind,
    Severity,
    Span,
    never_cancelled,
    no_progress,
    readable_path,
)
from raglib_core.model.documents import (
    Clause,
    Correction,
    CorrectionOutcome,
    Coverage,
    Document,
    Finding,
    Item,
    Reference,
    Section,
    Segmentation,
)
from raglib_core.model.recognized import (
    Block,
    Edit,
    Notice,
    Page,
    Recognized,
    page_at,
)
from raglib_core.model.results import (
    BuildReport,
    FileReport,
    SearchHit,
    SearchResult,
    SectionRef,
    TocEntry,
)

__all__ = [
    "PATH_SEPARATOR",
    "STAGES",
    "Block",
    "BuildReport",
    "CancelToken",
    "Clause",
    "ClauseKind",
    "Correction",
    "CorrectionKind",
    "CorrectionOutcome",
    "Coverage",
    "Document",
    "Edit",
    "FileReport",
    "Finding",
    "FindingKind",
    "FindingStatus",
    "Item",
    "Notice",
    "Page",
    "Progress",
    "Recognized",
    "Reference",
    "Scalar",
    "SearchHit",
    "SearchResult",
    "Section",
    "SectionKind",
    "SectionRef",
    "Segmentation",
    "Severity",
    "Span",
    "TocEntry",
    "never_cancelled",
    "no_progress",
    "page_at",
    "readable_path",
]
