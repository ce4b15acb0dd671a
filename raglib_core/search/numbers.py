"""Lists of clause numbers made short, with every gap shown in its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from raglib_core.model import Finding

#: «12.10» -> («12.», 10); «65.1», «7»; letters and Roman numerals are never folded
_LAST_PART = re.compile(r"((?:.*[^\d])?)(\d{1,6})")
#: shorter runs are listed one by one
_MIN_RUN = 3
#: a folded gap names at most so many numbers
_MAX_GAP = 10_000


def parts_of(number: str) -> tuple[str, int] | None:
    """Return what stands before the last part of a number, and that part; None where it ends with no digits."""
    match = _LAST_PART.fullmatch(number)
    return (match.group(1), int(match.group(2))) if match else None


def missing_numbers(findings: Sequence[Finding]) -> dict[str, bool]:
    """Return the numbers that gaps name, ranges unfolded, each with True: not shown yet."""
    missing: dict[str, bool] = {}
    for found in findings:
        if found.kind in ("gap", "missing_first"):
            missing.update(dict.fromkeys(_numbers_of(found), True))
    return missing


def _numbers_of(found: Finding) -> Iterator[str]:
    first, last = parts_of(found.number), parts_of(found.number_to or found.number)
    if first is None or last is None or first[0] != last[0]:
        yield found.number
        return
    for value in range(first[1], min(last[1], first[1] + _MAX_GAP) + 1):
        yield f"{first[0]}{value}"


def folded_numbers(numbers: Sequence[str], missing: dict[str, bool], mark: Callable[[str], str]) -> list[str]:
    """Return numbers in their order with runs folded («12.1–12.9») and marks of the missing ones between them.

    A missing number that is marked becomes False in ``missing``; only those before the numbers of this list and
    between them are marked. Numbers that repeat are listed as often as they stand.
    """
    folded: list[str] = []
    run: list[str] = []
    seen: dict[str, int] = {}
    for number in numbers:
        gap = _gap_before(number, seen, missing)
        if gap or not (run and _follows(run[-1], number)):
            folded += _shown(run) + [mark(one) for one in gap]
            run = []
        run.append(number)
    return folded + _shown(run)


def _gap_before(number: str, seen: dict[str, int], missing: dict[str, bool]) -> list[str]:
    """Return missing numbers between the last sibling and this one, runs folded; marks them as shown."""
    parts = parts_of(number)
    if parts is None:
        return []
    head, value = parts
    before = seen.get(head, 0)
    seen[head] = value
    gap = [f"{head}{between}" for between in range(max(0, before + 1), min(value, before + _MAX_GAP))]
    gap = [one for one in gap if missing.get(one)]
    missing.update(dict.fromkeys(gap, False))
    runs: list[list[str]] = []
    for one in gap:
        if runs and _follows(runs[-1][-1], one):
            runs[-1].append(one)
        else:
            runs.append([one])
    return [run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs]


def _follows(before: str, after: str) -> bool:
    left, right = parts_of(before), parts_of(after)
    return left is not None and right is not None and left[0] == right[0] and left[1] + 1 == right[1]


def _shown(run: Sequence[str]) -> list[str]:
    return [f"{run[0]}–{run[-1]}"] if len(run) >= _MIN_RUN else list(run)
