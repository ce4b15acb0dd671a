"""Missing, doubled and restarted numbers of one family, with the evidence for a person who checks them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from raglib_core.model import Finding, Scalar, Severity
from raglib_core.parsing.siblings import Family, Sibling

TAIL = 90  # characters of a neighbour that are shown
MAX_MENTIONS = 5
#: digits and the letters that recognition prints for them
_SIMILAR = {
    "0": "0ОоOo", "1": "1lI|І", "2": "2", "3": "3Зз", "4": "4", "5": "5Ss", "6": "6бb", "7": "7", "8": "8ВB", "9": "9"
}  # fmt: skip
REFERENCE_BEFORE = re.compile(r"(?:п|пп|пункт\w*|ст|стать\w+|част\w+|ч|и|или|№)\.?$", re.IGNORECASE)
_RANGE = re.compile(r"(?:\d)\s*[–—-]\s*(\d{1,5}(?:\.\d{1,3}){0,5})\s*[.)]*\s*$")


@dataclass(frozen=True, slots=True)
class FamilyReport:
    """Findings of a family and how many of its expected numbers are there."""

    expected: int
    present: int
    findings: tuple[Finding, ...]


def range_in(label: str) -> str:
    """Return the last number of a label that is a range («3.5 – 3.7.» -> "3.7"); "" for any other."""
    match = _RANGE.search(label)
    return match.group(1) if match else ""


def gaps_of(family: Family, text: str, excused: set[int], *, has_parent: bool) -> FamilyReport:
    """Return the findings of a family; numbers in ``excused`` are repealed and count as present.

    Numbers before the first one are missing only under a parent that is there (``has_parent``); before the first
    section of a document they are information, not expected: the document may be an excerpt. A family of insertions
    only gives no finding.
    """
    placed = [member for member in family.members if member.value]
    if not placed:
        return FamilyReport(0, 0, ())
    findings = [*_doubles(placed), *_restarts(placed)]
    values = sorted({member.value for member in placed} | {value for value in excused if value < placed[-1].value})
    by_value = {member.value: member for member in reversed(placed)}
    missing = 0
    first = values[0]
    if first > 1 and ((family.prefix and has_parent) or family.of_sections):
        counted = not family.of_sections
        missing += (first - 1) if counted else 0
        findings.append(_missing_first(family, by_value[first] if first in by_value else placed[0], first, counted))
    for before, after in pairwise(values):
        if after - before > 1:
            missing += after - before - 1
            findings.append(_gap(family, by_value.get(before), by_value.get(after), (before + 1, after - 1), text))
    present = len(values)
    return FamilyReport(present + missing, present, tuple(findings))


def _doubles(placed: Sequence[Sibling]) -> Iterator[Finding]:
    seen: set[tuple[int, ...]] = set()
    for member in placed:
        if member.parts in seen:
            yield Finding("duplicate", "error", member.number, "", member.locator, member.start, member.stop)
        seen.add(member.parts)


def _restarts(placed: Sequence[Sibling]) -> Iterator[Finding]:
    for before, member in pairwise(placed):
        if member.value == 1 and before.value >= 1:
            yield Finding(
                "restart", "warning", member.number, "", member.locator, member.start, member.stop, "restart_in_list"
            )


def _missing_first(family: Family, member: Sibling, first: int, counted: bool) -> Finding:
    severity: Severity = "warning" if counted else "info"
    number, last = f"{family.prefix}1", f"{family.prefix}{first - 1}" if first > 2 else ""
    return Finding("missing_first", severity, number, last, member.locator, member.start, member.start)


def _gap(family: Family, before: Sibling | None, after: Sibling | None, missing: tuple[int, int], text: str) -> Finding:
    number = f"{family.prefix}{missing[0]}"
    last = f"{family.prefix}{missing[1]}" if missing[1] > missing[0] else ""
    known = before or after
    start = before.start if before else (after.start if after else 0)
    stop = after.start if after and after.start > start else len(text)
    mentions = list(_mentions(number, text, start, stop, family.of_sections))
    as_label = next((place for exact, place in mentions if exact == "label"), None)
    evidence = _neighbours(before, after, text) + tuple(
        ("mention", _around(text, place), place) for _, place in mentions[:MAX_MENTIONS]
    )
    locator = known.locator if known else ""
    place = before.stop if before else start
    if as_label is not None:
        values: tuple[tuple[str, Scalar], ...] = (("inside", before.number if before else ""), ("label", number))
        return Finding(
            "glued", "error", number, last, locator, as_label, as_label + len(number), "inside_text", values, evidence
        )
    similar = next((found for found in _similar(number, text, start, stop)), "")
    if similar:
        values = (("found", similar),)
        return Finding("gap", "error", number, last, locator, place, stop, "look_alike", values, evidence)
    return Finding("gap", "error", number, last, locator, place, stop, "absent", (), evidence)


def _neighbours(before: Sibling | None, after: Sibling | None, text: str) -> tuple[tuple[str, str, int], ...]:
    rows: list[tuple[str, str, int]] = []
    if before:
        tail = max(before.start, before.stop - TAIL)
        rows.append(("before", text[tail : before.stop], tail))
    if after:
        rows.append(("after", text[after.start : min(after.stop, after.start + TAIL)], after.start))
    return tuple(rows)


def _mentions(number: str, text: str, start: int, stop: int, of_sections: bool) -> Iterator[tuple[str, int]]:
    """Yield where a number stands between two places: as a label («8.3. Лицо») or merely mentioned."""
    if of_sections and "." not in number:
        return  # a bare integer occurs everywhere and proves nothing
    pattern = re.compile(rf"(?<![\w.,]){re.escape(number)}(?!\.?\d)(?P<label>\.?[ \u00a0]{{1,3}}(?=[А-ЯЁA-Z«\"]))?")
    for match in pattern.finditer(text, start, stop):
        if "." not in number and not match["label"]:
            continue
        before = text[max(0, match.start() - 12) : match.start()].rstrip()
        is_label = bool(match["label"]) and "." in match["label"] and not REFERENCE_BEFORE.search(before)
        yield ("label" if is_label else "mention"), match.start()


def _similar(number: str, text: str, start: int, stop: int) -> Iterator[str]:
    """Yield forms that recognition may have made of a number at the start of a line: «8,З», «83.»."""
    if "." not in number:
        return
    digits = "[.,:;\\- ]{0,2}".join(
        "".join(f"[{re.escape(_SIMILAR.get(sign, sign))}]" for sign in part) for part in number.split(".")
    )
    for match in re.finditer(rf"(?:^|(?<=\n))[ \t]*(?P<form>{digits})(?![\d\w])[.,:)]?", text[start:stop]):
        if match["form"] != number:
            yield match.group().strip()


def _around(text: str, place: int) -> str:
    return text[max(0, place - TAIL // 2) : place + TAIL // 2]
