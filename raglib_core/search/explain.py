"""Why a clause was found: the arithmetic behind its score as plain values, ready for JSON.

==========  =========================================================================================
method      keys
==========  =========================================================================================
bm25        terms: [{term, share, tf, df}] (shares sum up to the score), window: [start, stop]
vector      cosine, window
rank_bm25   terms: [{term, tf, df}], window
hybrid      fusion: {method, formula, k?}, arms: {bm25 | vector: {rank, score, value, weight, part, …}}
grep        pattern, matches: [[start, stop], …], count
==========  =========================================================================================

All spans count inside the clause. ``tree`` beside them names the section that let the clause in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from raglib_core.indexing.seam import Ranking, TermShare
from raglib_core.model import Span
from raglib_core.search.fusion import Fused

#: so many matches of a pattern are listed by place; ``count`` has them all
LISTED_MATCHES = 500

Why = dict[str, object]


def of_terms(shares: Sequence[TermShare], window: Sequence[int]) -> Why:
    """Return what each query term adds, the largest share first."""
    terms = [{"term": one.term, "share": float(one.share), "tf": int(one.tf), "df": int(one.df)} for one in shares]
    return {"terms": terms, "window": [int(place) for place in window]}


def of_reference(shares: Sequence[TermShare], window: Sequence[int]) -> Why:
    """Return which query terms the clause holds; the package does not tell what each adds."""
    terms = [{"term": one.term, "tf": int(one.tf), "df": int(one.df)} for one in shares]
    return {"terms": terms, "window": [int(place) for place in window]}


def of_cosine(cosine: float, window: Sequence[int]) -> Why:
    """Return the cosine and the window of the clause that is nearest to the query."""
    return {"cosine": cosine, "window": [int(place) for place in window]}


def of_fusion(method: str, fused: Fused, arms: Mapping[str, Why], rrf_k: int) -> Why:
    """Return rank, score and summand of each arm; ``arms`` explains those that hold the clause."""
    rows: dict[str, Why] = {}
    for (name, why), share in zip(arms.items(), fused.shares, strict=True):
        rows[name] = {
            "rank": share.rank, "score": share.score, "value": share.value, "weight": share.weight, "part": share.part,
        } | why  # fmt: skip
    if method == "rrf":
        return {"fusion": {"method": method, "formula": f"Σ 1/({rrf_k} + rank)", "k": rrf_k}, "arms": rows}
    formula = " + ".join(f"{share.weight:g}·z({name})" for name, share in zip(arms, fused.shares, strict=True))
    return {"fusion": {"method": method, "formula": formula}, "arms": rows}


def of_matches(pattern: str, spans: Sequence[Span]) -> Why:
    """Return where a pattern matches inside the clause."""
    listed = [[span.start, span.stop] for span in spans[:LISTED_MATCHES]]
    return {"pattern": pattern, "matches": listed, "count": len(spans)}


def pairs(ranking: Ranking) -> list[tuple[int, float]]:
    """Return a ranking as plain (clause id, score), best first."""
    return list(zip(ranking.clause_ids.tolist(), ranking.scores.tolist(), strict=True))
