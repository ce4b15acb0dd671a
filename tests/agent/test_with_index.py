"""The loop over real indexes: the same clauses as plain search where it is plain, loud where it cannot be."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from raglib_core.agent import MockLLM
from raglib_core.api import RagIndex
from raglib_core.embeddings import HashingEmbeddings
from raglib_core.llm import Message

SAMPLES = Path(__file__).parents[1] / "samples"
QUESTION = "Какие сделки требуют одобрения?"


class FailingEmbeddings:
    """Works while the index is built and fails at query time."""

    model_name = "service"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return HashingEmbeddings().embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        raise ConnectionError("no route to the embedder")


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> RagIndex:
    root = tmp_path_factory.mktemp("agent") / "index"
    return RagIndex.build([SAMPLES / "charter.md", SAMPLES / "law.txt"], root, embeddings=HashingEmbeddings())


def accept_all(messages: Sequence[Message]) -> str:
    candidates = re.findall(r"^(C\d+):", messages[1]["content"], re.M)
    return json.dumps([{"id": one, "verdict": "relevant", "aspects": [1]} for one in candidates])


def test_without_a_model_it_equals_plain_hybrid(index: RagIndex):
    result = index.agentic_search(QUESTION)
    assert result.hits == list(index.search(QUESTION, method="hybrid", top_k=8))
    assert (result.degraded, result.llm_calls, result.reason) == (False, 0, "")


def test_without_vectors_words_are_the_best_method_and_no_degradation(tmp_path: Path):
    index = RagIndex.build(SAMPLES / "charter.md", tmp_path / "index")
    result = index.agentic_search(QUESTION)
    assert result.hits == list(index.search(QUESTION, method="bm25", top_k=8))
    assert (result.degraded, result.trace[0]["method"]) == (False, "bm25")


@pytest.mark.parametrize("with_model", [False, True])
def test_an_embedder_that_fails_at_query_time_is_said(tmp_path: Path, with_model: bool):
    index = RagIndex.build(SAMPLES / "charter.md", tmp_path / "index", embeddings=FailingEmbeddings())
    llm = MockLLM(['{"queries": ["крупная сделка"], "aspects": ["а"]}', accept_all]) if with_model else None
    result = index.agentic_search(QUESTION, llm=llm)
    assert result.degraded
    assert "no route to the embedder" in result.reason
    assert result.hits[0].locator == "13.1"


def test_accepted_clauses_keep_the_invariants_of_hits(index: RagIndex):
    llm = MockLLM(['{"queries": ["крупная сделка", "статья о сделках с долей 25 %"], "aspects": ["а"]}', accept_all])
    result = index.agentic_search(QUESTION, llm=llm, top_k=5)
    assert 0 < len(result.hits) <= 5
    assert len({hit.clause_id for hit in result.hits}) == len(result.hits)
    assert [hit.rank for hit in result.hits] == list(range(1, len(result.hits) + 1))
    scores = [hit.score for hit in result.hits]
    assert scores == sorted(scores, reverse=True)
    for hit in result.hits:
        assert hit.text == index.document(hit.doc_id).text[hit.start : hit.stop]
        assert (hit.method, hit.verdict) == ("agentic", "relevant")
