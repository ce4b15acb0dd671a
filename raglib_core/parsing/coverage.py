"""How complete a segmentation is: every character placed, every expected number present, and what is wrong.

Works on the finished sections and clauses alone. Two figures: characters with an owner, and expected numbers that are
there; `findings` explain what is missing, doubled or out of order.
"""

from __future__ import annotations

import re
import statistics
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from raglib_core.model import Clause, Coverage, Finding, Section, Span
from raglib_core.numbering import LOOK_ALIKE, SUPERSCRIPTS
from raglib_core.parsing.gaps import gaps_of, range_in
from raglib_core.parsing.items import missing_items, numbered_items
from raglib_core.parsing.siblings import Sibling, families, repealed_numbers

#: a clause is unusually long beyond this many characters and this many times the median of its document
OVERSIZED_CHARACTERS = 6000
OVERSIZED_TIMES = 12
REPEALED = re.compile(
    r"[\s\W]*(?:статья|пункт|часть|глава)?[\s\d.]*(?:\w+ую\s+)?(?:признан\w*\s+)?"
    r"(?:утрати\w*\s+силу|исключ[её]н\w*|исключить|repealed|deleted|\[?reserved\]?"
    r"|intentionally (?:omitted|left blank))",
    re.IGNORECASE,
)
_NON_BLANK = re.compile(r"\S+")


def measure(text: str, sections: Sequence[Section], clauses: Sequence[Clause], furniture: Sequence[Span]) -> Coverage:
    """Return both figures and all findings in the order of their places; full coverage for an empty text."""
    owned = _merged([
        *((clause.start, clause.stop) for clause in clauses),
        *((section.start, section.heading_stop) for section in sections),
        *((span.start, span.stop) for span in furniture),
    ])  # fmt: skip
    leftovers = list(_leftovers(text, owned))
    characters = sum(len(run.group()) for run in _NON_BLANK.finditer(text))
    unplaced = sum(len(run.group()) for span in leftovers for run in _NON_BLANK.finditer(span.of(text)))
    repealed = list(_repealed(text, sections, clauses))
    expected = present = 0
    numbers = {section.number for section in sections} | {clause.number for clause in clauses}
    findings: list[Finding] = list(repealed)
    for family in families(sections, clauses):
        excused = repealed_numbers(family, text)
        report = gaps_of(family, text, excused, has_parent=family.prefix.rstrip(".") in numbers)
        expected, present = expected + report.expected, present + report.present
        findings += report.findings
    findings += [*_misplaced(sections, clauses), *_empty_headings(text, sections, clauses)]
    lost_items = list(missing_items(clauses, text))
    items = numbered_items(clauses)
    present += items
    expected += items + sum(int(dict(found.values)["missing"] or 0) for found in lost_items)
    findings += [*_oversized(clauses), *_repaired(sections, clauses), *lost_items]
    findings += [Finding("leftover", "warning", start=span.start, stop=span.stop) for span in leftovers]
    findings.sort(key=lambda found: (found.start, found.stop, found.kind))
    return Coverage(characters, characters - unplaced, expected, present, tuple(findings), tuple(leftovers))


def with_findings(measured: Coverage, more: Sequence[Finding]) -> Coverage:
    """Return the coverage with further findings in the order of their places; the figures stay."""
    ordered = sorted((*measured.findings, *more), key=lambda found: (found.start, found.stop, found.kind))
    return replace(measured, findings=tuple(ordered))


def _merged(spans: Sequence[tuple[int, int]]) -> list[Span]:
    merged: list[Span] = []
    for start, stop in sorted(spans):
        if merged and start <= merged[-1].stop:
            merged[-1] = Span(merged[-1].start, max(merged[-1].stop, stop))
        else:
            merged.append(Span(start, stop))
    return merged


def _leftovers(text: str, owned: Sequence[Span]) -> Iterator[Span]:
    position = 0
    for span in [*owned, Span(len(text), len(text))]:
        piece = text[position : span.start]
        if piece.strip():
            lead = len(piece) - len(piece.lstrip())
            yield Span(position + lead, position + len(piece.rstrip()))
        position = max(position, span.stop)


def _repealed(text: str, sections: Sequence[Section], clauses: Sequence[Clause]) -> Iterator[Finding]:
    for section in sections:
        words = section.heading or text[section.heading_stop : section.heading_stop + 60]
        if section.number and REPEALED.match(words):
            yield Finding("repealed", "info", section.number, "", section.key, section.start, section.heading_stop)
    for clause in clauses:
        if clause.kind in ("clause", "part"):
            body = clause.start + len(clause.label)
            if REPEALED.match(text, body, min(clause.stop, body + 80)):
                last = range_in(clause.label)
                yield Finding("repealed", "info", clause.number, last, clause.locator, clause.start, clause.stop)


