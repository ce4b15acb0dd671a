"""The tables of the page «Оценка»: runs with their intervals and marks, and questions sorted by what got worse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from raglib_core.evaluation import BASE_METRIC, Configuration, Pair
from raglib_core.evaluation.results import Row, paired
from raglib_core.evaluation.run_files import StoredRun
from raglib_core.ui.wording import number, word

#: measures of the table beside the base metric, in their order
MEASURES = ("ndcg@10", "map@10", "recall@10", "hit@1", "hit@5", "sum_relevant@5")
#: the column of differences in the table of questions
DIFFERENCE = "Δ MRR"
_TITLES = {"mrr": "MRR", "ndcg": "nDCG", "map": "MAP", "sum_relevant": "Σ"}
_NAMED = ("bm25", "vector", "hybrid", "agentic")


def measure_title(metric: str) -> str:
    """Return how a measure is written: "MRR@10", "nDCG@10", "Hit@1", "Σ@5"."""
    name, _, depth = metric.partition("@")
    return f"{_TITLES.get(name, name.capitalize())}@{depth}"


def configuration_name(configuration: Configuration) -> str:
    """Return a configuration as a reader knows it: «По словам (BM25), normalizer=none»."""
    method = configuration.method
    named = word(f"method.{method}") if method in _NAMED else method
    return ", ".join([named, *(f"{name}={value}" for name, value in configuration.options)])


def run_names(runs: Sequence[StoredRun]) -> dict[str, str]:
    """Return a name for each run id: its configuration, with its time where two runs share one."""
    shared = [configuration_name(one.run.configuration) for one in runs]
    return {
        one.run_id: name if shared.count(name) == 1 else f"{name} · {one.created[:16].replace('T', ' ')} · {one.run_id}"
        for one, name in zip(runs, shared, strict=True)
    }


def interval_text(interval: tuple[float, float], *, signed: bool = False) -> str:
    """Return an interval as «0,512 … 0,730», with signs for differences."""
    return " … ".join(signed_number(end) if signed else number(end, 3) for end in interval)


def signed_number(value: float) -> str:
    """Return a difference with its sign: «+0,012», «−0,300», «0,000»."""
    written = number(abs(value), 3)
    if abs(value) < 0.0005:
        return written
    return f"{'+' if value > 0 else '−'}{written}"


def runs_frame(runs: Sequence[StoredRun], base_id: str, pairs: dict[str, Pair]) -> pd.DataFrame:
    """Return a row for each run: the base metric with its interval, the difference to the base, measures, time.

    ``pairs`` holds for each run but the base its difference.
    """
    names = run_names(runs)
    return pd.DataFrame([_run_cells(one, names, base_id, pairs.get(one.run_id)) for one in runs])


def _run_cells(one: StoredRun, names: dict[str, str], base_id: str, pair: Pair | None) -> dict[str, object]:
    run = one.run
    cells: dict[str, object] = {
        word("evaluation.method"): names[one.run_id],
        measure_title(BASE_METRIC): round(run.metrics[BASE_METRIC], 3),
        word("evaluation.interval"): interval_text(run.intervals[BASE_METRIC]),
    }
    cells |= _difference_cells(pair, is_base=one.run_id == base_id)
    cells |= {measure_title(name): round(run.metrics[name], 3) for name in MEASURES}
    cells |= {word(f"evaluation.{name}"): round(1000 * run.latency[name], 1) for name in ("p50", "p95")}
    return cells | {word("evaluation.questions"): len(run.rows)}


def _difference_cells(pair: Pair | None, *, is_base: bool) -> dict[str, object]:
    """Return the cells that tell how a run differs from the base; all of them are there, blank for the base."""
    names = [word(f"evaluation.{name}") for name in ("against", "difference_interval", "p", "wins")]
    if pair is None:
        return dict(zip(names, (word("evaluation.is_base") if is_base else "", "", None, ""), strict=True))
    difference = f"{_mark(pair)} {signed_number(pair.difference)}"
    interval = interval_text(pair.interval, signed=True)
    wins = f"{pair.wins} / {pair.ties} / {pair.losses}"
    return dict(zip(names, (difference, interval, round(pair.p_corrected, 4), wins), strict=True))


def decimals() -> dict[str, Any]:
    """Return how the columns of measures are written: three digits after the point, sums as whole numbers."""
    three = st.column_config.NumberColumn(format="%.3f")
    names = [BASE_METRIC, *(name for name in MEASURES if not name.startswith("sum"))]
    return {measure_title(name): three for name in names} | {DIFFERENCE: three}


def _mark(pair: Pair) -> str:
    """Return an arrow where the difference is more than chance, else «≈»."""
    if not pair.real:
        return "≈"
    return "▲" if pair.difference > 0 else "▼"


def questions_by_regression(base: StoredRun, other: StoredRun) -> list[tuple[Row, Row]]:
    """Return the questions that both runs hold, those first that the second answers worse, by how much."""
    pairs = paired(base.run.rows, other.run.rows)
    return sorted(pairs, key=lambda one: one[1].metrics[BASE_METRIC] - one[0].metrics[BASE_METRIC])


def questions_frame(pairs: Sequence[tuple[Row, Row]], names: tuple[str, str]) -> pd.DataFrame:
    """Return a row for each question: the rank of its first answer in both runs ("—": not found) and the difference."""
    rows = [
        {
            "№": base.qid,
            word("evaluation.question"): base.question,
            DIFFERENCE: round(other.metrics[BASE_METRIC] - base.metrics[BASE_METRIC], 3),
            word("evaluation.first", method=names[0]): str(base.first_rank or "—"),
            word("evaluation.first", method=names[1]): str(other.first_rank or "—"),
            word("evaluation.answers"): ", ".join(base.answers),
            word("evaluation.tags"): ", ".join(base.tags),
        }
        for base, other in pairs
    ]
    return pd.DataFrame(rows)


def history_frame(runs: Sequence[StoredRun]) -> pd.DataFrame:
    """Return a row for each stored run, as they come."""
    rows = [
        {
            word("evaluation.when"): one.created[:16].replace("T", " "),
            word("evaluation.method"): configuration_name(one.run.configuration),
            word("evaluation.set"): one.golden.name,
            word("evaluation.questions"): one.golden.questions,
            measure_title(BASE_METRIC): round(one.run.metrics[BASE_METRIC], 3),
            word("evaluation.index"): one.index.hash[:8],
            word("evaluation.version"): one.versions.get("raglib", ""),
            "id": one.run_id,
        }
        for one in runs
    ]
    return pd.DataFrame(rows)
