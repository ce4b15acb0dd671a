"""Methods run over a golden set: a row for each question, means with intervals, differences with a test."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

import numpy as np

from raglib_core.errors import Cancelled, RaglibError
from raglib_core.evaluation.answers import Task, tasks_of
from raglib_core.evaluation.golden import GoldenSet
from raglib_core.evaluation.metrics import DEPTH, MEASURES
from raglib_core.evaluation.significance import bootstrap_interval, randomisation_p_value
from raglib_core.model import CancelToken, Progress, SearchHit, SearchResult, never_cancelled, no_progress
from raglib_core.search.catalogue import Catalogue

#: The measure by which methods are compared, and those for which a pair is reported.
BASE_METRIC = "mrr@10"
PAIR_METRICS = ("mrr@10", "ndcg@10", "recall@10")
STAGE = "evaluate"


class Searcher(Protocol):
    """What is measured: `raglib_core.search.Engine`, or anything with the same two verbs."""

    catalogue: Catalogue

    def search(self, query: str, *, method: str = ..., top_k: int = ..., doc: str | None = ...) -> SearchResult:
        """Return the best clauses for a query."""


@dataclass(frozen=True, slots=True)
class Row:
    """One question in a run: its measures, the rank of the first answer (None: not found), and the hits."""

    qid: str
    question: str
    metrics: dict[str, float]
    first_rank: int | None
    hits: tuple[SearchHit, ...]
    answers: tuple[str, ...]
    seconds: float
    degraded: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """A method over all questions; ``intervals`` are 95% bootstrap intervals of the means."""

    method: str
    rows: tuple[Row, ...]
    metrics: dict[str, float]
    intervals: dict[str, tuple[float, float]]

    @property
    def degraded(self) -> int:
        """For how many questions something else ran than the method."""
        return sum(row.degraded for row in self.rows)

    def seconds(self, share: float) -> float:
        """Return the time of a search that this share of the questions did not exceed (0.5: the median)."""
        return float(np.quantile([row.seconds for row in self.rows], share))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs on the same questions: ``difference`` is the mean of b minus a, with its paired 95% interval.

    ``p_value`` is that of a paired randomisation test, not corrected for several comparisons; ``wins`` counts the
    questions on which b is better.
    """

    a: str
    b: str
    metric: str
    difference: float
    interval: tuple[float, float]
    p_value: float
    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The runs in the order asked for, every pair of them, and the methods that could not run with the reason."""

    golden: GoldenSet
    runs: tuple[Run, ...]
    pairs: tuple[Pair, ...]
    skipped: tuple[tuple[str, RaglibError], ...]
    seed: int

    def as_json(self) -> dict[str, object]:
        """Return the report of ``raglib eval --json``."""
        return {
            "golden": {"name": self.golden.name, "version": self.golden.version},
            "seed": self.seed,
            "runs": [_run_json(run) for run in self.runs],
            "pairs": [_pair_json(pair) for pair in self.pairs],
            "skipped": [{"method": method, "reason": str(error)} for method, error in self.skipped],
        }


def evaluate(
    searcher: Searcher,
    golden: GoldenSet,
    methods: Sequence[str],
    *,
    seed: int = 0,
    progress: Progress = no_progress,
    cancel: CancelToken = never_cancelled,
) -> Evaluation:
    """Return how well each method answers the questions of a golden set.

    A question without an answer among the first ten counts as zero. A method that fails on a question as a whole (it
    needs vectors that the index does not hold) is left out and listed with its error; if all are, the first error is
    raised. Raises BadGoldenSet for questions that do not fit the index, and Cancelled.
    """
    tasks = tasks_of(golden, searcher.catalogue)
    chosen = list(dict.fromkeys(methods))
    runs: list[Run] = []
    skipped: list[tuple[str, RaglibError]] = []
    for order, method in enumerate(chosen):
        rows: list[Row] = []
        try:
            for number, task in enumerate(tasks):
                if cancel():
                    raise Cancelled(stage=STAGE)
                progress(STAGE, order * len(tasks) + number, len(chosen) * len(tasks), method)
                rows.append(_row(searcher, task, method))
        except Cancelled:
            raise
        except RaglibError as error:
            skipped.append((method, error))
        else:
            runs.append(_run(method, rows, seed))
    progress(STAGE, len(chosen) * len(tasks), len(chosen) * len(tasks), "")
    if skipped and not runs:
        raise skipped[0][1]
    pairs = [compare_runs(a, b, metric, seed=seed) for a, b in combinations(runs, 2) for metric in PAIR_METRICS]
    return Evaluation(golden, tuple(runs), tuple(pairs), tuple(skipped), seed)


def compare_runs(a: Run, b: Run, metric: str = BASE_METRIC, *, seed: int = 0) -> Pair:
    """Return the difference of two runs over the same questions by a measure; positive where b is better.

    For measures that are added up the difference is per question all the same.
    """
    differences = [right.metrics[metric] - left.metrics[metric] for left, right in zip(a.rows, b.rows, strict=True)]
    return Pair(
        a=a.method,
        b=b.method,
        metric=metric,
        difference=float(np.mean(differences)) if differences else 0.0,
        interval=bootstrap_interval(differences, seed=seed),
        p_value=randomisation_p_value(differences, seed=seed),
        wins=sum(difference > 0 for difference in differences),
        ties=sum(difference == 0 for difference in differences),
        losses=sum(difference < 0 for difference in differences),
    )


def _row(searcher: Searcher, task: Task, method: str) -> Row:
    started = time.perf_counter()
    result = searcher.search(task.question.question, method=method, top_k=DEPTH, doc=task.doc_id)
    seconds = time.perf_counter() - started
    ranked = task.rank(result)
    return Row(
        qid=task.question.qid,
        question=task.question.question,
        metrics={measure.name: measure(ranked) for measure in MEASURES},
        first_rank=next((rank for rank, gain in enumerate(ranked.gains, start=1) if gain > 0), None),
        hits=tuple(result),
        answers=tuple(judgement.clause for judgement in task.question.relevant),
        seconds=seconds,
        degraded=result.degraded,
        reason=result.reason,
    )


def _run(method: str, rows: Sequence[Row], seed: int) -> Run:
    metrics: dict[str, float] = {}
    intervals: dict[str, tuple[float, float]] = {}
    for measure in MEASURES:
        values = [row.metrics[measure.name] for row in rows]
        scale = len(values) if measure.is_sum else 1
        low, high = bootstrap_interval(values, seed=seed)
        metrics[measure.name] = float(np.mean(values)) * scale
        intervals[measure.name] = (low * scale, high * scale)
    return Run(method, tuple(rows), metrics, intervals)


def _run_json(run: Run) -> dict[str, object]:
    return {
        "method": run.method,
        "queries": len(run.rows),
        "metrics": run.metrics,
        "intervals": {name: list(interval) for name, interval in run.intervals.items()},
        "seconds": {"p50": run.seconds(0.5), "p95": run.seconds(0.95)},
        "degraded": run.degraded,
        "rows": [
            {
                "qid": row.qid,
                "first_rank": row.first_rank,
                "metrics": row.metrics,
                "hits": [{"doc_id": hit.doc_id, "locator": hit.locator} for hit in row.hits],
            }
            for row in run.rows
        ],
    }


def _pair_json(pair: Pair) -> dict[str, object]:
    return {
        "a": pair.a,
        "b": pair.b,
        "metric": pair.metric,
        "difference": pair.difference,
        "interval": list(pair.interval),
        "p_value": pair.p_value,
        "wins": pair.wins,
        "ties": pair.ties,
        "losses": pair.losses,
    }
