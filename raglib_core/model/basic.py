"""Words that all parts of the model share: kinds, spans, progress, paths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

SectionKind = Literal["section", "subsection", "chapter", "paragraph", "article", "appendix", "heading", "contents"]
ClauseKind = Literal["clause", "part", "article", "intro", "unnumbered"]
Severity = Literal["error", "warning", "info"]
FindingKind = Literal[
    "gap", "missing_first", "duplicate", "restart", "out_of_order", "foreign_number", "empty_heading",
    "contents_mismatch", "dangling_reference", "glued", "oversized", "leftover", "repealed", "repaired_number",
]  # fmt: skip
FindingStatus = Literal["open", "accepted", "false_alarm"]
CorrectionKind = Literal["accepted", "false_alarm", "split", "join", "not_a_clause"]
Scalar = str | int | float | bool | None

#: Called as ``progress(stage, done, total, name)``: stage is one of `STAGES`, done counts up to total, name is the
#: file in hand or "".
Progress = Callable[[str, int, int, str], None]
#: Returns True once the work should stop; asked between small steps of every long verb.
CancelToken = Callable[[], bool]

STAGES = ("recognize", "segment", "lexical", "dense", "write")
PATH_SEPARATOR = " › "


def no_progress(stage: str, done: int, total: int, name: str) -> None:
    """Ignore progress: the default of every long verb."""


def never_cancelled() -> bool:
    """Go on: the default of every long verb."""
    return False


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open piece ``[start, stop)`` of a text."""

    start: int
    stop: int

    def of(self, text: str) -> str:
        """Return the piece of ``text`` that this span means."""
        return text[self.start : self.stop]

    def __len__(self) -> int:
        """Return the length in code points."""
        return self.stop - self.start

    def holds(self, other: Span) -> bool:
        """Return whether ``other`` lies fully inside this span."""
        return self.start <= other.start and other.stop <= self.stop


def readable_path(keys: Sequence[str], titles: Sequence[str]) -> tuple[str, ...]:
    """Return the title of each level, or its key where the title is empty; empty for an empty path."""
    return tuple(title or key for key, title in zip(keys, titles, strict=True))
