"""Clauses, sections, checks, resources and the prompt; both languages; a rebuilt index."""

import json
import shutil

import pytest

from raglib_core.api import RagIndex
from raglib_core.errors import NotARaglibIndexError
from raglib_core.serving import Libraries
from tests.mcp.conftest import SAMPLES, Caller, built

MCPError = pytest.importorskip("mcp.shared.exceptions").MCPError

NAMES = {
    "search_documents", "get_document", "rerank_results", "find_clause", "read_section", "table_of_contents",
    "grep_clauses", "check_document", "references", "verify_citation",
}  # fmt: skip
QUOTE = "Уведомление о собрании направляется участникам за 30 дней заказным письмом."


def test_every_tool_is_described_in_both_languages(libraries):
    for language, word in (("ru", "Args"), ("en", "Args")):
        tools = Caller(libraries, language).run(lambda client: client.list_tools()).tools
        assert {tool.name for tool in tools} == NAMES
        assert all(word in tool.description and tool.annotations.read_only_hint for tool in tools)
    assert "Checks a quotation" in next(tool.description for tool in tools if tool.name == "verify_citation")


def test_find_clause_looks_everywhere_or_in_one_document(call):
    (clause,) = call("find_clause", number="п. 12.1.3", doc_id="charter")
    assert (clause["doc_id"], clause["locator"], clause["text"]) == ("charter.md", "12.1.3", f"12.1.3. {QUOTE}")
    assert call("find_clause", number="12.1.3") == [clause]
    assert call("find_clause", number="99.99") == []


def test_sections_contents_and_patterns(call):
    assert call("read_section", doc_id="charter.md", section="Статья 13").startswith("## Статья 13. КРУПНЫЕ СДЕЛКИ")
    contents = call("table_of_contents", doc_id="charter.md", clauses=True)
    assert "КРУПНЫЕ СДЕЛКИ" in contents
    assert "BM25" in call("table_of_contents", library="rag")
    found = call("grep_clauses", pattern=r"\d+ процент", doc_id="charter.md")
    assert {"12.1.2", "13.1"} <= {row["number"] for row in found}
    assert len(call("grep_clauses", pattern="общ", top_k=2)) == 2


def test_check_document_tells_both_shares_and_the_findings(call):
    checked = call("check_document", doc_id="charter.md")
    assert checked["doc_id"] == "charter.md"
    assert 0.99 <= checked["completeness"]["characters"] <= 1
    assert all(finding["message"] for finding in checked["findings"])


def test_references_tell_what_refers_to_what(call):
    (found,) = call("references", doc_id="charter.md", to="п. 13.1")
    assert (found["source"], found["target"], found["outer"]) == ("12.2", "13.1", False)
    assert found["text"] == "пунктом 13.1"
    assert found in call("references", doc_id="charter.md")


@pytest.mark.parametrize(
    ("arguments", "verdict"),
    [
        ({"quote": QUOTE}, "verbatim"),
        ({"quote": QUOTE, "doc_id": "charter.md", "locator": "12.1.3"}, "verbatim"),
        ({"quote": QUOTE, "locator": "12.1.3"}, "verbatim"),
        ({"quote": QUOTE, "doc_id": "charter.md", "locator": "13.1"}, "elsewhere"),
        ({"quote": QUOTE.replace("30", "3")}, "differs"),
        ({"quote": "Инопланетяне прибывают без уведомления ночью"}, "not_found"),
    ],
)
def test_verify_citation(call, arguments, verdict):
    checked = call("verify_citation", **arguments)
    assert checked["verdict"] == verdict
    place = checked["nearest"] if verdict in ("differs", "not_found") else checked["places"][0]
    assert place["doc_id"].endswith((".md", ".txt"))


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("read_section", {"doc_id": "net.md", "section": "1"}),
        ("read_section", {"doc_id": "charter.md", "section": "99.99"}),
        ("references", {"doc_id": "charter.md", "to": "99.99"}),
        ("grep_clauses", {"pattern": "("}),
        ("grep_clauses", {"pattern": ""}),
        ("verify_citation", {"quote": " "}),
        ("verify_citation", {"quote": QUOTE, "locator": "99.99"}),
        ("verify_citation", {"quote": "слово " * 9000}),
        ("search_documents", {"query": "доля", "library": "net"}),
        ("search_documents", {"query": "слово " * 180_000}),
        ("search_documents", {"query": 5}),
        ("search_documents", {"query": ["доля"]}),
        ("search_documents", {"query": "доля", "top_k": "пять"}),
        ("search_documents", {"query": "доля", "top_k": 2.5}),
        ("search_documents", {"query": "доля", "top_k": None}),
        ("search_documents", {}),
        ("rerank_results", {"query": "доля", "doc_ids": "charter.md"}),
        ("rerank_results", {"query": "доля", "doc_ids": ["a"] * 201}),
        ("get_document", {"doc_id": {"a": 1}}),
        ("net_takogo", {}),
    ],
)
def test_bad_arguments_are_errors_that_say_something(call, tool, arguments):
    text = call.error(tool, **arguments)
    assert len(text) > 20
    assert "Traceback" not in text
    assert "\n" not in text or arguments["doc_id"] == "net.md"


