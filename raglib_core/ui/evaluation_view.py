"""The page «Оценка»: questions with known answers, MRR@10 of three methods, question by question."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from raglib_core.errors import BadGoldenSet
from raglib_core.evaluation import Evaluation, Run, evaluate, parse_golden
from raglib_core.ui import charts, states
from raglib_core.ui.place import asset
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.wording import counted, error_sentence, number, word

METHODS = ("bm25", "vector", "hybrid")
METRIC = "mrr@10"
#: measures of the table, in their order
MEASURES = (METRIC, "ndcg@10", "hit@1", "hit@5", "recall@10")
#: below this the page says that a difference may be chance
FEW_QUESTIONS = 30
EXAMPLE = (
    '{"qid": "1", "question": "…", "relevant": [{"doc": "устав.md", "clause": "13.1", "grade": 2}], '
    '"scope_doc": "устав.md"}'
)


def golden_file() -> tuple[str, bytes] | None:
    """Draw the uploader of questions; return the name and content of the file, None while there is none."""
    file = st.file_uploader(word("evaluation.file"), type=["jsonl"], key="golden_file")
    if file is not None:
        return file.name, file.getvalue()
    states.empty(word("evaluation.empty"), word("evaluation.empty.how"))
    with st.expander(word("evaluation.format"), expanded=True):
        st.write(word("evaluation.format.what"))
        st.code(EXAMPLE, language="json", wrap_lines=True)
        st.download_button(
            word("evaluation.example"), asset("demo", "golden.jsonl").read_bytes(), on_click="ignore",
            file_name="golden.jsonl", mime="application/jsonl", icon=":material/download:",
        )  # fmt: skip
    return None


def evaluation(handle: IndexHandle, name: str, content: bytes) -> None:
    """Ask three methods the questions of a file and draw how well they answered; a bad file is told line by line."""
    try:
        report = _evaluated(handle, name, content)
    except BadGoldenSet as problem:
        states.error(word("evaluation.bad_file"), problem, how=word("evaluation.bad_file.how"))
        return
    for method, reason in report.skipped:
        skipped = word(f"method.{method}")
        st.info(states.escaped(word("evaluation.skipped", method=skipped, reason=error_sentence(reason))))
    questions = len(report.golden.questions)
    if questions < FEW_QUESTIONS:
        st.warning(word("evaluation.few", questions=counted(questions, "question")), icon=":material/warning:")
    st.dataframe(
        methods_frame(report.runs), hide_index=True, key="evaluation_methods", column_config=_decimals(MEASURES)
    )
    left, right = st.columns([3, 2], gap="large")
    with left:
        if report.pairs:
            st.dataframe(pairs_frame(report), hide_index=True, key="evaluation_pairs")
            st.caption(word("evaluation.pairs.help"))
    with right:
        charts.means(_means(report.runs), f"MRR@10, {word('evaluation.mean')}")
    st.subheader(word("evaluation.by_question"), anchor=False)
    by_question = questions_frame(report.runs)
    st.dataframe(by_question, hide_index=True, key="evaluation_questions")
    st.download_button(
        word("evaluation.download"), by_question.to_csv(index=False).encode("utf-8-sig"), on_click="ignore",
        file_name=f"{word('evaluation.csv')}.csv", mime="text/csv", icon=":material/download:",
    )  # fmt: skip


def _evaluated(handle: IndexHandle, name: str, content: bytes) -> Evaluation:
    """Return the report on a file, computed once for a state of the library in this session."""
    key = (handle.library_id, handle.stamp, name, hashlib.sha256(content).hexdigest())
    kept = st.session_state.get("evaluation")
    if kept is not None and kept[0] == key:
        known: Evaluation = kept[1]
        return known
    golden = parse_golden(content, name)
    bar = st.progress(0.0, text=word("evaluation.running"))

    def progress(stage: str, done: int, total: int, method: str) -> None:
        bar.progress(done / max(1, total), text=f"{word('evaluation.running')} {number(done)} / {number(total)}")

    try:
        report = evaluate(handle.get().engine, golden, METHODS, progress=progress)
    finally:
        bar.empty()
    st.session_state["evaluation"] = (key, report)
    return report


def methods_frame(runs: Sequence[Run]) -> pd.DataFrame:
    """Return a row for each method: how many questions, its measures, the interval of MRR@10, the median time."""
    rows = []
    for run in runs:
        low, high = run.intervals[METRIC]
        row: dict[str, object] = {word("evaluation.method"): word(f"method.{run.method}")}
        row[word("evaluation.questions")] = len(run.rows)
        row[_title(METRIC)] = round(run.metrics[METRIC], 3)
        row[word("evaluation.interval")] = f"{number(low, 3)} – {number(high, 3)}"
        row |= {_title(name): round(run.metrics[name], 3) for name in MEASURES[1:]}
        row[word("evaluation.median")] = round(run.seconds(0.5), 3)
        rows.append(row)
    return pd.DataFrame(rows)


def pairs_frame(report: Evaluation) -> pd.DataFrame:
    """Return how MRR@10 of each two methods differs, with the interval, the p-value, and wins, ties, losses."""
    rows = [
        {
            word("evaluation.pair"): f"{word(f'method.short.{pair.b}')} − {word(f'method.short.{pair.a}')}",
            word("evaluation.difference"): round(pair.difference, 3),
            word("evaluation.interval"): f"{number(pair.interval[0], 3)} – {number(pair.interval[1], 3)}",
            "p": round(pair.p_value, 4),
            word("evaluation.wins"): f"{pair.wins} / {pair.ties} / {pair.losses}",
        }
        for pair in report.pairs
        if pair.metric == METRIC
    ]
    return pd.DataFrame(rows)


def questions_frame(runs: Sequence[Run]) -> pd.DataFrame:
    """Return a row for each question: its answers and the rank of the first one by each method, "—" where not found."""
    columns: dict[str, list[object]] = {
        "№": [row.qid for row in runs[0].rows],
        word("evaluation.question"): [row.question for row in runs[0].rows],
        word("evaluation.answers"): [", ".join(row.answers) for row in runs[0].rows],
    }
    for run in runs:
        title = word("evaluation.first", method=word(f"method.short.{run.method}"))
        columns[title] = [str(row.first_rank or "—") for row in run.rows]
    return pd.DataFrame(columns)


def _decimals(metrics: Sequence[str]) -> dict[str, Any]:
    """Return how the columns of measures are written: three digits after the point."""
    return {_title(name): st.column_config.NumberColumn(format="%.3f") for name in metrics}


def _means(runs: Sequence[Run]) -> pd.DataFrame:
    rows = [(word(f"method.{run.method}"), run.metrics[METRIC], *run.intervals[METRIC]) for run in runs]
    return pd.DataFrame(rows, columns=["method", "mean", "low", "high"])


def _title(metric: str) -> str:
    """Return how a measure is written: "MRR@10", "nDCG@10", "Hit@1"."""
    name, _, depth = metric.partition("@")
    return f"{ {'mrr': 'MRR', 'ndcg': 'nDCG'}.get(name, name.capitalize()) }@{depth}"
