"""raglib ask and eval."""

import json

import pytest

from raglib_core.agent import MockLLM
from raglib_core.texts import say

METRICS = {
    "mrr@10", "ndcg@10", "recall@1", "recall@5", "recall@10", "hit@1", "hit@5", "sum_relevant@5",
}  # fmt: skip


def test_ask_without_a_model_is_a_plain_search_with_its_trace(raglib, shared_index):
    answer = raglib("ask", shared_index, "Кто избирает директора?", "-k", 3, "--json").json
    assert {"question", "mode", "degraded", "reason", "iterations", "llm_calls", "seconds", "hits"} <= answer.keys()
    assert (answer["mode"], answer["llm_calls"], answer["degraded"]) == ("hybrid", 0, False)
    assert len(answer["hits"]) == 3
    assert all("verdict" in hit for hit in answer["hits"])
    assert answer["trace"]["version"] == 1
    assert {"kind", "started", "seconds"} <= answer["trace"]["steps"][0].keys()


def test_ask_with_a_model_gives_its_verdicts(raglib, shared_index, monkeypatch):
    plan = json.dumps({"queries": ["крупные сделки"], "aspects": ["что такое крупная сделка"]}, ensure_ascii=False)
    verdicts = json.dumps([{"id": "C1", "verdict": "relevant", "aspects": [1]}])
    monkeypatch.setattr("raglib_core.cli.providers.language_model", lambda name: MockLLM([plan, verdicts]))
    answer = raglib("ask", shared_index, "Что такое крупная сделка?", "--llm", "gigachat", "--json").json
    assert answer["mode"] == "llm"
    assert answer["hits"][0]["verdict"] == "relevant"
    assert answer["trace"]["steps"][0]["kind"] == "plan"


def test_a_model_that_answers_nonsense_is_said_loudly(raglib, shared_index, monkeypatch):
    monkeypatch.setattr("raglib_core.cli.providers.language_model", lambda name: MockLLM(["не знаю"]))
    ran = raglib("ask", shared_index, "крупные сделки", "--llm", "gigachat")
    assert ran.err.startswith("raglib: ")
    assert say("notice.agent_unreadable", "ru", stage="plan") in ran.err
    assert "13.1" in ran.out


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
    assert ran.code == 2
    assert "golden.jsonl" in ran.err
    assert "3" in ran.err
