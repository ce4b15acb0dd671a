"""Clients that the command line can open by name: embeddings and language models of GigaChat."""

from __future__ import annotations

import importlib
import os
from typing import cast

from raglib_core.embeddings import EmbeddingsLike
from raglib_core.errors import BadSettings, MissingExtra, ModelError
from raglib_core.llm import ChatModel

#: the client reads its whole configuration from the environment; without credentials every call would fail late
CREDENTIALS = ("GIGACHAT_CREDENTIALS", "GIGACHAT_ACCESS_TOKEN", "GIGACHAT_USER")


def embeddings(name: str | None) -> EmbeddingsLike | str | None:
    """Return what `RagIndex` takes as embeddings: a client for "gigachat", the name itself otherwise.

    None means what the index itself names. Raises MissingExtra, ModelError where no credentials are set.
    """
    return cast(EmbeddingsLike, _gigachat("GigaChatEmbeddings")) if name == "gigachat" else name


def language_model(name: str) -> ChatModel | None:
    """Return a chat client, None for "none"; raises MissingExtra, ModelError where no credentials are set."""
    if name == "none":
        return None
    if name != "gigachat":
        raise BadSettings(name="llm", value=name, allowed="none, gigachat")
    return cast(ChatModel, _gigachat("GigaChat"))


def _gigachat(kind: str) -> object:
    if not any(os.environ.get(variable) for variable in CREDENTIALS):
        raise ModelError(
            model="GigaChat",
            reason="no credentials: set GIGACHAT_CREDENTIALS and GIGACHAT_SCOPE in the environment",
            reason_ru="нет ключа: задайте переменные окружения GIGACHAT_CREDENTIALS и GIGACHAT_SCOPE",
        )
    try:
        module = importlib.import_module("langchain_gigachat")
    except ImportError as error:
        raise MissingExtra(feature="GigaChat", package="langchain-gigachat", extra="gigachat") from error
    client: object = getattr(module, kind)()
    return client
