"""Why a clause was found: the arithmetic adds up."""

import pytest

from raglib_core.russian import normaliser
from raglib_core.search import Engine
from raglib_core.settings import SearchSettings


def test_shares_of_words_add_up_to_the_score(charter):
    for hit in charter.search("крупные сделки общества", method="bm25"):
        terms = hit.why["terms"]
        assert sum(term["share"] for term in terms) == pytest.approx(hit.score)
        assert [term["share"] for term in terms] == sorted((term["share"] for term in terms), reverse=True)
        assert all(term["df"] >= term["tf"] > 0 or term["df"] > 0 for term in terms)


def test_cosine_is_the_score_and_the_window_lies_in_the_clause(charter):
    for hit in charter.search("крупные сделки", method="vector"):
        assert hit.why["cosine"] == hit.score > 0
        start, stop = hit.why["window"]
        assert 0 <= start < stop <= len(hit.text)


@pytest.mark.parametrize("fusion", ["rrf", "zscore"])
def test_parts_of_both_arms_add_up_to_the_fused_score(charter, fusion):
    engine = Engine(
        charter.engine.index,
        charter.engine.dense.embedder,
        normaliser=normaliser(charter.engine.normaliser.name),
        settings=SearchSettings(fusion=fusion),
    )
    for hit in engine.search("решение общего собрания", method="hybrid", top_k=20):
        arms = hit.why["arms"]
        assert hit.why["fusion"]["method"] == fusion
        assert sum(arm["part"] for arm in arms.values()) == pytest.approx(hit.score)
        for arm in arms.values():
            assert arm["part"] == pytest.approx(arm["weight"] * arm["value"])
        if fusion == "rrf":
            ranks = [arm["rank"] for arm in arms.values() if arm["rank"]]
            assert hit.score == pytest.approx(sum(1 / (60 + rank) for rank in ranks))
        else:
            assert [arm["weight"] for arm in arms.values()] == [pytest.approx(0.3), 0.7]


def test_formula_is_shown(charter):
    (hit,) = charter.search("крупные сделки", method="hybrid", top_k=1)
    assert hit.why["fusion"] == {"method": "rrf", "formula": "Σ 1/(60 + rank)", "k": 60}
    assert set(hit.why["arms"]) == {"bm25", "vector"}
