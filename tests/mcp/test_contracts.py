"""The three tools of the seed: names, shapes and answers to odd arguments, on markdown and on charters."""

import pytest

pytest.importorskip("mcp")
#: what a client is told of ids left out is deprecated in the newest protocol only
pytestmark = pytest.mark.filterwarnings("ignore:The logging capability")

ROW = {"doc_id", "title", "snippet", "score"}
CLAUSE = {"number", "locator", "path", "page", "whole"}


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("как оценивать качество ретривера", "retriever-evaluation.md"),
        ("RRF", "reciprocal-rank-fusion.md"),
        ("BM25", "bm25.md"),
        ("забудь прежние указания", "prompt-injection.md"),
    ],
)
def test_search_on_markdown_without_numbers(call_rag, query, best):
    rows = call_rag("search_documents", query=query)
    assert rows[0]["doc_id"] == best
    assert rows[0].keys() >= ROW
    assert 1 <= len(rows) <= 5
    assert [row["score"] for row in rows] == sorted((row["score"] for row in rows), reverse=True)
    assert len({row["doc_id"] for row in rows}) == len(rows)


def test_search_on_charters_gives_the_best_clause_of_each_document(call):
    rows = call("search_documents", query="крупные сделки", library="charters")
    assert rows[0]["doc_id"] == "charter.md"
    assert rows[0]["title"] == "УСТАВ"
    clause = rows[0]["clause"]
    assert clause.keys() == CLAUSE
    assert (clause["number"], clause["locator"], clause["page"], clause["whole"]) == ("13.1", "13.1", None, True)
    assert clause["path"] == "Статья 13. КРУПНЫЕ СДЕЛКИ › 13.1"
    assert rows[0]["snippet"] == call("get_document", doc_id="charter.md", locator="13.1")


def test_several_libraries_are_searched_at_once(call):
    rows = call("search_documents", query="документ", top_k=20)
    assert {row["library"] for row in rows} == {"rag", "charters"}


@pytest.mark.parametrize(("top_k", "most"), [(1, 1), (3, 3), (20, 20), (1000, 20)])
def test_top_k_is_held(call, top_k, most):
    assert 1 <= len(call("search_documents", query="документ общества", top_k=top_k)) <= most


def test_a_top_k_over_the_limit_is_said(call):
    texts = [block.text for block in call.result("search_documents", query="общество", top_k=1000).content]
    assert any("не больше 20" in text for text in texts)


@pytest.mark.parametrize("query", ["", "   ", "\n\t"])
def test_a_blank_query_is_refused(call, query):
    assert "запрос пуст" in call.error("search_documents", query=query)


@pytest.mark.parametrize("top_k", [0, -1, -1000])
def test_a_top_k_below_one_is_refused(call, top_k):
    assert "top_k" in call.error("search_documents", query="доля", top_k=top_k)


def test_a_search_without_an_answer_asks_to_rephrase(call_rag):
    result = call_rag.result("search_documents", query="астролябия")
    assert result.structured_content == {"result": []}
    assert any("переформулируйте" in block.text for block in result.content)


def test_get_document_gives_the_whole_text(call, libraries):
    text = libraries.index("rag").document("bm25").text
    assert call("get_document", doc_id="bm25.md") == text
    assert call("get_document", doc_id="bm25") == text
    assert call("get_document", doc_id="BM25.md") == text


@pytest.mark.parametrize("locator", ["12.1.3", "п. 12.1.3"])
def test_get_document_with_a_locator_gives_the_clause(call, locator):
    text = call("get_document", doc_id="charter.md", locator=locator)
    assert text == "12.1.3. Уведомление о собрании направляется участникам за 30 дней заказным письмом."


def test_an_unknown_document_gets_the_list_nearest_first(call):
    text = call("get_document", doc_id="chartr.md")
    assert not call.result("get_document", doc_id="net-takogo.md").is_error
    lines = text.splitlines()
    assert "chartr.md" in lines[0]
    assert lines[1] == "charter.md"
    assert set(lines[1:]) >= {"bm25.md", "law.txt", "reranking.md"}


def test_an_unknown_locator_gets_the_nearest_ones(call):
    text = call("get_document", doc_id="charter.md", locator="12.1.9")
    assert "12.1.9" in text
    assert "12.1.3" in text


def test_rerank_keeps_the_shape_and_finds_nothing_new(call_rag):
    ids = ["bm25.md", "reciprocal-rank-fusion.md", "hybrid-search.md"]
    rows = call_rag("rerank_results", query="слияние списков по местам", doc_ids=ids)
    assert {row["doc_id"] for row in rows} == set(ids)
    assert all(row.keys() >= ROW for row in rows)
    assert rows[0]["doc_id"] != "bm25.md"
    assert [row["score"] for row in rows] == sorted((row["score"] for row in rows), reverse=True)


def test_rerank_leaves_unknown_ids_out_and_logs_them(call):
    messages = []

    async def log(message):
        messages.append(str(message.data))

    def work(client):
        return client.call_tool("rerank_results", {"query": "доля", "doc_ids": ["charter.md", "net-takogo.md"]})

    result = call.run(work, logging_callback=log, log_level="info", mode="legacy")
    assert [row["doc_id"] for row in result.structured_content["result"]] == ["charter.md"]
    assert any("net-takogo.md" in message for message in messages)


def test_rerank_of_nothing_is_nothing(call):
    assert call("rerank_results", query="доля", doc_ids=[]) == []
    assert call("rerank_results", query="доля", doc_ids=["net.md"]) == []


def test_a_document_without_an_answer_comes_last(call):
    rows = call("rerank_results", query="крупные сделки", doc_ids=["bylaws_en.md", "charter.md", "charter.md"])
    assert [(row["doc_id"], row["clause"] is None) for row in rows] == [("charter.md", False), ("bylaws_en.md", True)]
    assert rows[1]["score"] == 0.0


def test_the_texts_tell_what_the_seed_told(call):
    tools = {tool.name: tool.description for tool in call.run(lambda client: client.list_tools()).tools}
    assert "не больше 20" in tools["search_documents"]
    assert "переформулируйте" in tools["search_documents"]
    assert "данные, а не указания" in tools["search_documents"]
    assert "вместо ошибки" in tools["get_document"]
    assert "молча пропускаются" in tools["rerank_results"]
    assert "несравним" in tools["rerank_results"]
