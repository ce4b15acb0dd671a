"""Why a line opened a clause, or did not: the rules and neighbours behind each decision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from raglib_core.model import Recognized
from raglib_core.parsing import evidence
from raglib_core.parsing.sequence import Option, Taken, decide, replay
from raglib_core.parsing.weighing import Prepared, prepare


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing a place could have become.

    ``role`` is word, heading, subheading, clause or part; ``line_points`` and ``neighbour_points`` add up to what
    decides (above zero is worth taking, the best history wins); ``rules`` lists the rules of the line that spoke, with
    their points.
    """

    role: str
    number: str
    line_points: float
    neighbour_points: float
    rules: tuple[tuple[str, float], ...]
    taken: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """A place with candidates: its line (from 1), the label as printed, the words of the line, and the choices."""

    line: int
    start: int
    label: str
    words: str
    choices: tuple[Choice, ...]

    @property
    def taken(self) -> Choice | None:
        """The choice that was taken; None where the line opens nothing."""
        return next((choice for choice in self.choices if choice.taken), None)


def explain(recognized: Recognized, *, ocr_number_repair: bool = True) -> list[Decision]:
    """Return every place that was weighed, in document order; [] for a text without candidates.

    Lines that are set aside as contents or furniture, and candidates whose line alone speaks against them by more than
    any place could make good, are not among them.
    """
    prepared = prepare(recognized, repair=ocr_number_repair)
    return list(_decisions(prepared, decide(prepared.groups)))


def _decisions(prepared: Prepared, taken: list[Taken]) -> Iterator[Decision]:
    for options, chosen in replay(prepared.groups, taken):
        if not options:
            continue
        candidate = options[0].taken.candidate
        line = prepared.lines[candidate.line]
        choices = tuple(_choice(prepared, option, chosen) for option in options)
        yield Decision(
            candidate.line + 1,
            candidate.start,
            prepared.text[candidate.start : candidate.label_stop].strip(),
            prepared.text[line.start : line.stop].strip(),
            choices,
        )


def _choice(prepared: Prepared, option: Option, chosen: Taken | None) -> Choice:
    candidate, role = option.taken.candidate, option.taken.role
    place = evidence.place_of(candidate, prepared.lines, prepared.text)
    rules = evidence.rules_for(candidate, "clause" if role in ("clause", "part") else "heading")
    spoke = tuple((rule.__name__, rule(place)) for rule in rules)
    return Choice(
        role,
        option.taken.number.text if option.taken.number else "",
        option.line_points,
        option.neighbour_points,
        tuple((name, points) for name, points in spoke if points),
        option.taken == chosen,
    )
