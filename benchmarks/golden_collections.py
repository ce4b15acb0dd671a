"""Questions with known answers to measure on: the demo set of the project, and two sets that lie outside of it.

Texts and questions of other owners are read where they lie and never copied here. A collection whose folder is absent
is left out. Vectors are kept in a folder outside the checkout, for clauses and questions: the first run computes them
(about five clauses a second), later ones only read them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from raglib_core import RagIndex
from raglib_core.embeddings import Embedder
from raglib_core.evaluation import GoldenSet, read_golden
from raglib_core.evaluation.golden import Judgement, Question
from raglib_core.indexing import generation
from raglib_core.indexing.embedders import E5Embeddings
from raglib_core.indexing.embedding_cache import EmbeddingCache, key_of, open_cache
from raglib_core.model import Clause, Coverage, Document, Recognized, Segmentation
from raglib_core.settings import BuildSettings

ROOT = Path(__file__).resolve().parents[1]
DEMO = ROOT / "assets" / "demo"


def cache_folder() -> Path:
    """Return where indexes and vectors are kept: ``$RAGLIB_BENCH_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("RAGLIB_BENCH_CACHE", "")
    return Path(chosen) if chosen else Path.home() / ".cache" / "raglib-bench"


class RememberedQueries:
    """The embedder e5 that keeps the vectors of queries on disk (those of clauses the index itself keeps)."""

    carries_meaning = True
    model_name = E5Embeddings.model_name

    def __init__(self, cache: EmbeddingCache) -> None:
        """Take an open cache."""
        self._model, self._cache = E5Embeddings(), cache

    def prepare(self, text: str) -> str:
        """Return the text as the model reads it."""
        return self._model.prepare(text)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector for each text."""
        return self._model.embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a query, computed at most once in a life of the cache."""
        key = key_of(f"{self.model_name} query", self.prepare(text))
        known = self._cache.find([key])
        if key not in known:
            embedder = Embedder(self._model, self.model_name)
            self._cache.keep([key], embedder.query(text).reshape(1, -1))
            known = self._cache.find([key])
        return [float(value) for value in known[key]]


@contextmanager
def remembered_e5() -> Iterator[Embedder]:
    """Give the embedder e5 with its cache of queries."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with open_cache(folder / "queries.sqlite") as cache:
        yield Embedder(RememberedQueries(cache), E5Embeddings.model_name, "e5")


@dataclass(frozen=True, slots=True)
class Collection:
    """Questions, and how the index that they are asked of is built."""

    name: str
    golden: GoldenSet
    build: Callable[[Path, Embedder | None], RagIndex]

    def index(self, embedder: Embedder | None) -> RagIndex:
        """Build the index in the cache folder; vectors that are there already are read."""
        return self.build(cache_folder() / self.name, embedder)


def demo() -> Collection:
    """Return the demo documents with their questions."""
    files = sorted(path for path in DEMO.iterdir() if path.suffix in {".md", ".txt", ".html"})

    def build(root: Path, embedder: Embedder | None) -> RagIndex:
        return RagIndex.build([str(path) for path in files], root, embeddings=embedder)

    return Collection("demo", read_golden(DEMO / "golden.jsonl"), build)


def golden_dev(shared: Path) -> Collection | None:
    """Return 50 lay questions over five real documents; None where they are not there."""
    path, corpus = shared / "golden" / "golden_dev.jsonl", shared / "corpus"
    if not path.is_file() or not corpus.is_dir():
        return None
    golden = read_golden(path)
    names = sorted({one.doc for question in golden.questions for one in question.relevant})

    def build(root: Path, embedder: Embedder | None) -> RagIndex:
        files = [str(corpus / name) for name in names]
        return RagIndex.build(files, root, embeddings=embedder)

    return Collection("golden_dev", golden, build)


def beir(shared: Path, name: str) -> Collection | None:
    """Return a collection in the layout of BEIR, each passage a clause of one document; None where it is not there."""
    folder = shared / "retrieval" / name
    if not (folder / "corpus.jsonl").is_file():
        return None
    answers: dict[str, list[Judgement]] = {}
    for line in (folder / "qrels" / "test.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, passage, grade = line.split("\t")
        answers.setdefault(query, []).append(Judgement(name, passage, int(grade)))
    rows = [(row["_id"], row["text"]) for row in _rows(folder / "queries.jsonl") if row["_id"] in answers]
    questions = [Question(qid, text, tuple(answers[qid]), None, n) for n, (qid, text) in enumerate(rows, start=1)]

    def build(root: Path, embedder: Embedder | None) -> RagIndex:
        document = _document(name, [(row["_id"], row["text"]) for row in _rows(folder / "corpus.jsonl")])
        generation.write(root, [document], settings=BuildSettings(), embedder=embedder)
        return RagIndex.load(root, embeddings=embedder or "none")

    return Collection(name, GoldenSet(name, "", tuple(questions)), build)


def _rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _document(name: str, passages: list[tuple[str, str]]) -> Document:
    text, clauses = "", []
    for locator, passage in passages:
        body = passage.strip()
        span = (len(text), len(text) + len(body))
        clauses.append(Clause(locator, locator, locator, "clause", *span, span[1], "", (locator,), ("",)))
        text += body + "\n\n"
    count = len("".join(text.split()))
    coverage = Coverage(count, count, len(clauses), len(clauses))
    return Document(name, name, Recognized(text), Segmentation((), tuple(clauses), coverage))


def collections(shared: Path) -> list[Collection]:
    """Return all collections that can be measured here."""
    found = [demo(), golden_dev(shared), beir(shared, "xquad-ru")]
    return [one for one in found if one is not None]
