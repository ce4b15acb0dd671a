"""Search with a language model in the loop: the code decides, the model advises, every step is on record."""

from raglib_core.agent.ports import SearchEngine
from raglib_core.agent.result import AgenticResult
from raglib_core.agent.searcher import AgenticSearcher
from raglib_core.agent.trace import TRACE_VERSION
from raglib_core.llm import ChatModel, MockLLM, content_to_text

__all__ = [
    "TRACE_VERSION",
    "AgenticResult",
    "AgenticSearcher",
    "ChatModel",
    "MockLLM",
    "SearchEngine",
    "content_to_text",
]
