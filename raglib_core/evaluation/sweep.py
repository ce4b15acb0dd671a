"""Settings tried over a grid, chosen on one half of the questions and reported on the other.

A figure on the questions that chose the setting would flatter it; here the two halves never meet. The halves are drawn
with an explicit seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from raglib_core.errors import BadGoldenSet, BadSettings, RaglibError
from raglib_core.evaluation.configurations import Configuration, Searcher
from raglib_core.evaluation.differences import BASE_METRIC, Pair, compare_runs
from raglib_core.evaluation.golden import Fault, GoldenSet
from raglib_core.evaluation.results import Row, Run
from raglib_core.evaluation.runs import evaluate, run_of
from raglib_core.model import CancelToken, Progress, never_cancelled, no_progress
from raglib_core.texts import say

MAX_CELLS = 200
#: a half with fewer questions chooses nothing
LEAST = 4


@dataclass(frozen=True, slots=True)
class Cell:
    """One setting of the grid with its means: on the half that chooses, and on the half that reports."""

    configuration: Configuration
    tuned: float
    reported: float


@dataclass(frozen=True, slots=True)
class Sweep:
    """A grid tried out.

    ``chosen`` is the best cell on the questions ``tuning``; ``pair`` compares it with ``base`` (the method without
    options) on the questions ``reporting`` alone.
    """

    metric: str
    seed: int
    cells: tuple[Cell, ...]
    base: Cell
    chosen: Cell
    pair: Pair
    tuning: tuple[str, ...]
    reporting: tuple[str, ...]
    skipped: tuple[tuple[str, RaglibError], ...] = ()
    faults: tuple[Fault, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the sweep as plain values."""
        return {
            "metric": self.metric,
            "seed": self.seed,
            "cells": [_cell_json(cell) for cell in self.cells],
            "base": _cell_json(self.base),
            "chosen": _cell_json(self.chosen),
            "pair": self.pair.as_json(),
            "tuning": list(self.tuning),
            "reporting": list(self.reporting),
            "skipped": [{"method": method, "reason": str(error)} for method, error in self.skipped],
            "faults": [fault.say("en") for fault in self.faults],
        }


def grid(written: str) -> tuple[Configuration, ...]:
    """Return the configurations of ``hybrid:dense_weight=0.3,0.5,0.7:depth=50,100``, the last option changing fastest.

    Raises UnknownMethod, BadSettings for an option that is none, and for more than `MAX_CELLS` cells.
    """
    method, *parts = written.strip().split(":")
    choices = [[f"{name}{equals}{value}" for value in values.split(",")] for name, equals, values in (
        part.partition("=") for part in parts
    )]  # fmt: skip
    cells = int(np.prod([len(one) for one in choices])) if choices else 1
    if cells > MAX_CELLS:
        raise BadSettings(name="sweep", value=f"{cells} settings", allowed=f"at most {MAX_CELLS}")
    return tuple(Configuration.parse(":".join([method, *chosen])) for chosen in product(*choices))


def sweep(
    searcher: Searcher,
    golden: GoldenSet,
    configurations: Sequence[Configuration],
    *,
    seed: int = 0,
    keep_rest: bool = False,
    progress: Progress = no_progress,
    cancel: CancelToken = never_cancelled,
) -> Sweep:
    """Return which configuration is best (MRR@10) on one half of the questions, and what it is worth on the other half.

    Of equal ones the first of the grid is chosen. Raises BadGoldenSet for fewer than eight questions, and what
    `evaluate` raises.
    """
    metric = BASE_METRIC
    base = Configuration(configurations[0].method)
    asked = list(dict.fromkeys([base, *configurations]))
    found = evaluate(searcher, golden, asked, seed=seed, keep_rest=keep_rest, progress=progress, cancel=cancel)
    runs = {run.configuration: run for run in found.runs}
    if base not in runs:
        raise found.skipped[0][1]
    tuning, reporting = halves([row.qid for row in runs[base].rows], seed)
    if len(tuning) < LEAST:
        reasons = [say("golden.too_few", language, least=2 * LEAST) for language in ("en", "ru")]
        raise BadGoldenSet(name=golden.name, reason=reasons[0], reason_ru=reasons[1])
    cells = {one: _cell(run, metric, tuning, reporting) for one, run in runs.items()}
    tried = [cells[one] for one in configurations if one in cells] or [cells[base]]
    chosen = max(tried, key=lambda cell: cell.tuned)
    pair = compare_runs(_part(runs[base], reporting), _part(runs[chosen.configuration], reporting), metric, seed=seed)
    return Sweep(
        metric, seed, tuple(tried), cells[base], chosen, pair, tuning, reporting, found.skipped, found.faults
    )  # fmt: skip


def halves(qids: Sequence[str], seed: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return two halves of the questions without a common one, drawn by a seed; an odd one goes to the second."""
    order = np.random.default_rng(seed).permutation(len(qids)).tolist()
    first = set(order[: len(qids) // 2])
    return (
        tuple(qid for place, qid in enumerate(qids) if place in first),
        tuple(qid for place, qid in enumerate(qids) if place not in first),
    )


def _cell(run: Run, metric: str, tuning: Sequence[str], reporting: Sequence[str]) -> Cell:
    return Cell(run.configuration, _mean(run, metric, tuning), _mean(run, metric, reporting))


def _mean(run: Run, metric: str, qids: Sequence[str]) -> float:
    return float(np.mean([row.metrics[metric] for row in _rows(run, qids)]))


def _rows(run: Run, qids: Sequence[str]) -> list[Row]:
    wanted = set(qids)
    return [row for row in run.rows if row.qid in wanted]


def _part(run: Run, qids: Sequence[str]) -> Run:
    return run_of(run.configuration, _rows(run, qids))


def _cell_json(cell: Cell) -> dict[str, object]:
    return {
        "method": cell.configuration.label,
        "configuration": cell.configuration.as_json(),
        "tuned": cell.tuned,
        "reported": cell.reported,
    }
