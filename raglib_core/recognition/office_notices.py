"""What a user should know about a word processor's file: what was computed and what was left out."""

from __future__ import annotations

from collections.abc import Iterable

from raglib_core.model import Edit, Notice
from raglib_core.recognition.docx_inline import DELETED, HIDDEN

FURNITURE = "furniture_dropped"


def office_notices(edits: Iterable[Edit], auto_numbers: int) -> tuple[Notice, ...]:
    """Return the notices about a file by its edits; () for one whose text is all there as it is stored."""
    left_out = {DELETED: 0, HIDDEN: 0, FURNITURE: 0}
    for edit in edits:
        if edit.kind in left_out:
            left_out[edit.kind] += len(edit.original)
    counts = (
        ("word_auto_numbers", "count", auto_numbers),
        ("tracked_changes_dropped", "characters", left_out[DELETED]),
        ("hidden_text_dropped", "characters", left_out[HIDDEN]),
        ("page_furniture_dropped", "characters", left_out[FURNITURE]),
    )
    return tuple(Notice(code, ((unit, amount),)) for code, unit, amount in counts if amount)
