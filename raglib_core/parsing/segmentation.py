"""From recognized text to sections and whole clauses: the one way through the parsing room.

Lines are read (`lines`), the document's own contents and page furniture set aside (`furniture`), candidates read from
what is left (`labels`), weighed by their lines (`evidence`), decided over the whole sequence (`sequence`), and turned
into a tree (`openings`, `tree`) and clauses (`clauses`); between the two stand `corrections` by a person. `coverage`
then says what is missing, `references` what the text refers to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from raglib_core.model import Correction, Finding, Recognized, Segmentation, Span
from raglib_core.parsing import corrections as corrected
from raglib_core.parsing import coverage, references
from raglib_core.parsing.clauses import Clauses, section_of
from raglib_core.parsing.corrections import Boundaries
from raglib_core.parsing.openings import Openings
from raglib_core.parsing.reconciliation import reconcile
from raglib_core.parsing.sequence import decide
from raglib_core.parsing.tree import build
from raglib_core.parsing.weighing import Prepared, prepare


def segment(
    recognized: Recognized, *, ocr_number_repair: bool = True, corrections: Sequence[Correction] = ()
) -> Segmentation:
    """Return the sections, clauses and findings of a recognized document.

    Every clause is an exact slice of ``recognized.text``. An empty or blank text gives no sections and no clauses with
    full coverage; a text without any numbering gives unnumbered clauses. Defects of the document are findings, never
    exceptions. Time is linear in the length of the text. ``ocr_number_repair`` False reads digits strictly.
    ``corrections`` by a person move boundaries and mark findings; ``outcomes`` tells which of them no longer apply.
    """
    prepared = prepare(recognized, repair=ocr_number_repair)
    taken = decide(prepared.groups)
    found = _assembled(prepared, Boundaries(tuple(taken)))
    if not corrections:
        return found
    boundaries, moved = corrected.boundaries(prepared, taken, found, corrections)
    if any(not outcome.problem for outcome in moved):
        found = _assembled(prepared, boundaries)
    judged, judgements = corrected.judged(found.coverage, prepared.text, corrections)
    return replace(found, coverage=judged, outcomes=corrected.in_order(corrections, (*moved, *judgements)))


def _assembled(prepared: Prepared, boundaries: Boundaries) -> Segmentation:
    text, lines = prepared.text, prepared.lines
    openings = Openings(prepared, boundaries.taken, boundaries.closed).all()
    tree = build(openings, len(text))
    furniture = [Span(lines[index].start, lines[index].stop) for index in sorted(prepared.furniture)]
    clauses = tuple(Clauses(text, openings, tree, furniture, boundaries.joined).all())
    sections = tuple(section_of(node) for node in tree.nodes)
    found = Segmentation(sections, clauses, coverage.measure(text, sections, clauses, furniture))
    more = [*_dangling(text, found), *reconcile(prepared, sections, clauses)]
    return replace(found, coverage=coverage.with_findings(found.coverage, more))


def _dangling(text: str, found: Segmentation) -> list[Finding]:
    return [
        Finding("dangling_reference", "warning", one.number, "", one.source, one.start, one.stop)
        for one in references.dangling(references.find(text, found))
    ]
