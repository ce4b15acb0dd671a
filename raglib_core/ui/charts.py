"""The charts of the pages, drawn by plotly in the colours of the theme, with nothing fetched from outside."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from raglib_core.model import Document
from raglib_core.ui.outline import one_line
from raglib_core.ui.wording import counted, word

#: a cell is a node in the page: more sections than this are folded into their parents
MAP_SECTIONS = 100
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
    said = [f"{counted(row.clauses, 'clause')}, {counted(row.findings, 'finding')}" for row in frame.itertuples()]
    parents = frame["parent"].where(frame["parent"].isin(frame["key"]), "")
    figure = go.Figure(
        go.Treemap(
            ids=frame["key"], labels=frame["title"], parents=parents,
            values=frame["clauses"], branchvalues="total", root={"color": "rgba(0,0,0,0)"}, text=said,
            textinfo="label+text", hoverinfo="label+text",
            marker={
                "colors": frame["findings"], "cmin": 0, "cmax": max(1, int(frame["findings"].max())),
                "colorscale": [[0.0, "#5F7F9F"], [0.01, "#C2691F"], [1.0, "#B23A48"]],
            },
        )
    )  # fmt: skip
    figure.update_layout(
        margin={"l": 0, "r": 0, "t": 8, "b": 0}, height=560, uniformtext={"minsize": 10, "mode": "hide"}
    )
    st.plotly_chart(figure, config=_CONFIG, key="section_map")
    st.caption(word("map.legend"))
