"""Builds that run while the user goes on: one thread, a registry for all sessions, a job's id in the URL.

The worker never calls streamlit. A page looks at a job through `BuildJob.view`, an unchanging picture of it.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import streamlit as st

from raglib_core.api import RagIndex
from raglib_core.errors import Cancelled
from raglib_core.model import STAGES, BuildReport
from raglib_core.settings import BuildSettings
from raglib_core.ui.workspace import Library

Status = Literal["queued", "running", "done", "failed", "cancelled"]
#: what `RagIndex.build` takes as a name; "none" builds words only
EMBEDDINGS = ("auto", "e5", "use", "none")


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """What to build: files kept in the sources of a library, how, and with which embeddings."""

    library: Library
    files: tuple[Path, ...]
    settings: BuildSettings
    embeddings: str = "auto"


@dataclass(frozen=True, slots=True)
class JobView:
    """A picture of a job: ``stage`` counts ``done`` of ``total``; ``stage_seconds`` runs since the stage began.

    ``stages`` holds for each file name the stage that it was last seen in. ``report`` is there when the job is done,
    ``error`` when it failed as a whole.
    """

    job_id: str
    request: BuildRequest
    status: Status
    stage: str
    done: int
    total: int
    stage_seconds: float
    seconds: float
    stages: dict[str, str]
    report: BuildReport | None
    error: BaseException | None

    @property
    def finished(self) -> bool:
        """Whether nothing more will happen to the job."""
        return self.status in ("done", "failed", "cancelled")

    @property
    def remaining(self) -> float | None:
        """Seconds left of this stage at the pace so far; None before a pace can be told."""
        if self.done < 3 or self.stage_seconds < 2.0 or self.total <= self.done:
            return None
        return self.stage_seconds / self.done * (self.total - self.done)


@dataclass
class BuildJob:
    """A running build; its fields are written by the worker under the lock and read through `view`."""

    job_id: str
    request: BuildRequest
    status: Status = "queued"
    stage: str = STAGES[0]
    done: int = 0
    total: int = 0
    stages: dict[str, str] = field(default_factory=dict)
    report: BuildReport | None = None
    error: BaseException | None = None
    started: float = field(default_factory=time.monotonic)
    stage_started: float = field(default_factory=time.monotonic)
    ended: float | None = None
    cancel: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def view(self) -> JobView:
        """Return what is known of the job now."""
        with self.lock:
            now = self.ended or time.monotonic()
            return JobView(
                self.job_id, self.request, self.status, self.stage, self.done, self.total, now - self.stage_started,
                now - self.started, dict(self.stages), self.report, self.error,
            )  # fmt: skip

    def progress(self, stage: str, done: int, total: int, name: str) -> None:
        """Note a step; called by the build in the worker."""
        with self.lock:
            if stage != self.stage:
                self.stage_started = time.monotonic()
            self.stage, self.done, self.total = stage, done, total
            if name:
                self.stages[name] = stage

    def work(self) -> None:
        """Build; a failure is left to `settle`."""
        with self.lock:
            self.status, self.started, self.stage_started = "running", time.monotonic(), time.monotonic()
        report = _build(self.request, self.progress, self.cancel.is_set)
        self._end("done", report, None)

    def settle(self, work: Future[None]) -> None:
        """Note how the work failed, if it did: nobody else looks at the thread."""
        problem = work.exception()
        if isinstance(problem, Cancelled):
            self._end("cancelled", None, problem)
        elif problem is not None:
            self._end("failed", None, problem)

    def _end(self, status: Status, report: BuildReport | None, error: BaseException | None) -> None:
        with self.lock:
            self.status, self.report, self.error, self.ended = status, report, error, time.monotonic()


def _build(
    request: BuildRequest, progress: Callable[[str, int, int, str], None], cancel: Callable[[], bool]
) -> BuildReport | None:
    settings = request.settings
    index = RagIndex.build(
        list(request.files), request.library.index,
        embeddings=request.embeddings,
        chunk_size=settings.window_size, chunk_overlap=settings.window_overlap,
        section_embedding=settings.section_embedding, bm25_normalizer=settings.normalizer,
        ocr_number_repair=settings.ocr_number_repair, context=settings.context,
        progress=progress, cancel=cancel,
    )  # fmt: skip
    return index.report


class BuildRegistry:
    """The jobs of this process by id; one build runs at a time, the others wait in a queue."""

    def __init__(self) -> None:
        """Start with no job."""
        self._jobs: dict[str, BuildJob] = {}
        self._lock = threading.Lock()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="raglib-build")

    def start(self, request: BuildRequest) -> BuildJob:
        """Queue a build and return its job at once."""
        job = BuildJob(secrets.token_hex(4), request)
        job.stages = {path.name: "" for path in request.files}
        with self._lock:
            self._jobs[job.job_id] = job
        self._worker.submit(job.work).add_done_callback(job.settle)
        return job

    def job(self, job_id: str) -> BuildJob | None:
        """Return a job; None for an unknown id, such as one from before a restart of the server."""
        with self._lock:
            return self._jobs.get(job_id)

    def busy(self, library_id: str) -> bool:
        """Return whether a build of a library is waiting or running."""
        with self._lock:
            jobs = list(self._jobs.values())
        return any(job.request.library.library_id == library_id and not job.view().finished for job in jobs)

    def unfinished(self) -> Sequence[JobView]:
        """Return the jobs that are waiting or running, in the order they came."""
        with self._lock:
            jobs = list(self._jobs.values())
        return [view for view in (job.view() for job in jobs) if not view.finished]


@st.cache_resource(show_spinner=False)
def registry() -> BuildRegistry:
    """Return the registry of this process, the same for all sessions."""
    return BuildRegistry()
