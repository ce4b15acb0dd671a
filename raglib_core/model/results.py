"""What search and building give back: hits, results, look-ups, reports."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from raglib_core.errors import RaglibError
from raglib_core.model.basic import PATH_SEPARATOR, readable_path
from raglib_core.model.recognized import Notice


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
