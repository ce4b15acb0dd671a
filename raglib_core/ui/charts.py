"""The charts of the pages, drawn by plotly in the colours of the theme, with nothing fetched from outside."""

from __future__ import annotations

import html
import textwrap

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from raglib_core.model import Document
from raglib_core.ui.outline import one_line
from raglib_core.ui.wording import counted, word

#: a cell is a node in the page: more sections than this are folded into their parents
MAP_SECTIONS = 100
#: the id of the cell that stands for the whole document
_WHOLE = "\u2205"
_CONFIG = {"displaylogo": False, "displayModeBar": False, "responsive": True}


def section_frame(document: Document) -> pd.DataFrame:
    """Return the sections for the map: key, parent, title, clauses and findings inside; empty without sections.

    Only the levels that fit into `MAP_SECTIONS` cells are there; each section counts all that lies inside of it.
    """
    shown = [section for section in document.sections if section.kind != "contents"]
    depth = {section.key: 0 for section in shown}
    for section in shown:
        depth[section.key] = depth.get(section.parent or "", -1) + 1
    fitting = max((level for level in set(depth.values()) if _fits(depth, level)), default=0)
    rows = [
        {
            "key": section.key,
            "parent": section.parent or "",
            "title": one_line(section.title, 60) or section.key,
            "clauses": sum(section.start <= clause.start < section.stop for clause in document.clauses),
            "findings": sum(
                section.start <= finding.start < section.stop
                for finding in document.coverage.findings
                if finding.severity != "info"
            ),
        }
        for section in shown
        if depth[section.key] <= fitting
    ]
    return pd.DataFrame(rows[:MAP_SECTIONS], columns=["key", "parent", "title", "clauses", "findings"])


def _fits(depth: dict[str, int], level: int) -> bool:
    return sum(1 for one in depth.values() if one <= level) <= MAP_SECTIONS


def section_map(document: Document) -> None:
    """Draw the sections as areas by the number of their clauses, the darker the more findings; say so without any."""
    frame = section_frame(document)
    frame = frame[frame["clauses"] > 0]
    if frame.empty:
        st.info(word("map.none"))
        return
    frame = _under_one_root(frame, document.name)
    said = [f"{counted(row.clauses, 'clause')}, {counted(row.findings, 'finding')}" for row in frame.itertuples()]
    inner = frame["key"].isin(frame["parent"])
    labels = frame["title"].map(html.escape).where(inner, frame["title"].map(_wrapped))
    figure = go.Figure(
        go.Treemap(
            ids=frame["key"], labels=labels, parents=frame["parent"], values=frame["clauses"],
            branchvalues="total", text=said, textinfo="label+text", hoverinfo="label+text",
            marker={
                # the whole document is the frame of the map, not a part of it to be coloured
                "colors": frame["findings"].where(frame["key"] != _WHOLE, 0),
                "cmin": 0, "cmax": max(1, int(frame["findings"].iloc[1:].max())),
                "colorscale": [[0.0, "#5F7F9F"], [0.01, "#C2691F"], [1.0, "#B23A48"]],
            },
        )
    )  # fmt: skip
    figure.update_layout(
        margin={"l": 0, "r": 0, "t": 8, "b": 0}, height=560, uniformtext={"minsize": 9, "mode": "hide"}
    )
    st.plotly_chart(figure, config=_CONFIG, key="section_map")
    st.caption(word("map.legend"))


def _under_one_root(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return the sections with a first row for the whole document, which the outermost ones belong to."""
    inner = frame["parent"].isin(frame["key"])
    sums = frame.loc[~inner, ["clauses", "findings"]].sum()
    whole = pd.DataFrame([{"key": _WHOLE, "parent": "", "title": name, **sums.to_dict()}])
    return pd.concat([whole, frame.assign(parent=frame["parent"].where(inner, _WHOLE))], ignore_index=True)


def _wrapped(title: str) -> str:
    """Return a title cut into short lines for a cell; plotly reads tags, so that signs of markup are escaped."""
    return "<br>".join(html.escape(line) for line in textwrap.wrap(title, 26))


def means(frame: pd.DataFrame, title: str) -> None:
    """Draw a mean with its interval for each method; columns method, mean, low, high, all in 0 … 1."""
    figure = go.Figure(
        go.Bar(
            y=frame["method"], x=frame["mean"], orientation="h", width=0.5, hoverinfo="x+y",
            text=[f"{mean:.3f}" for mean in frame["mean"]], textposition="inside", insidetextanchor="start",
            error_x={
                "type": "data", "symmetric": False, "color": "rgba(128,128,128,.9)",
                "array": frame["high"] - frame["mean"], "arrayminus": frame["mean"] - frame["low"],
            },
        )
    )  # fmt: skip
    figure.update_layout(margin={"l": 0, "r": 8, "t": 8, "b": 0}, height=90 + 60 * len(frame))
    figure.update_yaxes(autorange="reversed", automargin=True)
    figure.update_xaxes(range=[0, 1.02], title=title)
    st.plotly_chart(figure, config=_CONFIG, key="evaluation_means")
