"""Evaluations that run while the user goes on: one thread, a registry for all sessions, a job's id in the URL.

The worker never calls streamlit. Its runs are files in the folder of the library, so that they outlive the process.
"""

from __future__ import annotations

import secrets
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import streamlit as st

from raglib_core import __version__
from raglib_core.errors import Cancelled, RaglibError
from raglib_core.evaluation import Configuration, GoldenSet, evaluate, run_files
from raglib_core.evaluation.run_files import StoredRun
from raglib_core.evaluation.sweep import Sweep, sweep
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.workspace import Library

Status = Literal["queued", "running", "done", "failed", "cancelled"]


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """What to measure: a set of questions, asked of a library by several configurations.

    ``tune`` makes the configurations a grid to choose from: on one half of the questions, reported on the other.
    """

    library: Library
    handle: IndexHandle
    golden: GoldenSet
    configurations: tuple[Configuration, ...]
    tune: bool = False


@dataclass
class EvaluationJob:
    """A running evaluation; its fields are written by the worker under the lock, one at a time, and read by pages.

    ``run_ids`` are there when it is done, or ``sweep`` for a grid; ``error`` when it failed; ``skipped`` are
    configurations that could not run.
    """

    job_id: str
    request: EvaluationRequest
    status: Status = "queued"
    done: int = 0
    total: int = 0
    label: str = ""
    run_ids: tuple[str, ...] = ()
    sweep: Sweep | None = None
    skipped: tuple[tuple[str, RaglibError], ...] = ()
    error: BaseException | None = None
    cancel: threading.Event = field(default_factory=threading.Event)

    @property
    def finished(self) -> bool:
        """Whether nothing more will happen to the job."""
        return self.status in ("done", "failed", "cancelled")

    def progress(self, stage: str, done: int, total: int, label: str) -> None:
        """Note a step; called in the worker."""
        self.done, self.total, self.label = done, total, label

    def work(self) -> None:
        """Measure and write the runs, or try a grid out; a failure is left to `settle`."""
        self.status = "running"
        if self.request.tune:
            self._tune()
        else:
            self._measure()
        self.status = "done"

    def _tune(self) -> None:
        request = self.request
        self.sweep = sweep(
            request.handle.get().engine, request.golden, request.configurations, keep_rest=True,
            progress=self.progress, cancel=self.cancel.is_set,
        )  # fmt: skip
        self.skipped = self.sweep.skipped

    def _measure(self) -> None:
        request = self.request
        index = request.handle.get()
        found = evaluate(
            index.engine, request.golden, request.configurations, keep_rest=True, progress=self.progress,
            cancel=self.cancel.is_set,
        )  # fmt: skip
        note = run_files.note_of(index.engine.index, request.library.title)
        kept = run_files.stored(found, note, version=__version__)
        for one in kept:
            run_files.save(one, folder_of(request.library))
        self.run_ids, self.skipped = tuple(one.run_id for one in kept), found.skipped

    def settle(self, work: Future[None]) -> None:
        """Note how the work failed, if it did: nobody else looks at the thread."""
        problem = work.exception()
        if problem is not None:
            self.error = problem
            self.status = "cancelled" if isinstance(problem, Cancelled) else "failed"


class EvaluationRegistry:
    """The evaluations of this process by id; one runs at a time, the others wait in a queue."""

    def __init__(self) -> None:
        """Start with no job."""
        self._jobs: dict[str, EvaluationJob] = {}
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="raglib-evaluation")

    def start(self, request: EvaluationRequest) -> EvaluationJob:
        """Queue an evaluation and return its job at once."""
        job = EvaluationJob(secrets.token_hex(4), request)
        self._jobs[job.job_id] = job
        self._worker.submit(job.work).add_done_callback(job.settle)
        return job

    def job(self, job_id: str) -> EvaluationJob | None:
        """Return a job; None for an unknown id, such as one from before a restart of the server."""
        return self._jobs.get(job_id)


@st.cache_resource(show_spinner=False)
def registry() -> EvaluationRegistry:
    """Return the registry of this process, the same for all sessions."""
    return EvaluationRegistry()


def folder_of(library: Library) -> Path:
    """Return the folder of the stored runs; it need not exist."""
    return library.folder / "runs"


def stored_runs(library: Library) -> dict[str, StoredRun]:
    """Return the stored runs of a library by id, the newest first; files that cannot be read are left out."""
    folder = folder_of(library)
    state = tuple(sorted(path.name for path in folder.glob(f"*{run_files.SUFFIX}"))) if folder.is_dir() else ()
    return _listed(str(folder), state)


@st.cache_data(max_entries=16, show_spinner=False)
def _listed(folder: str, state: tuple[str, ...]) -> dict[str, StoredRun]:
    """Read the runs of a folder; ``state`` only tells one state of the folder from another (files never change)."""
    runs, _ = run_files.listed(Path(folder))
    return {one.run_id: one for _, one in runs}
