"""LangChain: the verbs of an index as tools of an agent, and a retriever; needs the extra ``langchain``.

Example::

    from langchain.agents import create_agent
    from raglib_core import RagIndex
    from raglib_core.langchain_tools import make_tools

    agent = create_agent(model, make_tools(RagIndex.load("./index")))
"""

from __future__ import annotations

from collections.abc import Callable

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import BaseTool, StructuredTool

from raglib_core.agent import AgenticResult
from raglib_core.api import DEFAULT_METHOD, RagIndex
from raglib_core.model import SearchHit, SearchResult
from raglib_core.texts import notice, say

NO_MATCHES = "No matches."


def make_tools(index: RagIndex, llm: object | None = None, *, language: str = "ru") -> list[BaseTool]:
    """Return rag_search, rag_toc, rag_read_section and rag_agentic_search over an index.

    All answer with a string: hits as whole clauses under a line «document • path (score)», `NO_MATCHES` for none. What
    did not run as asked stands in the first line. ``llm`` plans and judges for rag_agentic_search. Errors of the
    library are raised; an agent that shall go on after them handles errors of its tools. Tools may be awaited.
    """
    verbs = _Verbs(index, llm, language)
    verbs_by_name: dict[str, Callable[..., str]] = {
        "rag_search": verbs.search,
        "rag_toc": verbs.toc,
        "rag_read_section": verbs.read_section,
        "rag_agentic_search": verbs.agentic_search,
    }
    return [
        StructuredTool.from_function(verb, name=name, description=say(f"langchain.{name}", language))
        for name, verb in verbs_by_name.items()
    ]


class _Verbs:
    """The functions behind the tools; an empty string stands for no filter."""

    def __init__(self, index: RagIndex, llm: object | None, language: str) -> None:
        self._index = index
        self._llm = llm
        self._language = language

    def search(
        self, query: str, method: str = str(DEFAULT_METHOD), top_k: int = 5, section: str = "", doc: str = ""
    ) -> str:
        # a model repeats the default by name: it may fall back to words all the same, and says so
        chosen = DEFAULT_METHOD if method == DEFAULT_METHOD else method
        result = self._index.search(query, chosen, top_k, doc=doc or None, section=section or None)
        return self._told(result, result)

    def toc(self, doc: str = "") -> str:
        return self._index.toc(doc or None, language=self._language)

    def read_section(self, doc_id: str, section: str) -> str:
        return self._index.read_section(doc_id, section)

    def agentic_search(self, prompt: str, top_k: int = 8) -> str:
        answer = self._index.agentic_search(prompt, llm=self._llm, top_k=top_k)
        return self._told(answer, answer.hits)

    def _told(self, result: SearchResult | AgenticResult, hits: list[SearchHit]) -> str:
        reason = notice(result.notice, self._language) if result.notice else result.reason
        remark = [say("langchain.degraded", self._language, reason=reason)] if result.degraded else []
        return "\n\n".join([*remark, *(_told_hit(hit) for hit in hits)] if hits else [*remark, NO_MATCHES])


def _told_hit(hit: SearchHit) -> str:
    return f"{hit.doc_name or hit.doc_id} • {hit.breadcrumb} ({hit.score:.4f})\n{hit.text}"


class RagRetriever(BaseRetriever):
    """Whole clauses as documents of LangChain; their metadata is a citation that can be checked.

    ``page_content`` is the verbatim clause. Metadata: doc_id, doc_name, locator, clause_number, section_path,
    breadcrumb, page, start, stop, score, rank, method, and ``degraded`` with ``reason``.
    """

    index: RagIndex
    method: str = str(DEFAULT_METHOD)
    top_k: int = 5
    strategy: str = "flat"
    doc: str | list[str] | None = None
    section: str | None = None

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        """Return the clauses that answer a query, best first; raises what `RagIndex.search` raises."""
        chosen = DEFAULT_METHOD if self.method == DEFAULT_METHOD else self.method
        result = self.index.search(query, chosen, self.top_k, self.strategy, self.doc, self.section)
        return [Document(page_content=hit.text, metadata=_citation(hit, result)) for hit in result]


def _citation(hit: SearchHit, result: SearchResult) -> dict[str, object]:
    names = (
        "doc_id", "doc_name", "locator", "clause_number", "section_path", "breadcrumb", "page", "start", "stop",
        "score", "rank", "method",
    )  # fmt: skip
    return {name: getattr(hit, name) for name in names} | {"degraded": result.degraded, "reason": result.reason}
