"""Methods over a golden set, on a real index of the sample documents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from raglib_core.api import RagIndex
from raglib_core.embeddings import HashingEmbeddings
from raglib_core.errors import BadGoldenSet, BadSettings, Cancelled, MethodUnavailable
from raglib_core.evaluation import Configuration, GoldenSet, Row, Run, compare_runs, evaluate, parse_golden
from raglib_core.evaluation.answers import Answer, Task
from raglib_core.evaluation.golden import Question
from raglib_core.model import SearchHit
from raglib_core.search import Engine

SAMPLES = Path(__file__).parents[1] / "samples"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    root = tmp_path_factory.mktemp("evaluation") / "index"
    files = [SAMPLES / "charter.md", SAMPLES / "law.txt"]
    return RagIndex.build(files, root, embeddings=HashingEmbeddings()).engine


@pytest.fixture(scope="module")
def words_only(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return RagIndex.build(SAMPLES / "charter.md", tmp_path_factory.mktemp("evaluation") / "words").engine


def golden(*rows: tuple[str, str, str], scope: str | None = None) -> GoldenSet:
    lines = [
        {"qid": f"q{n}", "question": question, "relevant": [{"doc": doc, "clause": clause}], "scope_doc": scope}
        for n, (question, doc, clause) in enumerate(rows, start=1)
    ]
    return parse_golden("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), "golden.jsonl")


DEALS = ("одобрение крупной сделки", "charter.md", "13.1")
NOTHING = ("ксерокопировальный трактор", "charter.md", "13.1")


def test_a_question_without_a_hit_counts_as_zero(engine: Engine):
    (run,) = evaluate(engine, golden(DEALS, NOTHING), ["bm25"]).runs
    assert [row.first_rank for row in run.rows] == [1, None]
    assert run.metrics["mrr@10"] == (1.0 + 0.0) / 2
    assert run.metrics["hit@1"] == 0.5
    assert run.metrics["sum_relevant@5"] == 1.0


def test_every_method_has_a_run_and_every_pair_a_test(engine: Engine):
    evaluation = evaluate(engine, golden(DEALS, NOTHING), ["bm25", "vector", "hybrid", "bm25"])
    assert [run.method for run in evaluation.runs] == ["bm25", "vector", "hybrid"]
    assert {(pair.a, pair.b) for pair in evaluation.pairs} == {
        ("bm25", "vector"), ("bm25", "hybrid"), ("vector", "hybrid"),
    }  # fmt: skip
    for pair in evaluation.pairs:
        assert pair.wins + pair.ties + pair.losses == 2
        assert pair.interval[0] <= pair.difference <= pair.interval[1]
    for run in evaluation.runs:
        assert all(low <= run.metrics[name] <= high for name, (low, high) in run.intervals.items())


def test_the_report_is_json_with_the_names_of_the_command_line(engine: Engine):
    report = json.loads(json.dumps(evaluate(engine, golden(DEALS), ["bm25", "vector"]).as_json()))
    run, pair = report["runs"][0], report["pairs"][0]
    assert (run["method"], run["queries"]) == ("bm25", 1)
    assert list(run["metrics"]) == [
        "mrr@10", "ndcg@10", "map@10", "recall@1", "recall@5", "recall@10", "hit@1", "hit@5", "sum_relevant@5",
    ]  # fmt: skip
    assert set(pair) == {
        "a", "b", "metric", "difference", "interval", "p_value", "p_corrected", "real", "detectable",
        "wins", "ties", "losses",
    }  # fmt: skip


@pytest.mark.parametrize("clause", ["13.1", "13", "п. 13.1", "Статья 13"])
def test_a_clause_is_named_by_number_locator_section_or_as_a_person_would(engine: Engine, clause: str):
    (run,) = evaluate(engine, golden(("одобрение крупной сделки", "charter.md", clause)), ["bm25"]).runs
    assert run.rows[0].first_rank == 1


def test_a_part_of_an_article_is_named_by_its_locator(engine: Engine):
    law = next(record for record in engine.index.records if record.name == "law.txt")
    clause = next(one for one in engine.index.document(law.doc_id).clauses if one.kind == "part")
    evaluate(engine, golden(("предмет закона", "law.txt", clause.locator)), ["bm25"])
    with pytest.raises(BadGoldenSet, match=rf"several clauses of 'law.txt' have the number '1': .*{clause.locator}"):
        evaluate(engine, golden(("предмет закона", "law.txt", "1")), ["bm25"])


@pytest.mark.parametrize(
    ("row", "scope", "message"),
    [
        (("сделка", "нет.md", "13.1"), None, r"line 1 \(q1\): the index holds no document 'нет.md'"),
        (("сделка", "charter.md", "99.9"), None, r"line 1 \(q1\): there is no clause '99.9' in 'charter.md'"),
        (("сделка", "charter.md", "13.1"), "нет.md", "no document 'нет.md'"),
        (("сделка", "charter.md", "13.1"), "law.txt", "limited to 'law.txt'"),
    ],
)
def test_what_the_index_does_not_hold_is_an_error_and_no_miss(
    engine: Engine, row: tuple[str, str, str], scope: str | None, message: str
):
    with pytest.raises(BadGoldenSet, match=message):
        evaluate(engine, golden(row, scope=scope), ["bm25"])


def test_the_rest_of_a_set_that_does_not_fit_is_measured_when_asked_for(engine: Engine):
    evaluation = evaluate(engine, golden(DEALS, ("сделка", "charter.md", "99.9")), ["bm25"], keep_rest=True)
    assert [row.qid for row in evaluation.runs[0].rows] == ["q1"]
    assert [one.say("en") for one in evaluation.faults] == ["line 2 (q2): there is no clause '99.9' in 'charter.md'"]
    with pytest.raises(BadGoldenSet):
        evaluate(engine, golden(("сделка", "charter.md", "99.9")), ["bm25"], keep_rest=True)


def test_every_clause_that_a_pattern_matches_is_an_answer(engine: Engine):
    line = {"qid": "q", "question": "крупная сделка", "relevant": [{"pattern": "крупн\\w+ сделк", "doc": "charter.md"}]}
    (run,) = evaluate(engine, parse_golden(json.dumps(line), "g"), ["bm25"]).runs
    # 13.1, 13.2 and 13.3 speak of a крупная сделка in any of its forms
    assert run.metrics["sum_relevant@5"] == 3.0
    assert run.metrics["recall@5"] == 1.0
    with pytest.raises(BadGoldenSet, match="no clause matches the expression 'паровоз'"):
        evaluate(engine, parse_golden(json.dumps({**line, "relevant": [{"pattern": "паровоз"}]}), "g"), ["bm25"])


def test_options_make_another_engine_over_the_same_index(engine: Engine):
    methods = ["bm25", "bm25:normalizer=none", "hybrid:dense_weight=0.0", "hybrid:fusion=rrf", "bm25:strategy=tree"]
    evaluation = evaluate(engine, golden(("крупных сделок", "charter.md", "13.1"), DEALS), methods)
    assert [run.method for run in evaluation.runs] == methods
    stems, words = evaluation.runs[:2]
    # no clause holds the form «крупных»: only word forms find it
    assert (stems.rows[0].first_rank, words.rows[0].first_rank) == (1, None)


def test_context_can_be_tried_by_words_and_is_refused_for_vectors(engine: Engine):
    evaluation = evaluate(engine, golden(DEALS), ["bm25:context=none", "vector:context=none"])
    assert [run.method for run in evaluation.runs] == ["bm25:context=none"]
    assert isinstance(evaluation.skipped[0][1], BadSettings)


@pytest.mark.parametrize(
    "written", ["bm25:normaliser=stem", "bm25:depth", "hybrid:dense_weight=much", "bm25:rrf_k=1.5"]
)
def test_a_misspelt_option_is_named(written: str):
    with pytest.raises(BadSettings, match=r"is not allowed"):
        Configuration.parse(written)


def test_a_configuration_is_written_as_it_is_read():
    one = Configuration.parse("hybrid:dense_weight=0.5:normalizer=none")
    assert one.label == "hybrid:dense_weight=0.5:normalizer=none"
    assert one.as_json() == {"method": "hybrid", "dense_weight": 0.5, "normalizer": "none"}
    assert one.with_options(dense_weight=0.7).label == "hybrid:dense_weight=0.7:normalizer=none"


class Counting(HashingEmbeddings):
    """Counts how often it is asked for the vector of a query."""

    asked = 0

    def embed_query(self, text: str) -> list[float]:
        self.asked += 1
        return super().embed_query(text)


def test_the_vector_of_a_question_is_computed_once_for_all_configurations(tmp_path: Path):
    counting = Counting()
    index = RagIndex.build(SAMPLES / "charter.md", tmp_path / "index", embeddings=counting)
    counting.asked = 0
    evaluate(index.engine, golden(DEALS, NOTHING), ["vector", "hybrid", "hybrid:depth=100", "vector:normalizer=none"])
    assert counting.asked == 2


def test_a_scope_narrows_the_search(engine: Engine):
    (run,) = evaluate(engine, golden(DEALS, scope="charter.md"), ["bm25"]).runs
    assert {hit.doc_name for hit in run.rows[0].hits} == {"charter.md"}


def test_a_method_that_cannot_run_is_left_out_with_its_reason(words_only: Engine):
    evaluation = evaluate(words_only, golden(DEALS), ["vector", "bm25"])
    assert [run.method for run in evaluation.runs] == ["bm25"]
    ((method, error),) = evaluation.skipped
    assert (method, type(error)) == ("vector", MethodUnavailable)
    with pytest.raises(MethodUnavailable):
        evaluate(words_only, golden(DEALS), ["vector"])


def test_progress_and_cancel(engine: Engine):
    told: list[tuple[int, int]] = []
    evaluate(engine, golden(DEALS, NOTHING), ["bm25"], progress=lambda *step: told.append(step[1:3]))
    assert told == [(0, 2), (1, 2), (2, 2)]
    with pytest.raises(Cancelled):
        evaluate(engine, golden(DEALS), ["bm25"], cancel=lambda: True)


def hits(*locators: str) -> list[SearchHit]:
    return [SearchHit("", "", 0.0, "u", [], n, "bm25", locator=locator) for n, locator in enumerate(locators)]


def test_an_answer_counts_once_at_its_first_rank():
    article = Answer("u", frozenset({"ст.17/1", "ст.17/2"}), 1)
    part = Answer("u", frozenset({"ст.17/2"}), 2)
    task = Task(Question("q", "?", (), None, 1), (article, part), None)
    ranked = task.rank(hits("ст.17/1", "ст.9", "ст.17/2", "ст.17/1"))
    assert ranked.gains == (1, 0, 2, 0)
    assert ranked.relevant == (True, False, True, True)
    assert ranked.grades == (1, 2)
    # the hit that fits both is taken for the higher grade
    assert task.rank(hits("ст.17/2", "ст.17/1")).gains == (2, 1)


def run_of(method: str, *values: float) -> Run:
    rows = tuple(
        Row(f"q{n}", "?", {"mrr@10": value}, None, (), (), 0.01 * n) for n, value in enumerate(values, start=1)
    )
    return Run(Configuration(method), rows, {}, {})


def test_the_first_is_the_base_and_the_second_wins_or_loses_against_it():
    pair = compare_runs(run_of("a", 1.0, 0.5, 0.0), run_of("b", 0.5, 0.5, 0.2))
    assert (pair.a, pair.b, pair.wins, pair.ties, pair.losses) == ("a", "b", 1, 1, 1)
    assert pair.difference == pytest.approx((-0.5 + 0.0 + 0.2) / 3)


def test_latency_is_told_by_shares():
    run = run_of("a", 1.0, 1.0, 1.0)
    assert (run.seconds(0.5), run.seconds(1.0)) == (pytest.approx(0.02), pytest.approx(0.03))
