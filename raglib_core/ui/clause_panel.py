"""The clause in hand beside the tree: its text, its neighbours, what is remarked on it and on what evidence."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from raglib_core import texts
from raglib_core.model import PATH_SEPARATOR, Clause, Document, Finding, Section, Span
from raglib_core.ui import corrections, states
from raglib_core.ui.address import clause_button, parameter
from raglib_core.ui.clause_card import card_of_clause, copy_button
from raglib_core.ui.outline import Row, findings_of, one_line, row_at
from raglib_core.ui.page_view import page_view
from raglib_core.ui.reading import has_form, reading_html
from raglib_core.ui.references import linked_references
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.verbatim import verbatim
from raglib_core.ui.wording import counted, language, number, word

PANEL = "clause_panel"
TEXT_HEIGHT = "26rem"
#: of a longer section the beginning is shown, and the panel says so
SECTION_CHARACTERS = 20_000
ICONS = {"error": ":material/error:", "warning": ":material/warning:", "info": ":material/info:"}
COLOURS = {"error": "red", "warning": "orange", "info": "gray"}


@st.fragment(key=PANEL)
def clause_panel(handle: IndexHandle, document: Document, rows: Sequence[Row]) -> None:
    """Draw what ``?clause=`` names; a click in the tree draws only this panel again."""
    corrections.settled()
    address = parameter("clause")
    if not address:
        st.info(word("panel.choose"), icon=":material/touch_app:")
        return
    row = row_at(rows, document, address)
    if row is None:
        states.error(word("panel.unknown", clause=address), word("panel.unknown.how"))
        return
    with st.container(border=True, key="panel"):
        _neighbours(rows, row)
        if isinstance(row.place, Finding):
            st.subheader(states.escaped(row.label), anchor=False)
        elif isinstance(row.place, Section):
            _section(document, row.place)
        else:
            _clause(document, row.place)
            linked_references(handle, document, row.place)
        for place, finding in enumerate(findings_of(document, row)):
            _finding(document, finding)
            corrections.judgement(handle, document, finding, str(place))
        if isinstance(row.place, Finding):
            corrections.signature()
        else:
            corrections.boundary_tools(handle, document, row.place, row.address, _before(rows, row))


def _neighbours(rows: Sequence[Row], row: Row) -> None:
    """Draw buttons to the rows before and after this one."""
    at = next(place for place, one in enumerate(rows) if one.address == row.address)
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        for place, pattern in ((at - 1, "panel.previous"), (at + 1, "panel.next")):
            if 0 <= place < len(rows):
                name = one_line(rows[place].label or rows[place].title, 40)
                label = word(pattern, name=states.escaped(name))
                clause_button(label, rows[place].address, key=f"go_{pattern.rpartition('.')[2]}")


def _before(rows: Sequence[Row], row: Row) -> str:
    """Return the address of the nearest section or clause before a row; "" for the first one."""
    at = next(place for place, one in enumerate(rows) if one.address == row.address)
    return next((one.address for one in reversed(rows[:at]) if not isinstance(one.place, Finding)), "")


def _clause(document: Document, clause: Clause) -> None:
    card = card_of_clause(document, clause)
    st.subheader(states.escaped(card.name), anchor=False)
    kind = word("panel.kind." + clause.kind)
    place = [
        states.escaped(PATH_SEPARATOR.join(card.path)),
        kind,
        word("panel.span", start=number(clause.start), stop=number(clause.stop)),
    ]
    if card.page is not None:
        place.append(word("card.page", page=card.page))
    st.caption(" · ".join(place))
    if has_form(card.text, clause) and st.toggle(word("panel.reading"), key="reading", persist_state="session"):
        left, right = st.columns(2)
        with left:
            verbatim(card.text, height=TEXT_HEIGHT)
        right.html(reading_html(card.text, clause))
    else:
        verbatim(card.text, height=TEXT_HEIGHT)
    copy_button(f"{card.text}\n\n({card.cited})", key="copy_panel")
    page_view(document, Span(clause.start, clause.stop))


def _section(document: Document, section: Section) -> None:
    st.subheader(states.escaped(one_line(section.title) or section.key), anchor=False)
    inside = sum(1 for clause in document.clauses if section.start <= clause.start < section.stop)
    st.caption(" · ".join([word(f"panel.section.{section.kind}"), counted(inside, "clause")]))
    text = document.text[section.start : section.stop].strip()
    verbatim(text[:SECTION_CHARACTERS], height=TEXT_HEIGHT)
    if len(text) > SECTION_CHARACTERS:
        st.caption(word("panel.section.more", shown=number(SECTION_CHARACTERS), characters=number(len(text))))


def _finding(document: Document, finding: Finding) -> None:
    """Draw a finding: what is wrong, the probable cause, the pieces of text that show it."""
    colour = COLOURS[finding.severity]
    st.markdown(f":{colour}[{ICONS[finding.severity]} **{states.escaped(texts.finding(finding, language()))}**]")
    if cause := texts.finding_cause(finding, language()):
        st.write(states.escaped(cause))
    for role, text, start in finding.evidence:
        st.caption(word("panel.evidence", role=role_name(role), start=number(start)))
        verbatim(text)


def role_name(role: str) -> str:
    """Return what a piece of evidence is to its finding, in the language of the page."""
    return word(f"evidence.{role}")