def _misplaced(sections: Sequence[Section], clauses: Sequence[Clause]) -> Iterator[Finding]:
    """Dotted clauses that stand in a section of another number, or before the one they should follow."""
    numbered = [section for section in sections if section.number.isdigit()]
    index, inside = 0, ""
    by_key = {section.key: section for section in sections}
    before: Sibling | None = None
    for clause in clauses:
        while index < len(numbered) and numbered[index].start <= clause.start:
            inside, index = numbered[index].number, index + 1
        if clause.kind != "clause" or "." not in clause.number:
            continue
        here = Sibling.of_clause(clause)
        if before and here.scope == before.scope and here.parts < before.parts and "#" not in clause.locator:
            values = (("after", before.number),)
            yield Finding(
                "out_of_order", "warning", clause.number, "", clause.locator, clause.start, clause.stop, "", values
            )
            before = here
        elif _is_foreign(clause, inside, by_key.get(clause.section_key)):
            values = (("section", inside),)
            yield Finding(
                "foreign_number", "warning", clause.number, "", clause.locator, clause.start, clause.stop, "", values
            )
        else:
            before = here


def _is_foreign(clause: Clause, inside: str, holder: Section | None) -> bool:
    first = clause.number.split(".")[0]
    carries = holder is not None and holder.number.isdigit() and holder.kind in ("section", "article", "chapter")
    return bool(carries and inside and first != inside)


def _empty_headings(text: str, sections: Sequence[Section], clauses: Sequence[Clause]) -> Iterator[Finding]:
    starts = sorted(clause.start for clause in clauses)
    for section in sections:
        is_numbered = section.number and section.kind in ("section", "article", "chapter", "subsection", "paragraph")
        if not is_numbered or REPEALED.match(section.heading) or range_in(section.heading):
            continue
        body = text[section.heading_stop : section.stop].strip()
        first = bisect_left(starts, section.start)
        has_clause = first < len(starts) and starts[first] < section.stop
        if not body and not has_clause:
            values = (("title", section.title),)
            yield Finding(
                "empty_heading", "warning", section.number, "", section.key, section.start, section.heading_stop, "",
                values,
            )  # fmt: skip


def _oversized(clauses: Sequence[Clause]) -> Iterator[Finding]:
    lengths = [clause.stop - clause.start for clause in clauses]
    if not lengths:
        return
    limit = max(OVERSIZED_CHARACTERS, OVERSIZED_TIMES * statistics.median(lengths))
    for clause, length in zip(clauses, lengths, strict=True):
        if length > limit:
            values = (("characters", length),)
            yield Finding(
                "oversized", "info", clause.number or clause.locator, "", clause.locator, clause.start, clause.stop, "",
                values,
            )  # fmt: skip


def _repaired(sections: Sequence[Section], clauses: Sequence[Clause]) -> Iterator[Finding]:
    """Numbers that were read otherwise than printed: look-alike letters, a comma, a lost superscript."""
    rows = [(one.label, one.number, one.key, one.start, one.heading_stop, True) for one in sections if one.number]
    rows += [(one.label, one.number, one.locator, one.start, one.stop, one.kind != "clause") for one in clauses]
    for label, number, locator, start, stop, may_be_inserted in rows:
        cause = _repair_cause(label, number) if label else ""
        if cause == "lost_superscript" and not may_be_inserted:
            cause = "lost_dot"
        if cause:
            values = (("label", label),)
            yield Finding("repaired_number", "info", number, "", locator, start, stop, cause, values)


def _repair_cause(label: str, number: str) -> str:
    printed = re.sub(r"[\s\\№]", "", label)
    if number in printed or not number[0].isdigit():
        return ""
    digits = re.sub(r"\D", "", number)
    if digits and digits in re.sub(r"[-–—]", "", printed):
        return "lost_superscript" if not re.search(r"\d[.,]\d", printed) else "look_alike_letters"
    same = re.sub(r"\D", "", printed.translate(LOOK_ALIKE)) == digits
    superscript = re.sub(r"\D", "", printed.translate(SUPERSCRIPTS)) == digits
    hyphened = re.sub(r"\D", "", printed) == digits
    return "look_alike_letters" if same and not superscript and not hyphened else ""
