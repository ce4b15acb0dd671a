"""The tools: the three of the seed with its names and shapes, and the other verbs of the library."""

from __future__ import annotations

import functools
import itertools
import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Annotated, ParamSpec, TypeVar

import anyio.from_thread
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations

from raglib_core import json_output
from raglib_core.errors import RaglibError, UnknownSection
from raglib_core.model import PATH_SEPARATOR, Clause
from raglib_core.search import CitationCheck, CitationPlace
from raglib_core.serving import Libraries, answers
from raglib_core.serving.answers import Answer, DocumentRow
from raglib_core.serving.libraries import Entry
from raglib_core.texts import explain_error, say

logger = logging.getLogger(__name__)

Rows = Annotated[CallToolResult, list[DocumentRow]]
P = ParamSpec("P")
R = TypeVar("R")

#: nothing here changes anything or reaches beyond the libraries
READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
MAX_FOUND = 50


def add_tools(server: MCPServer, libraries: Libraries, language: str) -> None:
    """Give a server its tools, described in a language."""
    tools = Tools(libraries, language)
    for tool in (
        tools.search_documents,
        tools.get_document,
        tools.rerank_results,
        tools.find_clause,
        tools.read_section,
        tools.table_of_contents,
        tools.grep_clauses,
        tools.check_document,
        tools.references,
        tools.verify_citation,
    ):
        server.add_tool(
            _explaining(tool, language),
            description=say(f"mcp.tool.{tool.__name__}", language),
            title=say(f"mcp.title.{tool.__name__}", language),
            annotations=READ_ONLY,
        )


def _explaining(tool: Callable[P, R], language: str) -> Callable[P, R]:
    """Return a tool whose errors of the library are sentences for the assistant, in a language."""

    @functools.wraps(tool)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return tool(*args, **kwargs)
        except RaglibError as error:
            raise ToolError(explain_error(error, language)) from error

    return call


