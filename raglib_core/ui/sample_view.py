"""A random sample of clauses to confirm by eye, and the error rate that it implies for the whole document."""

from __future__ import annotations

import streamlit as st

from raglib_core.evaluation.sampling import rule_of_three, sample, wilson
from raglib_core.model import Clause, Document
from raglib_core.ui import shell, states
from raglib_core.ui.address import link, parameter, put
from raglib_core.ui.clause_card import card_of_clause
from raglib_core.ui.outline import one_line
from raglib_core.ui.verbatim import verbatim
from raglib_core.ui.wording import number, share, word

SIZE = 30
#: so much of the text around a clause is shown for its boundaries to be seen
AROUND = 90
_ANSWERS = ("right", "wrong")


def sample_view(document: Document) -> None:
    """Draw the clauses of the sample of ``?seed=`` with a question for each, and the rate above them."""
    written = parameter("seed")
    seed = int(written) if written.isdecimal() and len(written) < 7 else 1
    chosen = sample(document.clauses, SIZE, seed)
    if not chosen:
        st.info(word("contents.blank"))
        return
    answers = [st.session_state.get(_key(document, seed, clause)) for clause in chosen]
    st.write(word("sample.how", size=len(chosen), clauses=number(len(document.clauses))))
    _rate(answers.count("wrong"), len(answers) - answers.count(None))
    st.button(word("sample.other"), on_click=put, args=("seed", str(seed + 1)), icon=":material/casino:")
    for clause in chosen:
        _question(document, clause, _key(document, seed, clause))


def _key(document: Document, seed: int, clause: Clause) -> str:
    return f"sample:{document.doc_id}:{seed}:{clause.locator}"


def _rate(errors: int, seen: int) -> None:
    """Say the rate with its interval; nothing is said before an answer."""
    if not seen:
        st.info(word("sample.none"))
        return
    low, high = wilson(errors, seen)
    st.metric(word("sample.rate"), share(errors / seen), border=True, help=word("sample.source"))
    st.write(word("sample.interval", errors=errors, seen=seen, low=share(low), high=share(high)))
    if not errors:
        st.write(word("sample.three", seen=seen, limit=share(rule_of_three(seen))))


def _question(document: Document, clause: Clause, key: str) -> None:
    card = card_of_clause(document, clause)
    with st.container(border=True):
        st.page_link(shell.page("contents"), label=states.escaped(card.name), query_params=link(clause=clause.locator))
        st.caption("… " + states.escaped(one_line(document.text[max(0, clause.start - AROUND) : clause.start])))
        verbatim(card.text, height="10rem")
        st.caption(states.escaped(one_line(document.text[clause.stop : clause.stop + AROUND])) + " …")
        st.segmented_control(
            word("sample.question"), _ANSWERS, key=key, persist_state="session",
            format_func=lambda one: word(f"sample.{one}"),
        )  # fmt: skip
