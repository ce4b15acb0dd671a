"""eval: how well clauses are found, whether a difference is real, and a gate for a team's CI."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from raglib_core import __version__, evaluation
from raglib_core.api import RagIndex
from raglib_core.cli import evaluation_output, providers
from raglib_core.cli.console import Console
from raglib_core.cli.progress import progress_line
from raglib_core.errors import BadQuery
from raglib_core.evaluation import BASE_METRIC, MEASURES, Evaluation, Pair, Run, run_files
from raglib_core.evaluation.differences import PAIR_METRICS, against, differences_of
from raglib_core.evaluation.generated import generated_questions
from raglib_core.evaluation.reading import read_result
from raglib_core.evaluation.results import paired
from raglib_core.evaluation.run_files import StoredRun
from raglib_core.evaluation.sweep import grid, sweep
from raglib_core.texts import say

DONE, FAILED, REFUSED = 0, 1, 3
#: what is measured unless told otherwise: with vectors, without them
DEFAULT_METHODS = ("bm25", "vector", "hybrid")
WORD_METHODS = ("bm25",)
#: differences of rounding are no regression
_EQUAL = 1e-9
_LISTED = 10


def run(options: argparse.Namespace, console: Console) -> int:
    """Measure an index, or do what the word in the place of its folder says: compare, list, questions."""
    if options.target == "compare":
        return _compare(options, console)
    if options.more:
        raise _usage("cli.usage.eval_more", names=", ".join(str(path) for path in options.more))
    if options.target == "list":
        return _list(options.golden, console)
    if options.target == "questions":
        return _questions(options.golden, console)
    if options.sweep is not None:
        return _sweep(options, console)
    return _evaluate(options, console)


def _usage(key: str, **values: object) -> BadQuery:
    return BadQuery(reason=say(key, "en", **values), reason_ru=say(key, "ru", **values))


def _opened(options: argparse.Namespace) -> RagIndex:
    return RagIndex.load(Path(options.target), embeddings=providers.embeddings(options.embeddings))


# ---------------------------------------------------------------- measuring


def _evaluate(options: argparse.Namespace, console: Console) -> int:
    """Print the figures: 3 where one is too low, 1 where a method or a question was left out, the rest is measured."""
    thresholds = [_threshold(text) for text in options.fail_under]
    base = run_files.load(options.no_regression) if options.no_regression is not None else None
    golden = evaluation.read_golden(options.golden, keep_rest=True)
    asked = options.methods.split(",") if options.methods is not None else None
    configurations = [evaluation.Configuration.parse(one) for one in asked or ()]
    index = _opened(options)
    methods = configurations or (WORD_METHODS if index.engine.best_method == "bm25" else DEFAULT_METHODS)
    with progress_line(console) as progress:
        found = evaluation.evaluate(index.engine, golden, methods, seed=options.seed, keep_rest=True, progress=progress)
    kept = run_files.stored(found, run_files.note_of(index.engine.index, index.root.name), version=__version__)
    saved = [run_files.save(one, options.save) for one in kept] if options.save is not None else []
    failures = [*_too_low(found.runs, thresholds, console), *_regressions(base, kept, options.tolerance, console)]
    _show(found, saved, failures, console)
    if failures:
        return REFUSED
    return FAILED if found.skipped or found.faults else DONE


def _show(found: Evaluation, saved: Sequence[Path], failures: Sequence[str], console: Console) -> None:
    remarks = read_result(found.runs, found.pairs, generated=found.golden.generated)
    for fault in found.faults:
        console.remark(console.say("cli.eval.left_out", what=fault.say(console.language)))
    for method, error in found.skipped:
        console.remark(f"{method}: {console.explain(error)}")
    if console.as_json:
        report = found.as_json()
        report["remarks"] = [remark.say(console.language) for remark in remarks]
        report["saved"] = [str(path) for path in saved]
        report["failures"] = list(failures)
        console.result_json(report)
    else:
        for line in evaluation_output.evaluation(found, remarks, console):
            console.result(line)
    for path in saved:
        console.remark(console.say("cli.eval.saved", path=path))
    for failure in failures:
        console.remark(failure)


def _threshold(written: str) -> tuple[str, float]:
    """Read «0.7» (of the base metric) or «recall@10=0.8»."""
    metric, equals, value = written.rpartition("=")
    names = [measure.name for measure in MEASURES]
    try:
        least = float(value)
    except ValueError:
        raise _usage("cli.usage.eval_threshold", names=", ".join(names)) from None
    if equals and metric not in names:
        raise _usage("cli.usage.eval_threshold", names=", ".join(names))
    return metric or BASE_METRIC, least


def _too_low(runs: Sequence[Run], thresholds: Sequence[tuple[str, float]], console: Console) -> list[str]:
    return [
        console.say("cli.eval.below", method=one.method, metric=metric, value=one.metrics[metric], least=least)
        for one in runs
        for metric, least in thresholds
        if one.metrics[metric] < least
    ]


def _regressions(base: StoredRun | None, runs: Sequence[StoredRun], tolerance: float, console: Console) -> list[str]:
    """Compare with a stored run those of its configuration; all of them where none has it."""
    if base is None:
        return []
    alike = [one for one in runs if one.run.method == base.run.method] or list(runs)
    _tell_doubts(base, alike, console)
    pairs = against(base.run, [one.run for one in alike])
    return [
        _regression(base, one.run, pair, console)
        for one, pair in zip(alike, pairs, strict=True)
        if pair.difference < -tolerance - _EQUAL
    ]


def _regression(base: StoredRun, run: Run, pair: Pair, console: Console) -> str:
    rows = [row.qid for row, _ in paired(base.run.rows, run.rows)]
    worse = [qid for qid, change in zip(rows, differences_of(base.run, run), strict=True) if change < 0]
    return console.say(
        "cli.eval.regression", method=run.method, metric=BASE_METRIC, difference=pair.difference, base=base.run_id,
        losses=pair.losses, p=pair.p_corrected, qids=", ".join(worse[:_LISTED]) + ("…" if len(worse) > _LISTED else ""),
    )  # fmt: skip


def _tell_doubts(base: StoredRun, others: Sequence[StoredRun], console: Console) -> list[str]:
    doubts = run_files.doubts(base, others)
    if not any(paired(base.run.rows, other.run.rows) for other in others):
        doubts.append("nothing_common")
    sentences = [console.say(f"evaluation.doubt.{code}") for code in doubts]
    for sentence in sentences:
        console.remark(sentence)
    return sentences


# ---------------------------------------------------------------- stored runs


def _compare(options: argparse.Namespace, console: Console) -> int:
    """Compare runs with the first one, question by question; 1 where they have no question in common."""
    if not options.more:
        raise _usage("cli.usage.eval_compare")
    base, *others = [run_files.load(path) for path in (options.golden, *options.more)]
    doubts = _tell_doubts(base, others, console)
    runs = [other.run for other in others]
    pairs = [pair for metric in PAIR_METRICS for pair in against(base.run, runs, metric=metric, seed=options.seed)]
    if console.as_json:
        remarks = read_result([base.run, *runs], pairs, generated=base.golden.generated)
        console.result_json(
            {
                "base": evaluation_output.run_note(base),
                "runs": [evaluation_output.run_note(other) for other in others],
                "pairs": [pair.as_json() for pair in pairs],
                "doubts": doubts,
                "remarks": [remark.say(console.language) for remark in remarks],
            }
        )
    else:
        for line in evaluation_output.comparison(base, others, pairs, console):
            console.result(line)
    return DONE if any(pair.questions for pair in pairs) else FAILED


def _list(folder: Path, console: Console) -> int:
    """Print the runs of a folder, the newest first; 1 where a file of it cannot be read."""
    runs, bad = run_files.listed(folder)
    for error in bad:
        console.remark(console.explain(error))
    if console.as_json:
        console.result_json({"runs": [{"file": str(path)} | evaluation_output.run_note(one) for path, one in runs]})
    elif not runs:
        console.result(console.say("cli.eval.no_runs", folder=folder))
    for path, one in [] if console.as_json else runs:
        console.result(evaluation_output.run_line(path, one))
    return FAILED if bad else DONE


def _questions(folder: Path, console: Console) -> int:
    """Print questions made by rules from the documents of an index, as the lines of a golden set."""
    index = RagIndex.load(folder, embeddings="none")
    golden = generated_questions(index.document(doc_id) for doc_id in index.documents)
    for question in golden.questions:
        console.result_json(question.as_json(), indent=None)
    return DONE


# ---------------------------------------------------------------- a sweep


def _sweep(options: argparse.Namespace, console: Console) -> int:
    """Print the means over a grid, chosen on one half of the questions and reported on the other."""
    golden = evaluation.read_golden(options.golden, keep_rest=True)
    configurations = grid(options.sweep)
    index = _opened(options)
    with progress_line(console) as progress:
        found = sweep(index.engine, golden, configurations, seed=options.seed, keep_rest=True, progress=progress)
    for fault in found.faults:
        console.remark(console.say("cli.eval.left_out", what=fault.say(console.language)))
    for method, error in found.skipped:
        console.remark(f"{method}: {console.explain(error)}")
    if console.as_json:
        console.result_json(found.as_json())
    else:
        for line in evaluation_output.sweep(found, console):
            console.result(line)
    return FAILED if found.skipped or found.faults else DONE