class Tools:
    """The verbs as an assistant calls them; each may run in several threads at once."""

    def __init__(self, libraries: Libraries, language: str) -> None:
        """Keep the libraries and the language of remarks."""
        self._libraries = libraries
        self._language = language

    # ------------------------------------------------------------ the contracts of the seed

    def search_documents(self, query: str, top_k: int = answers.DEFAULT_DOCUMENTS, library: str | None = None) -> Rows:
        """Return a row for each document that answers, best first; what is to be known stands after the rows."""
        return _rows(answers.search_documents(self._libraries, query, top_k, library, language=self._language))

    def get_document(self, doc_id: str, locator: str | None = None) -> str:
        """Return a whole document, or the clause of a locator; for an unknown id the ids that there are."""
        return answers.document_text(self._libraries, doc_id, locator, language=self._language)

    def rerank_results(self, query: str, doc_ids: list[str], ctx: Context) -> Rows:
        """Return the rows of the named documents in a new order; unknown ids are left out and logged."""
        answer = answers.rerank_documents(self._libraries, query, doc_ids, language=self._language)
        if answer.unknown:
            left_out = say("mcp.left_out", self._language, ids=", ".join(answer.unknown[:20]))
            logger.info("rerank_results: %s", left_out)
            anyio.from_thread.run(ctx.info, left_out)
        return _rows(answer)

    # ------------------------------------------------------------ clauses and sections

    def find_clause(self, number: str, doc_id: str | None = None) -> list[dict[str, object]]:
        """Return the clauses of a number or any other form of address, whole, from one document or from all."""
        answers.check_length(number)
        entries = [self._entry(doc_id)] if doc_id else self._libraries.entries()
        rows = (row for entry in entries for row in self._clauses(entry, number))
        return list(itertools.islice(rows, MAX_FOUND))

    def _clauses(self, entry: Entry, number: str) -> Iterator[dict[str, object]]:
        index = self._libraries.index(entry.library)
        document = index.document(entry.record.doc_id)
        for node in index.engine.catalogue.nodes(entry.record, number):
            if isinstance(node, Clause):
                yield {
                    "doc_id": entry.public_id,
                    "number": node.number,
                    "locator": node.locator,
                    "path": PATH_SEPARATOR.join(node.path),
                    "page": document.page_of(node.start),
                    "text": document.text[node.start : node.stop],
                }

    def read_section(self, doc_id: str, section: str) -> str:
        """Return a section or clause with all it holds, verbatim."""
        entry = self._entry(doc_id)
        return self._libraries.index(entry.library).read_section(entry.record.doc_id, section)

    def table_of_contents(self, doc_id: str | None = None, library: str | None = None, clauses: bool = False) -> str:
        """Return the contents of a document, of a library or of all of them."""
        if doc_id:
            entry = self._entry(doc_id)
            index = self._libraries.index(entry.library)
            return index.toc(entry.record.doc_id, clauses=clauses, language=self._language)
        texts = [index.toc(clauses=clauses, language=self._language) for _, index in self._libraries.chosen(library)]
        return "\n\n".join(texts)

    def grep_clauses(
        self, pattern: str, top_k: int = 20, doc_id: str | None = None, library: str | None = None
    ) -> list[dict[str, object]]:
        """Return the whole clauses that a regular expression matches, most matches first."""
        answers.check_length(pattern)
        top_k = min(top_k, MAX_FOUND)
        entry = self._entry(doc_id) if doc_id else None
        chosen = self._libraries.chosen(entry.library if entry else library)
        hits = [
            (hit.score, self._libraries.entry_of(name, hit.doc_id).public_id, hit)
            for name, index in chosen
            for hit in index.grep(pattern, top_k=top_k, doc=entry.record.doc_id if entry else None)
        ]
        hits.sort(key=lambda one: -one[0])
        return [_clause_row(public_id, json_output.hit(hit)) for _, public_id, hit in hits[:top_k]]

    # ------------------------------------------------------------ checks

    def check_document(self, doc_id: str) -> dict[str, object]:
        """Return how complete a document is: two shares and every finding about its numbering."""
        entry = self._entry(doc_id)
        document = self._libraries.index(entry.library).document(entry.record.doc_id)
        checked = json_output.coverage(document.coverage, self._language)
        return {"doc_id": entry.public_id} | {key: checked[key] for key in ("completeness", "counts", "findings")}

    def references(self, doc_id: str, to: str | None = None) -> list[dict[str, object]]:
        """Return the references inside a document, in the order of its text; with ``to`` those that lead there."""
        entry = self._entry(doc_id)
        index = self._libraries.index(entry.library)
        text = index.document(entry.record.doc_id).text
        return [json_output.reference(found, text) for found in index.references(entry.record.doc_id, to or "")]

    def verify_citation(
        self, quote: str, doc_id: str | None = None, locator: str | None = None, same_yo: bool = False
    ) -> dict[str, object]:
        """Return whether a quotation is verbatim, in its place, and how it differs if not."""
        entry = self._entry(doc_id) if doc_id else None
        checks: list[tuple[str, CitationCheck]] = []
        unknown: UnknownSection | None = None
        for name, index in self._libraries.chosen(entry.library if entry else None):
            try:
                doc = entry.record.doc_id if entry else None
                checks.append((name, index.verify(quote, doc, locator, same_yo=same_yo)))
            except UnknownSection as error:
                # another library may have this place
                unknown = error
        if unknown is not None and not checks:
            raise unknown
        order = ("verbatim", "elsewhere", "differs", "not_found")
        name, best = min(checks, key=lambda one: (order.index(one[1].verdict), -one[1].similarity))
        answer = json_output.citation_check(best, self._language)
        places = [self._cited(name, place) for place in best.places]
        nearest = self._cited(name, best.nearest) if best.nearest else None
        return answer | {"library": name, "places": places, "nearest": nearest}

    def _cited(self, library: str, place: CitationPlace) -> json_output.Json:
        """Return a place under the id that the other tools take."""
        return json_output.citation_place(place) | {"doc_id": self._libraries.entry_of(library, place.doc_id).public_id}

    def _entry(self, doc_id: str) -> Entry:
        entry = self._libraries.entry(doc_id)
        if entry is None:
            raise ToolError(answers.unknown_document(self._libraries, doc_id, language=self._language))
        return entry


def _rows(answer: Answer) -> CallToolResult:
    """Return rows as a list for programs and, for assistants, a text for each row with the remarks behind them."""
    rows = [asdict(row) for row in answer.rows]
    texts = [json.dumps(row, ensure_ascii=False) for row in rows] + list(answer.remarks)
    content = [TextContent(type="text", text=text) for text in texts]
    return CallToolResult(content=[*content], structured_content={"result": rows})


def _clause_row(public_id: str, hit: json_output.Json) -> dict[str, object]:
    names = {"number": "clause_number", "locator": "locator", "path": "breadcrumb", "page": "page", "text": "text"}
    return {"doc_id": public_id} | {name: hit[key] for name, key in names.items()} | {"matches": hit["score"]}
