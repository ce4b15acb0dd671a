"""verify: whether a quotation stands where it is said to stand."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from raglib_core import json_output
from raglib_core.api import RagIndex
from raglib_core.cli.console import Console, one_line
from raglib_core.search import CitationCheck, CitationPlace

DONE = 0
NOT_VERBATIM = 3


def verify(options: argparse.Namespace, console: Console) -> int:
    """Print what became of a quotation; 3 with --strict unless it is verbatim and in its place."""
    quote = sys.stdin.read() if options.quote == "-" else options.quote
    index = RagIndex.load(options.index, embeddings="none")
    found = index.verify(quote, options.doc, options.locator, same_yo=options.same_yo)
    if console.as_json:
        console.result_json(json_output.citation_check(found, console.language))
    else:
        for line in plain(found, console):
            console.result(line)
    return NOT_VERBATIM if options.strict and found.verdict != "verbatim" else DONE


def plain(found: CitationCheck, console: Console) -> Iterator[str]:
    """Yield the verdict, the places, and how the quotation differs from the nearest one."""
    yield console.say(f"verify.{found.verdict}")
    if found.ignored:
        what = ", ".join(console.say(f"verify.ignored.{name}") for name in found.ignored)
        yield "  " + console.say("verify.ignored", what=what)
    for place in found.places:
        yield "  " + _place(place)
    if found.occurrences > len(found.places):
        yield "  " + console.say("verify.more", count=found.occurrences - len(found.places))
    if found.nearest is None:
        return
    yield f"  {console.say('verify.nearest')}: {_place(found.nearest)}"
    yield f"    {one_line(found.nearest.text)}"
    for one in found.differences:
        values = {"quoted": one_line(one.quoted), "source": one_line(one.source)}
        yield f"    – {console.say(f'verify.{one.kind}', **values)}"


def _place(place: CitationPlace) -> str:
    where = f"{place.locator or '–'} · {place.doc_name}"
    return f"{where} · {one_line(place.breadcrumb)}" if place.breadcrumb else where
