"""raglib eval: measuring, stored runs, and the gate for a team's CI."""

import json
import shutil

import pytest

METRICS = {
    "mrr@10", "ndcg@10", "recall@1", "recall@5", "recall@10", "hit@1", "hit@5", "sum_relevant@5",
}  # fmt: skip


@pytest.fixture
def golden(tmp_path):
    rows = [
        {"qid": "1", "question": "крупные сделки", "relevant": [{"doc": "charter.md", "clause": "13.1", "grade": 2}]},
        {"qid": "2", "question": "кто избирает директора", "relevant": [{"doc": "charter.md", "clause": "12.3"}]},
    ]
    path = tmp_path / "golden.jsonl"
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    return path


def test_eval_measures_the_methods_asked_for(raglib, shared_index, golden):
    ran = raglib("eval", shared_index, golden, "--methods", "bm25,hybrid", "--json")
    assert ran.code == 0
    assert [(run["method"], run["queries"]) for run in ran.json["runs"]] == [("bm25", 2), ("hybrid", 2)]
    assert set(ran.json["runs"][0]["metrics"]) >= METRICS
    pair = next(pair for pair in ran.json["pairs"] if pair["metric"] == "mrr@10")
    assert {"a", "b", "metric", "difference", "interval", "p_value", "wins", "ties", "losses"} <= pair.keys()
    assert pair["wins"] + pair["ties"] + pair["losses"] == 2


def test_eval_shows_a_table_to_a_person(raglib, shared_index, golden):
    out = raglib("eval", shared_index, golden).out
    assert out.startswith("Вопросов: 2\n")
    assert "mrr@10" in out
    assert "hybrid – bm25: mrr@10" in out


def test_eval_of_an_index_of_words_measures_words(raglib, own_index, golden):
    ran = raglib("eval", own_index, golden, "--json")
    assert ran.code == 0
    assert [run["method"] for run in ran.json["runs"]] == ["bm25"]


def test_eval_says_which_method_could_not_run(raglib, own_index, golden):
    ran = raglib("eval", own_index, golden, "--methods", "bm25,vector", "--json")
    assert ran.code == 1
    assert [run["method"] for run in ran.json["runs"]] == ["bm25"]
    assert "raglib: vector: " in ran.err


def test_eval_of_an_unknown_method(raglib, own_index, golden):
    ran = raglib("eval", own_index, golden, "--methods", "bm25,magic")
    assert ran.code == 2
    assert "magic" in ran.err


def test_eval_of_a_broken_golden_file_names_the_line(raglib, own_index, golden):
    golden.write_text(golden.read_text(encoding="utf-8") + "\n{", encoding="utf-8")
    ran = raglib("eval", own_index, golden)
    # the rest is measured, and the code says that something was left out
    assert ran.code == 1
    assert "вопрос пропущен: строка 3: это не объект JSON" in ran.err
    assert ran.out.startswith("Вопросов: 2\n")


def test_eval_of_a_set_of_which_nothing_is_left(raglib, own_index, golden):
    golden.write_text("{\n", encoding="utf-8")
    assert raglib("eval", own_index, golden).code == 2


def test_eval_names_an_unknown_clause_and_measures_the_rest(raglib, own_index, golden):
    line = {"qid": "3", "question": "что-нибудь", "relevant": [{"doc": "charter.md", "clause": "99.9"}]}
    golden.write_text(golden.read_text(encoding="utf-8") + "\n" + json.dumps(line), encoding="utf-8")
    ran = raglib("eval", own_index, golden, "--json")
    assert ran.code == 1
    assert ran.json["runs"][0]["queries"] == 2
    assert ran.json["golden"]["faults"] == ["line 3 (3): there is no clause '99.9' in 'charter.md'"]


def test_eval_takes_options_of_a_method(raglib, shared_index, golden):
    ran = raglib(
        "eval", shared_index, golden, "--methods", "bm25,bm25:normalizer=none,hybrid:dense_weight=0.2", "--json"
    )
    assert [run["method"] for run in ran.json["runs"]] == ["bm25", "bm25:normalizer=none", "hybrid:dense_weight=0.2"]
    assert {"p_corrected", "detectable"} <= ran.json["pairs"][0].keys()
    assert raglib("eval", shared_index, golden, "--methods", "bm25:normaliser=stem").code == 2


