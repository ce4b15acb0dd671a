"""The page «Оценка»: questions with known answers, configurations measured on them, and what the difference means."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from raglib_core.errors import RaglibError
from raglib_core.evaluation import BASE_METRIC, Configuration, GoldenSet, Pair, against, run_files
from raglib_core.evaluation.reading import read_result
from raglib_core.evaluation.run_files import StoredRun
from raglib_core.evaluation.sweep import grid
from raglib_core.ui import evaluation_charts as charts
from raglib_core.ui import evaluation_tables as tables
from raglib_core.ui import evaluations, states, workspace
from raglib_core.ui.address import parameter, put, synced_choice
from raglib_core.ui.evaluation_question import both_rankings, rows_by_id
from raglib_core.ui.evaluation_sweep import tuned
from raglib_core.ui.golden_panel import golden_panel
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.wording import error_sentence, language, number, word
from raglib_core.ui.workspace import Library

#: what is measured unless the reader chooses: those of an index with vectors, those of words only
METHODS = ("bm25", "vector", "hybrid")
WORD_METHODS = ("bm25", "bm25:normalizer=none")
OFFERED = (
    "bm25", "vector", "hybrid", "rank_bm25", "bm25:normalizer=none", "bm25:normalizer=lemma", "hybrid:fusion=rrf",
    "hybrid:dense_weight=0.5",
)  # fmt: skip
#: what a sweep tries unless the reader writes another grid
GRID = "hybrid:dense_weight=0.3,0.5,0.7,0.9:depth=50,100"
WORD_GRID = "bm25:normalizer=none,stem,lemma"
#: seconds between two looks at a running evaluation
LOOK_EVERY = 0.7


def evaluation_page(handle: IndexHandle) -> None:
    """Draw the page for a library: its questions, a running evaluation, the runs in hand, the history."""
    library = workspace.library(handle.library_id)
    if library is None:
        return
    golden = golden_panel(library, handle)
    if golden is not None:
        _starter(library, handle, golden)
    if parameter("job"):
        _job(parameter("job"))
    runs = evaluations.stored_runs(library)
    chosen = _chosen_runs(runs)
    if chosen:
        _results(library, handle, golden, chosen)
    if runs:
        with st.expander(word("evaluation.history", count=number(len(runs)))):
            st.dataframe(tables.history_frame(list(runs.values())), hide_index=True, key="evaluation_history")


# ---------------------------------------------------------------- running


def _starter(library: Library, handle: IndexHandle, golden: GoldenSet) -> None:
    """Draw the choice of configurations and the button that measures them."""
    able = METHODS if handle.get().engine.best_method != "bm25" else WORD_METHODS
    left, right = st.columns([5, 1], vertical_alignment="bottom")
    chosen = left.multiselect(
        word("evaluation.methods"), OFFERED, default=able, key="evaluation_methods", accept_new_options=True,
        format_func=_option_name, help=word("evaluation.methods.help"),
    )  # fmt: skip
    right.button(
        word("evaluation.run"), type="primary", key="evaluation_run", icon=":material/play_arrow:", width="stretch",
        disabled=not chosen, on_click=_start, args=(library, handle, golden, tuple(chosen)),
    )  # fmt: skip
    with st.expander(word("evaluation.tune")):
        _tuner(library, handle, golden)
    problem = st.session_state.pop("evaluation_problem", None)
    if problem is not None:
        states.error(word("evaluation.failed"), problem)


def _tuner(library: Library, handle: IndexHandle, golden: GoldenSet) -> None:
    """Draw the grid of a sweep and the button that tries it out."""
    st.write(word("evaluation.tune.what"))
    left, right = st.columns([5, 1], vertical_alignment="bottom")
    able = handle.get().engine.best_method != "bm25"
    written = left.text_input(
        word("evaluation.grid"), GRID if able else WORD_GRID, key="evaluation_grid", help=word("evaluation.grid.help")
    )
    right.button(
        word("evaluation.tune.run"), key="evaluation_tune", width="stretch", disabled=not written,
        on_click=_start, args=(library, handle, golden, (written,)), kwargs={"tune": True},
    )  # fmt: skip


def _option_name(written: str) -> str:
    try:
        return tables.configuration_name(Configuration.parse(written))
    except RaglibError:
        return written


def _start(
    library: Library, handle: IndexHandle, golden: GoldenSet, written: tuple[str, ...], *, tune: bool = False
) -> None:
    try:
        configurations = grid(written[0]) if tune else tuple(dict.fromkeys(map(Configuration.parse, written)))
    except RaglibError as problem:
        st.session_state["evaluation_problem"] = problem
        return
    request = evaluations.EvaluationRequest(library, handle, golden, configurations, tune)
    put("job", evaluations.registry().start(request).job_id)
    for name in ("run", "base", "q"):
        put(name, "")


def _job(job_id: str) -> None:
    """Draw the job of ``?job=``; when it is done its runs come into the URL in its place."""
    job = evaluations.registry().job(job_id)
    if job is None:
        st.info(word("evaluation.unknown_job"))
    elif job.finished:
        _finished(job)
    else:
        st.fragment(_watch, run_every=LOOK_EVERY)(job_id)


def _watch(job_id: str) -> None:
    job = evaluations.registry().job(job_id)
    if job is None or job.finished:
        st.rerun()
    else:
        _progress(job)


def _progress(job: evaluations.EvaluationJob) -> None:
    share = min(1.0, job.done / job.total) if job.total else 0.0
    name = _option_name(job.label) if job.label else ""
    st.progress(share, text=f"{word('evaluation.running')} {number(job.done)} / {number(job.total)} · {name}")
    if st.button(word("evaluation.cancel"), key="evaluation_cancel"):
        job.cancel.set()


def _finished(job: evaluations.EvaluationJob) -> None:
    """Take the runs of a finished job in hand, unless others are; say what could not run, or why nothing did."""
    if job.status == "done" and job.run_ids and not parameter("run"):
        put("run", ",".join(job.run_ids))
    if job.sweep is not None:
        tuned(job.sweep)
    for label, problem in job.skipped:
        said = word("evaluation.skipped", method=_option_name(label), reason=error_sentence(problem))
        st.info(states.escaped(said))
    if job.status == "cancelled":
        st.info(word("evaluation.cancelled"))
    elif job.error is not None:
        states.error(word("evaluation.failed"), job.error)


# ---------------------------------------------------------------- results


def _chosen_runs(runs: dict[str, StoredRun]) -> list[StoredRun]:
    """Draw the choice of runs to look at and return them in its order; [] for none."""
    if not runs:
        return []
    asked = [one for one in parameter("run").split(",") if one in runs]
    names = tables.run_names(list(runs.values()))
    push = synced_choice("pick_runs", "run", asked, lambda one: ",".join(one) if isinstance(one, list) else "")

    def changed() -> None:
        push()
        put("job", "")

    st.multiselect(
        word("evaluation.runs"), list(runs), key="pick_runs", on_change=changed, format_func=names.__getitem__,
        placeholder=word("evaluation.runs.hint"),
    )  # fmt: skip
    return [runs[one] for one in asked]


def _results(library: Library, handle: IndexHandle, golden: GoldenSet | None, runs: list[StoredRun]) -> None:
    base = _base(runs)
    others = [one for one in runs if one is not base]
    _doubts(handle, base, others)
    pairs = against(base.run, [one.run for one in others])
    by_id = {one.run_id: pair for one, pair in zip(others, pairs, strict=True)}
    names = tables.run_names(runs)
    frame = tables.runs_frame(runs, base.run_id, by_id)
    st.dataframe(frame, hide_index=True, key="evaluation_runs", column_config=tables.decimals())
    st.caption(word("evaluation.pairs.help"))
    _reading(base, others, pairs, names)
    _charts(runs, base, others, names)
    if others:
        _questions(library, handle, golden, base, others, names)
    _downloads(runs)


def _base(runs: Sequence[StoredRun]) -> StoredRun:
    """Return the run that the others are compared with: that of ``?base=``, else the first."""
    ids = [one.run_id for one in runs]
    current = parameter("base") if parameter("base") in ids else ids[0]
    if len(runs) > 1:
        names = tables.run_names(runs)
        push = synced_choice("pick_base", "base", current, str)
        st.selectbox(
            word("evaluation.base"), ids, key="pick_base", on_change=push, format_func=names.__getitem__,
            help=word("evaluation.base.help"),
        )  # fmt: skip
    return next(one for one in runs if one.run_id == current)


def _doubts(handle: IndexHandle, base: StoredRun, others: Sequence[StoredRun]) -> None:
    """Say what speaks against comparing these runs with each other, or with the library as it is now."""
    sentences = [word(f"evaluation.doubt.{code}") for code in run_files.doubts(base, others)]
    now = run_files.index_hash(handle.get().engine.index)
    if any(one.index.hash != now for one in (base, *others)):
        sentences.append(word("evaluation.doubt.rebuilt"))
    if sentences:
        st.warning("\n".join(f"* {one}" for one in sentences), icon=":material/warning:")


def _reading(base: StoredRun, others: Sequence[StoredRun], pairs: Sequence[Pair], names: dict[str, str]) -> None:
    """Say in words what follows, configurations under the names that the table gives them."""
    remarks = read_result([base.run, *(one.run for one in others)], pairs, generated=base.golden.generated)
    titles = {one.run.method: f"«{names[one.run_id]}»" for one in (base, *others)}
    if remarks:
        st.markdown(f"**{word('evaluation.follows')}**")
        st.markdown("\n".join(f"* {states.escaped(one.named(titles).say(language()))}" for one in remarks))


def _charts(runs: Sequence[StoredRun], base: StoredRun, others: Sequence[StoredRun], names: dict[str, str]) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        charts.means(runs, names)
        charts.latency(runs, names)
    with right:
        charts.recall_by_depth(runs, names)
        if others:
            other = _other(others)
            changes = [
                (row.qid, after.metrics[BASE_METRIC] - row.metrics[BASE_METRIC])
                for row, after in tables.questions_by_regression(base, other)
            ]
            charts.differences(changes)


def _other(others: Sequence[StoredRun]) -> StoredRun:
    """Return the run whose questions are shown beside those of the base: that of the picker, else the first."""
    picked = st.session_state.get("pick_other")
    return next((one for one in others if one.run_id == picked), others[0])


def _questions(
    library: Library,
    handle: IndexHandle,
    golden: GoldenSet | None,
    base: StoredRun,
    others: Sequence[StoredRun],
    names: dict[str, str],
) -> None:
    """Draw the questions, the worst regression first, and the one of ``?q=`` with both rankings."""
    st.subheader(word("evaluation.by_question"), anchor=False)
    other = _other(others)
    if len(others) > 1:
        ids = [one.run_id for one in others]
        if st.session_state.get("pick_other") not in ids:
            st.session_state["pick_other"] = ids[0]
        st.selectbox(word("evaluation.other"), ids, key="pick_other", format_func=names.__getitem__)
    pairs = tables.questions_by_regression(base, other)
    titles = (names[base.run_id], names[other.run_id])
    frame = tables.questions_frame(pairs, titles)
    qids = [row.qid for row, _ in pairs]
    key = f"evaluation_questions_{base.run_id}_{other.run_id}"

    def picked() -> None:
        rows = st.session_state[key]["selection"]["rows"]
        put("q", qids[rows[0]] if rows else "")

    st.dataframe(
        frame, hide_index=True, key=key, on_select=picked, selection_mode="single-row", height=320,
        column_config=tables.decimals(),
    )  # fmt: skip
    chosen = rows_by_id(pairs).get(parameter("q"))
    if chosen is None:
        st.caption(word("evaluation.pick_question"))
        return
    both_rankings(library, handle, chosen, titles, golden.name if golden is not None else "")


def _downloads(runs: Sequence[StoredRun]) -> None:
    """Offer the runs as one JSON file, as `raglib eval compare` reads them one by one."""
    with st.container(horizontal=True):
        for one in runs:
            st.download_button(
                f"{one.run.method}{run_files.SUFFIX}", run_files.as_bytes(one), on_click="ignore",
                file_name=f"{one.run_id}{run_files.SUFFIX}", mime="application/json", icon=":material/download:",
                key=f"download_{one.run_id}",
            )  # fmt: skip
