"""Vectors are computed once."""

import sqlite3

import numpy as np
import pytest

from raglib_core.errors import Cancelled, EmbeddingError
from raglib_core.indexing import embedding_cache
from raglib_core.indexing.embedders import Embedder, HashingEmbeddings
from raglib_core.indexing.embedding_cache import embed_all, key_of, open_cache


class Counting(HashingEmbeddings):
    """Hashing that remembers what it was asked for."""

    def __init__(self, dim=16):
        super().__init__(dim)
        self.asked = []

    def embed_documents(self, texts):
        self.asked += texts
        return super().embed_documents(texts)


def run(path, model, texts, *, cancelled=lambda: False, advance=lambda done, total: None):
    with open_cache(path) as cache:
        return embed_all(Embedder(model, "counting"), texts, cache, advance=advance, cancelled=cancelled)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "embeddings.sqlite"


def test_second_time_the_embedder_is_not_asked(path):
    model = Counting()
    first = run(path, model, ["доля", "устав", "доля"])
    again = run(path, model, ["устав", "доля", "доля"])
    assert model.asked == ["доля", "устав"]
    assert np.array_equal(again, first[[1, 0, 0]])


def test_only_new_texts_are_asked_for(path):
    model = Counting()
    run(path, model, ["доля"])
    run(path, model, ["доля", "устав"])
    assert model.asked == ["доля", "устав"]


def test_cancel_keeps_what_was_paid_for(path):
    model = Counting()
    texts = [f"пункт {number}" for number in range(40)]
    with pytest.raises(Cancelled):
        run(path, model, texts, cancelled=lambda: len(model.asked) >= 16)
    assert len(model.asked) == 16
    run(path, model, texts)
    assert model.asked == texts


def test_progress_counts_distinct_texts(path):
    seen = []
    run(path, Counting(), ["доля", "доля", "устав"], advance=lambda done, total: seen.append((done, total)))
    assert seen == [(0, 2), (2, 2)]


def test_model_that_changed_under_its_name_is_asked_for_all(path):
    run(path, Counting(16), ["доля", "устав"])
    assert run(path, Counting(8), ["доля", "новое"]).shape == (2, 8)


def test_answers_of_different_lengths_in_one_build(path):
    class Growing(Counting):
        def embed_documents(self, texts):
            self.dim += 1
            return super().embed_documents(texts)

    with pytest.raises(EmbeddingError, match="different lengths"):
        run(path, Growing(), [f"пункт {number}" for number in range(40)])


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\0" + b"\xff" * 4000])
def test_damaged_cache_is_started_anew(path, content):
    path.write_bytes(content)
    model = Counting()
    run(path, model, ["доля"])
    run(path, model, ["доля"])
    assert model.asked == ["доля"]


def test_cache_is_one_file(path, tmp_path):
    run(path, Counting(), [f"пункт {number}" for number in range(100)])
    assert list(tmp_path.iterdir()) == [path]


def test_no_texts(path):
    assert run(path, Counting(), []).shape == (0, 0)


def test_cache_forgets_what_was_used_longest_ago(path, monkeypatch):
    monkeypatch.setattr(embedding_cache, "_KEPT_ALWAYS", 0)
    model, day = Counting(), [100]
    monkeypatch.setattr(embedding_cache.time, "time", lambda: day[0] * 86_400.0)
    run(path, model, [f"старый {number}" for number in range(30)])
    day[0] += 1
    run(path, model, ["старый 7", "новый"])
    with open_cache(path) as cache:
        cache.prune(2)
        assert len(cache.find([key_of("counting", f"старый {number}") for number in range(30)])) == 5
    model.asked.clear()
    run(path, model, ["старый 7", "новый"])
    assert model.asked == []


def test_old_cache_without_days_is_started_anew(path):
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE vectors (key BLOB PRIMARY KEY, vector BLOB)")
    connection.close()
    model = Counting()
    run(path, model, ["доля"])
    run(path, model, ["доля"])
    assert model.asked == ["доля"]


def test_cache_that_takes_nothing_stops_no_build(path, caplog):
    model = Counting()
    with open_cache(path) as cache:
        cache._connection.execute("PRAGMA query_only = ON")
        embed_all(Embedder(model, "counting"), ["доля"], cache, advance=lambda *_: None, cancelled=lambda: False)
    assert "cannot be written" in caplog.text


def test_cache_that_cannot_be_made_is_kept_in_memory(tmp_path):
    model = Counting()
    assert run(tmp_path / "no folder" / "embeddings.sqlite", model, ["доля"]).shape == (1, 16)
    assert model.asked == ["доля"]
