"""What is measured: a method of search with options, written ``hybrid:dense_weight=0.5:normalizer=none``.

Options are the fields of `SearchSettings` (``fusion``, ``dense_weight``, ``rrf_k``, ``depth`` …), ``strategy`` of a
search, and, of the settings of an index, those that can be tried without embedding anything anew: ``normalizer`` for
every method, ``context``, ``window_size`` and ``window_overlap`` for methods by words.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol, Self

from raglib_core import building
from raglib_core.embeddings import Embedder
from raglib_core.errors import BadSettings
from raglib_core.model import SearchResult
from raglib_core.russian import normaliser
from raglib_core.search import METHODS, STRATEGIES, Engine
from raglib_core.search.catalogue import Catalogue
from raglib_core.search.checks import check_choice
from raglib_core.search.dense_arm import DenseArm
from raglib_core.search.engine import WORD_METHODS
from raglib_core.search.rewording import Reworded
from raglib_core.settings import BuildSettings, SearchSettings

SEARCH_OPTIONS = tuple(field.name for field in fields(SearchSettings) if field.name != "grep_seconds")
WORD_OPTIONS = ("normalizer", "context", "window_size", "window_overlap")
#: options that change what the vectors are made of
_EMBEDDED = ("context", "window_size", "window_overlap")
OPTIONS = ("strategy", *SEARCH_OPTIONS, *WORD_OPTIONS)
_PRESETS: dict[str, object] = {
    "strategy": STRATEGIES[0],
    **{name: getattr(SearchSettings(), name) for name in SEARCH_OPTIONS},
    **{name: getattr(BuildSettings(), name) for name in WORD_OPTIONS},
}

Value = str | int | float | bool
_READERS: dict[type, Callable[[str], Value]] = {
    bool: lambda text: {"true": True, "false": False}[text.lower()],
    int: int,
    float: float,
    str: str,
}


class Searcher(Protocol):
    """What is measured: `raglib_core.search.Engine`, or anything with the same verb and catalogue."""

    catalogue: Catalogue

    def search(
        self, query: str, *, method: str = ..., top_k: int = ..., strategy: str = ..., doc: str | None = ...
    ) -> SearchResult:
        """Return the best clauses for a query."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """A method with the options that differ from those of the index and of `SearchSettings`, by name."""

    method: str
    options: tuple[tuple[str, Value], ...] = ()

    @classmethod
    def parse(cls, written: str) -> Self:
        """Read ``method:option=value:option=value``; raises UnknownMethod, BadSettings naming the option."""
        method, *parts = written.strip().split(":")
        check_choice("method", method, METHODS)
        options: dict[str, Value] = {}
        for part in parts:
            name, equals, value = part.partition("=")
            if name not in OPTIONS or not equals:
                raise BadSettings(name=name, value=value or part, allowed="one of " + ", ".join(OPTIONS))
            options[name] = _read(name, value)
        return cls(method, tuple(options.items()))

    @property
    def label(self) -> str:
        """The configuration as it is written and read; the bare method without options."""
        return ":".join([self.method, *(f"{name}={value}" for name, value in self.options)])

    @property
    def strategy(self) -> str:
        """The strategy of its searches."""
        return str(dict(self.options).get("strategy", STRATEGIES[0]))

    def with_options(self, **options: Value) -> Configuration:
        """Return the configuration with these options in place of its own of the same names."""
        return Configuration(self.method, tuple({**dict(self.options), **options}.items()))

    def as_json(self) -> dict[str, object]:
        """Return the configuration as plain values."""
        return {"method": self.method, **dict(self.options)}


def _read(name: str, text: str) -> Value:
    kind = type(_PRESETS[name])
    try:
        value: Value = _READERS[kind](text)
    except (KeyError, ValueError):
        raise BadSettings(name=name, value=text, allowed=f"a value of type {kind.__name__}") from None
    return value


class _Remembered:
    """An embedder that computes the vector of a question once, however many configurations ask it."""

    def __init__(self, embedder: Embedder) -> None:
        """Take the embedder of the index."""
        self._embedder = embedder
        self._vectors: dict[str, list[float]] = {}

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector for each text."""
        return [[float(value) for value in row] for row in self._embedder.vectors(texts)]

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a question."""
        if text not in self._vectors:
            self._vectors[text] = [float(value) for value in self._embedder.query(text)]
        return self._vectors[text]


def remembering(engine: Engine) -> Engine:
    """Return the same engine with an embedder that keeps the vectors of all questions."""
    embedder = engine.dense.embedder
    if embedder is None:
        return engine
    kept = Embedder(_Remembered(embedder), embedder.name, embedder.spec, embedder.carries_meaning)
    able = copy.copy(engine)
    able.dense = DenseArm(engine.index, kept, engine.dense.model)
    return able


def parsed(configurations: Sequence[str | Configuration]) -> tuple[Configuration, ...]:
    """Return configurations, each once, the written ones read."""
    read = [Configuration.parse(one) if isinstance(one, str) else one for one in configurations]
    return tuple(dict.fromkeys(read))


def configured(engine: Engine, configuration: Configuration) -> Engine:
    """Return an engine over the same index with the options of a configuration; the same one where it has none.

    Raises BadSettings for a value outside its range, and for an option that only a new build can try: ``context`` and
    windows with a method by vectors.
    """
    options: dict[str, Any] = dict(configuration.options)
    strategy = options.pop("strategy", STRATEGIES[0])
    check_choice("strategy", strategy, STRATEGIES)
    if not options:
        return engine
    words = {name: options.pop(name) for name in WORD_OPTIONS if name in options}
    settings = replace(engine.settings, **options)
    if not words:
        return Engine(
            engine.index, engine.dense.embedder, normaliser=engine.normaliser, model=engine.dense.model,
            settings=settings,
        )  # fmt: skip
    return _reworded(engine, configuration, words, settings)


def _reworded(engine: Engine, configuration: Configuration, words: dict[str, Any], settings: SearchSettings) -> Engine:
    built = building.settings_of(engine.index)
    embedded = [name for name in _EMBEDDED if words.get(name, getattr(built, name)) != getattr(built, name)]
    if embedded and configuration.method not in WORD_METHODS:
        name = embedded[0]
        raise BadSettings(
            name=name, value=words[name], allowed="build an index with it to try it with vectors, or use method bm25"
        )
    changed = replace(built, **words)
    form = normaliser(changed.normalizer)
    index = Reworded(engine.index, form, changed)
    return Engine(index, engine.dense.embedder, normaliser=form, model=engine.dense.model, settings=settings)
