"""What the library speaks about: recognized text, sections, clauses, findings, hits.

All offsets are code points of ``Recognized.text``, half open ``[start, stop)``. Nothing here reads or writes a disk,
and every object is frozen: a document is built once and then only looked at.

Glossary: *clause* — пункт, the unit of everything a user sees; *section* — a node of the tree that has a heading
(раздел, глава, статья, приложение ...); *item* — подпункт «1)», «а)», «–» inside a clause; *number* — canonical form
(``10.2``), *label* — what is printed (``1О.2.``); *locator* — the address of a clause in its document (``ст.3/1``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from raglib_core.errors import RaglibError

SectionKind = Literal["section", "subsection", "chapter", "paragraph", "article", "appendix", "heading", "contents"]
ClauseKind = Literal["clause", "part", "article", "intro", "unnumbered"]
Severity = Literal["error", "warning", "info"]
FindingKind = Literal[
    "gap", "missing_first", "duplicate", "restart", "out_of_order", "foreign_number", "empty_heading",
    "contents_mismatch", "dangling_reference", "glued", "oversized", "leftover", "repealed", "repaired_number",
]  # fmt: skip
FindingStatus = Literal["open", "accepted", "false_alarm"]
CorrectionKind = Literal["accepted", "false_alarm", "split", "join", "not_a_clause"]
Scalar = str | int | float | bool | None

#: Called as ``progress(stage, done, total, name)``: stage is one of `STAGES`, done counts up to total, name is the
#: file in hand or "".
Progress = Callable[[str, int, int, str], None]
#: Returns True once the work should stop; asked between small steps of every long verb.
CancelToken = Callable[[], bool]

STAGES = ("recognize", "segment", "lexical", "dense", "write")
PATH_SEPARATOR = " › "


def no_progress(stage: str, done: int, total: int, name: str) -> None:
    """Ignore progress: the default of every long verb."""


def never_cancelled() -> bool:
    """Go on: the default of every long verb."""
    return False


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open piece ``[start, stop)`` of a text."""

    start: int
    stop: int

    def of(self, text: str) -> str:
        """Return the piece of ``text`` that this span means."""
        return text[self.start : self.stop]

    def __len__(self) -> int:
        """Return the length in code points."""
        return self.stop - self.start

    def holds(self, other: Span) -> bool:
        """Return whether ``other`` lies fully inside this span."""
        return self.start <= other.start and other.stop <= self.stop


