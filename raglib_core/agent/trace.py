"""The record of a run: what the loop did, when, with what result; plain values that JSON can hold.

Every step has ``kind``, ``started`` (seconds since the run began) and ``seconds``. Beside them::

    plan      queries, aspects, reply
    retrieve  tool (search, grep, section), query, method, found [{doc_id, locator, score}], reason where degraded
    reflect   sent [{id, doc_id, locator}], reply
    graded    verdicts [{doc_id, locator, verdict, aspects}], dropped [why a part of the reply was not used], missing
    decide    relevant, partial, uncovered [aspects], stop (why the loop ends; "" to go on)
    refine    queries, reply
    degrade   reason
    final     hits [{doc_id, locator, verdict}], mode

A step that failed has ``error``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from raglib_core.model import SearchHit

TRACE_VERSION = 1
#: Replies of models are kept up to this length.
REPLY_CHARACTERS = 500

Step = dict[str, object]
#: Called with each step as it is finished.
StepWatcher = Callable[[Step], None]


def ignore_step(step: Step) -> None:
    """Watch nothing: the default of a run."""


class Trace:
    """Collects the steps of one run."""

    def __init__(self, watcher: StepWatcher = ignore_step) -> None:
        """Start the clock."""
        self.steps: list[Step] = []
        self._watcher = watcher
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds since the run began."""
        return time.perf_counter() - self._began

    @contextmanager
    def step(self, kind: str, **values: object) -> Iterator[Step]:
        """Time what happens inside and record it, with whatever is put into the step, also where it raises."""
        step: Step = {"kind": kind, "started": round(self.seconds, 6), "seconds": 0.0, **values}
        began = time.perf_counter()
        try:
            yield step
        finally:
            step["seconds"] = round(time.perf_counter() - began, 6)
            self.steps.append(step)
            self._watcher(step)

    def note(self, kind: str, **values: object) -> None:
        """Record a step that takes no time."""
        with self.step(kind, **values):
            pass


def found(hits: Iterable[SearchHit]) -> list[dict[str, object]]:
    """Return hits as a step lists them."""
    return [{"doc_id": hit.doc_id, "locator": hit.locator, "score": round(hit.score, 6)} for hit in hits]