def test_resources(call):
    async def read(client):
        listed = await client.list_resources()
        templates = await client.list_resource_templates()
        libraries = json.loads((await client.read_resource(listed.resources[0].uri)).contents[0].text)
        documents = json.loads((await client.read_resource(libraries[1]["uri"])).contents[0].text)
        document = (await client.read_resource(documents[0]["uri"])).contents[0].text
        clause = (await client.read_resource("raglib://clause/charters/charter.md/12.1.3")).contents[0].text
        part = (await client.read_resource("raglib://clause/charters/charter/%D0%BF%D1%80%D0%B8%D0%BB.1/1.2")).contents[
            0
        ]
        return templates, libraries, documents, document, clause, part.text

    templates, libraries, documents, document, clause, part = call.run(read)
    assert len(templates.resource_templates) == 3
    assert [row["library"] for row in libraries] == ["rag", "charters"]
    assert {row["doc_id"] for row in documents} == {"charter.md", "law.txt", "regulation.md", "bylaws_en.md"}
    assert document.startswith("# ")
    assert clause == f"12.1.3. {QUOTE}"
    assert part == "1.2. Уведомление подписывает директор."


@pytest.mark.parametrize(
    "uri", ["raglib://library/net", "raglib://document/rag/net.md", "raglib://clause/charters/charter/99", "raglib://x"]
)
def test_an_unknown_resource_is_an_error_of_the_protocol(call, uri):
    async def read(client):
        with pytest.raises(MCPError) as refused:
            await client.read_resource(uri)
        return refused.value

    assert str(call.run(read))


def test_the_prompt_asks_for_checked_citations(call):
    prompt = call.run(lambda client: client.get_prompt("answer_with_citations", {"question": "Кто созывает собрание?"}))
    text = prompt.messages[0].content.text
    assert "Кто созывает собрание?" in text
    assert "verify_citation" in text


def test_a_rebuilt_index_is_served_without_a_new_start(tmp_path):
    folder = built(tmp_path / "index", SAMPLES / "charter.md")
    call = Caller(Libraries([folder]))
    assert [row["doc_id"] for row in call("search_documents", query="причал")] == ["charter.md"]
    RagIndex.load(folder).add(SAMPLES / "law.txt")
    assert {row["doc_id"] for row in call("search_documents", query="причал")} == {"charter.md", "law.txt"}


def test_documents_of_one_name_in_two_libraries_have_ids_of_their_own(tmp_path, charters):
    other = built(tmp_path / "other", SAMPLES / "charter.md")
    call = Caller(Libraries([charters, other]))
    rows = call("search_documents", query="крупные сделки")
    assert {row["doc_id"] for row in rows} >= {"charters/charter.md", "other/charter.md"}
    assert call("get_document", doc_id="other/charter.md").startswith("# УСТАВ")
    assert "other/charter.md" in call("get_document", doc_id="charter.md").splitlines()[1:3]


def test_libraries_of_one_folder_name_are_told_apart(tmp_path, rag):
    shutil.copytree(rag, tmp_path / "rag")
    assert Libraries([rag, tmp_path / "rag", rag]).names == ["rag", "rag-2"]


def test_a_folder_that_is_no_index_is_refused(tmp_path):
    with pytest.raises(NotARaglibIndexError):
        Libraries([tmp_path])
