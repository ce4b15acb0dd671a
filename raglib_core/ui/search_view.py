"""The page «Поиск»: one question, three methods side by side, each with its own time, failure and arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from raglib_core import texts
from raglib_core.errors import BadQuery, MethodUnavailable, RaglibError
from raglib_core.model import SearchHit, SearchResult
from raglib_core.ui import shell, states
from raglib_core.ui.address import link, parameter
from raglib_core.ui.clause_card import card_of_hit, clause_card
from raglib_core.ui.highlight import word_spans
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.why import explanation
from raglib_core.ui.wording import language, number, word

METHODS = ("bm25", "vector", "hybrid")
#: the method whose ranks the others are compared with
BASE = "bm25"
Outcome = SearchResult | RaglibError


def answers(handle: IndexHandle, query: str, count: int) -> None:
    """Draw what each method answers; a question that none can take is one error, not three."""
    outcomes = {method: _asked(handle, method, query, count) for method in METHODS}
    refused = next((one for one in outcomes.values() if isinstance(one, BadQuery)), None)
    if refused is not None:
        states.error(word("search.refused"), refused)
        return
    _summary(outcomes)
    ranks = _ranks(outcomes[BASE])
    normalizer = _normalizer(handle)
    for column, method in zip(st.columns(len(METHODS)), METHODS, strict=True):
        with column:
            st.subheader(word(f"method.{method}"), anchor=False, help=word(f"method.{method}.help"))
            _column(outcomes[method], method, ranks if method != BASE else None, normalizer)


def _asked(handle: IndexHandle, method: str, query: str, count: int) -> Outcome:
    """Return the result of one method, or why it has none: a method that fails leaves the others alone."""
    try:
        return handle.get().search(query, method=method, top_k=count, doc=parameter("doc") or None)
    except RaglibError as problem:
        return problem


def _normalizer(handle: IndexHandle) -> str:
    return handle.get().engine.normaliser.name


def _ranks(outcome: Outcome) -> dict[tuple[str, str], int]:
    if isinstance(outcome, RaglibError):
        return {}
    return {(hit.doc_id, hit.locator): hit.rank for hit in outcome}


def _summary(outcomes: dict[str, Outcome]) -> None:
    """Say how much the methods agree, where at least two of them answered."""
    found = [set(_ranks(outcome)) for outcome in outcomes.values() if not isinstance(outcome, RaglibError)]
    if len(found) > 1:
        together = len(set.intersection(*found))
        st.caption(word("search.agreement", common=together, most=max(map(len, found)), methods=len(found)))


def _column(outcome: Outcome, method: str, ranks: dict[tuple[str, str], int] | None, normalizer: str) -> None:
    if isinstance(outcome, MethodUnavailable):
        st.info(states.escaped(texts.explain_error(outcome, language())))
        st.page_link(shell.page("build"), label=word("search.to_build"), query_params=link())
        return
    if isinstance(outcome, RaglibError):
        states.error(word("search.failed"), outcome)
        return
    st.caption(word("search.seconds", count=len(outcome), time=number(outcome.seconds, 3)))
    reason = texts.notice(outcome.notice, language()) if outcome.notice else outcome.reason
    if outcome.degraded:
        states.degraded(reason, word(f"method.{outcome.method_used}"))
    elif not outcome:
        st.info(states.escaped(reason or word("search.nothing")))
    elif reason:
        st.caption(states.escaped(reason))
    for hit in outcome:
        _hit(hit, method, outcome.query, ranks, normalizer)


def _hit(hit: SearchHit, method: str, query: str, ranks: dict[tuple[str, str], int] | None, normalizer: str) -> None:
    note = [f":gray[{word('search.rank', rank=hit.rank, score=number(hit.score, 3))}]"]
    if ranks is not None:
        note.append(_movement(hit, ranks))
    marks = word_spans(query, hit.text, normalizer)
    clause_card(card_of_hit(hit), f"{method}_{hit.rank}", marks=marks, note=" ".join(note), height="12rem")
    with st.expander(word("search.why")):
        st.html(explanation(hit))


def _movement(hit: SearchHit, ranks: dict[tuple[str, str], int]) -> str:
    """Return how the place of a hit differs from its place by words: up, down, same, or not there at all."""
    base = ranks.get((hit.doc_id, hit.locator))
    if base is None:
        return f":blue-badge[{word('search.new')}]" if ranks else ""
    moved = base - hit.rank
    if moved == 0:
        return ":gray[=]"
    return f":green[▲{moved}]" if moved > 0 else f":red[▼{-moved}]"


def hit_list(hits: Sequence[SearchHit], query: str, normalizer: str, key: str) -> None:
    """Draw hits under one another, their words marked; nothing for none."""
    for hit in hits:
        note = f":gray[{word('search.rank', rank=hit.rank, score=number(hit.score, 3))}]"
        marks = word_spans(query, hit.text, normalizer)
        clause_card(card_of_hit(hit), f"{key}_{hit.rank}_{hit.clause_id}", marks=marks, note=note)
