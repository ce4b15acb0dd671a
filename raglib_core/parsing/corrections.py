"""Corrections by a person: where they apply now, and what they change between the decision and the openings.

A correction is anchored by a quotation. Where the quotation still stands at its old offset, that is the place; else it
is looked for, and one place that holds it is taken, none or several are a problem that is reported. Boundaries come
from added or dropped decisions, judgements mark findings; the text never changes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from raglib_core.model import Correction, CorrectionOutcome, Coverage, Finding, Segmentation
from raglib_core.numbering import Number, dotted_number
from raglib_core.parsing.labels import Candidate, Mark, Reading, read_number
from raglib_core.parsing.lines import Line
from raglib_core.parsing.sequence import Taken
from raglib_core.parsing.weighing import Prepared

#: the quotation reaches so far before and after its place
QUOTE_BEFORE = 40
QUOTE_AFTER = 60


@dataclass(frozen=True, slots=True)
class Boundaries:
    """What is decided after the corrections.

    Lines of ``closed`` open nothing, an unnumbered paragraph that starts in ``joined`` goes on with the one before.
    """

    taken: tuple[Taken, ...]
    closed: frozenset[int] = frozenset()
    joined: frozenset[int] = frozenset()


def quotation(text: str, start: int) -> tuple[str, int]:
    """Return the quotation that anchors a place, and how many of its characters stand before the place."""
    first = max(0, start - QUOTE_BEFORE)
    return text[first : start + QUOTE_AFTER], start - first


def of_document(corrections: Sequence[Correction], name: str, source_hash: str) -> tuple[Correction, ...]:
    """Return the corrections of a document: those of its content, and those of its file name from an older content."""
    return tuple(one for one in corrections if one.source_hash == source_hash or one.name == name)


def placed(correction: Correction, text: str) -> CorrectionOutcome:
    """Return where a correction stands in a text, or the problem: its quotation is gone or stands there twice."""
    expected = correction.start - correction.lead
    if expected >= 0 and text.startswith(correction.quote, expected):
        return CorrectionOutcome(correction, correction.start)
    at = text.find(correction.quote)
    if at < 0:
        return CorrectionOutcome(correction, problem="quotation_gone")
    if text.find(correction.quote, at + 1) >= 0:
        return CorrectionOutcome(correction, problem="quotation_ambiguous")
    return CorrectionOutcome(correction, at + correction.lead)


# ---------------------------------------------------------------- boundaries


def boundaries(
    prepared: Prepared, taken: Sequence[Taken], base: Segmentation, corrections: Sequence[Correction]
) -> tuple[Boundaries, list[CorrectionOutcome]]:
    """Return the decisions after all corrections of boundaries, in document order, and what became of each.

    ``base`` is the segmentation without corrections: a boundary is joined only where there is one.
    """
    change = _Change(prepared, taken, base)
    moving = [one for one in corrections if not one.judges]
    outcomes = [change.applied(placed(one, prepared.text)) for one in moving]
    return change.result(), outcomes


class _Change:
    """The decisions of a document while corrections are applied to them one after the other."""

    def __init__(self, prepared: Prepared, taken: Sequence[Taken], base: Segmentation) -> None:
        self.prepared = prepared
        self.starts = [line.start for line in prepared.lines]
        self.taken = {self._start(decision): decision for decision in taken}
        self.edges = {clause.start for clause in base.clauses}
        self.edges |= {self._words(section.start) for section in base.sections if section.kind != "contents"}
        self.aside = {index for region in prepared.regions for index in range(region.first, region.stop)}
        self.aside |= prepared.furniture
        self.closed: set[int] = set()
        self.joined: set[int] = set()

    def result(self) -> Boundaries:
        ordered = tuple(self.taken[start] for start in sorted(self.taken))
        return Boundaries(ordered, frozenset(self.closed), frozenset(self.joined))

    def applied(self, outcome: CorrectionOutcome) -> CorrectionOutcome:
        if outcome.problem:
            return outcome
        start = self._words(outcome.start)
        splits = outcome.correction.kind == "split"
        problem = self._split(start, outcome.correction.number) if splits else self._join(start)
        return replace(outcome, start=start, problem=problem)

    def _split(self, start: int, label: str) -> str:
        number = dotted_number(label, repair=False)
        if number is None:
            return "no_number"
        index = self._line(start)
        if start >= len(self.prepared.text) or index in self.aside:
            return "set_aside"
        known = self.taken.get(start)
        if known and known.number and known.role in ("clause", "part") and known.number.key == number.key:
            return "already"
        self.taken[start] = self._decision(start, index, number)
        self.closed.discard(index)
        return ""

    def _decision(self, start: int, index: int, number: Number) -> Taken:
        line = self.prepared.lines[index]
        inline = bool(self.prepared.text[line.start : start].strip())
        printed = self._printed(line, index, start, number)
        mark: Mark = "dotted" if len(number.parts) > 1 else "single"
        candidate = replace(printed or Candidate(mark, index, start, start, start, (number,)), inline=inline)
        return Taken(candidate, number, "clause" if mark == "dotted" else "part")

    def _printed(self, line: Line, index: int, start: int, number: Number) -> Candidate | None:
        """Return the label at the place if it can be read as the number: it may stand behind marks of the format."""
        reading = Reading(self.prepared.text, line, index, repair=True)
        for head in (start, line.content) if start <= line.content else (start,):
            for candidate in read_number(reading, head):
                if any(one.key == number.key for one in candidate.readings):
                    return candidate
        return None

    def _join(self, start: int) -> str:
        if start not in self.edges:
            return "no_boundary"
        self.taken.pop(start, None)
        self.closed.add(self._line(start))
        self.joined.add(start)
        return ""

    def _line(self, start: int) -> int:
        return bisect_right(self.starts, start) - 1

    def _words(self, start: int) -> int:
        """Return the first place from ``start`` that is no white space; the end of the text after the last one."""
        text = self.prepared.text
        while start < len(text) and text[start].isspace():
            start += 1
        return start

    def _start(self, decision: Taken) -> int:
        """Return where the clause or heading of a decision starts."""
        candidate = decision.candidate
        return candidate.start if candidate.inline else self._words(self.prepared.lines[candidate.line].start)


# ---------------------------------------------------------------- judgements


def judged(
    coverage: Coverage, text: str, corrections: Sequence[Correction]
) -> tuple[Coverage, tuple[CorrectionOutcome, ...]]:
    """Return the coverage with the status of each judged finding, and what became of each judgement.

    Findings that were marked before start as open; of two judgements of one finding the later one counts.
    """
    findings = [replace(found, status="open") if found.status != "open" else found for found in coverage.findings]
    outcomes = []
    for correction in corrections:
        if not correction.judges:
            continue
        outcome = placed(correction, text)
        at = _finding_at(findings, outcome) if not outcome.problem else None
        if at is None:
            outcomes.append(replace(outcome, problem=outcome.problem or "no_finding"))
            continue
        findings[at] = replace(findings[at], status="accepted" if correction.kind == "accepted" else "false_alarm")
        outcomes.append(outcome)
    return replace(coverage, findings=tuple(findings)), tuple(outcomes)


def _finding_at(findings: Sequence[Finding], outcome: CorrectionOutcome) -> int | None:
    same = [at for at, found in enumerate(findings) if judges(outcome.correction, found)]
    return min(same, key=lambda at: abs(findings[at].start - outcome.start), default=None)


def judges(correction: Correction, found: Finding) -> bool:
    """Return whether a judgement may be about a finding: same kind and same numbers, wherever it stands."""
    judged_numbers = (correction.finding_kind, correction.number, correction.number_to)
    return judged_numbers == (found.kind, found.number, found.number_to)


def in_order(corrections: Sequence[Correction], outcomes: Sequence[CorrectionOutcome]) -> tuple[CorrectionOutcome, ...]:
    """Return the outcomes in the order of the corrections."""
    by_id = {outcome.correction.correction_id: outcome for outcome in outcomes}
    return tuple(by_id[one.correction_id] for one in corrections if one.correction_id in by_id)
