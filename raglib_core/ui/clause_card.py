"""The one form in which a clause is shown everywhere: «п. 12.1.4 · путь · документ», its text, copy, a link to it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from raglib_core.model import PATH_SEPARATOR, Clause, Document, SearchHit, Span
from raglib_core.ui import shell, states
from raglib_core.ui.address import link
from raglib_core.ui.place import asset
from raglib_core.ui.verbatim import verbatim
from raglib_core.ui.wording import language, word

#: a longer text scrolls inside its card
CARD_HEIGHT = "15rem"
#: how the kinds that a locator names are cited: «ст.3/1» is «ч. 1 ст. 3»
_CITED = {
    "ru": {"п": "п.", "ч": "ч.", "ст": "ст.", "прил": "прил.", "разд": "разд.", "гл": "гл.", "подразд": "подразд."},
    "en": {"п": "cl.", "ч": "pt.", "ст": "art.", "прил": "app.", "разд": "sec.", "гл": "ch.", "подразд": "subsec."},
}

_COPY = st.components.v2.component(
    "raglib_copy",
    html=asset("copy", "copy.html").read_text(encoding="utf-8"),
    css=asset("copy", "copy.css").read_text(encoding="utf-8"),
    js=asset("copy", "copy.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True, slots=True)
class Card:
    """What a card shows of a clause; ``page`` is the page of the source, None for a source without pages."""

    doc_id: str
    document: str
    locator: str
    number: str
    path: tuple[str, ...]
    text: str
    page: int | None = None

    @property
    def name(self) -> str:
        """How a lawyer cites the clause: «п. 12.1.4», «ч. 1 ст. 3»; the locator for text without a number."""
        return citation(self.number, self.locator, language())

    @property
    def cited(self) -> str:
        """The citation with the document, as it is copied."""
        return f"{self.name}, {self.document}"


def card_of_hit(hit: SearchHit) -> Card:
    """Return the card of a hit of a search."""
    return Card(hit.doc_id, hit.doc_name, hit.locator, hit.clause_number, tuple(hit.path), hit.text, hit.page)


def card_of_clause(document: Document, clause: Clause) -> Card:
    """Return the card of a clause of a document."""
    text = document.text[clause.start : clause.stop]
    page = document.page_of(clause.start)
    return Card(document.doc_id, document.name, clause.locator, clause.number, clause.path, text, page)


def citation(number: str, locator: str, lang: str) -> str:
    """Return a short citation: «п. 12.1.4», «ч. 1 ст. 3», «ст. 5», «п. 1.1 прил. 1»; the locator without a number."""
    *scopes, last = locator.partition("#")[0].split("/")
    if not number:
        return locator
    words = _CITED[lang]
    around = [
        f"{words[kind]} {name}".strip()
        for kind, _, name in (scope.partition(".") for scope in reversed(scopes))
        if kind in words
    ]
    inside_article = bool(scopes) and scopes[-1].startswith("ст.")
    if last.startswith("ст."):
        own = f"{words['ст']} {number}"
    elif last == number:
        own = f"{words['ч' if inside_article else 'п']} {number}"
    else:
        return locator
    return " ".join([own, *around])


def clause_card(card: Card, key: str, *, marks: Sequence[Span] = (), note: str = "", height: str = CARD_HEIGHT) -> None:
    """Draw a card; ``note`` is a line of our own markdown beside the name, such as rank and score.

    ``key`` is unique on the page.
    """
    with st.container(border=True, key=f"card_{key}"):
        st.markdown(f"**{states.escaped(card.name)}** {note}".rstrip())
        st.caption(" · ".join(part for part in (_path(card), states.escaped(card.document), _page(card)) if part))
        verbatim(card.text, marks, height=height)
        with st.container(horizontal=True, vertical_alignment="center"):
            copy_button(f"{card.text}\n\n({card.cited})", key=f"copy_{key}")
            st.page_link(
                shell.page("contents"), label=word("card.open"), icon=":material/account_tree:",
                query_params=link(doc=card.doc_id, clause=card.locator),
            )  # fmt: skip


def _path(card: Card) -> str:
    """Return the path above the clause itself, in one line."""
    above = card.path[:-1] if card.path and card.path[-1] in (card.number, card.locator) else card.path
    return states.escaped(PATH_SEPARATOR.join(above))


def _page(card: Card) -> str:
    return word("card.page", page=card.page) if card.page is not None else ""


def copy_button(text: str, key: str) -> None:
    """Draw a button that copies a text."""
    said = {"text": text, "label": word("card.copy"), "done": word("card.copied"), "failed": word("card.not_copied")}
    _COPY(key=key, data=json.dumps(said, ensure_ascii=False).encode(), width="content")
