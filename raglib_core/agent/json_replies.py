"""JSON out of what a model says: fences, prose around it, thoughts before it, a reply that was cut short."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.S | re.I)
_UNTIL_THOUGHT_ENDS = re.compile(r"^.*</think(?:ing)?>", re.S | re.I)
_FENCE = re.compile(r"```[ \t]*[\w-]*")
_CLOSERS = {"{": "}", "[": "]"}
_DECODER = json.JSONDecoder()
#: How many places of a cut reply are tried, from its end: each costs one pass over the text before it.
_TRIES = 50
#: How many opening brackets are tried as the beginning of a value, and how deep a cut value may nest.
_STARTS = 200
_DEPTH = 50
_OPENING = re.compile(r"[{\[]")


def parse_json(text: str, wanted: type | tuple[type, ...] = (dict, list)) -> object:
    """Return the JSON value in a reply, None where there is none of the ``wanted`` types (dict, list or both).

    The whole reply counts if it is JSON; else the longest value that stands in it. Thoughts in ``<think>`` and marks of
    code fences are passed over. Of a list or object that was cut short the complete items are kept.
    """
    bare = _FENCE.sub(" ", _without_thoughts(text or "")).strip()
    try:
        whole = json.loads(bare)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, wanted):
        return whole
    values = [(length, value) for length, value in _values(bare) if isinstance(value, wanted)]
    return max(values, key=lambda one: one[0])[1] if values else None


def str_list(value: object, limit: int) -> list[str]:
    """Return up to ``limit`` texts from what should be a list of texts: blanks and other things dropped.

    A single text is a list of one; None and anything else is an empty list.
    """
    given = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    texts = [" ".join(item.split()) for item in given if isinstance(item, str)]
    return list(dict.fromkeys(text for text in texts if text))[:limit]


def _without_thoughts(text: str) -> str:
    bare = _UNTIL_THOUGHT_ENDS.sub(" ", _THOUGHT.sub(" ", text))
    return bare if bare.strip() else text


def _values(text: str) -> Iterator[tuple[int, object]]:
    """Yield each outermost object and list of a text with its length; a cut one with what is complete in it."""
    place = 0
    for _ in range(_STARTS):
        match = _OPENING.search(text, place)
        if match is None:
            return
        start = match.start()
        try:
            value, place = _DECODER.raw_decode(text, start)
            yield place - start, value
            continue
        except (ValueError, RecursionError):
            place = start + 1
        cut = _cut_short(text, start)
        if cut is not None:
            yield len(text) - start, cut
            return


def _cut_short(text: str, start: int) -> object:
    """Return the value that opens at ``start`` and never closes, without its last, incomplete item; None if it closes.

    >>> _cut_short('[{"id": "C1"}, {"id": "C2", "ver', 0)
    [{'id': 'C1'}, {'id': 'C2'}]
    """
    ends: list[tuple[int, str]] = []
    closers = ""
    in_string = escaped = False
    for place in range(start, len(text)):
        char = text[place]
        if in_string:
            in_string = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            in_string = True
        elif char in _CLOSERS:
            closers = _CLOSERS[char] + closers
            if len(closers) > _DEPTH:
                return None
        elif char == ",":
            ends.append((place, closers))
        elif char in "}]":
            if not closers.startswith(char):
                return None
            closers = closers[1:]
            ends.append((place + 1, closers))
            if not closers:
                return None
    return _first_decoded(text, start, ends)


def _first_decoded(text: str, start: int, ends: list[tuple[int, str]]) -> object:
    for stop, closers in ends[: -_TRIES - 1 : -1]:
        try:
            value: object = json.loads(text[start:stop] + closers)
        except (ValueError, RecursionError):
            continue
        return value
    return None
