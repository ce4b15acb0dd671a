"""What a query may be; checked once, before anything is looked up."""

from __future__ import annotations

from collections.abc import Sequence

from raglib_core.errors import BadQuery, UnknownMethod
from raglib_core.russian import tokens
from raglib_core.texts import say


def bad_query(key: str, **values: object) -> BadQuery:
    """Return the error of a sentence of `raglib_core.texts` in both languages."""
    return BadQuery(reason=say(key, "en", **values), reason_ru=say(key, "ru", **values))


def check_top_k(top_k: object) -> None:
    """Raise BadQuery unless ``top_k`` is an integer of 1 or more."""
    if not isinstance(top_k, int) or isinstance(top_k, bool) or top_k < 1:
        raise bad_query("search.top_k", value=top_k)


def check_query(query: str) -> None:
    """Raise BadQuery for a query that is blank or holds no letter and no digit («!!!»)."""
    if not isinstance(query, str) or not query.strip():
        raise bad_query("search.blank")
    if not tokens(query):
        raise bad_query("search.no_words", query=query)


def check_choice(what: str, value: str, allowed: Sequence[str]) -> None:
    """Raise UnknownMethod unless the value is one of the allowed ones."""
    if value not in allowed:
        raise UnknownMethod(what=what, value=value, allowed=", ".join(allowed))
