"""search, grep, ask: clauses for a query."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from raglib_core import json_output
from raglib_core.api import RagIndex
from raglib_core.cli import plain_output, providers
from raglib_core.cli.console import Console
from raglib_core.errors import BadQuery, MissingInput, RaglibError
from raglib_core.model import SearchResult
from raglib_core.texts import say

DONE = 0
FAILED = 1


@dataclass(frozen=True, slots=True)
class AskedQuery:
    """One line of a file of queries; ``doc`` narrows it to a document (None: all)."""

    query_id: object
    query: str
    doc: str | None


def search(options: argparse.Namespace, console: Console) -> int:
    """Print the clauses that answer one query, or one line of JSON for each query of a file."""
    if (options.query is None) == (options.queries is None):
        raise _bad_query("cli.usage.query_or_file")
    index = RagIndex.load(options.index, embeddings=providers.embeddings(options.embeddings))
    if options.queries is not None:
        return _search_all(index, options, console)
    _show(_searched(index, options.query, options.doc, options), console)
    return DONE


def _searched(index: RagIndex, query: str, doc: list[str] | str | None, options: argparse.Namespace) -> SearchResult:
    return index.search(
        query,
        method=options.method,
        top_k=options.top_k,
        strategy=options.strategy,
        doc=doc,
        section=options.section,
    )


def _search_all(index: RagIndex, options: argparse.Namespace, console: Console) -> int:
    """Answer every query; one that fails is a line with its error, the others are answered."""
    failed = 0
    for asked in list(read_queries(options.queries)):
        answer: json_output.Json = {"id": asked.query_id}
        try:
            result = _searched(index, asked.query, asked.doc if asked.doc is not None else options.doc, options)
        except RaglibError as error:
            failed += 1
            console.remark(f"{asked.query_id}: {console.explain(error)}")
            answer |= {"query": asked.query, "error": console.explain(error), "hits": []}
        else:
            answer |= json_output.search_result(result, console.language)
        console.result_json(answer, indent=None)
    return FAILED if failed else DONE


def read_queries(path: Path) -> Iterator[AskedQuery]:
    """Yield the queries of a file of JSON lines, blank lines left out.

    Raises MissingInput, and BadQuery that names the first line of another shape.
    """
    if not path.is_file():
        raise MissingInput(path=path)
    text = path.read_bytes().decode("utf-8-sig", errors="replace")
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _query_of(line, path, number)


def _query_of(line: str, path: Path, number: int) -> AskedQuery:
    try:
        asked = json.loads(line)
    except ValueError:
        asked = None
    if not isinstance(asked, dict) or not isinstance(asked.get("query"), str):
        raise _bad_query("cli.usage.queries_file", path=path.name, line=number)
    return AskedQuery(asked.get("id", number), asked["query"], asked.get("doc"))


def _bad_query(key: str, **values: object) -> BadQuery:
    return BadQuery(reason=say(key, "en", **values), reason_ru=say(key, "ru", **values))


def grep(options: argparse.Namespace, console: Console) -> int:
    """Print the clauses that a regular expression matches."""
    index = RagIndex.load(options.index, embeddings="none")
    result = index.grep(options.pattern, top_k=options.top_k, doc=options.doc, section=options.section)
    _show(result, console)
    return DONE


def ask(options: argparse.Namespace, console: Console) -> int:
    """Answer a question by clauses; with a language model it plans and judges, without one it is a plain search."""
    llm = providers.language_model(options.llm)
    index = RagIndex.load(options.index, embeddings=providers.embeddings(options.embeddings))
    answer = index.agentic_search(options.question, llm=llm, top_k=options.top_k)
    reason = json_output.reason(answer, console.language)
    if answer.degraded:
        console.remark(console.say("cli.ask.degraded", mode=answer.mode, reason=reason))
    if console.as_json:
        console.result_json(json_output.agentic_result(options.question, answer, console.language))
        return DONE
    for line in plain_output.agentic_result(options.question, answer, console):
        console.result(line)
    return DONE


def _show(result: SearchResult, console: Console) -> None:
    reason = json_output.reason(result, console.language)
    if result.degraded:
        console.remark(console.say("cli.search.degraded", method=result.method_used, reason=reason))
    elif reason:
        console.remark(reason)
    if console.as_json:
        console.result_json(json_output.search_result(result, console.language))
        return
    for line in plain_output.search_result(result, console):
        console.result(line)