# ---------------------------------------------------------------- recognition


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the source: its printed order number (from 1) and its piece of the text."""

    number: int
    start: int
    stop: int
    width: float | None = None
    height: float | None = None
    source: Literal["text", "ocr"] = "text"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the text whose role the format itself tells (an HTML heading, a list item, a table row).

    ``level`` is the heading level (1–6) or the depth of a list; ``label`` the number that the format computes for the
    piece (printed in the text all the same); ``label_origin`` says whether it stood in the source (text), was computed
    (auto) or read from a picture (ocr).
    """

    start: int
    stop: int
    kind: Literal["heading", "paragraph", "list_item", "table_row", "contents", "furniture", "note"]
    level: int = 0
    label: str = ""
    label_origin: Literal["text", "auto", "ocr", "none"] = "none"
    page: int | None = None
    box: tuple[float, float, float, float] | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """A place where the recognized text differs from the source: what stood there (``original``) and why it changed."""

    start: int
    stop: int
    kind: str
    original: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about a file that its user should know; ``code`` selects the sentence in `raglib_core.texts`."""

    code: str
    values: tuple[tuple[str, Scalar], ...] = ()
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Recognized:
    """The text of one file with what is known about it.

    ``text`` uses LF only, has no BOM and is the source that all offsets of the document count in. ``pages``, ``blocks``
    and ``edits`` are in order of their start; each may be empty.
    """

    text: str
    recognizer: str = ""
    encoding: str = ""
    source_hash: str = ""
    pages: tuple[Page, ...] = ()
    blocks: tuple[Block, ...] = ()
    edits: tuple[Edit, ...] = ()
    warnings: tuple[Notice, ...] = ()
    title: str = ""


# ---------------------------------------------------------------- documents


@dataclass(frozen=True, slots=True)
class Section:
    """A node of the tree of contents that has a heading.

    ``key`` is unique in the document (``12``, ``ст.3``, ``гл.2``, ``прил.1/ст.3``, ``§3`` for a heading without a
    number); ``number`` is canonical and "" without one; ``heading`` is the title without the label; ``[start, stop)``
    runs over the heading and all that belongs to it, descendants included; ``heading_stop`` ends the heading itself.
    """

    key: str
    kind: SectionKind
    label: str
    number: str
    heading: str
    level: int
    start: int
    stop: int
    heading_stop: int
    parent: str | None = None

    @property
    def title(self) -> str:
        """Label and heading as a reader sees them, on one line: «Статья 12. Органы»."""
        return " ".join(part for part in (self.label, self.heading) if part)

    @property
    def path_key(self) -> str:
        """What stands for this section in a ``section_path``: its number, else its key."""
        return self.number or self.key


@dataclass(frozen=True, slots=True)
class Item:
    """A sub-item «1)», «а)», «–» inside a clause; ``number`` is canonical ("" for a dash)."""

    label: str
    number: str
    start: int
    stop: int
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """A whole clause: the unit that is searched, shown and cited.

    ``[start, stop)`` is its own text (children excluded), trimmed of white space at the ends; ``tree_stop`` ends its
    last descendant. ``number`` is "" only for kind ``unnumbered``. ``section_path`` lists the numbers (or keys, for
    nodes without a number) from the outermost node to this one, ``section_titles`` the titles aligned with it ("" where
    a node has none). ``section_key`` is the key of the nearest section ("" before the first one).
    """

    locator: str
    label: str
    number: str
    kind: ClauseKind
    start: int
    stop: int
    tree_stop: int
    section_key: str
    section_path: tuple[str, ...]
    section_titles: tuple[str, ...]
    items: tuple[Item, ...] = ()
    #: spans of page furniture that lie inside the clause
    overlays: tuple[Span, ...] = ()

    @property
    def path(self) -> tuple[str, ...]:
        """The readable path: the title of each level, its number or key where it has no title."""
        return readable_path(self.section_path, self.section_titles)


def readable_path(keys: Sequence[str], titles: Sequence[str]) -> tuple[str, ...]:
    """Return the title of each level, or its key where the title is empty; empty for an empty path."""
    return tuple(title or key for key, title in zip(keys, titles, strict=True))


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark about the numbering or the placing of text; its sentence is made by `raglib_core.texts`.

    ``number`` is the number in question ("" for text), ``number_to`` the last one of a folded range, ``locator`` the
    clause to look at, ``[start, stop)`` the place in the text, ``cause`` a code for the probable cause ("" unknown),
    ``evidence`` pieces of text around the place, each as (role, text, start). ``status`` is what a person said of it.
    """

    kind: FindingKind
    severity: Severity
    number: str = ""
    number_to: str = ""
    locator: str = ""
    start: int = 0
    stop: int = 0
    cause: str = ""
    values: tuple[tuple[str, Scalar], ...] = ()
    evidence: tuple[tuple[str, str, int], ...] = ()
    status: FindingStatus = "open"

    @property
    def numbers(self) -> str:
        """The number in question, or the ends of a folded range: «7», «7–9»."""
        return f"{self.number}–{self.number_to}" if self.number_to else self.number


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in the text that names a clause or section: «пунктом 3.2 настоящего Устава», «ч. 2 ст. 8».

    ``[start, stop)`` is the place, ``source`` the locator of the clause it stands in, ``number`` what it names as a
    person would write it («ст. 8 ч. 2»), ``target`` the locator or key it means, "" where the document has no such
    node; ``outer`` says that it names another act and is not looked for here, ``item`` the sub-item («а») if one is
    named.
    """

    start: int
    stop: int
    source: str
    number: str
    target: str = ""
    outer: bool = False
    item: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How complete a segmentation is: two figures and the findings behind them.

    ``characters_placed`` counts non-blank characters that belong to a clause, a heading, the document's own contents or
    furniture; ``characters`` all non-blank ones. ``numbers_present`` counts expected numbers that are there,
    ``numbers_expected`` all expected ones (a gap counts as expected, a repealed number as present).
    """

    characters: int
    characters_placed: int
    numbers_expected: int
    numbers_present: int
    findings: tuple[Finding, ...] = ()
    leftovers: tuple[Span, ...] = ()

    @property
    def characters_share(self) -> float:
        """Share of non-blank characters that have an owner; 1.0 for an empty text."""
        return self.characters_placed / self.characters if self.characters else 1.0

    @property
    def numbers_share(self) -> float:
        """Share of expected numbers that are present; 1.0 where none is expected."""
        return self.numbers_present / self.numbers_expected if self.numbers_expected else 1.0

    @property
    def remarks(self) -> int:
        """How many findings call for a look: all but those of severity info and those called a false alarm."""
        return sum(found.severity != "info" and found.status != "false_alarm" for found in self.findings)

    def counts(self) -> dict[str, int]:
        """Return how many findings of each kind there are, kinds without one left out."""
        counts: dict[str, int] = {}
        for finding in self.findings:
            counts[finding.kind] = counts.get(finding.kind, 0) + 1
        return counts


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person said about a place of a document; it changes findings and boundaries, never the text.

    Kinds: ``accepted`` and ``false_alarm`` judge the finding of ``finding_kind``, ``number`` and ``number_to``;
    ``split`` lets a clause with ``number`` start at the place; ``join`` takes the boundary there away; ``not_a_clause``
    does the same and says that the number there opens nothing. ``quote`` is the text around the place, which stands
    ``lead`` characters after its beginning and stood at ``start`` of the document ``name`` of content ``source_hash``.
    ``made_at`` is a moment in ISO 8601, ``correction_id`` tells it from all others.
    """

    correction_id: str
    kind: CorrectionKind
    name: str
    source_hash: str
    quote: str
    lead: int
    start: int
    number: str = ""
    number_to: str = ""
    finding_kind: str = ""
    comment: str = ""
    author: str = ""
    made_at: str = ""

    @property
    def judges(self) -> bool:
        """Whether it judges a finding; any other moves a boundary."""
        return self.kind in ("accepted", "false_alarm")


@dataclass(frozen=True, slots=True)
class CorrectionOutcome:
    """Whether a correction still applies: ``start`` is its place now, ``problem`` a code why it does not, or ""."""

    correction: Correction
    start: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Segmentation:
    """Sections in depth-first order and clauses in document order, with the coverage of the text by them.

    ``outcomes`` says of each correction that was given whether it applies; an index does not keep them.
    """

    sections: tuple[Section, ...]
    clauses: tuple[Clause, ...]
    coverage: Coverage
    outcomes: tuple[CorrectionOutcome, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A recognized and segmented file under its stable id; ``name`` is the file name."""

    doc_id: str
    name: str
    recognized: Recognized
    segmentation: Segmentation

    @property
    def text(self) -> str:
        """The recognized text, the source of all offsets."""
        return self.recognized.text

    @property
    def sections(self) -> tuple[Section, ...]:
        """Sections in depth-first order."""
        return self.segmentation.sections

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Clauses in document order."""
        return self.segmentation.clauses

    @property
    def coverage(self) -> Coverage:
        """Findings and the two figures of completeness."""
        return self.segmentation.coverage

    def page_of(self, offset: int) -> int | None:
        """Return the number of the page that holds ``offset``; None for a source without pages."""
        return page_at(self.recognized.pages, offset)


def page_at(pages: Sequence[Page], offset: int) -> int | None:
    """Return the number of the page that holds ``offset``; None where none does."""
    for page in pages:
        if page.start <= offset < page.stop:
            return page.number
    return None


# ---------------------------------------------------------------- search


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A whole clause that answers a query, with where it stands and why it was found.

    ``text == document.text[start:stop]``. ``score`` is comparable only within one result. ``clause_id`` is the ordinal
    in this generation of the index and stays inside the process; what leaves it is ``doc_id`` and ``locator``. ``why``
    explains the score with plain values per method (terms with their shares, cosine, ranks per list, matches).
    """

    clause_number: str
    text: str
    score: float
    doc_id: str
    section_path: list[str]
    clause_id: int
    method: str
    verdict: str | None = None
    doc_name: str = ""
    section_titles: list[str] = field(default_factory=list)
    locator: str = ""
    rank: int = 0
    page: int | None = None
    start: int = 0
    stop: int = 0
    why: dict[str, object] = field(default_factory=dict)

    @property
    def path(self) -> list[str]:
        """The readable path: the title of each level, its number or key where it has no title."""
        return list(readable_path(self.section_path, self.section_titles))

    @property
    def breadcrumb(self) -> str:
        """The readable path in one line."""
        return PATH_SEPARATOR.join(self.path)


