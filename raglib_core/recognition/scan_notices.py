"""What a user should know about pages that were read from their picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from raglib_core.model import Notice

#: Below this confidence a page should be compared with the original; clean scans reach 0.9.
LOW_CONFIDENCE = 0.8


def scan_notices(confidences: Mapping[int, float]) -> tuple[Notice, ...]:
    """Return the notices for recognized pages by their confidence: how many, and which are doubtful."""
    if not confidences:
        return ()
    low = [page for page, confidence in confidences.items() if confidence < LOW_CONFIDENCE]
    notices = [Notice("pages_without_text", (("count", len(confidences)),))]
    if low:
        notices.append(Notice("ocr_low_confidence", (("pages", listed(low)),)))
    return tuple(notices)


def listed(pages: Iterable[int]) -> str:
    """Return page numbers as a reader lists them, runs folded: «1–3, 7»; "" for none."""
    runs: list[list[int]] = []
    for page in sorted(pages):
        if runs and page == runs[-1][1] + 1:
            runs[-1][1] = page
        else:
            runs.append([page, page])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)
