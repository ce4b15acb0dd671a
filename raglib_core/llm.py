"""Language models as the rest of the library sees them: one question in, one text out, one kind of error."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from raglib_core.errors import ModelError

#: A message as chat interfaces take it: ``{"role": "system" | "user", "content": "…"}``.
Message = dict[str, str]
#: A prepared answer of `MockLLM`, or what makes one from the messages.
Response = str | Exception | Callable[[Sequence[Message]], str]


@runtime_checkable
class ChatModel(Protocol):
    """Any chat model of LangChain, or an object that answers like one."""

    def invoke(self, messages: Sequence[Message]) -> object:
        """Return an answer: a string, or an object whose ``content`` is a string or a list of blocks."""


class MockReply:
    """An answer as chat models of LangChain give it: the text lies in ``content``."""

    def __init__(self, content: str | list[dict[str, str]]) -> None:
        """Keep the content."""
        self.content = content


class MockLLM:
    """A chat model for tests and demonstrations that gives prepared answers one after the other.

    A response is a text, a function from the messages to a text, or an exception to raise. ``calls`` holds the messages
    of every call. ``as_blocks`` wraps each answer into a list of content blocks, as some providers do.
    """

    def __init__(self, responses: Sequence[Response], as_blocks: bool = False, model_name: str = "mock-llm") -> None:
        """Queue the responses."""
        self._responses = list(responses)
        self._as_blocks = as_blocks
        self.model_name = model_name
        self.calls: list[list[Message]] = []

    def invoke(self, messages: Sequence[Message]) -> MockReply:
        """Return the next prepared answer; RuntimeError once there is none left."""
        self.calls.append(list(messages))
        if not self._responses:
            raise RuntimeError(f"{self.model_name} has no response left for call {len(self.calls)}")
        response = self._responses.pop(0)
        if isinstance(response, Exception):
            raise response
        text = response if isinstance(response, str) else response(messages)
        return MockReply([{"type": "text", "text": text}] if self._as_blocks else text)


def content_to_text(content: object) -> str:
    """Return the text of message content: a string, a list of strings and blocks with "text", or "" for None."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, Mapping):
        return content_to_text(content.get("text"))
    if isinstance(content, Sequence) and not isinstance(content, bytes):
        return "".join(content_to_text(part) for part in content)
    return ""


def model_name_of(model: object) -> str:
    """Return what a model calls itself (``model_name``, ``model``), else the name of its class."""
    for attribute in ("model_name", "model"):
        value = getattr(model, attribute, None)
        if isinstance(value, str) and value:
            return value
    return type(model).__name__


def ask(model: object, messages: Sequence[Message]) -> str:
    """Return the text that a model answers, "" for an answer without text.

    Raises ModelError for an object that cannot be asked, and for whatever the model or its client raises.
    """
    invoke = getattr(model, "invoke", None)
    if not callable(invoke):
        raise ModelError(model=model_name_of(model), reason=f"{type(model).__name__} has no method invoke(messages)")
    try:
        answer: object = invoke(list(messages))
    except Exception as error:
        raise ModelError(model=model_name_of(model), reason=f"{type(error).__name__}: {error}") from error
    return content_to_text(answer if isinstance(answer, str) else getattr(answer, "content", None))