class SearchResult(list[SearchHit]):
    """A list of hits, best first, that also says how it came about.

    ``degraded`` is True where the method asked for could not run as asked; ``reason`` then says why and ``method_used``
    what ran instead. ``reason`` also says why a result is empty. It is English; ``notice`` holds the same for
    `raglib_core.texts.notice` in either language (None where there is no reason). ``seconds`` is wall time.
    """

    def __init__(  # noqa: PLR0913  # each argument says how the list came about
        self,
        hits: Iterable[SearchHit] = (),
        *,
        query: str = "",
        method: str = "",
        method_used: str = "",
        degraded: bool = False,
        reason: str = "",
        seconds: float = 0.0,
        notice: Notice | None = None,
    ) -> None:
        """Keep the hits in their order; ``method_used`` is ``method`` unless another one ran."""
        super().__init__(hits)
        self.query = query
        self.method = method
        self.method_used = method_used or method
        self.degraded = degraded
        self.reason = reason
        self.seconds = seconds
        self.notice = notice


@dataclass(frozen=True, slots=True)
class SectionRef:
    """A section that answers a look-up; score 1.0 by key, 0.5 by title, 0.3 by preview, or a cosine."""

    doc_id: str
    key: str
    title: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class TocEntry:
    """A line of the table of contents: a section with its preview and the numbers of its clauses."""

    doc_id: str
    key: str
    title: str
    preview: str
    level: int
    clause_numbers: list[str] = field(default_factory=list)
    findings: int = 0


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one input file of a build; ``reason`` is English, ``error`` says the same in either language."""

    name: str
    status: Literal["built", "failed", "duplicate", "removed"]
    doc_id: str = ""
    reason: str = ""
    characters: int = 0
    sections: int = 0
    clauses: int = 0
    findings: int = 0
    warnings: tuple[Notice, ...] = ()
    seconds: float = 0.0
    error: RaglibError | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did: one row a file, in the order of the input; ``notices`` concern the whole index."""

    files: tuple[FileReport, ...]
    generation: int
    seconds: float
    notices: tuple[Notice, ...] = ()

    @property
    def failed(self) -> tuple[FileReport, ...]:
        """The files that could not be built."""
        return tuple(row for row in self.files if row.status == "failed")
