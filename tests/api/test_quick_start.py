"""The quick start of the README that users of raglib know, with what it should find."""

import re
from pathlib import Path

import pytest

from raglib_core import RagIndex
from raglib_core.agent import MockLLM
from raglib_core.embeddings import HashingEmbeddings
from raglib_core.recognition import MockRecognizer

CHARTER = Path(__file__).parents[1] / "samples" / "charter.md"


@pytest.fixture
def index(tmp_path):
    built = RagIndex.build(
        inputs=[str(CHARTER)],
        index_dir=str(tmp_path / "charter_index"),
        recognizer=MockRecognizer(),
        embeddings=HashingEmbeddings(),
    )
    assert built.report.files[0].status == "built"
    return RagIndex.load(str(tmp_path / "charter_index"), embeddings=HashingEmbeddings())


def test_search(index):
    hits = index.search("крупные сделки", method="hybrid", top_k=5)
    assert hits[0].clause_number == "13.1"
    assert hits[0].doc_id == "charter"
    assert hits[0].score > 0
    assert hits[0].text.startswith("13.1. Крупной сделкой")
    assert 1 <= len(hits) <= 5


def test_contents(index):
    assert "[13] Статья 13. КРУПНЫЕ СДЕЛКИ" in index.toc()
    assert "Статья 12. ОРГАНЫ УПРАВЛЕНИЯ — 12.1. Высшим" in index.toc(preview=True)
    assert "пункты: 13.1–13.3" in index.toc(clauses=True)
    entries = index.toc_entries(doc="charter")
    assert {"key", "title", "preview", "level", "clause_numbers"} <= set(entries[0].__dataclass_fields__)
    section = index.read_section("charter", "12.1")
    assert section.startswith("12.1. Высшим органом")
    assert "12.1.4." in section
    assert "12.2." not in section


def test_sections(index):
    refs = index.find_section("крупные сделки")
    assert refs[0].key == "13"
    refs = index.find_section("подтверждение решений собрания", semantic=True)
    assert refs
    ref = index.find_section("сделки с заинтересованностью")[0]
    hits = index.search("нотариальное удостоверение", method="bm25", doc=ref.doc_id, section=ref.key)
    assert hits[0].clause_number == "14.3"


def test_grep(index):
    hits = index.grep(r"\d+\s*процент")
    assert [hit.clause_number for hit in hits] == ["12.1.2", "13.1", "13.2"]
    assert all(re.search(r"\d+\s*процент", hit.text) for hit in hits)


def test_agentic_search(index):
    llm = MockLLM([
        '{"queries": ["крупные сделки"], "aspects": ["кто одобряет"]}',
        '[{"id": "C1", "verdict": "relevant", "aspects": [1]}]',
    ])  # fmt: skip
    result = index.agentic_search("Какие сделки требуют одобрения наблюдательного совета?", llm=llm, top_k=8)
    assert not result.degraded
    assert result.hits[0].clause_number == "13.1"
    assert result.llm_calls == 2


def test_agentic_search_without_a_model_is_plain_search(index):
    result = index.agentic_search("крупные сделки", top_k=5)
    plain = index.search("крупные сделки", top_k=5)
    assert [hit.clause_id for hit in result.hits] == [hit.clause_id for hit in plain]
    assert (result.llm_calls, result.degraded) == (0, False)


def test_delete(index):
    index.delete()
    assert not index.root.exists()
    assert RagIndex.delete_index(index.root) is False
