"""A sweep never reports on the questions that chose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from raglib_core.api import RagIndex
from raglib_core.embeddings import HashingEmbeddings
from raglib_core.errors import BadGoldenSet, BadSettings, UnknownMethod
from raglib_core.evaluation import GoldenSet, evaluate, parse_golden
from raglib_core.evaluation.generated import generated_questions
from raglib_core.evaluation.sweep import grid, halves, sweep
from raglib_core.search import Engine

SAMPLES = Path(__file__).parents[1] / "samples"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    files = [SAMPLES / "charter.md", SAMPLES / "law.txt"]
    return RagIndex.build(files, tmp_path_factory.mktemp("sweep") / "index", embeddings=HashingEmbeddings()).engine


@pytest.fixture(scope="module")
def golden(engine: Engine) -> GoldenSet:
    return generated_questions(engine.index.document(record.doc_id) for record in engine.index.records)


def test_a_grid_is_all_combinations():
    labels = [one.label for one in grid("hybrid:dense_weight=0.3,0.7:depth=50,100")]
    assert labels == [
        "hybrid:dense_weight=0.3:depth=50", "hybrid:dense_weight=0.3:depth=100",
        "hybrid:dense_weight=0.7:depth=50", "hybrid:dense_weight=0.7:depth=100",
    ]  # fmt: skip
    assert [one.label for one in grid("bm25")] == ["bm25"]


@pytest.mark.parametrize("written", ["hybrid:weight=1", "hybrid:depth=a", f"hybrid:depth={','.join('1' * 201)}"])
def test_a_grid_of_something_else(written: str):
    with pytest.raises(BadSettings):
        grid(written)
    with pytest.raises(UnknownMethod):
        grid("magic:depth=1")


def test_halves_have_no_common_question_and_follow_the_seed():
    qids = [f"q{number}" for number in range(11)]
    first, second = halves(qids, 0)
    assert (len(first), len(second)) == (5, 6)
    assert set(first) | set(second) == set(qids)
    assert halves(qids, 0) == (first, second)
    assert halves(qids, 1) != (first, second)


def test_the_setting_is_chosen_on_one_half_and_reported_on_the_other(engine: Engine, golden: GoldenSet):
    found = sweep(engine, golden, grid("bm25:normalizer=none,stem"))
    runs = {run.method: run for run in evaluate(engine, golden, ["bm25", "bm25:normalizer=none"]).runs}

    def mean(method: str, qids: tuple[str, ...]) -> float:
        values = [row.metrics["mrr@10"] for row in runs[method].rows if row.qid in qids]
        return sum(values) / len(values)

    none = found.cells[0]
    assert none.tuned == pytest.approx(mean("bm25:normalizer=none", found.tuning))
    assert none.reported == pytest.approx(mean("bm25:normalizer=none", found.reporting))
    assert found.base.reported == pytest.approx(mean("bm25", found.reporting))
    assert found.chosen.tuned == max(cell.tuned for cell in found.cells)
    assert found.pair.questions == len(found.reporting)
    assert found.pair.difference == pytest.approx(found.chosen.reported - found.base.reported)
    json.dumps(found.as_json())


def test_too_few_questions_choose_nothing(engine: Engine, golden: GoldenSet):
    few = parse_golden("".join(golden.as_jsonl().splitlines(keepends=True)[:7]), "few.jsonl")
    with pytest.raises(BadGoldenSet, match="a sweep needs 8 questions"):
        sweep(engine, few, grid("bm25:normalizer=none"))


def test_generated_questions_fit_their_index_and_say_where_they_come_from(engine: Engine, golden: GoldenSet):
    asked = {question.question: question.relevant[0].clause for question in golden.questions}
    assert asked["Что установлено: крупные сделки?"] == "13"
    assert asked["Что понимается под: крупной сделкой?"] == "13.1"
    assert asked["Сколько дней: Уведомление о собрании направляется участникам за … заказным письмом?"] == "12.1.3"
    assert all(question.origin == "generated" for question in golden.questions)
    assert golden.generated == len(golden.questions)
    # every one of them has its answer in the index
    assert evaluate(engine, golden, ["bm25"]).runs[0].rows
