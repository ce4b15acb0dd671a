"""A segmented document: sections, clauses, findings, references, corrections."""

from __future__ import annotations

from dataclasses import dataclass

from raglib_core.model.basic import (
    ClauseKind,
    CorrectionKind,
    FindingKind,
    FindingStatus,
    Scalar,
    SectionKind,
    Severity,
    Span,
    readable_path,
)
from raglib_core.model.recognized import Recognized, page_at


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
    node; ``outer`` says that it names another act, or that nothing says it means this document and nothing in the
    document answers to it; ``item`` is the sub-item («а») if one is named.
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