def test_eval_says_in_words_what_follows(raglib, shared_index, golden):
    out = raglib("eval", shared_index, golden, "--methods", "bm25,rank_bm25").out
    assert "bm25 и rank_bm25 отвечают одинаково на каждый вопрос" in out


# ---------------------------------------------------------------- stored runs


@pytest.fixture
def runs(raglib, own_index, golden, tmp_path):
    """A folder with the runs of words with and without their forms."""
    folder = tmp_path / "runs"
    assert raglib("eval", own_index, golden, "--methods", "bm25,bm25:normalizer=none", "--save", folder).code == 0
    return folder


def run_file(folder, method):
    return next(
        path for path in folder.iterdir() if json.loads(path.read_text(encoding="utf-8"))["run"]["method"] == method
    )


def test_runs_are_written_and_listed(raglib, runs):
    listed = raglib("eval", "list", runs, "--json").json["runs"]
    assert {one["method"] for one in listed} == {"bm25", "bm25:normalizer=none"}
    assert "golden.jsonl (2)" in raglib("eval", "list", runs).out
    (runs / "x.run.json").write_text("{}", encoding="utf-8")
    ran = raglib("eval", "list", runs)
    assert (ran.code, len(ran.out.splitlines())) == (1, 2)
    assert "x.run.json: это не сохранённый прогон" in ran.err
    assert "нет прогонов" in raglib("eval", "list", runs / "пусто").out


def test_two_runs_are_compared(raglib, runs):
    ran = raglib("eval", "compare", run_file(runs, "bm25"), run_file(runs, "bm25:normalizer=none"), "--json")
    assert ran.code == 0
    pair = ran.json["pairs"][0]
    assert (pair["a"], pair["b"], pair["metric"]) == ("bm25", "bm25:normalizer=none", "mrr@10")
    assert pair["wins"] + pair["ties"] + pair["losses"] == 2
    assert ran.json["doubts"] == []
    out = raglib("eval", "compare", run_file(runs, "bm25"), run_file(runs, "bm25:normalizer=none")).out
    assert out.startswith("Общих вопросов: 2\n")


def test_an_index_that_was_rebuilt_since_the_run_is_named(raglib, runs, own_index, golden, charter, tmp_path):
    charter.write_text(charter.read_text(encoding="utf-8") + "\n\n15.1. Новый пункт.\n", encoding="utf-8")
    raglib("build", charter, "--index", own_index, "--embeddings", "none")
    raglib("eval", own_index, golden, "--methods", "bm25", "--save", tmp_path / "new")
    ran = raglib("eval", "compare", run_file(runs, "bm25"), run_file(tmp_path / "new", "bm25"))
    assert ran.code == 0
    assert "индекс с тех пор построен заново" in ran.err


def test_the_same_documents_built_again_are_the_same_index(raglib, runs, own_index, golden, charter, tmp_path):
    raglib("build", charter, "--index", own_index, "--embeddings", "none")
    raglib("eval", own_index, golden, "--methods", "bm25", "--save", tmp_path / "new")
    assert raglib("eval", "compare", run_file(runs, "bm25"), run_file(tmp_path / "new", "bm25")).err == ""


def test_runs_without_a_common_question(raglib, runs, own_index, tmp_path):
    other = tmp_path / "other.jsonl"
    line = {"qid": "9", "question": "где находится", "relevant": [{"doc": "charter.md", "clause": "1.3"}]}
    other.write_text(json.dumps(line), encoding="utf-8")
    raglib("eval", own_index, other, "--methods", "bm25", "--save", tmp_path / "new")
    ran = raglib("eval", "compare", run_file(runs, "bm25"), run_file(tmp_path / "new", "bm25"))
    assert ran.code == 1
    assert "нет общих вопросов" in ran.err


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"format": "raglib-run", "version": 9}', '{"format": "raglib-run", "version": 1}']
)
def test_a_file_that_is_no_run(raglib, runs, tmp_path, content):
    bad = tmp_path / "bad.run.json"
    bad.write_text(content, encoding="utf-8")
    ran = raglib("eval", "compare", bad, run_file(runs, "bm25"))
    assert ran.code == 2
    assert ran.err.startswith(f"raglib: {bad}: ")
    assert len(ran.err.splitlines()) == 1


