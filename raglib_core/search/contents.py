"""Contents of documents: the tree with previews and numbers, sections by what a person calls them, their text.

Everything is computed once for a document, in time linear in its text and its clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from raglib_core.indexing.seam import DocumentRecord
from raglib_core.model import Clause, Document, Section, SectionRef, TocEntry
from raglib_core.parsing import addresses
from raglib_core.russian import Normaliser, fold, normaliser
from raglib_core.search.catalogue import Catalogue, DocumentChoice
from raglib_core.search.numbers import folded_numbers, missing_numbers
from raglib_core.search.previews import Previews, shortened
from raglib_core.texts import say

PREVIEW_LENGTH = 80
#: so much of the beginning of a section is searched
SEARCHED_LENGTH = 300
BY_ADDRESS, BY_TITLE, BY_PREVIEW = 1.0, 0.5, 0.3
#: shorter queries are compared by whole words only: «и» stands in every title
_MIN_SUBSTRING = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A section in the contents of its document."""

    section: Section
    title: str
    preview: str
    clauses: tuple[Clause, ...]
    findings: int

    @property
    def numbers(self) -> list[str]:
        """Numbers of the clauses directly under the section, in document order; text under the heading left out."""
        return [clause.number for clause in self.clauses if clause.number and clause.kind != "intro"]


@dataclass(frozen=True, slots=True)
class Outline:
    """The contents of one document: clauses before the first section, and a line for each section, depth first."""

    document: Document
    before: tuple[Clause, ...]
    lines: tuple[Line, ...]


class Contents:
    """The contents of all documents of one index."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Start with nothing computed."""
        self._catalogue = catalogue
        self._outlines: dict[str, Outline] = {}
        self._read: dict[str, tuple[str, frozenset[str]]] = {}

    def outline(self, doc_id: str) -> Outline:
        """Return the contents of the document of an exact id."""
        if doc_id not in self._outlines:
            self._outlines[doc_id] = _outline(self._catalogue.document(doc_id))
        return self._outlines[doc_id]

    def title(self, doc_id: str, key: str) -> str:
        """Return the title of a section, its first words where the title is a bare number; "" for an unknown key."""
        return next((line.title for line in self.outline(doc_id).lines if line.section.key == key), "")

    @cached_property
    def _forms(self) -> Normaliser:
        """Titles are compared by word forms, whatever the lexical index holds; loaded at the first look-up."""
        return normaliser("auto")

    # ------------------------------------------------------------ what there is

    def entries(self, doc: DocumentChoice = None) -> list[TocEntry]:
        """Return a line for each section of the chosen documents; raises UnknownDocument, AmbiguousDocument."""
        return [
            TocEntry(
                doc_id=record.doc_id,
                key=line.section.key,
                title=line.title,
                preview=shortened(line.preview, PREVIEW_LENGTH),
                level=line.section.level,
                clause_numbers=line.numbers,
                findings=line.findings,
            )
            for record in self._catalogue.records(doc)
            for line in self.outline(record.doc_id).lines
        ]

    def text(
        self,
        doc: DocumentChoice = None,
        *,
        preview: bool = False,
        preview_chars: int = PREVIEW_LENGTH,
        clauses: bool = False,
        language: str = "ru",
    ) -> str:
        """Return the contents as lines ``[key] title``, indented by level, under ``=== document ===``.

        ``preview`` adds the first words of each section, ``clauses`` all numbers under it, folded («12.1–12.9»), with
        every gap marked in its place («⟨нет 12.5⟩»). A document without sections says so.
        """
        size = preview_chars if preview else 0
        records = self._catalogue.records(doc)
        return "\n".join(
            line for record in records for line in self._text_of(self.outline(record.doc_id), size, clauses, language)
        )

    def _text_of(self, outline: Outline, preview: int, clauses: bool, language: str) -> list[str]:
        missing = missing_numbers(outline.document.coverage.findings) if clauses else {}
        text = [f"=== {outline.document.doc_id} ==="]
        if clauses:
            text += _numbers_line(list(outline.before), missing, "", language)
        for line in outline.lines:
            indent = "  " * max(0, line.section.level - 1)
            tail = shortened(line.preview, preview) if preview else ""
            repeated = not tail or tail.rstrip("…") in line.title
            text.append(f"{indent}[{line.section.key}] {line.title}" + ("" if repeated else f" — {tail}"))
            if clauses:
                text += _numbers_line(list(line.clauses), missing, indent + "  ", language)
        if not outline.lines:
            text.append(say("contents.no_headings", language))
        if any(missing.values()):
            rest = ", ".join(
                say("contents.missing", language, number=number) for number, left in missing.items() if left
            )
            text.append(say("contents.elsewhere", language, numbers=rest))
        return text

    # ------------------------------------------------------------ finding

    def find(self, query: str, records: Sequence[DocumentRecord]) -> list[SectionRef]:
        """Return all sections that a query names, best first, ties in document order; [] for none."""
        wanted, terms = fold(query).strip(), set(self._forms.content_terms(query))
        refs: dict[tuple[str, str], SectionRef] = {}
        for record in records:
            for node in self._catalogue.nodes(record, query):
                ref = self._ref(record, node)
                refs.setdefault((ref.doc_id, ref.key), ref)
        for record in records:
            for line in self.outline(record.doc_id).lines:
                score = self._likeness(line, wanted, terms)
                if score:
                    ref = SectionRef(record.doc_id, line.section.key, line.title, score)
                    refs.setdefault((ref.doc_id, ref.key), ref)
        return sorted(refs.values(), key=lambda ref: -ref.score)

    def _likeness(self, line: Line, wanted: str, terms: set[str]) -> float:
        if self._names(line.title, wanted, terms):
            return BY_TITLE
        return BY_PREVIEW if self._names(line.preview, wanted, terms) else 0.0

    def _names(self, text: str, wanted: str, terms: set[str]) -> bool:
        """Return whether a text holds the query as it stands, or all of its words in any form."""
        if text not in self._read:
            self._read[text] = fold(text), frozenset(self._forms.terms(text))
        folded, words = self._read[text]
        return (len(wanted) >= _MIN_SUBSTRING and wanted in folded) or (bool(terms) and terms <= words)

    def _ref(self, record: DocumentRecord, node: Section | Clause) -> SectionRef:
        if isinstance(node, Section):
            return SectionRef(record.doc_id, node.key, self.title(record.doc_id, node.key), BY_ADDRESS)
        text = self._catalogue.document(record.doc_id).text[node.start : node.stop]
        return SectionRef(
            record.doc_id, node.locator, shortened(" ".join(text[:400].split()), PREVIEW_LENGTH), BY_ADDRESS
        )

    # ------------------------------------------------------------ reading

    def read(self, doc: str, section: str) -> str:
        """Return the text of a section or clause with all its descendants, trimmed, never cut.

        An address with a sub-item («12.1.4 пп. а») gives that item alone. Raises UnknownDocument, AmbiguousDocument,
        and UnknownSection (naming the nearest keys) for a blank or unknown section.
        """
        record = self._catalogue.record(doc)
        node = self.node(record, section)
        item = addresses.item_named(node, section)
        start, stop = (item.start, item.stop) if item else addresses.range_of(node)
        return self._catalogue.document(record.doc_id).text[start:stop].strip()

    def node(self, record: DocumentRecord, section: str) -> Section | Clause:
        """Return the section or clause of an address, else the first section whose title holds the words given."""
        nodes = self._catalogue.nodes(record, section)
        if nodes:
            return nodes[0]
        wanted, terms = fold(section).strip(), set(self._forms.content_terms(section))
        for line in self.outline(record.doc_id).lines if wanted else ():
            if self._names(line.title, wanted, terms):
                return line.section
        raise self._catalogue.unknown_section([record], section)


