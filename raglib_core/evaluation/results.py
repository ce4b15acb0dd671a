"""What a run leaves behind: a row for each question with its ranking and measures, and their means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from raglib_core.evaluation.configurations import Configuration


@dataclass(frozen=True, slots=True)
class RankedHit:
    """A place in a ranking: the clause there, its score, and whether it answers the question."""

    doc_id: str
    doc_name: str
    locator: str
    score: float
    right: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One question in a run: its measures, the rank of the first answer (None: not found), and the ranking.

    ``recalls`` holds recall at the depths 1, 2, 3 …
    """

    qid: str
    question: str
    metrics: dict[str, float]
    first_rank: int | None
    hits: tuple[RankedHit, ...]
    answers: tuple[str, ...]
    seconds: float
    degraded: bool = False
    reason: str = ""
    tags: tuple[str, ...] = ()
    recalls: tuple[float, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the row as plain values, the ranking with it."""
        return {
            "qid": self.qid,
            "question": self.question,
            "tags": list(self.tags),
            "answers": list(self.answers),
            "first_rank": self.first_rank,
            "metrics": self.metrics,
            "recalls": list(self.recalls),
            "seconds": self.seconds,
            "degraded": self.degraded,
            "reason": self.reason,
            "hits": [
                {"doc_id": one.doc_id, "doc_name": one.doc_name, "locator": one.locator, "score": one.score,
                 "right": one.right}
                for one in self.hits
            ],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Run:
    """A configuration over all questions; ``intervals`` are 95% intervals of the means."""

    configuration: Configuration
    rows: tuple[Row, ...]
    metrics: dict[str, float]
    intervals: dict[str, tuple[float, float]]

    @property
    def method(self) -> str:
        """The label of the configuration."""
        return self.configuration.label

    @property
    def degraded(self) -> int:
        """For how many questions something else ran than the method."""
        return sum(row.degraded for row in self.rows)

    @property
    def latency(self) -> dict[str, float]:
        """Seconds of a search: what half of the questions, and 95 of 100, did not exceed."""
        return {"p50": self.seconds(0.5), "p95": self.seconds(0.95)}

    def seconds(self, share: float) -> float:
        """Return the time of a search that this share of the questions did not exceed (0.5: the median)."""
        return float(np.quantile([row.seconds for row in self.rows], share)) if self.rows else 0.0

    def recall_by_depth(self) -> list[float]:
        """Return the mean recall within 1, 2, 3 … places; empty for a run without questions."""
        return [float(np.mean(column)) for column in zip(*(row.recalls for row in self.rows), strict=True)]

    def as_json(self) -> dict[str, object]:
        """Return the run as plain values, all rows with it."""
        return {
            "method": self.method,
            "configuration": self.configuration.as_json(),
            "queries": len(self.rows),
            "metrics": self.metrics,
            "intervals": {name: list(interval) for name, interval in self.intervals.items()},
            "seconds": self.latency,
            "degraded": self.degraded,
            "rows": [row.as_json() for row in self.rows],
        }


def paired(a: Sequence[Row], b: Sequence[Row]) -> list[tuple[Row, Row]]:
    """Return the rows of the same question (id and words) in two runs, in the order of the first; others left out."""
    other = {(row.qid, row.question): row for row in b}
    return [(row, other[row.qid, row.question]) for row in a if (row.qid, row.question) in other]
