"""How the time of segmentation grows with the length of a text: seconds, and the ratio for ten times the text.

Run by ``make bench-segmentation``. The text is a charter made up here: articles with dotted clauses, lists and
references, all numbers in order. Both lengths are measured in one run of one process; the machine is never quite
quiet, so the ratio says more than the seconds. Leaves with 1 where 10 MB take 20 s or more, or ten times the text more
than 12 times the time.
"""

from __future__ import annotations

import argparse
import sys
import time

from raglib_core.model import Recognized
from raglib_core.parsing import segment

MEGABYTE = 1_000_000
LIMIT_SECONDS = 20.0
LIMIT_RATIO = 12.0
CLAUSES = 24
_SENTENCE = (
    "Общее собрание участников рассматривает отчёт директора, утверждает бюджет на год и решает иные вопросы, "
    "отнесённые к его компетенции пунктом {reference} настоящего Устава."
)


def charter(size: int) -> str:
    """Return a charter of at least ``size`` bytes in UTF-8, whole articles only; numbers start anew in each chapter."""
    pieces: list[str] = []
    written = article = 0
    while written < size:
        article += 1
        piece = _article(article % 199 or 199)
        pieces.append(piece)
        written += len(piece.encode())
    return "".join(pieces)


def _article(number: int) -> str:
    lines = [f"## Статья {number}. ПОРЯДОК РАБОТЫ\n"]
    for clause in range(1, CLAUSES + 1):
        words = _SENTENCE.format(reference=f"{number}.{max(1, clause - 1)}")
        lines.append(
            f"{number}.{clause}. {words} К ним относятся:\nа) созыв собрания;\nб) повестка дня;\nв) протокол.\n"
        )
    return "\n".join(lines) + "\n"


def seconds_for(text: str) -> tuple[float, int]:
    """Return the time of this process for one segmentation, and the number of clauses."""
    started = time.process_time()
    found = segment(Recognized(text))
    return time.process_time() - started, len(found.clauses)


def main() -> int:
    """Measure, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, default=10.0, help="size of the longer text in UTF-8")
    size = int(parser.parse_args().megabytes * MEGABYTE)
    short, long = charter(size // 10), charter(size)
    seconds_for(charter(MEGABYTE // 20))  # compiles the patterns
    quick, few = seconds_for(short)
    slow, many = seconds_for(long)
    ratio = slow / quick
    print(f"{len(short.encode()) / MEGABYTE:6.2f} MB  {few:7d} clauses  {quick:7.2f} s")
    print(f"{len(long.encode()) / MEGABYTE:6.2f} MB  {many:7d} clauses  {slow:7.2f} s  ratio {ratio:.1f}")
    within = slow < LIMIT_SECONDS * size / (10 * MEGABYTE) and ratio <= LIMIT_RATIO
    print("within the limits" if within else f"limits: {LIMIT_SECONDS} s for 10 MB, ratio {LIMIT_RATIO}")
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())
