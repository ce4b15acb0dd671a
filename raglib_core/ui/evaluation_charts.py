"""The charts of the page «Оценка»: means with intervals, questions one by one, recall by depth, time."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
import streamlit as st

from raglib_core.evaluation import BASE_METRIC
from raglib_core.evaluation.run_files import StoredRun
from raglib_core.evaluation.sweep import Sweep
from raglib_core.ui.evaluation_tables import measure_title
from raglib_core.ui.wording import word

_CONFIG = {"displaylogo": False, "displayModeBar": False, "responsive": True}
_MARGIN = {"l": 0, "r": 8, "t": 8, "b": 0}
_GREEN, _RED, _GREY = "#3B8C5A", "#B23A48", "rgba(128,128,128,.6)"
#: longer lists of questions become bars that nobody can tell apart
_BARS = 200


def _draw(figure: go.Figure, key: str) -> None:
    figure.update_layout(margin=_MARGIN, height=320)
    st.plotly_chart(figure, config=_CONFIG, key=key)


def means(runs: Sequence[StoredRun], names: dict[str, str]) -> None:
    """Draw the mean of the base metric with its 95% interval for each run."""
    shown = [one.run for one in runs]
    values = [run.metrics[BASE_METRIC] for run in shown]
    ends = [run.intervals[BASE_METRIC] for run in shown]
    figure = go.Figure(
        go.Scatter(
            x=values, y=[names[one.run_id] for one in runs], mode="markers+text", marker={"size": 11},
            text=[f"{value:.3f}" for value in values], textposition="top center", hoverinfo="x+y",
            error_x={
                "type": "data", "symmetric": False, "color": "rgba(128,128,128,.9)",
                "array": [high - value for value, (_, high) in zip(values, ends, strict=True)],
                "arrayminus": [value - low for value, (low, _) in zip(values, ends, strict=True)],
            },
        )
    )  # fmt: skip
    figure.update_yaxes(autorange="reversed", automargin=True)
    figure.update_xaxes(range=[0, 1.02], title=f"{measure_title(BASE_METRIC)}, {word('evaluation.mean')}")
    _draw(figure, "evaluation_means")


def differences(changes: Sequence[tuple[str, float]]) -> None:
    """Draw the difference of each question, the worst first; only the first two hundred."""
    shown = [one for one in changes if one[1]][:_BARS]
    figure = go.Figure(
        go.Bar(
            x=[qid for qid, _ in shown], y=[change for _, change in shown], hoverinfo="x+y",
            marker={"color": [_GREEN if change > 0 else _RED for _, change in shown]},
        )
    )  # fmt: skip
    figure.update_xaxes(type="category", automargin=True, title=word("evaluation.differing", count=len(shown)))
    figure.update_yaxes(range=[-1.05, 1.05], title=f"Δ {measure_title(BASE_METRIC)}", zerolinecolor=_GREY)
    _draw(figure, "evaluation_differences")


def recall_by_depth(runs: Sequence[StoredRun], names: dict[str, str]) -> None:
    """Draw the mean recall within 1, 2, 3 … places for each run."""
    figure = go.Figure()
    for one in runs:
        recalls = one.run.recall_by_depth()
        figure.add_scatter(x=list(range(1, len(recalls) + 1)), y=recalls, mode="lines+markers", name=names[one.run_id])
    figure.update_xaxes(title=word("evaluation.depth"), dtick=1)
    figure.update_yaxes(range=[0, 1.02], title=word("evaluation.recall"))
    figure.update_layout(legend={"orientation": "h", "y": -0.3}, showlegend=True)
    _draw(figure, "evaluation_recall")


def latency(runs: Sequence[StoredRun], names: dict[str, str]) -> None:
    """Draw how long a search takes: the times of all questions as a box for each run, in milliseconds."""
    figure = go.Figure()
    for one in runs:
        times = [1000 * row.seconds for row in one.run.rows]
        figure.add_box(x=times, name=names[one.run_id], boxpoints=False, hoverinfo="x")
    figure.update_xaxes(title=word("evaluation.milliseconds"), rangemode="tozero")
    figure.update_yaxes(autorange="reversed", automargin=True)
    figure.update_layout(showlegend=False)
    _draw(figure, "evaluation_latency")


def heat_map(found: Sweep) -> None:
    """Draw the means of a sweep on the half that chooses, over its two first options; a row where there is one."""
    options = [name for name, _ in found.cells[0].configuration.options][:2]
    if not options:
        return
    across, down = options[0], options[1] if len(options) > 1 else ""
    cells = [(dict(cell.configuration.options), cell.tuned) for cell in found.cells]
    columns = list(dict.fromkeys(str(one[across]) for one, _ in cells))
    rows = list(dict.fromkeys(str(one.get(down, "")) for one, _ in cells))
    best: dict[tuple[str, str], float] = {}
    for one, mean in cells:
        place = (str(one.get(down, "")), str(one[across]))
        best[place] = max(mean, best.get(place, 0.0))
    grid = [[best.get((row, column)) for column in columns] for row in rows]
    figure = go.Figure(
        go.Heatmap(z=grid, x=columns, y=rows, texttemplate="%{z:.3f}", colorscale="Blues", showscale=False)
    )
    figure.update_xaxes(type="category", title=across)
    figure.update_yaxes(type="category", title=down)
    _draw(figure, "evaluation_sweep")
