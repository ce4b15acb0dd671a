"""What a sweep found: the grid as a heat map, the setting chosen on one half and what it is worth on the other."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from raglib_core.evaluation.sweep import Sweep
from raglib_core.ui import evaluation_charts, states
from raglib_core.ui.evaluation_tables import configuration_name, interval_text, signed_number
from raglib_core.ui.wording import number, word


def tuned(found: Sweep) -> None:
    """Draw a sweep; only the figure of the half that did not choose is called a result."""
    with st.container(border=True, key="sweep"):
        name = states.escaped(configuration_name(found.chosen.configuration))
        st.subheader(word("evaluation.tuned"), anchor=False)
        st.write(word("evaluation.tuned.chosen", name=name, questions=len(found.tuning)))
        pair = found.pair
        verdict = word("evaluation.tuned.real" if pair.real else "evaluation.tuned.chance")
        st.write(
            word(
                "evaluation.tuned.reported", questions=len(found.reporting), value=number(found.chosen.reported, 3),
                base=number(found.base.reported, 3), difference=signed_number(pair.difference),
                interval=interval_text(pair.interval, signed=True), verdict=verdict,
            )
        )  # fmt: skip
        left, right = st.columns([3, 2], gap="large")
        with left:
            evaluation_charts.heat_map(found)
        right.dataframe(sweep_frame(found), hide_index=True, key="evaluation_sweep_cells")
        st.caption(word("evaluation.tuned.apply", label=found.chosen.configuration.label))


def sweep_frame(found: Sweep) -> pd.DataFrame:
    """Return a row for each setting with its mean on the half that chooses, the best first."""
    rows = [
        {word("evaluation.method"): cell.configuration.label, word("evaluation.tuned.mean"): round(cell.tuned, 3)}
        for cell in sorted(found.cells, key=lambda cell: -cell.tuned)
    ]
    return pd.DataFrame(rows)
