"""The contents of a document as the rows of the tree: sections, clauses, and gaps between their neighbours.

An address tells a row from the others and stands in ``?clause=``: the locator of a clause, the key of a section
(``section:<key>`` where a clause has the same locator), ``gap:<neighbour>:<number>`` for a number that is missing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from raglib_core.model import Clause, Document, Finding, Section
from raglib_core.parsing import addresses

#: findings that mean a number has no clause of its own
GAPS = ("gap", "missing_first", "glued")
PREVIEW = 90
#: so many characters of a mark may stand before the label: «- 2.3.», «**7.1.**»
_BEFORE_LABEL = 6


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the tree; rows stand in document order, the parent is the nearest row above with a smaller depth.

    ``place`` is what the row stands for; ``errors``, ``warnings`` and ``infos`` count its own findings only.
    """

    depth: int
    kind: str
    label: str
    title: str
    address: str
    place: Section | Clause | Finding
    start: int
    errors: int = 0
    warnings: int = 0
    infos: int = 0

    @property
    def number(self) -> str:
        """The number of the row; "" for one without."""
        return self.place.number


def outline(document: Document, gap_label: str) -> list[Row]:
    """Return the rows of a document; empty for one without sections and clauses.

    ``gap_label`` is how a gap is called, with the numbers in braces: «нет {numbers}».
    """
    rows = _nodes(document)
    gaps: list[Finding] = []
    others: list[Finding] = []
    for finding in document.coverage.findings:
        (gaps if is_gap(finding) else others).append(finding)
    rows = _counted(rows, others)
    return _with_gaps(rows, gaps, gap_label)


def _nodes(document: Document) -> list[Row]:
    """Return sections and clauses, nested by their spans; an article without parts is one row, not two."""
    places: list[tuple[int, int, int, Section | Clause]] = [
        *((section.start, -section.stop, 0, section) for section in document.sections),
        *((clause.start, -clause.tree_stop, 1, clause) for clause in document.clauses),
    ]
    places.sort(key=lambda place: place[:3])
    locators = {clause.locator for clause in document.clauses}
    rows: list[Row] = []
    stops: list[int] = []
    for start, minus_stop, _, node in places:
        while stops and stops[-1] <= start:
            stops.pop()
        if isinstance(node, Clause) and node.kind == "article" and rows and rows[-1].place.number == node.number:
            rows[-1] = replace(rows[-1], kind="article_clause", address=node.locator, place=node)
            continue
        rows.append(_row(document.text, node, len(stops), locators))
        stops.append(-minus_stop)
    return rows


def _row(text: str, node: Section | Clause, depth: int, locators: set[str]) -> Row:
    if isinstance(node, Section):
        address = f"section:{node.key}" if node.key in locators else node.key
        return Row(depth, node.kind, node.label, one_line(node.heading), address, node, node.start)
    beginning = text[node.start : min(node.stop, node.start + 3 * PREVIEW)]
    at = beginning.find(node.label, 0, len(node.label) + _BEFORE_LABEL)
    title = one_line(beginning[at + len(node.label) :] if at >= 0 else beginning, PREVIEW)
    label = "" if node.kind in ("intro", "unnumbered") else node.number
    return Row(depth, node.kind, label, title, node.locator, node, node.start)


def one_line(text: str, limit: int = 200) -> str:
    """Return a text on one line, shortened at a word with «…»; for rows and captions, never for a clause itself."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[:limit].rsplit(" ", 1)[0] + "…"


def _counted(rows: list[Row], findings: Iterable[Finding]) -> list[Row]:
    """Give each finding to the row of its locator, else to the row that its place lies in."""
    counted = list(rows)
    by_address = {row.address: at for at, row in enumerate(rows)}
    starts = [row.start for row in rows]
    for finding in findings:
        at = by_address.get(finding.locator, bisect_left(starts, finding.start + 1) - 1)
        if rows:
            counted[max(at, 0)] = _with(counted[max(at, 0)], finding)
    return counted


def _with(row: Row, finding: Finding) -> Row:
    """Count a finding; what a person called a false alarm is no more than information."""
    if finding.status == "false_alarm":
        return replace(row, infos=row.infos + 1)
    if finding.severity == "error":
        return replace(row, errors=row.errors + 1)
    if finding.severity == "warning":
        return replace(row, warnings=row.warnings + 1)
    return replace(row, infos=row.infos + 1)


def _with_gaps(rows: list[Row], gaps: Sequence[Finding], label: str) -> list[Row]:
    """Put a row for each gap between its neighbours, as deep as they are."""
    depths = {row.address: row.depth for row in rows}
    starts = [row.start for row in rows]
    placed: dict[int, list[Row]] = {}
    for gap in gaps:
        at = bisect_left(starts, _after(gap))
        following = rows[at] if at < len(rows) else None
        depth = depths.get(gap.locator, following.depth if following else 0)
        placed.setdefault(at, []).append(_gap_row(gap, depth, label))
    merged: list[Row] = []
    for at in range(len(rows) + 1):
        merged += placed.get(at, [])
        merged += rows[at : at + 1]
    return merged


def _after(gap: Finding) -> int:
    """Return where the neighbour after a gap starts: the gap is shown just before it."""
    following = [start for role, _, start in gap.evidence if role == "after"]
    if following:
        return following[0]
    return gap.start if gap.kind == "missing_first" else gap.stop


def _gap_row(gap: Finding, depth: int, label: str) -> Row:
    numbers = gap.number if not gap.number_to else f"{gap.number}–{gap.number_to}"
    row = Row(depth, "gap", label.format(numbers=numbers), "", gap_address(gap), gap, gap.start)
    return _with(row, gap)


def is_gap(finding: Finding) -> bool:
    """Return whether a finding is a missing number; one of severity info (an excerpt that starts later) is not."""
    return finding.kind in GAPS and finding.severity != "info"


def gap_count(document: Document) -> int:
    """Return how many gaps there are, a range of numbers counted once, false alarms left out."""
    return sum(is_gap(finding) and finding.status != "false_alarm" for finding in document.coverage.findings)


def gap_address(gap: Finding) -> str:
    """Return the address of a missing number."""
    return f"gap:{gap.locator}:{gap.number}"


def row_at(rows: Sequence[Row], document: Document, address: str) -> Row | None:
    """Return the row of an address, or of any form that a person types («п. 12.1»); None where it means nothing."""
    by_address = {row.address: row for row in rows}
    if address in by_address:
        return by_address[address]
    for node in addresses.resolve(document.segmentation, address):
        for row in rows:
            if row.place is node or row.place == node:
                return row
    return None


def findings_of(document: Document, row: Row) -> list[Finding]:
    """Return the findings that concern a row: those of its locator or place, and a gap itself."""
    if isinstance(row.place, Finding):
        return [row.place]
    stop = row.place.heading_stop if isinstance(row.place, Section) else row.place.stop
    return [
        finding
        for finding in document.coverage.findings
        if finding.locator == row.address or (not finding.locator and row.start <= finding.start < stop)
    ]
