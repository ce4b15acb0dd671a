"""The verbs under their paths; each returns what the command line prints with --json."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query, Request

from raglib_core import json_output
from raglib_core.api import RagIndex
from raglib_core.http_api import schemas
from raglib_core.http_api.language import asked_language
from raglib_core.json_output import Json
from raglib_core.model import PATH_SEPARATOR
from raglib_core.search import METHODS, STRATEGIES
from raglib_core.serving import Libraries
from raglib_core.serving.answers import MAX_QUERY
from raglib_core.texts import say

Library = Annotated[str, Path(description="name of a library, as /libraries lists it")]
Doc = Annotated[str, Path(description="id or file name of a document")]
OneDoc = Annotated[str | None, Query(description="this document only: its id or file name")]
Docs = Annotated[list[str] | None, Query(description="these documents only: ids or file names")]
Section = Annotated[str | None, Query(max_length=1000, description="this section or clause only: 12, ст. 3")]
Words = Annotated[str, Query(min_length=1, max_length=MAX_QUERY, description="a question or keywords")]
Count = Annotated[int, Query(ge=1, le=100, description="how many at most")]


class Verbs:
    """The functions behind the paths; they run in threads, several at once."""

    def __init__(self, libraries: Libraries, llm: object | None, language: str) -> None:
        """Keep what all of them need."""
        self._libraries = libraries
        self._llm = llm
        self._language = language

    def _index(self, library: str) -> RagIndex:
        if library not in self._libraries.names:
            known = ", ".join(self._libraries.names)
            raise HTTPException(404, say("serving.library", self._language, library=library, known=known))
        return self._libraries.index(library)

    # ------------------------------------------------------------ what there is

    def libraries(self) -> list[Json]:
        """The libraries of this server."""
        return [
            {
                "library": name,
                "documents": len(index.records),
                "clauses": sum(one.stop_clause - one.first_clause for one in index.records),
            }
            for name, index in self._libraries.chosen(None)
        ]

    def documents(self, library: Library) -> list[Json]:
        """The documents of a library."""
        return [json_output.record(record) for record in self._index(library).records]

    def text(self, library: Library, doc: Doc) -> Json:
        """The recognized text of a document."""
        document = self._index(library).document(doc)
        return {"doc_id": document.doc_id, "name": document.name, "text": document.text}

    def check(self, library: Library, doc: Doc, request: Request) -> Json:
        """How complete a document is, with every finding about its numbering."""
        checked = json_output.checked([self._index(library).document(doc)], asked_language(request, self._language))
        row: Json = json_output.plain(checked)["documents"][0]
        return row

    def references(self, library: Library, doc: Doc, to: Section = None) -> list[Json]:
        """The references inside a document in the order of its text; with ``to`` those that lead to this place."""
        index = self._index(library)
        document = index.document(doc)
        return [json_output.reference(found, document.text) for found in index.references(document.doc_id, to or "")]

    # ------------------------------------------------------------ reading

    def read(self, library: Library, doc: Doc, section: Annotated[str, Query(min_length=1, max_length=1000)]) -> Json:
        """A section or clause with all it holds, verbatim."""
        index = self._index(library)
        doc_id = index.document(doc).doc_id
        return {"doc_id": doc_id, "section": section, "text": index.read_section(doc_id, section)}

    def clause(self, library: Library, doc: Doc, locator: Annotated[str, Query(min_length=1, max_length=1000)]) -> Json:
        """One whole clause by its locator or any form of its number."""
        index = self._index(library)
        document = index.document(doc)
        found = index.clause(document.doc_id, locator)
        row = json_output.clause(found)
        del row["items"]
        return row | {
            "doc_id": document.doc_id,
            "breadcrumb": PATH_SEPARATOR.join(found.path),
            "page": document.page_of(found.start),
            "text": document.text[found.start : found.stop],
        }

    def toc(self, library: Library, doc: OneDoc = None) -> list[Json]:
        """The table of contents of a library or of one document, depth first."""
        return [json_output.toc_entry(entry) for entry in self._index(library).toc_entries(doc)]

    def sections(
        self, library: Library, query: Words, semantic: bool = False, top_k: Count = 3, doc: OneDoc = None
    ) -> list[Json]:
        """The sections that a query names by number, title or first words, or those nearest in meaning."""
        refs = self._index(library).find_section(query, semantic=semantic, top_k=top_k, doc=doc)
        return [json_output.section_ref(ref) for ref in refs]

    # ------------------------------------------------------------ searching

    def search(  # noqa: PLR0913 - the options of the verb
        self,
        request: Request,
        library: Library,
        query: Words,
        method: Annotated[str, Query(description=", ".join(METHODS))] = "auto",
        strategy: Annotated[str, Query(description=", ".join(STRATEGIES))] = "flat",
        top_k: Count = 10,
        doc: Docs = None,
        section: Section = None,
    ) -> Json:
        """The whole clauses that answer a query, best first."""
        index = self._index(library)
        result = index.search(query, method=method, strategy=strategy, top_k=top_k, doc=doc, section=section)
        return json_output.plain(json_output.search_result(result, asked_language(request, self._language)))

    def grep(
        self,
        request: Request,
        library: Library,
        pattern: Annotated[str, Query(min_length=1, max_length=1000, description="a regular expression")],
        top_k: Count = 20,
        doc: Docs = None,
        section: Section = None,
    ) -> Json:
        """The whole clauses that a regular expression matches, most matches first."""
        result = self._index(library).grep(pattern, top_k=top_k, doc=doc, section=section)
        return json_output.plain(json_output.search_result(result, asked_language(request, self._language)))

    def verify(self, request: Request, library: Library, asked: schemas.VerifyRequest) -> Json:
        """Whether a quotation is verbatim, in its place, and how it differs if not."""
        found = self._index(library).verify(asked.quote, asked.doc, asked.locator, same_yo=asked.same_yo)
        return json_output.citation_check(found, asked_language(request, self._language))

    def ask(self, request: Request, library: Library, asked: schemas.AskRequest) -> Json:
        """The clauses that answer a question, found by a language model where the server has one, else by a search."""
        answer = self._index(library).agentic_search(asked.question, llm=self._llm, top_k=asked.top_k)
        language = asked_language(request, self._language)
        return json_output.plain(json_output.agentic_result(asked.question, answer, language))


def router_of(verbs: Verbs) -> APIRouter:
    """Return the paths of the verbs."""
    router = APIRouter()
    library, document = "/libraries/{library}", "/libraries/{library}/documents/{doc}"
    router.get("/libraries", response_model=list[schemas.LibraryInfo])(verbs.libraries)
    router.get(f"{library}/documents", response_model=list[schemas.DocumentInfo])(verbs.documents)
    router.get(f"{document}/text", response_model=schemas.DocumentText)(verbs.text)
    router.get(f"{document}/check", response_model=schemas.Checked)(verbs.check)
    router.get(f"{document}/references", response_model=list[schemas.ReferenceFound])(verbs.references)
    router.get(f"{document}/read", response_model=schemas.SectionText)(verbs.read)
    router.get(f"{document}/clause", response_model=schemas.ClauseText)(verbs.clause)
    router.get(f"{library}/toc", response_model=list[schemas.ContentsLine])(verbs.toc)
    router.get(f"{library}/sections", response_model=list[schemas.SectionFound])(verbs.sections)
    router.get(f"{library}/search", response_model=schemas.SearchAnswer)(verbs.search)
    router.get(f"{library}/grep", response_model=schemas.SearchAnswer)(verbs.grep)
    router.post(f"{library}/verify", response_model=schemas.VerifyAnswer)(verbs.verify)
    router.post(f"{library}/ask", response_model=schemas.AskAnswer)(verbs.ask)
    return router