def _outline(document: Document) -> Outline:
    clauses: dict[str, list[Clause]] = {}
    sections = {section.key: section for section in document.sections}
    for clause in document.clauses:
        clauses.setdefault(_listed_under(clause, sections), []).append(clause)
    findings = _findings_by_section(document)
    previews = Previews(document)
    lines = tuple(
        Line(
            section,
            previews.title(section, PREVIEW_LENGTH),
            previews.first_words(section, SEARCHED_LENGTH),
            tuple(clauses.get(section.key, ())),
            findings.get(section.key, 0),
        )
        for section in document.sections
    )
    return Outline(document, tuple(clauses.get("", ())), lines)


def _listed_under(clause: Clause, sections: dict[str, Section]) -> str:
    """Return the key of the nearest section that the path of a clause goes through: 12.2 is under 12, not 12.1."""
    section = sections.get(clause.section_key)
    while section is not None and section.path_key not in clause.section_path:
        section = sections.get(section.parent or "")
    return section.key if section else clause.section_key


def _findings_by_section(document: Document) -> dict[str, int]:
    """Count what needs a look (remarks of severity info left out) by the nearest section around it."""
    counts: dict[str, int] = {}
    around: list[Section] = []
    coming = iter(document.sections)
    following = next(coming, None)
    for found in sorted(document.coverage.findings, key=lambda one: one.start):
        while following is not None and following.start <= found.start:
            around.append(following)
            following = next(coming, None)
        while around and around[-1].stop <= found.start:
            around.pop()
        if found.severity != "info":
            key = around[-1].key if around else ""
            counts[key] = counts.get(key, 0) + 1
    return counts


def _numbers_line(clauses: list[Clause], missing: dict[str, bool], indent: str, language: str) -> list[str]:
    """Return the line of numbers under a section, none where it has no numbered clauses."""
    numbers = [clause.number for clause in clauses if clause.number and clause.kind in ("clause", "part")]
    if not numbers:
        return []
    folded = folded_numbers(numbers, missing, lambda number: say("contents.missing", language, number=number))
    return [indent + say("contents.clauses", language, numbers=", ".join(folded))]
