"""The contracts of the output, for every sample, method and strategy; the numbers are those of the architecture."""

import json
import re
import socket
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from raglib_core import RagIndex, RecognitionError
from raglib_core.embeddings import HashingEmbeddings
from raglib_core.recognition import DEFAULT_REGISTRY

SAMPLES = sorted(path for path in (Path(__file__).parents[1] / "samples").iterdir() if path.is_file())
WAYS = {
    "bm25": {"method": "bm25"},
    "vector": {"method": "vector"},
    "hybrid": {"method": "hybrid"},
    "rank_bm25": {"method": "rank_bm25"},
    "auto": {"method": "auto"},
    "tree bm25": {"method": "bm25", "strategy": "tree"},
    "tree vector": {"method": "vector", "strategy": "tree"},
    "tree hybrid": {"method": "hybrid", "strategy": "tree"},
    "grep": None,
}


@pytest.fixture(scope="module")
def index_of(tmp_path_factory):
    @cache
    def built(sample):
        try:
            return RagIndex.build(
                [sample], tmp_path_factory.mktemp("index"), recognizer=DEFAULT_REGISTRY, embeddings=HashingEmbeddings()
            )
        except RecognitionError as error:
            pytest.skip(f"not a document: {error}")

    return built


def queries_of(document):
    """Take three words each out of the first, the middle and the last clause, and words that stand everywhere."""
    words = [re.findall(r"[^\W\d_]{5,}", document.text[one.start : one.stop]) for one in document.clauses]
    picked = [row for row in words if row] or [re.findall(r"\w+", document.text)]
    queries = [" ".join(row[-3:]) for row in (picked[0], picked[len(picked) // 2], picked[-1])]
    common = [word for word, _ in Counter(word.lower() for row in words for word in row).most_common(3)]
    return [*queries, " ".join(common)]


def results_of(index, way, query, **filters):
    if way == "grep":
        return index.grep(re.escape(query.split()[0]), top_k=50, **filters)
    return index.search(query, top_k=50, **WAYS[way], **filters)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
@pytest.mark.parametrize("way", WAYS)
def test_output_keeps_its_contract(index_of, sample, way):
    index = index_of(sample)
    document = index.document(index.documents[0])
    narrow = next((one.key for one in document.sections if one.kind != "contents"), None)
    for query in queries_of(document):
        result = results_of(index, way, query)
        assert not result.degraded
        assert_contract(index, document, result)
        if narrow is not None:
            inside = results_of(index, way, query, doc=document.doc_id, section=narrow)
            assert_contract(index, document, inside)
            assert {hit.clause_id for hit in inside} <= {number for number, _ in enumerate(document.clauses)}
    assert len(results_of(index, way, queries_of(document)[0])) >= 1


def assert_contract(index, document, result):
    ids = [hit.clause_id for hit in result]
    assert len(ids) == len(set(ids)), "3: a clause is found once"
    order = [(-hit.score, hit.clause_id) for hit in result]
    assert order == sorted(order), "3: scores fall or tie, ties in document order"
    assert [hit.rank for hit in result] == list(range(1, len(result) + 1))
    for hit in result:
        assert hit.text == document.text[hit.start : hit.stop] == hit.text.strip(), "1: an exact slice"
        assert hit.clause_number == "" or hit.section_path[-1] == hit.clause_number, "4"
        assert len(hit.section_titles) == len(hit.section_path), "4"
        assert hit.breadcrumb == " › ".join(hit.path), "4"
        clause = index.clause(hit.doc_id, hit.locator)
        assert hit.locator, "4: never empty"
        assert (clause.start, clause.stop, clause.number) == (hit.start, hit.stop, hit.clause_number), "4"
        assert document.clauses[hit.clause_id] == clause
        assert (hit.doc_name, hit.method) == (document.name, result.method_used)
        assert hit.page == document.page_of(hit.start)
        assert json.loads(json.dumps(hit.why)) == hit.why


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_same_question_has_the_same_answer(index_of, sample):
    index = index_of(sample)
    (query, *_) = queries_of(index.document(index.documents[0]))
    again = RagIndex.load(index.root)
    for way in WAYS:
        rows = [[(hit.locator, hit.score) for hit in results_of(one, way, query)] for one in (index, index, again)]
        assert rows[0] == rows[1] == rows[2]


def test_threads_searching_at_once_get_the_same_answers(index_of):
    index = index_of(SAMPLES[0])
    queries = queries_of(index.document(index.documents[0]))
    asked = [(way, query) for way in WAYS for query in queries] * 4
    alone = [[(hit.locator, hit.score) for hit in results_of(index, way, query)] for way, query in asked]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda one: [(hit.locator, hit.score) for hit in results_of(index, *one)], asked))
    assert together == alone


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_locators_are_unique_and_lead_back(index_of, sample):
    index = index_of(sample)
    document = index.document(index.documents[0])
    locators = [clause.locator for clause in document.clauses]
    assert len(locators) == len(set(locators))
    for clause in document.clauses:
        assert index.clause(document.doc_id, clause.locator) == clause


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_every_character_has_one_owner(index_of, sample):
    document = index_of(sample).document(index_of(sample).documents[0])
    coverage, text = document.coverage, document.text
    blank = len("".join(text.split()))
    leftover = sum(len("".join(span.of(text).split())) for span in coverage.leftovers)
    assert coverage.characters == blank
    assert coverage.characters_placed + leftover == blank
    places = [(clause.start, clause.stop) for clause in document.clauses]
    places += [(span.start, span.stop) for span in coverage.leftovers]
    places.sort()
    assert all(before[1] <= after[0] for before, after in pairwise(places))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_degradation_is_loud(index_of, sample, tmp_path):
    index = RagIndex.build([sample], tmp_path / "words", recognizer=DEFAULT_REGISTRY) if index_of(sample) else None
    (query, *_) = queries_of(index.document(index.documents[0]))
    for result in (index.search(query), index.search(query, method="auto")):
        assert result.degraded
        assert result.reason
        assert {hit.method for hit in result} == {result.method_used} == {"bm25"}
    for method in ("vector", "hybrid"):
        with pytest.raises(RuntimeError):
            index.search(query, method=method)


def test_no_network_is_used(tmp_path, monkeypatch):
    def refuse(*_args):
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    index = RagIndex.build(SAMPLES[0], tmp_path / "index", recognizer=DEFAULT_REGISTRY, embeddings="hashing")
    (query, *_) = queries_of(index.document(index.documents[0]))
    for way in WAYS:
        assert results_of(index, way, query)
    assert index.toc(clauses=True)
    assert index.agentic_search(query).hits


# ---------------------------------------------------------------- 6: the old index or the new one


def state_of(number, tmp_path):
    """Write two documents of one state; every clause names the state."""
    for name in ("first", "second"):
        clauses = "\n\n".join(
            f"{part}.1. Причал {name} состояния{number} принадлежит обществу." for part in range(1, 6)
        )
        (tmp_path / f"{name}.md").write_text(clauses, encoding="utf-8")
    return [tmp_path / "first.md", tmp_path / "second.md"]


def states_seen(index):
    texts = [hit.text for hit in index.search("причал", method="hybrid", top_k=50)]
    texts += [hit.text for hit in index.grep("причал", top_k=50)]
    texts += [index.document(doc).text for doc in index.documents]
    assert len(texts) == 10 + 10 + 2
    return set(re.findall(r"состояния(\d+)", " ".join(texts)))


def test_reader_sees_the_old_index_or_the_new_one(tmp_path):
    root = tmp_path / "index"
    RagIndex.build(state_of(0, tmp_path), root, recognizer=DEFAULT_REGISTRY, embeddings="hashing")
    opened = RagIndex.load(root)
    done = threading.Event()

    def rebuild():
        try:
            for number in range(1, 12):
                RagIndex.build(state_of(number, tmp_path), root, recognizer=DEFAULT_REGISTRY, embeddings="hashing")
        finally:
            done.set()

    writer = threading.Thread(target=rebuild)
    writer.start()
    seen = []
    while not done.is_set():
        (state,) = states_seen(RagIndex.load(root))
        seen.append(int(state))
        assert states_seen(opened) == {"0"}
    writer.join()
    assert seen == sorted(seen)
    assert states_seen(RagIndex.load(root)) == {"11"}
    assert states_seen(opened) == {"0"}


def test_failed_rebuild_leaves_the_old_index(tmp_path):
    class Broken(HashingEmbeddings):
        def embed_documents(self, texts):
            raise ConnectionError("provider is down")

    root = tmp_path / "index"
    RagIndex.build(state_of(0, tmp_path), root, recognizer=DEFAULT_REGISTRY, embeddings="hashing")
    with pytest.raises(RuntimeError, match="provider is down"):
        RagIndex.build(state_of(1, tmp_path), root, recognizer=DEFAULT_REGISTRY, embeddings=Broken())
    index = RagIndex.load(root)
    assert states_seen(index) == {"0"}
    (tmp_path / "empty.md").write_text("")
    with pytest.raises(RecognitionError):
        index.add(tmp_path / "empty.md", recognizer=DEFAULT_REGISTRY)
    assert states_seen(RagIndex.load(root)) == {"0"}
