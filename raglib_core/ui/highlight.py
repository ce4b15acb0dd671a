"""Where the words of a query stand in a text, in the word forms of the index."""

from __future__ import annotations

import re

from raglib_core.model import Span
from raglib_core.russian import normaliser

#: a number with dots, or letters and digits with what a source may hide between them: soft hyphens, stress marks
_WORD = re.compile(r"\d+(?:\.\d+)+\w?|[\w\u00ad\u200b\u2060\u0300-\u036f]+")


def word_spans(query: str, text: str, normalizer: str) -> list[Span]:
    """Return the words of ``text`` that the lexical index takes for a word of ``query``, in order.

    Words that carry no meaning of their own («в», «и») are left alone, unless the query has no others. ``normalizer``
    is the concrete one of the index ("none", "stem", "lemma"); each distinct word is normalised once.
    """
    words = normaliser(normalizer)
    asked = set(words.content_terms(query) or words.terms(query))
    known: dict[str, bool] = {}
    spans: list[Span] = []
    for found in _WORD.finditer(text):
        written = found.group()
        if written not in known:
            known[written] = not asked.isdisjoint(words.terms(written))
        if known[written]:
            spans.append(Span(found.start(), found.end()))
    return spans
