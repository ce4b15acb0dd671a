"""Configurations run over a golden set: a row for each question, means with intervals, differences with a test."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from raglib_core.errors import Cancelled, RaglibError
from raglib_core.evaluation.answers import Task, tasks_of
from raglib_core.evaluation.configurations import Configuration, Searcher, configured, parsed, remembering
from raglib_core.evaluation.differences import PAIR_METRICS, Pair, compare_runs, corrected
from raglib_core.evaluation.golden import Fault, GoldenSet
from raglib_core.evaluation.metrics import DEPTH, MEASURES, recall
from raglib_core.evaluation.results import RankedHit, Row, Run
from raglib_core.evaluation.significance import bootstrap_interval
from raglib_core.model import CancelToken, Progress, never_cancelled, no_progress
from raglib_core.search import Engine
from raglib_core.search.engine import WORD_METHODS

STAGE = "evaluate"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The runs in the order asked for, every pair of them, and the configurations that could not run with the reason.

    ``faults`` are the questions that were left out because they do not fit the index, or could not be read.
    """

    golden: GoldenSet
    runs: tuple[Run, ...]
    pairs: tuple[Pair, ...]
    skipped: tuple[tuple[str, RaglibError], ...]
    seed: int
    faults: tuple[Fault, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the report of ``raglib eval --json``."""
        return {
            "golden": {
                "name": self.golden.name,
                "version": self.golden.version,
                "generated": self.golden.generated,
                "faults": [fault.say("en") for fault in self.faults],
            },
            "seed": self.seed,
            "runs": [run.as_json() for run in self.runs],
            "pairs": [pair.as_json() for pair in self.pairs],
            "skipped": [{"method": method, "reason": str(error)} for method, error in self.skipped],
        }


@dataclass(slots=True)
class _Steps:
    """Counts questions over all configurations for the progress, and looks at the cancel token."""

    progress: Progress
    cancel: CancelToken
    total: int
    done: int = field(default=0)

    def step(self, label: str) -> None:
        if self.cancel():
            raise Cancelled(stage=STAGE)
        self.progress(STAGE, self.done, self.total, label)
        self.done += 1


def evaluate(
    searcher: Searcher,
    golden: GoldenSet,
    methods: Sequence[str | Configuration],
    *,
    seed: int = 0,
    keep_rest: bool = False,
    progress: Progress = no_progress,
    cancel: CancelToken = never_cancelled,
) -> Evaluation:
    """Return how well each configuration answers the questions of a golden set.

    ``methods`` are names of methods, or configurations (see `Configuration.parse`). A question without an answer among
    the first ten counts as zero. Times are those of the search alone: the vector of the question is computed before.
    A configuration that fails on a question as a whole (it needs vectors that the index does not hold) is left out and
    listed with its error; if all are, the first error is raised. Raises BadGoldenSet for questions that do not fit the
    index (with ``keep_rest`` they are left out and listed), and Cancelled.
    """
    tasks = tasks_of(golden, searcher.catalogue, keep_rest=keep_rest)
    searcher = remembering(searcher) if isinstance(searcher, Engine) else searcher
    chosen = parsed(methods)
    steps = _Steps(progress, cancel, len(chosen) * len(tasks.fitting))
    runs: list[Run] = []
    skipped: list[tuple[str, RaglibError]] = []
    for order, configuration in enumerate(chosen):
        steps.done = order * len(tasks.fitting)
        try:
            runs.append(_measured(searcher, configuration, tasks.fitting, seed, steps))
        except Cancelled:
            raise
        except RaglibError as error:
            skipped.append((configuration.label, error))
    progress(STAGE, steps.total, steps.total, "")
    if skipped and not runs:
        raise skipped[0][1]
    pairs = [compare_runs(a, b, metric, seed=seed) for metric in PAIR_METRICS for a, b in combinations(runs, 2)]
    return Evaluation(golden, tuple(runs), corrected(pairs), tuple(skipped), seed, (*golden.faults, *tasks.faults))


def _measured(searcher: Searcher, configuration: Configuration, tasks: Sequence[Task], seed: int, steps: _Steps) -> Run:
    able = configured(searcher, configuration) if isinstance(searcher, Engine) else searcher
    rows: list[Row] = []
    for task in tasks:
        steps.step(configuration.label)
        if isinstance(able, Engine) and configuration.method not in WORD_METHODS:
            # embedded beforehand: else the first of the methods would be charged for the vectors of all
            able.dense.vector(task.question.question)
        rows.append(_row(able, task, configuration))
    return run_of(configuration, rows, seed=seed)


def _row(searcher: Searcher, task: Task, configuration: Configuration) -> Row:
    started = time.perf_counter()
    result = searcher.search(
        task.question.question, method=configuration.method, top_k=DEPTH, strategy=configuration.strategy,
        doc=task.doc_id,
    )  # fmt: skip
    seconds = time.perf_counter() - started
    ranked = task.rank(result)
    return Row(
        qid=task.question.qid,
        question=task.question.question,
        metrics={measure.name: measure(ranked) for measure in MEASURES},
        first_rank=next((rank for rank, gain in enumerate(ranked.gains, start=1) if gain > 0), None),
        hits=tuple(
            RankedHit(hit.doc_id, hit.doc_name, hit.locator, hit.score, right)
            for hit, right in zip(result, ranked.relevant, strict=True)
        ),
        answers=tuple(judgement.address for judgement in task.question.relevant),
        seconds=seconds,
        degraded=result.degraded,
        reason=result.reason,
        tags=task.question.tags,
        recalls=tuple(recall(ranked, depth) for depth in range(1, DEPTH + 1)),
    )


def run_of(configuration: Configuration, rows: Sequence[Row], *, seed: int = 0) -> Run:
    """Return the means of rows with their intervals; measures that are added up are sums."""
    metrics: dict[str, float] = {}
    intervals: dict[str, tuple[float, float]] = {}
    for measure in MEASURES:
        values = [row.metrics[measure.name] for row in rows]
        scale = len(values) if measure.is_sum else 1
        low, high = bootstrap_interval(values, seed=seed)
        metrics[measure.name] = float(np.mean(values)) * scale if values else 0.0
        intervals[measure.name] = (low * scale, high * scale)
    return Run(configuration, tuple(rows), metrics, intervals)
