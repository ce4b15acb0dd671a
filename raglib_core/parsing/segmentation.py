"""From recognized text to sections and whole clauses: the one way through the parsing room.

Lines are read (`lines`), the document's own contents and page furniture set aside (`furniture`), candidates read from
what is left (`labels`), weighed by their lines (`evidence`), decided over the whole sequence (`sequence`), and turned
into a tree (`openings`, `tree`) and clauses (`clauses`). `coverage` then says what is missing, `references` what the
text refers to.
"""

from __future__ import annotations

from dataclasses import replace

from raglib_core.model import Finding, Recognized, Segmentation, Span
from raglib_core.parsing import coverage, references
from raglib_core.parsing.clauses import Clauses, section_of
from raglib_core.parsing.openings import Openings
from raglib_core.parsing.reconciliation import reconcile
from raglib_core.parsing.sequence import decide
from raglib_core.parsing.tree import build
from raglib_core.parsing.weighing import prepare


def segment(recognized: Recognized, *, ocr_number_repair: bool = True) -> Segmentation:
    """Return the sections, clauses and findings of a recognized document.

    Every clause is an exact slice of ``recognized.text``. An empty or blank text gives no sections and no clauses with
    full coverage; a text without any numbering gives unnumbered clauses. Defects of the document are findings, never
    exceptions. Time is linear in the length of the text. ``ocr_number_repair`` False reads digits strictly.
    """
    prepared = prepare(recognized, repair=ocr_number_repair)
    text, lines = prepared.text, prepared.lines
    openings = Openings(prepared, decide(prepared.groups)).all()
    tree = build(openings, len(text))
    furniture = [Span(lines[index].start, lines[index].stop) for index in sorted(prepared.furniture)]
    clauses = tuple(Clauses(text, openings, tree, furniture).all())
    sections = tuple(section_of(node) for node in tree.nodes)
    found = Segmentation(sections, clauses, coverage.measure(text, sections, clauses, furniture))
    more = [*_dangling(text, found), *reconcile(prepared, sections, clauses)]
    return replace(found, coverage=coverage.with_findings(found.coverage, more))


def _dangling(text: str, found: Segmentation) -> list[Finding]:
    return [
        Finding("dangling_reference", "warning", one.number, "", one.source, one.start, one.stop)
        for one in references.dangling(references.find(text, found))
    ]
