"""segment, check, toc, read, find: what stands in a document and what is missing."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from raglib_core.api import RagIndex
from raglib_core.cli import json_output, plain_output, providers
from raglib_core.cli.console import Console
from raglib_core.errors import BadQuery, RaglibError, UnknownSection
from raglib_core.indexing import generation
from raglib_core.model import Document
from raglib_core.parsing import segment as segmented
from raglib_core.parsing.explain import explain
from raglib_core.recognition import expand_inputs, recognize
from raglib_core.storage import safe_stem
from raglib_core.texts import say

DONE = 0
FAILED = 1
FOUND_ERRORS = 3


def segment(options: argparse.Namespace, console: Console) -> int:
    """Print the sections and clauses of one file, or with --explain why each candidate was taken or not."""
    if options.explain:
        return _explain(options, console)
    document = _read_file(options.file, options)
    if console.as_json:
        console.result_json(json_output.segmentation(document, console.language))
    else:
        for line in plain_output.outline(document, console):
            console.result(line)
    return DONE


def _explain(options: argparse.Namespace, console: Console) -> int:
    decisions = explain(recognize(options.file), ocr_number_repair=options.ocr_repair)
    if console.as_json:
        console.result_json({"decisions": [asdict(decision) for decision in decisions]})
    else:
        for line in plain_output.explained(decisions, console):
            console.result(line)
    return DONE


def _read_file(path: Path, options: argparse.Namespace) -> Document:
    recognized = recognize(path)
    found = segmented(recognized, ocr_number_repair=options.ocr_repair)
    return Document(safe_stem(path.name), path.name, recognized, found)


def check(options: argparse.Namespace, console: Console) -> int:
    """Print the completeness and the findings of a file, of the files of a folder, or of the documents of an index.

    A file that cannot be read is one line on stderr, the others are checked. 3 with --strict and a finding of
    severity error, else 1 where a file failed.
    """
    documents, failed = _documents_of(options, console)
    if console.as_json:
        console.result_json(json_output.checked(documents, console.language))
    else:
        for document in documents:
            for line in plain_output.checked(document, console):
                console.result(line)
    wrong = any(remark.severity == "error" for document in documents for remark in document.coverage.findings)
    if options.strict and wrong:
        return FOUND_ERRORS
    return FAILED if failed else DONE


def _documents_of(options: argparse.Namespace, console: Console) -> tuple[list[Document], int]:
    if generation.is_index(options.target):
        index = RagIndex.load(options.target, embeddings="none")
        return [index.document(doc_id) for doc_id in index.documents], 0
    documents: list[Document] = []
    failed = 0
    for path in expand_inputs(options.target):
        try:
            documents.append(_read_file(path, options))
        except RaglibError as error:
            console.remark(console.explain(error))
            failed += 1
    return documents, failed


def toc(options: argparse.Namespace, console: Console) -> int:
    """Print the table of contents of an index or of one of its documents."""
    index = RagIndex.load(options.index, embeddings="none")
    if console.as_json:
        console.result_json({"entries": [json_output.toc_entry(entry) for entry in index.toc_entries(options.doc)]})
    else:
        console.result(
            index.toc(options.doc, preview=options.preview, clauses=options.clauses, language=console.language)
        )
    return DONE


def read(options: argparse.Namespace, console: Console) -> int:
    """Print a section, or a clause with its children, whole and verbatim."""
    index = RagIndex.load(options.index, embeddings="none")
    doc_id, text = _read_anywhere(index, options.address, options.doc)
    if console.as_json:
        console.result_json({"doc_id": doc_id, "section": options.address, "text": text})
    else:
        console.result(text)
    return DONE


def _read_anywhere(index: RagIndex, address: str, doc: str | None) -> tuple[str, str]:
    """Return the document that holds an address and the text there; without ``doc`` only one may hold it."""
    if doc is not None or len(index.documents) == 1:
        name = doc if doc is not None else index.documents[0]
        return index.document(name).doc_id, index.read_section(name, address)
    found: list[tuple[str, str]] = []
    unknown: UnknownSection | None = None
    for doc_id in index.documents:
        try:
            found.append((doc_id, index.read_section(doc_id, address)))
        except UnknownSection as error:
            unknown = error
    if len(found) == 1:
        return found[0]
    if not found and unknown is not None:
        raise unknown
    ids = ", ".join(doc_id for doc_id, _ in found)
    raise BadQuery(
        reason=say("cli.read.several", "en", address=address, ids=ids),
        reason_ru=say("cli.read.several", "ru", address=address, ids=ids),
    )


def find(options: argparse.Namespace, console: Console) -> int:
    """Print the sections that answer a number, a title or, with --semantic, a meaning."""
    chosen = providers.embeddings(options.embeddings)
    index = RagIndex.load(options.index, embeddings=chosen if options.semantic else "none")
    refs = index.find_section(options.query, semantic=options.semantic, top_k=options.top_k)
    if console.as_json:
        rows = [json_output.section_ref(ref) for ref in refs]
        console.result_json({"query": options.query, "sections": rows})
    else:
        for line in plain_output.section_refs(refs, options.query, console):
            console.result(line)
    return DONE
