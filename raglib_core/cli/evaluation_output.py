"""What `raglib eval` shows a person: a table of runs, their differences, and what follows in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from raglib_core.cli.console import Console
from raglib_core.evaluation import BASE_METRIC, MEASURES, Evaluation, Pair, Run
from raglib_core.evaluation.reading import Remark, read_result
from raglib_core.evaluation.run_files import StoredRun
from raglib_core.evaluation.sweep import Sweep


def evaluation(found: Evaluation, remarks: Sequence[Remark], console: Console) -> Iterator[str]:
    """Yield a table of the runs, how they differ by the base metric, and the remarks."""
    questions = len(found.runs[0].rows) if found.runs else 0
    yield console.say("cli.eval.questions", count=questions)
    yield from _table(found.runs, console)
    yield from _pairs(found.pairs, console)
    for remark in remarks:
        yield remark.say(console.language)


def comparison(base: StoredRun, others: Sequence[StoredRun], pairs: Sequence[Pair], console: Console) -> Iterator[str]:
    """Yield a table of stored runs, how they differ from the first one, and what follows."""
    runs = [base.run, *(other.run for other in others)]
    yield console.say("cli.eval.common", count=max((pair.questions for pair in pairs), default=0))
    yield from _table(runs, console)
    yield from _pairs(pairs, console)
    for remark in read_result(runs, pairs, generated=base.golden.generated):
        yield remark.say(console.language)


def _table(runs: Sequence[Run], console: Console) -> Iterator[str]:
    names = [measure.name for measure in MEASURES]
    heads = [console.say("cli.eval.method"), *names, "p50, ms", "p95, ms", console.say("cli.eval.interval")]
    first = max([len(heads[0]), *(len(run.method) for run in runs)])
    yield "  ".join([heads[0].ljust(first), *(head.rjust(max(7, len(head))) for head in heads[1:])])
    for run in runs:
        low, high = run.intervals[BASE_METRIC]
        cells = [f"{run.metrics[name]:.3f}" for name in names]
        cells += [f"{1000 * seconds:.1f}" for seconds in run.latency.values()]
        cells.append(f"{low:.3f} – {high:.3f}")
        padded = [cell.rjust(max(7, len(head))) for cell, head in zip(cells, heads[1:], strict=True)]
        yield "  ".join([run.method.ljust(first), *padded])


def _pairs(pairs: Sequence[Pair], console: Console) -> Iterator[str]:
    for pair in pairs:
        if pair.metric == BASE_METRIC:
            yield console.say(
                "cli.eval.pair", a=pair.a, b=pair.b, metric=pair.metric, difference=pair.difference,
                low=pair.interval[0], high=pair.interval[1], p=pair.p_value, corrected=pair.p_corrected,
                wins=pair.wins, ties=pair.ties, losses=pair.losses,
            )  # fmt: skip


def sweep(found: Sweep, console: Console) -> Iterator[str]:
    """Yield the grid with the means of both halves, the setting chosen and what it is worth."""
    first = max(len(cell.configuration.label) for cell in found.cells)
    for cell in found.cells:
        mark = "*" if cell == found.chosen else " "
        yield f"{mark} {cell.configuration.label.ljust(first)}  {cell.tuned:.3f}  {cell.reported:.3f}"
    chosen, pair = found.chosen, found.pair
    yield console.say(
        "cli.eval.sweep.chosen", tuning=len(found.tuning), method=chosen.configuration.label, tuned=chosen.tuned
    )
    yield console.say(
        "cli.eval.sweep.reported", reporting=len(found.reporting), reported=chosen.reported,
        base=found.base.reported, difference=pair.difference, low=pair.interval[0], high=pair.interval[1],
        p=pair.p_value,
    )  # fmt: skip


def run_note(one: StoredRun) -> dict[str, object]:
    """Return what tells a stored run from others, without its rows."""
    return {
        "run_id": one.run_id,
        "created": one.created,
        "method": one.run.method,
        "golden": one.golden.name,
        "questions": one.golden.questions,
        "index": one.index.name,
        "index_hash": one.index.hash,
        "metrics": one.run.metrics,
    }


def run_line(path: Path, one: StoredRun) -> str:
    """Return a stored run on one line."""
    return (
        f"{one.created}  {one.run_id}  {one.run.method}  {BASE_METRIC} {one.run.metrics[BASE_METRIC]:.3f}  "
        f"{one.golden.name} ({one.golden.questions})  {path.name}"
    )
