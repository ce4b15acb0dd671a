"""raglib ask."""

import json

from raglib_core.agent import MockLLM
from raglib_core.texts import say


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
