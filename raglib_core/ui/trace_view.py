"""The page «Ход поиска»: an agentic search run here, its steps with times, what it found."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

import pandas as pd
import streamlit as st

from raglib_core import texts
from raglib_core.agent import AgenticResult
from raglib_core.agent.trace import TRACE_VERSION
from raglib_core.ui import states
from raglib_core.ui.address import parameter
from raglib_core.ui.search_view import hit_list
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.wording import language, number, word

#: keys of a step that have a column of their own
_COLUMNS = ("kind", "started", "seconds")
_DETAIL_WORDS = (
    "tool", "query", "queries", "method", "found", "reason", "hits", "mode", "aspects", "sent", "verdicts", "relevant",
    "partial", "uncovered", "stop", "missing", "error",
)  # fmt: skip
_STEP_WORDS = ("plan", "retrieve", "reflect", "graded", "decide", "refine", "degrade", "final")
_LINE = "display:grid;grid-template-columns:9rem 1fr 6rem;gap:.8rem;align-items:center;padding:.15rem 0"
_TRACK = "position:relative;height:.9rem;border-radius:.3rem;background:rgba(128,128,128,.15)"
_BAR = (
    '<span style="position:absolute;left:{left:.2f}%;width:{width:.2f}%;max-width:100%;height:100%;'
    'border-radius:.3rem;background:rgba(47,109,181,.85)"></span>'
)
Step = Mapping[str, object]


def run_trace(handle: IndexHandle, question: str, count: int) -> None:
    """Run the agent on a question and draw what it did; without a language model that is plain hybrid search."""
    result = handle.get().agentic_search(question, llm=None, top_k=count)
    st.info(word("trace.no_model"), icon=":material/info:")
    if parameter("doc"):
        st.caption(word("trace.all_documents"))
    if result.degraded:
        reason = texts.notice(result.notice, language()) if result.notice else result.reason
        st.warning(word("trace.degraded", reason=states.escaped(reason)), icon=":material/warning:")
    _figures(result)
    st.subheader(word("trace.timeline"), anchor=False)
    frame = steps_frame(result.trace)
    if not frame.empty:
        st.html(waterfall(result.trace))
        st.dataframe(frame, hide_index=True, key="trace_steps")
    _raw(result, question)
    st.subheader(word("trace.found"), anchor=False)
    if not result.hits:
        st.info(word("trace.nothing"))
    hit_list(result.hits, question, handle.get().engine.normaliser.name, "trace")


def _figures(result: AgenticResult) -> None:
    shown = {
        "hits": number(len(result.hits)),
        "steps": number(len(result.trace)),
        "iterations": number(result.iterations),
        "calls": number(result.llm_calls),
        "seconds": number(result.seconds, 3),
    }
    for column, (name, value) in zip(st.columns(len(shown)), shown.items(), strict=True):
        column.metric(word(f"trace.{name}"), value, border=True)


def steps_frame(steps: Sequence[Step]) -> pd.DataFrame:
    """Return a row for each step: its name, when it began, how long it took, and the rest of it as one line."""
    names = [word(f"trace.column.{name}") for name in ("step", "started", "seconds", "details")]
    rows = [
        (step_name(str(step.get("kind", ""))), step.get("started"), step.get("seconds"), details_of(step))
        for step in steps
    ]
    return pd.DataFrame(rows, columns=names)


def waterfall(steps: Sequence[Step]) -> str:
    """Return the steps as bars in time, as escaped HTML; a step too short to see keeps a sliver."""
    spans = [(_seconds(step, "started"), _seconds(step, "seconds")) for step in steps]
    whole = max((start + length for start, length in spans), default=0.0) or 1.0
    lines = []
    for place, (step, (start, length)) in enumerate(zip(steps, spans, strict=True), start=1):
        name = html.escape(f"{place}. {step_name(str(step.get('kind', '')))}")
        bar = _BAR.format(left=100 * start / whole, width=max(0.5, 100 * length / whole))
        time = html.escape(f"{number(1000 * length, 1)} {word('trace.milliseconds')}")
        lines.append(
            f'<div style="{_LINE}"><span>{name}</span><span style="{_TRACK}">{bar}</span><span>{time}</span></div>'
        )
    return "".join(lines)


def _seconds(step: Step, name: str) -> float:
    value = step.get(name)
    return float(value) if isinstance(value, int | float) else 0.0


def step_name(kind: str) -> str:
    """Return what a kind of step is called; the kind itself for one this page does not know."""
    return word(f"trace.step.{kind}") if kind in _STEP_WORDS else kind


def details_of(step: Step) -> str:
    """Return what a step holds beside its kind and times, as one line; of a list how many there are."""
    rest = {name: value for name, value in step.items() if name not in _COLUMNS and value not in ("", None, [])}
    return " · ".join(f"{_detail_name(name)}: {_plain(value)}" for name, value in rest.items())


def _detail_name(name: str) -> str:
    return word(f"trace.detail.{name}") if name in _DETAIL_WORDS else name


def _plain(value: object) -> str:
    if isinstance(value, list) and not all(isinstance(one, str) for one in value):
        return number(len(value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _raw(result: AgenticResult, question: str) -> None:
    """Offer the whole run as JSON, on the page and as a file."""
    whole = {
        "question": question,
        "mode": result.mode,
        "degraded": result.degraded,
        "reason": result.reason,
        "iterations": result.iterations,
        "llm_calls": result.llm_calls,
        "seconds": round(result.seconds, 6),
        "trace": {"version": TRACE_VERSION, "steps": result.trace},
        "hits": [asdict(hit) for hit in result.hits],
    }
    written = json.dumps(whole, ensure_ascii=False, indent=1, default=str)
    with st.expander(word("trace.raw")):
        st.json(json.dumps(whole["trace"], ensure_ascii=False, default=str))
    st.download_button(
        word("trace.download"), written, on_click="ignore", file_name=f"{word('trace.file')}.json",
        mime="application/json", icon=":material/download:",
    )  # fmt: skip
