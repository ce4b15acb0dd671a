"""raglib search and grep."""

import json

import pytest

HIT_KEYS = {
    "rank", "score", "doc_id", "doc_name", "clause_number", "locator", "section_path", "section_titles", "breadcrumb",
    "page", "start", "stop", "text", "why",
}  # fmt: skip


def test_search_finds_the_clause(raglib, shared_index):
    found = raglib("search", shared_index, "крупные сделки", "--method", "bm25", "--json").json
    assert found["hits"][0]["clause_number"] == "13.1"
    assert found["hits"][0]["doc_name"] == "charter.md"
    assert (found["query"], found["method"], found["degraded"]) == ("крупные сделки", "bm25", False)


@pytest.mark.parametrize("method", ["auto", "hybrid", "bm25", "vector", "rank_bm25"])
def test_every_method_gives_hits_of_one_shape(raglib, shared_index, method):
    found = raglib("search", shared_index, "крупные сделки", "--method", method, "--json").json
    assert {"query", "method", "degraded", "reason", "seconds", "hits"} <= found.keys()
    assert found["hits"]
    for place, hit in enumerate(found["hits"], start=1):
        assert hit.keys() == HIT_KEYS
        assert hit["rank"] == place
        assert hit["breadcrumb"]


def test_k_limits_the_hits(raglib, shared_index):
    assert len(raglib("search", shared_index, "общества", "-k", 2, "--json").json["hits"]) == 2


def test_the_document_and_the_section_narrow_the_search(raglib, shared_index):
    hits = raglib("search", shared_index, "собрание", "--doc", "charter.md", "--section", "12", "--json").json["hits"]
    assert hits
    assert {hit["doc_id"] for hit in hits} == {"charter"}
    assert all(hit["clause_number"].startswith("12") for hit in hits)


def test_the_document_may_be_given_twice(raglib, shared_index):
    ran = raglib("search", shared_index, "статья", "--doc", "charter", "--doc", "law.txt", "--json")
    assert ran.code == 0


def test_a_person_reads_place_and_verbatim_text(raglib, shared_index):
    ran = raglib("search", shared_index, "крупные сделки", "--method", "bm25", "-k", 1)
    assert ran.out.startswith("1. 13.1 · charter.md")
    assert "Крупной сделкой признаётся сделка, связанная с отчуждением имущества" in ran.out


def test_an_index_of_words_says_that_it_searched_by_words(raglib, own_index):
    ran = raglib("search", own_index, "крупные сделки", "--json")
    assert ran.json["method"] == "bm25"
    assert ran.json["degraded"] is True
    assert "слов" in ran.json["reason"]
    assert ran.err.startswith("raglib: ")


def test_a_method_that_the_index_cannot_do_is_refused(raglib, own_index):
    ran = raglib("search", own_index, "крупные сделки", "--method", "vector")
    assert ran.code == 1
    assert ran.err.startswith("raglib: ")
    assert "vector" in ran.err


def test_many_queries_are_answered_line_by_line(raglib, shared_index, tmp_path):
    queries = tmp_path / "queries.jsonl"
    rows = [{"id": "a", "query": "крупные сделки"}, {"id": 7, "query": "директор", "doc": "charter"}]
    queries.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n\n", encoding="utf-8")
    ran = raglib("search", shared_index, "--queries", queries, "--method", "bm25", "-k", 3)
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer["id"] for answer in answers] == ["a", 7]
    assert answers[0]["hits"][0]["clause_number"] == "13.1"
    assert {hit["doc_id"] for hit in answers[1]["hits"]} == {"charter"}


def test_a_query_that_fails_leaves_the_others(raglib, shared_index, tmp_path):
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"id": 1, "query": "  "}\n{"id": 2, "query": "директор"}\n', encoding="utf-8")
    ran = raglib("search", shared_index, "--queries", queries)
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 1
    assert answers[0]["hits"] == []
    assert answers[0]["error"]
    assert answers[1]["hits"]


def test_grep_prints_clauses_that_match(raglib, shared_index):
    found = raglib("grep", shared_index, r"\d+\s*процент", "--json").json
    assert found["hits"]
    assert all("процент" in hit["text"].lower() for hit in found["hits"])
    assert found["method"] == "grep"


def test_nothing_found_is_said_and_is_no_failure(raglib, shared_index):
    ran = raglib("grep", shared_index, "космодром")
    assert ran.code == 0
    assert "ничего не найдено" in ran.out
