"""The order in which the lines of a page are read: pieces of a row joined, the left column before the right one."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from raglib_core.recognition.printed_lines import PrintedLine, joined, same_row

#: Lines that a column has at least; share of lines that may run over the gutter (titles, footnotes).
_MIN_LINES = 6
_MAX_CROSSING = 0.15
#: Columns of running text are full lines; the cells of a table are not.
_FULL = 0.6
_MIN_TEXT_LINES = 10
#: A gap so many times the height of the letters parts pieces that do not belong together.
_GAP = 12.0


def in_reading_order(pieces: Sequence[PrintedLine], width: float) -> tuple[PrintedLine, ...]:
    """Return the lines of a page as they are read.

    The order of the file is kept, as its writer knew the text, except where two columns of running text lie
    interleaved in it: they are parted, between the lines that run over both.
    """
    gutter = gutter_of(pieces, width)
    if gutter is not None and _interleaved(pieces, gutter) and _running_text(pieces, gutter):
        pieces = _parted(pieces, gutter)
    return tuple(_rows(pieces, gutter))


def gutter_of(lines: Sequence[PrintedLine], width: float) -> float | None:
    """Return where the second of two columns begins; None for a page of one column."""
    lines = [line for line in lines if not line.furniture]
    for share in (0.5, 0.48, 0.52, 0.45, 0.55):
        middle = width * share
        left, right = _sides(lines, middle)
        crossing = len(lines) - len(left) - len(right)
        if min(len(left), len(right)) < _MIN_LINES or crossing > _MAX_CROSSING * len(lines):
            continue
        if _side_by_side(left, right):
            return middle
    return None


def _sides(lines: Iterable[PrintedLine], gutter: float) -> tuple[list[PrintedLine], list[PrintedLine]]:
    left: list[PrintedLine] = []
    right: list[PrintedLine] = []
    for line in lines:
        if line.right <= gutter:
            left.append(line)
        elif line.left >= gutter:
            right.append(line)
    return left, right


def _side_by_side(left: Sequence[PrintedLine], right: Sequence[PrintedLine]) -> bool:
    low = max(min(line.bottom for line in side) for side in (left, right))
    high = min(max(line.top for line in side) for side in (left, right))
    height = max(line.top for line in (*left, *right)) - min(line.bottom for line in (*left, *right))
    return high - low > 0.3 * height


def _interleaved(pieces: Sequence[PrintedLine], gutter: float) -> bool:
    """Whether the file changes from one column to the other more often than once for every few lines."""
    sides = [piece.left >= gutter for piece in pieces if piece.right <= gutter or piece.left >= gutter]
    changes = sum(1 for one, other in itertools.pairwise(sides) if one != other)
    return changes > len(sides) / 4


def _running_text(pieces: Sequence[PrintedLine], gutter: float) -> bool:
    for side in _sides(pieces, gutter):
        widest = max((line.right - line.left for line in side), default=0.0)
        full = sum(1 for line in side if line.right - line.left > _FULL * widest)
        if len(side) < _MIN_TEXT_LINES or full < _FULL * len(side):
            return False
    return True


def _parted(pieces: Sequence[PrintedLine], gutter: float) -> list[PrintedLine]:
    ordered: list[PrintedLine] = []
    left: list[PrintedLine] = []
    right: list[PrintedLine] = []
    for piece in pieces:
        if piece.right <= gutter:
            left.append(piece)
        elif piece.left >= gutter:
            right.append(piece)
        else:
            ordered += [*left, *right, piece]
            left, right = [], []
    return [*ordered, *left, *right]


def _rows(pieces: Sequence[PrintedLine], gutter: float | None) -> list[PrintedLine]:
    """Join pieces that stand side by side: a number set apart from its text is one line with it."""
    lines: list[PrintedLine] = []
    for piece in pieces:
        if lines and _continues(lines[-1], piece, gutter):
            lines[-1] = joined(lines[-1], piece)
        else:
            lines.append(piece)
    return lines


def _continues(line: PrintedLine, piece: PrintedLine, gutter: float | None) -> bool:
    if gutter is not None and line.right <= gutter <= piece.left:
        return False
    gap = piece.left - line.right
    return same_row(line, piece) and -0.5 * line.height < gap < _GAP * line.height