def test_wrong_usage(raglib, runs, own_index, golden):
    assert raglib("eval", "compare", run_file(runs, "bm25")).code == 2
    assert raglib("eval", own_index, golden, "лишнее").code == 2
    assert raglib("eval", own_index, golden, "--fail-under", "много").code == 2
    assert raglib("eval", own_index, golden, "--fail-under", "mrr=0.5").code == 2
    assert raglib("eval", "compare", "нет.run.json", "нет.run.json").code == 1


# ---------------------------------------------------------------- the gate


def test_a_measure_below_the_threshold_is_code_3(raglib, own_index, golden):
    assert raglib("eval", own_index, golden, "--fail-under", "0.1").code == 0
    ran = raglib("eval", own_index, golden, "--fail-under", "mrr@10=0.2", "--fail-under", "recall@1=1.1", "--json")
    assert ran.code == 3
    assert ran.json["failures"] == [ran.err.splitlines()[-1].removeprefix("raglib: ")]
    assert "recall@1" in ran.json["failures"][0]


def test_a_fall_below_a_stored_run_is_code_3_and_names_the_questions(raglib, own_index, golden, runs, tmp_path):
    base = run_file(runs, "bm25")
    assert raglib("eval", own_index, golden, "--methods", "bm25", "--no-regression", base).code == 0
    better = json.loads(base.read_text(encoding="utf-8"))
    for row in better["run"]["rows"]:
        row["metrics"]["mrr@10"] += 0.25
    shutil.copy(base, tmp_path / "better.run.json")
    (tmp_path / "better.run.json").write_text(json.dumps(better), encoding="utf-8")
    ran = raglib("eval", own_index, golden, "--methods", "bm25", "--no-regression", tmp_path / "better.run.json")
    assert ran.code == 3
    assert "стало хуже: bm25: mrr@10 -0.2500" in ran.err
    assert ran.err.rstrip().endswith(": 1, 2")
    allowed = raglib(
        "eval", own_index, golden, "--methods", "bm25", "--no-regression", tmp_path / "better.run.json",
        "--tolerance", "0.3",
    )  # fmt: skip
    assert allowed.code == 0


# ---------------------------------------------------------------- sweep, questions


def test_a_sweep_chooses_on_one_half_and_reports_on_the_other(raglib, shared_index, tmp_path):
    questions = tmp_path / "generated.jsonl"
    questions.write_text(raglib("eval", "questions", shared_index).out, encoding="utf-8")
    ran = raglib("eval", shared_index, questions, "--sweep", "hybrid:dense_weight=0.0,0.5,1.0", "--json")
    assert ran.code == 0
    assert [cell["configuration"]["dense_weight"] for cell in ran.json["cells"]] == [0.0, 0.5, 1.0]
    assert not set(ran.json["tuning"]) & set(ran.json["reporting"])
    assert "На другой половине" in raglib("eval", shared_index, questions, "--sweep", "hybrid:dense_weight=0.5").out


def test_generated_questions_are_a_golden_set_that_says_so(raglib, shared_index, tmp_path):
    ran = raglib("eval", "questions", shared_index)
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert all(row["origin"] == "generated" for row in rows)
    path = tmp_path / "generated.jsonl"
    path.write_text(ran.out, encoding="utf-8")
    measured = raglib("eval", shared_index, path, "--methods", "bm25", "--json")
    assert (measured.code, measured.json["golden"]["generated"]) == (0, len(rows))
    assert "созданных по правилам" in measured.json["remarks"][0]
