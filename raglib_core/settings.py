"""Frozen settings, validated once where they enter; everything below trusts them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal

from raglib_core.errors import BadSettings

Normalizer = Literal["auto", "none", "stem", "lemma"]
SectionEmbedding = Literal["mean", "title_lead"]
Context = Literal["none", "title", "path"]
Fusion = Literal["auto", "zscore", "rrf"]

NORMALIZERS = ("auto", "none", "stem", "lemma")
SECTION_EMBEDDINGS = ("mean", "title_lead")
CONTEXTS = ("none", "title", "path")
FUSIONS = ("auto", "zscore", "rrf")
MAX_WINDOW = 100_000


def _one_of(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise BadSettings(name=name, value=value, allowed="one of " + ", ".join(allowed))


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """How an index is made; kept in its manifest.

    ``window_size`` and ``window_overlap`` (characters; ``chunk_size`` and ``chunk_overlap`` of `RagIndex.build`) cut
    long clauses for indexing only. ``normalizer`` is the word form that the lexical index holds. ``context`` says what
    is indexed with a clause beside its own text: nothing, the title of its section, or the titles of its whole path.
    ``section_embedding`` makes the vector of a section from its windows or from its title and lead.
    ``ocr_number_repair`` reads «1О.2» as 10.2.

    Raises BadSettings for a value outside its range.
    """

    window_size: int = 1500
    window_overlap: int = 150
    section_embedding: SectionEmbedding = "mean"
    normalizer: Normalizer = "auto"
    ocr_number_repair: bool = True
    context: Context = "title"

    def __post_init__(self) -> None:
        """Check every value."""
        _one_of("section_embedding", self.section_embedding, SECTION_EMBEDDINGS)
        _one_of("bm25_normalizer", self.normalizer, NORMALIZERS)
        _one_of("context", self.context, CONTEXTS)
        if not 1 <= self.window_size <= MAX_WINDOW:
            raise BadSettings(name="chunk_size", value=self.window_size, allowed=f"1 to {MAX_WINDOW} characters")
        if not 0 <= self.window_overlap < self.window_size:
            raise BadSettings(
                name="chunk_overlap", value=self.window_overlap, allowed="0 or more and less than chunk_size"
            )

    def as_dict(self) -> dict[str, object]:
        """Return the settings as plain values for the manifest."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How rankings are made and joined.

    ``fusion`` "auto" is "zscore" for an embedder that carries meaning and "rrf" for any other (measured in
    benchmarks/retrieval.py). ``dense_weight`` is the share of the dense arm in the z-score mix; ``rrf_k`` the constant
    of reciprocal rank fusion (Cormack, Clarke, Buettcher 2009: 60). ``depth`` clauses are taken from each ranking, at
    least five times ``top_k``.

    Raises BadSettings for a value outside its range.
    """

    fusion: Fusion = "auto"
    dense_weight: float = 0.7
    rrf_k: int = 60
    depth: int = 50
    grep_seconds: float = 5.0

    def __post_init__(self) -> None:
        """Check every value."""
        _one_of("fusion", self.fusion, FUSIONS)
        if not 0.0 <= self.dense_weight <= 1.0:
            raise BadSettings(name="dense_weight", value=self.dense_weight, allowed="0 to 1")
        for name in ("rrf_k", "depth"):
            if getattr(self, name) < 1:
                raise BadSettings(name=name, value=getattr(self, name), allowed="1 or more")
        if self.grep_seconds <= 0:
            raise BadSettings(name="grep_seconds", value=self.grep_seconds, allowed="more than 0")
