"""Libraries, documents and clauses under addresses, and a prompt for answering with citations."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import quote

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from raglib_core.errors import RaglibError
from raglib_core.serving import Entry, Libraries, answers
from raglib_core.texts import explain_error, say

LIBRARIES = "raglib://libraries"
LIBRARY = "raglib://library/{library}"
DOCUMENT = "raglib://document/{library}/{doc_id}"
CLAUSE = "raglib://clause/{library}/{doc_id}/{+locator}"
JSON = "application/json"


def add_resources(server: MCPServer, libraries: Libraries, language: str) -> None:
    """Give a server its resources: the list of libraries, each library, every document and clause by its address."""
    shelf = _Shelf(libraries, language)

    def add(uri: str, name: str, read: Callable[..., str], mime_type: str) -> None:
        about = say(f"mcp.resource.{name}", language)
        server.resource(uri, name=name, title=about, description=about, mime_type=mime_type)(read)

    add(LIBRARIES, "libraries", shelf.libraries, JSON)
    add(LIBRARY, "library", shelf.library, JSON)
    add(DOCUMENT, "document", shelf.document, "text/markdown")
    add(CLAUSE, "clause", shelf.clause, "text/plain")


def document_uri(entry: Entry) -> str:
    """Return the address of a document."""
    return f"raglib://document/{quote(entry.library, safe='')}/{quote(entry.record.doc_id, safe='')}"


class _Shelf:
    """Reads what an address names; an unknown one is an error of the protocol that says what there is."""

    def __init__(self, libraries: Libraries, language: str) -> None:
        self._libraries = libraries
        self._language = language

    def libraries(self) -> str:
        """Return the libraries with the number of their documents."""
        rows = [
            {"library": name, "uri": f"raglib://library/{quote(name, safe='')}", "documents": len(index.records)}
            for name, index in self._libraries.chosen(None)
        ]
        return _json(rows)

    def library(self, library: str) -> str:
        """Return the documents of a library."""
        if library not in self._libraries.names:
            raise ResourceNotFoundError(
                say("serving.library", self._language, library=library, known=", ".join(self._libraries.names))
            )
        rows = [
            {
                "doc_id": one.public_id,
                "uri": document_uri(one),
                "clauses": one.record.stop_clause - one.record.first_clause,
            }
            for one in self._libraries.entries()
            if one.library == library
        ]
        return _json(rows)

    def document(self, library: str, doc_id: str) -> str:
        """Return the text of a document."""
        entry = self._entry(library, doc_id)
        return self._libraries.index(library).document(entry.record.doc_id).text

    def clause(self, library: str, doc_id: str, locator: str) -> str:
        """Return the text of a clause."""
        entry = self._entry(library, doc_id)
        try:
            clause = self._libraries.index(library).clause(entry.record.doc_id, locator)
        except RaglibError as error:
            raise ResourceNotFoundError(explain_error(error, self._language)) from error
        return self.document(library, doc_id)[clause.start : clause.stop]

    def _entry(self, library: str, doc_id: str) -> Entry:
        for entry in self._libraries.entries():
            if entry.library == library and doc_id in (entry.record.doc_id, entry.record.name):
                return entry
        raise ResourceNotFoundError(answers.unknown_document(self._libraries, doc_id, language=self._language))


def _json(rows: list[dict[str, object]]) -> str:
    return json.dumps(rows, ensure_ascii=False)


def add_prompt(server: MCPServer, language: str) -> None:
    """Give a server the prompt for an answer whose every statement is cited and checked."""

    def answer_with_citations(question: str) -> str:
        return say("mcp.prompt", language, question=question)

    about = say("mcp.prompt.about", language)
    server.prompt("answer_with_citations", title=about, description=about)(answer_with_citations)
