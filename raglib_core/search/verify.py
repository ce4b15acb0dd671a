"""Whether a quotation stands in a document word for word, and where; else how it differs and what is nearest.

The way of a quotation: its words are looked for one after another in the documents that may hold them; a find inside
the cited place is verbatim, one outside of it elsewhere. Without a find the nearest place is measured, the cited place
first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from raglib_core.indexing.seam import DocumentRecord
from raglib_core.model import PATH_SEPARATOR, Clause, Document, Span
from raglib_core.parsing import addresses
from raglib_core.russian import fold, is_content
from raglib_core.search.catalogue import LISTED, Catalogue
from raglib_core.search.checks import bad_query, check_query
from raglib_core.search.engine import Engine
from raglib_core.search.quotation import Difference, Nearest, Reading, differences, nearest, occurrences, read

Verdict = Literal["verbatim", "elsewhere", "differs", "not_found"]
#: what did not count in a verbatim quotation
Ignored = Literal["spaces", "hyphenation", "yo", "furniture"]

#: characters of a quotation; a longer one is a document to be compared, not a quotation
MAX_QUOTE = 20_000
#: so many places of one quotation are returned; all are counted
MAX_PLACES = 20
#: an index of no more documents is read through whole; of a larger one so many likely documents beside the cited ones
SMALL_INDEX, MAX_LIKELY = 50, 20
_LIKELY_CLAUSES = 200
#: shares of equal words from which a place is a quotation with differences: the cited place, any other
_CITED_SHARE, _OTHER_SHARE = 0.5, 0.6
#: characters of documents whose words are kept, about 30 bytes each
_KEPT_CHARACTERS = 3_000_000
_IGNORABLE: dict[Ignored, tuple[re.Pattern[str], str]] = {
    "hyphenation": (
        re.compile("[-\u2010\u2011][^\\S\n]*\n\\s*|\u00ad\\s*|[-\u2010\u2011\u200b-\u200d\u2060\ufeff]"),
        "",
    ),
    "spaces": (re.compile(r"\s+"), ""),
    "yo": (re.compile("[ёЁ]"), "е"),
}
_AROUND = re.compile(r"\A[\s«»„“”\"'‘’]*(?:…|\.\.\.)?\s*|\s*(?:…|\.\.\.)?[\s«»„“”\"'‘’]*\Z")


@dataclass(frozen=True, slots=True)
class CitationPlace:
    """A place of a document: its verbatim text and the clauses it touches, ``locator`` that of the first ("" none)."""

    doc_id: str
    doc_name: str
    locator: str
    locators: tuple[str, ...]
    clause_number: str
    breadcrumb: str
    page: int | None
    start: int
    stop: int
    text: str


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """What became of a quotation.

    ``verdict``: verbatim (at the cited place, or anywhere where none was cited), elsewhere (verbatim, but not there),
    differs (nearly there, see ``differences``), not_found. ``places`` are those of the exact words, at most 20 of
    ``occurrences``. ``nearest`` is the place that ``differences`` speak about: the cited one where it is near enough,
    else the nearest of all; None for a verbatim quotation and an index without words. ``similarity`` is the share of
    its words that stand there, 1.0 for exact words. ``ignored`` says what a verbatim quotation has otherwise.
    """

    quote: str
    verdict: Verdict
    places: tuple[CitationPlace, ...] = ()
    occurrences: int = 0
    nearest: CitationPlace | None = None
    differences: tuple[Difference, ...] = ()
    similarity: float = 0.0
    ignored: tuple[Ignored, ...] = ()


@dataclass(frozen=True, slots=True)
class _Source:
    """A document under examination, and the piece of it that was cited (None: not this document)."""

    record: DocumentRecord
    document: Document
    readings: tuple[Reading, ...]
    cited: Span | None


@dataclass(frozen=True, slots=True)
class _Near:
    source: _Source
    reading: Reading
    found: Nearest
    share: float

    @property
    def place(self) -> CitationPlace:
        """The place as a reader sees it."""
        return _place(self.source, self.reading.span(self.found.first, self.found.stop))


class Verifier:
    """Checks quotations against one unchanging index; safe to share between threads."""

    def __init__(self, engine: Engine) -> None:
        """Keep the engine; documents are read when a quotation may stand in them, the last ones are kept."""
        self.engine = engine
        self._catalogue: Catalogue = engine.catalogue
        self._read: dict[str, tuple[Reading, ...]] = {}
        self._read_characters = 0

    def check(
        self, quote: str, doc: str | None = None, locator: str | None = None, *, same_yo: bool = False
    ) -> CitationCheck:
        """Return whether a quotation stands word for word at a place, elsewhere, nearly, or nowhere.

        White space and hyphenation never count, е and ё are one letter with ``same_yo``; quotation marks and dots
        around the whole are not part of it. ``doc`` is an id or a file name; ``locator`` any form of address, of a
        clause or a section with all it holds. A quotation may run over several clauses. In an index of many documents
        those that share words with the quotation are looked through.

        Raises BadQuery for a quotation without words or longer than `MAX_QUOTE`, UnknownDocument, AmbiguousDocument,
        and UnknownSection for a locator that no chosen document has.
        """
        check_query(quote)
        if len(quote) > MAX_QUOTE:
            raise bad_query("verify.too_long", characters=len(quote), limit=MAX_QUOTE)
        cited = self._cited(doc, locator)
        whole, bare = read(quote.strip()), read(_AROUND.sub("", quote))
        sources = list(self._sources(quote, cited))
        for wanted in (whole, bare):
            if found := _exact(wanted, sources, same_yo):
                return _verbatim(wanted, found, sources, bool(cited), same_yo)
        return _differing(bare, _nearest(bare, sources, same_yo), same_yo)

    # ------------------------------------------------------------ where to look

    def _cited(self, doc: str | None, locator: str | None) -> dict[str, Span]:
        """Return the cited piece of each document it may mean; empty where nothing was cited."""
        if not doc and not locator:
            return {}
        records = self._catalogue.records(doc or None)
        if not locator:
            return {record.doc_id: Span(0, record.characters) for record in records}
        nodes = {record.doc_id: self._catalogue.nodes(record, locator) for record in records}
        pieces = {doc_id: Span(*addresses.range_of(found[0])) for doc_id, found in nodes.items() if found}
        if not pieces:
            raise self._catalogue.unknown_section(records, locator)
        return pieces

    def _sources(self, quote: str, cited: dict[str, Span]) -> Iterator[_Source]:
        """Yield the documents to look through, the cited ones first."""
        ids = list(dict.fromkeys([*cited, *self._likely(quote)]))
        for doc_id in ids:
            document = self._catalogue.document(doc_id)
            record = self._catalogue.record(doc_id)
            yield _Source(record, document, self._readings(document), cited.get(doc_id))

    def _likely(self, quote: str) -> list[str]:
        """Return the documents that may hold a quotation: all of a small index, else those that share its words."""
        records = self.engine.index.records
        if len(records) <= SMALL_INDEX:
            return [record.doc_id for record in records]
        words = self.engine.normaliser
        terms = list(dict.fromkeys(words.content_terms(quote) or words.terms(quote)))
        everywhere = [(records[0].first_clause, records[-1].stop_clause)]
        ranking = self.engine.index.search_lexical(terms, everywhere, _LIKELY_CLAUSES)
        ids = [self.engine.index.clause(int(clause_id))[0].doc_id for clause_id in ranking.clause_ids]
        return list(dict.fromkeys(ids))[:MAX_LIKELY]

    def _readings(self, document: Document) -> tuple[Reading, ...]:
        """Return the words of a document; where page furniture stands inside clauses, a second time without it."""
        known = self._read.get(document.doc_id)
        if known is None:
            hidden = sorted({overlay for clause in document.clauses for overlay in clause.overlays})
            texts = [read(document.text)] + ([read(document.text, hidden)] if hidden else [])
            known = tuple(texts)
            self._read_characters += len(document.text)
            if self._read_characters > _KEPT_CHARACTERS:
                self._read, self._read_characters = {}, len(document.text)
            self._read[document.doc_id] = known
        return known


# ---------------------------------------------------------------- what to say


def _verbatim(
    quote: Reading, found: list[tuple[_Source, Span]], sources: Sequence[_Source], was_cited: bool, same_yo: bool
) -> CitationCheck:
    """Return what exact words somewhere mean; words that stand elsewhere only are compared with the cited place too."""
    inside = [(source, span) for source, span in found if source.cited is not None and source.cited.holds(span)]
    here = inside or found
    places = tuple(_place(source, span) for source, span in here[:MAX_PLACES])
    is_there = bool(inside) or not was_cited
    near = None if is_there else _at_cited_place(quote, sources, same_yo)
    return CitationCheck(
        quote.text,
        "verbatim" if is_there else "elsewhere",
        places,
        occurrences=len(here),
        nearest=near.place if near else None,
        differences=differences(quote, near.reading, near.found, same_yo=same_yo) if near else (),
        similarity=1.0,
        ignored=_ignored(quote.text, places[0].text),
    )


def _differing(quote: Reading, near: _Near | None, same_yo: bool) -> CitationCheck:
    """Return what words that stand nowhere exactly mean, by the place nearest to them."""
    if near is None:
        return CitationCheck(quote.text, "not_found")
    different = differences(quote, near.reading, near.found, same_yo=same_yo)
    enough = _OTHER_SHARE if near.source.cited is None else _CITED_SHARE
    verdict: Verdict = "differs" if near.share >= enough and _keeps_subject(quote, different) else "not_found"
    return CitationCheck(
        quote.text, verdict, nearest=near.place, differences=different, similarity=round(near.share, 4)
    )


def _exact(quote: Reading, sources: Sequence[_Source], same_yo: bool) -> list[tuple[_Source, Span]]:
    """Return every place of the exact words, each once, in the order of the documents."""
    found: dict[tuple[str, int], tuple[_Source, Span]] = {}
    for source in sources:
        for reading in source.readings:
            for first, stop in occurrences(quote, reading, same_yo=same_yo):
                span = reading.span(first, stop)
                found.setdefault((source.record.doc_id, span.start), (source, span))
    return list(found.values())


def _nearest(quote: Reading, sources: Sequence[_Source], same_yo: bool) -> _Near | None:
    """Return the cited place where it is near enough, else the nearest of all; None for no words at all."""
    return _at_cited_place(quote, sources, same_yo) or _best(quote, sources, same_yo, inside=False)


def _at_cited_place(quote: Reading, sources: Sequence[_Source], same_yo: bool) -> _Near | None:
    cited = [source for source in sources if source.cited is not None]
    near = _best(quote, cited, same_yo, inside=True)
    return near if near is not None and near.share >= _CITED_SHARE else None


def _best(quote: Reading, sources: Sequence[_Source], same_yo: bool, *, inside: bool) -> _Near | None:
    best: _Near | None = None
    for source in sources:
        for reading in source.readings:
            whole = (0, len(reading.words))
            first, stop = reading.words_in(source.cited) if inside and source.cited is not None else whole
            found = nearest(quote, reading, first, stop, same_yo=same_yo)
            if found is not None and (best is None or found.distance < best.found.distance):
                best = _Near(source, reading, found, max(0.0, 1 - found.distance / len(quote.words)))
    return best


def _keeps_subject(quote: Reading, different: Sequence[Difference]) -> bool:
    """Return whether at least half of the words that say something are the same: «в случае …» alone is no quotation."""
    said = [word for word in quote.words if any(map(str.isalnum, word.key)) and is_content(fold(word.key))]
    changed = [word for word in said if any(one.quote_start <= word.start < one.quote_stop for one in different)]
    return not said or 2 * len(changed) <= len(said)


def _place(source: _Source, span: Span) -> CitationPlace:
    document = source.document
    touched = [one for one in document.clauses if one.start < span.stop and span.start < one.stop]
    first: Clause | None = touched[0] if touched else None
    return CitationPlace(
        source.record.doc_id,
        source.record.name,
        first.locator if first else "",
        tuple(clause.locator for clause in touched[:LISTED]),
        first.number if first else "",
        PATH_SEPARATOR.join(first.path) if first else "",
        document.page_of(span.start),
        span.start,
        span.stop,
        span.of(document.text),
    )


def _ignored(quote: str, text: str) -> tuple[Ignored, ...]:
    """Return what of a quotation is not as it stands in the source, though it says the same.

    What is left after white space, hyphens and ё is a page header inside the source.
    """
    left = [tuple(_without(side, kept) for side in (quote, text)) for kept in (None, *_IGNORABLE)]
    if left[0][0] != left[0][1]:
        return ("furniture",)
    return tuple(name for name, (ours, theirs) in zip(_IGNORABLE, left[1:], strict=True) if ours != theirs)


def _without(text: str, kept: Ignored | None) -> str:
    """Return a text without all that does not count, but for one kind of it."""
    for name, (pattern, stand_in) in _IGNORABLE.items():
        if name != kept:
            text = pattern.sub(stand_in, text)
    return unicodedata.normalize("NFC", text)
