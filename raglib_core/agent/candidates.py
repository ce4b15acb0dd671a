"""The clauses that a run has found, on one scale: verdict first, then the fused rank of the searches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from raglib_core.agent.replies import PARTIAL, RELEVANT, Verdict
from raglib_core.model import SearchHit

#: Constant of reciprocal rank fusion (Cormack, Clarke, Buettcher 2009).
_RRF_K = 60
#: What a pattern alone finds stays below everything that a search found: 0.001 / 61 < 1 / (60 + rank).
_PATTERN_SHARE = 0.001
_VERDICT_BASE = {RELEVANT: 2.0, PARTIAL: 1.0}
_BELOW_ONE = 0.999999


@dataclass(slots=True)
class Candidate:
    """A clause with what the lists of results and the model say about it."""

    hit: SearchHit
    by_search: float = 0.0
    by_pattern: float = 0.0
    verdict: str = ""
    aspects: tuple[int, ...] = ()

    @property
    def fused(self) -> float:
        """Sum of ``1 / (60 + rank)`` over the searches that found the clause; far less for patterns alone."""
        return min(self.by_search or _PATTERN_SHARE * self.by_pattern, _BELOW_ONE)

    @property
    def score(self) -> float:
        """2 + fused for a relevant clause, 1 + fused for a partial one, fused for any other."""
        return _VERDICT_BASE.get(self.verdict, 0.0) + self.fused


@dataclass(slots=True)
class Candidates:
    """All clauses found so far, each once."""

    _by_id: dict[int, Candidate] = field(default_factory=dict)

    def add(self, hits: Iterable[SearchHit], *, is_pattern: bool = False) -> None:
        """Add one list of results; ranks count from 1."""
        for rank, hit in enumerate(hits, start=1):
            candidate = self._by_id.setdefault(hit.clause_id, Candidate(hit))
            share = 1 / (_RRF_K + rank)
            if is_pattern:
                candidate.by_pattern += share
            else:
                candidate.by_search += share

    def to_grade(self, limit: int, pool: int) -> list[Candidate]:
        """Return up to ``limit`` clauses without a verdict among the best ``pool`` of those without one."""
        return [one for one in self._ordered() if not one.verdict][: min(limit, pool)]

    def grade(self, sent: list[Candidate], verdicts: Iterable[Verdict]) -> None:
        """Put the verdicts on the clauses that were sent."""
        for verdict in verdicts:
            sent[verdict.place].verdict = verdict.verdict
            sent[verdict.place].aspects = verdict.aspects

    def accepted(self) -> list[Candidate]:
        """Return relevant clauses, then partial ones, each by fused rank."""
        return [one for one in self._ordered() if one.verdict in _VERDICT_BASE]

    def count(self, verdict: str) -> int:
        """Return how many clauses have that verdict."""
        return sum(1 for one in self._by_id.values() if one.verdict == verdict)

    def covered(self) -> set[int]:
        """Return the places of the aspects that accepted clauses cover."""
        return {aspect for one in self.accepted() for aspect in one.aspects}

    def _ordered(self) -> list[Candidate]:
        """Best first; ties in document order."""
        return sorted(self._by_id.values(), key=lambda one: (-one.score, one.hit.clause_id))


def as_hits(candidates: Iterable[Candidate]) -> list[SearchHit]:
    """Return accepted candidates as hits of method agentic, ranked anew."""
    return [
        replace(one.hit, score=one.score, rank=rank, method="agentic", verdict=one.verdict)
        for rank, one in enumerate(candidates, start=1)
    ]
