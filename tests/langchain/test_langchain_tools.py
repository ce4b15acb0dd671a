"""The tools by their names and strings, the retriever with its citations, and a real agent loop over both."""

import asyncio

import pytest

pytest.importorskip("langchain_core")

from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, ToolMessage
from pydantic import PrivateAttr

from raglib_core.agent import MockLLM
from raglib_core.errors import UnknownDocument, UnknownMethod
from raglib_core.langchain_tools import NO_MATCHES, RagRetriever, make_tools
from tests.search.conftest import built

QUESTION = "Какие сделки требуют одобрения?"


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    return built(tmp_path_factory.mktemp("langchain"), "charter.md", "law.txt")


@pytest.fixture(scope="module")
def tools(index):
    return {tool.name: tool for tool in make_tools(index)}


def test_the_tools_have_the_names_parameters_and_defaults_that_users_know(tools):
    known = {name: {key: field.get("default") for key, field in tool.args.items()} for name, tool in tools.items()}
    assert known == {
        "rag_search": {"query": None, "method": "hybrid", "top_k": 5, "section": "", "doc": ""},
        "rag_toc": {"doc": ""},
        "rag_read_section": {"doc_id": None, "section": None},
        "rag_agentic_search": {"prompt": None, "top_k": 8},
    }
    assert all(tool.description for tool in tools.values())


def test_a_hit_is_a_line_with_its_place_and_the_whole_clause(tools, index):
    told = tools["rag_search"].invoke({"query": "крупные сделки", "method": "bm25", "top_k": 1})
    (hit,) = index.search("крупные сделки", "bm25", 1)
    assert told == f"charter.md • Статья 13. КРУПНЫЕ СДЕЛКИ › 13.1 ({hit.score:.4f})\n{hit.text}"


def test_an_index_of_words_says_so_in_the_first_line(tools):
    told = tools["rag_search"].invoke({"query": "крупные сделки"})
    assert told.startswith("[поиск выполнен не так, как просили: ")
    assert "13.1" in told


def test_filters_narrow_and_nothing_is_said_as_nothing(tools):
    told = tools["rag_search"].invoke({"query": "собрание", "method": "bm25", "section": "12", "doc": "charter"})
    assert "law.txt" not in told
    assert tools["rag_search"].invoke({"query": "астролябия", "method": "bm25"}) == NO_MATCHES


def test_contents_and_sections(tools):
    assert "КРУПНЫЕ СДЕЛКИ" in tools["rag_toc"].invoke({"doc": "charter"})
    assert "law" in tools["rag_toc"].invoke({})
    assert tools["rag_read_section"].invoke({"doc_id": "charter", "section": "13.2"}).startswith("13.2. Решение")


def test_agentic_search_plans_with_the_model(index):
    llm = MockLLM(['{"queries": ["крупные сделки"]}', '{"verdicts": []}'] * 4)
    tools = {tool.name: tool for tool in make_tools(index, llm)}
    assert "13.1" in tools["rag_agentic_search"].invoke({"prompt": QUESTION, "top_k": 3})
    assert llm.calls


def test_errors_of_the_library_are_raised(tools):
    with pytest.raises(UnknownDocument):
        tools["rag_toc"].invoke({"doc": "net.md"})
    with pytest.raises(UnknownMethod):
        tools["rag_search"].invoke({"query": "сделки", "method": "magic"})


def test_tools_may_be_awaited_side_by_side(tools):
    async def all_at_once():
        asked = [tools["rag_search"].ainvoke({"query": "сделки", "method": "bm25", "top_k": 2}) for _ in range(8)]
        return await asyncio.gather(*asked, tools["rag_toc"].ainvoke({}))

    *found, contents = asyncio.run(all_at_once())
    assert len(set(found)) == 1
    assert "charter" in contents


def test_documents_of_the_retriever_carry_a_citation_that_holds(index):
    retriever = RagRetriever(index=index, method="bm25", top_k=3, doc="charter")
    documents = retriever.invoke("крупные сделки")
    assert [document.metadata["rank"] for document in documents] == [1, 2, 3]
    for document in documents:
        cited = document.metadata
        assert index.document(cited["doc_id"]).text[cited["start"] : cited["stop"]] == document.page_content
        assert index.verify(document.page_content, cited["doc_id"], cited["locator"]).verdict == "verbatim"
    assert (cited["doc_name"], cited["degraded"]) == ("charter.md", False)
    assert asyncio.run(retriever.ainvoke("крупные сделки")) == documents


class ScriptedModel(GenericFakeChatModel):
    """A chat model that says what its script says, and accepts tools."""

    _bound: list = PrivateAttr(default_factory=list)

    def bind_tools(self, tools, **kwargs):
        self._bound.extend(tool.name for tool in tools)
        return self


def call(tool, **arguments):
    return AIMessage(content="", tool_calls=[{"name": tool, "args": arguments, "id": f"call-{tool}"}])


@pytest.mark.parametrize("awaited", [False, True], ids=["called", "awaited"])
def test_a_real_agent_loop_finds_reads_and_answers(index, awaited):
    create_agent = pytest.importorskip("langchain.agents").create_agent
    script = [
        call("rag_search", query="крупные сделки", method="bm25", top_k=2),
        call("rag_read_section", doc_id="charter", section="13.1"),
        AIMessage(content="По пункту 13.1 устава нужно согласие общего собрания."),
    ]
    model = ScriptedModel(messages=iter(script))
    agent = create_agent(model, make_tools(index))
    asked = {"messages": [("user", QUESTION)]}
    messages = (asyncio.run(agent.ainvoke(asked)) if awaited else agent.invoke(asked))["messages"]
    found, read = [message for message in messages if isinstance(message, ToolMessage)]
    assert "charter.md • Статья 13. КРУПНЫЕ СДЕЛКИ › 13.1" in found.content
    assert read.content == index.read_section("charter", "13.1")
    assert messages[-1].content.startswith("По пункту 13.1")
    assert set(model._bound) == {"rag_search", "rag_toc", "rag_read_section", "rag_agentic_search"}
