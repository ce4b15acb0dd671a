"""A line as it is printed on a page, by a text layer or by recognition of its picture: words with their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """One line of a page; lengths in points from the lower left corner, so ``top`` is greater than ``bottom``.

    ``hyphen`` tells that the line ends in a mark at which a word may have been broken; the mark itself is not part of
    ``text``. ``confidence`` runs from 0 to 1, None for a text layer.
    """

    text: str
    left: float
    bottom: float
    right: float
    top: float
    hyphen: str = ""
    furniture: bool = False
    confidence: float | None = None

    @property
    def height(self) -> float:
        """Height of the box, about that of the letters."""
        return self.top - self.bottom

    @property
    def printed(self) -> str:
        """The text with the mark at its end."""
        return self.text + self.hyphen

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top, rounded to a hundredth of a point."""
        return (round(self.left, 2), round(self.bottom, 2), round(self.right, 2), round(self.top, 2))


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """One page: its order number from 1, its size in points, its lines in reading order, where they come from."""

    number: int
    width: float
    height: float
    lines: tuple[PrintedLine, ...]
    ocr: bool = False

    @property
    def text(self) -> str:
        """All lines of the page, one below the other."""
        return "\n".join(line.printed for line in self.lines)

    def with_lines(self, lines: Sequence[PrintedLine]) -> PrintedPage:
        """Return the same page with other lines."""
        return replace(self, lines=tuple(lines))


def same_row(one: PrintedLine, other: PrintedLine) -> bool:
    """Return whether two pieces stand on one printed row: their heights overlap by more than half."""
    overlap = min(one.top, other.top) - max(one.bottom, other.bottom)
    return overlap > 0.5 * min(one.height, other.height)


def joined(one: PrintedLine, other: PrintedLine) -> PrintedLine:
    """Return two pieces of one row as one line."""
    return replace(
        one,
        text=f"{one.printed} {other.text}",
        left=min(one.left, other.left),
        bottom=min(one.bottom, other.bottom),
        right=max(one.right, other.right),
        top=max(one.top, other.top),
        hyphen=other.hyphen,
    )
