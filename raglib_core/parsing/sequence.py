"""Which candidates are real: the best path over the whole document.

Every candidate may be passed over (0 points) or taken in a role; taking it earns the points of its line
(`raglib_core.parsing.evidence`) and of its neighbours (how well its number continues what was taken before). A beam
keeps the `BEAM` best histories with different states, so a wrong start is not paid by all that follows it. Time is
linear in the number of candidates.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from raglib_core.numbering import Number, is_successor
from raglib_core.parsing.labels import WORD_MARKS, Candidate

BEAM = 10
#: a candidate whose line speaks so strongly against it is not looked at further: a perfect place earns 4 points
HOPELESS = -4.2

Role = Literal["word", "heading", "subheading", "clause", "part"]
Parts = tuple[int, ...]

EXPECTED = 4.0  # exactly the next number
FIRST = 2.5  # the first number after a heading, 1
SET_HEADING = 3.0  # a line that is clearly set as a heading
CHILD_FOLLOWS = 3.5  # the next dotted number is the first of this section
FOREIGN = -3.0  # a number of another section
BACKWARDS = -2.5
DUPLICATE = -1.5
REPAIRED = -0.8  # for every character that was read as another
LOST_SUPERSCRIPT = -0.2
LOST_DOT = -0.8

RANKS: dict[str, int] = {
    "book": 0, "section": 1, "roman": 1, "subsection": 2, "chapter": 3, "paragraph": 4, "article": 5
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate with the points of its line as a clause and as a heading (equal for words)."""

    candidate: Candidate
    as_clause: float
    as_heading: float
    opens_children: bool = False
    opens_article: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision: the candidate opens a section or a clause under this reading of its number."""

    candidate: Candidate
    number: Number | None
    role: Role


class State(NamedTuple):
    """What of the history matters for the next candidate."""

    last: tuple[Parts, ...] = ((), (), (), (), (), ())  # per rank
    free: int = 63  # bit per rank: may start again at 1
    heading: int = 0  # last «N. TITLE»
    top: int = 0  # first part that dotted numbers should have here
    clause: Parts = ()  # last dotted number of the main line
    part: Parts = ()  # last single number of this scope
    sub: Parts = ()  # last heading between a paragraph and its articles
    scope: str = "doc"  # what the parts restart in: doc, article, section
    fresh: bool = True  # a heading was just opened


class History(NamedTuple):
    """A path through the candidates: its points, its state and what it took, newest first."""

    score: float
    state: State
    taken: tuple[Taken, object] | None


def decide(groups: Sequence[Sequence[Weighed] | None]) -> list[Taken]:
    """Return what the best path takes, in document order.

    ``groups`` holds the candidates of one place each, of which at most one is taken; None stands for a heading without
    a number. Empty input gives an empty list.
    """
    beam = [History(0.0, State(), None)]
    for group in groups:
        if group is None:
            beam = [History(path.score, path.state._replace(fresh=True), path.taken) for path in beam]
            continue
        beam = _step(beam, group)
    best = beam[0].taken
    found: list[Taken] = []
    while best is not None:
        found.append(best[0])
        best = best[1]  # type: ignore[assignment]  # the chain nests its own type
    return found[::-1]


def _step(beam: Sequence[History], group: Sequence[Weighed]) -> list[History]:
    best: dict[State, History] = {}
    for path in beam:
        for following in _continuations(path, group):
            known = best.get(following.state)
            if known is None or following.score > known.score:
                best[following.state] = following
    return sorted(best.values(), key=lambda path: -path.score)[:BEAM]


def _continuations(path: History, group: Sequence[Weighed]) -> Iterator[History]:
    yield path
    for weighed in group:
        if max(weighed.as_clause, weighed.as_heading) <= HOPELESS:
            continue
        for number in weighed.candidate.readings or (None,):
            for role, earned, state in _roles(path.state, weighed, number):
                penalty = _reading_points(number)
                score = path.score + earned + penalty
                if earned + penalty > 0:
                    yield History(score, state, (Taken(weighed.candidate, number, role), path.taken))


@dataclass(frozen=True, slots=True)
class Option:
    """What one place could have become in the history that won: points of the line and of the neighbours."""

    taken: Taken
    line_points: float
    neighbour_points: float

    @property
    def points(self) -> float:
        """The sum, above zero for an option worth taking."""
        return self.line_points + self.neighbour_points


def replay(
    groups: Sequence[Sequence[Weighed] | None], taken: Sequence[Taken]
) -> Iterator[tuple[Sequence[Option], Taken | None]]:
    """Yield for each group of candidates its options in the history that won, and the one that was taken.

    Headings without a number yield nothing.
    """
    chosen = {id(decision.candidate): decision for decision in taken}
    state = State()
    for group in groups:
        if group is None:
            state = state._replace(fresh=True)
            continue
        options: list[Option] = []
        following, decided = state, None
        for weighed in group:
            decision = chosen.get(id(weighed.candidate))
            for option, after in _options(state, weighed):
                options.append(option)
                if decision == option.taken and decided is None:
                    following, decided = after, decision
        state = following
        yield options, decided


def _options(state: State, weighed: Weighed) -> Iterator[tuple[Option, State]]:
    for number in weighed.candidate.readings or (None,):
        for role, earned, after in _roles(state, weighed, number):
            line = weighed.as_clause if role in ("clause", "part") else weighed.as_heading
            neighbours = earned + _reading_points(number) - line
            yield Option(Taken(weighed.candidate, number, role), line, neighbours), after


def _reading_points(number: Number | None) -> float:
    if number is None:
        return 0.0
    return REPAIRED * number.repaired + (LOST_SUPERSCRIPT if number.split else 0.0)


def _roles(state: State, weighed: Weighed, number: Number | None) -> Iterator[tuple[Role, float, State]]:
    mark = weighed.candidate.mark
    if mark in WORD_MARKS or mark == "roman":
        yield from _word(state, weighed, number)
    elif number is None:
        return
    elif mark == "single":
        yield from _single(state, weighed, number)
    else:
        yield from _dotted(state, weighed, number)


def gap_points(gap: int) -> float:
    """Return what a jump of ``gap`` (1 = the next number) is worth: 2.2 minus 0.9 for each doubling."""
    return EXPECTED if gap == 1 else 2.2 - 0.9 * math.log2(gap)


# ---------------------------------------------------------------- headings


def _word(state: State, weighed: Weighed, number: Number | None) -> Iterator[tuple[Role, float, State]]:
    mark = weighed.candidate.mark
    if mark == "appendix":
        opened = State(last=state.last, free=63, top=0, scope="doc", fresh=True)
        yield "word", weighed.as_heading + 1.0, opened
        return
    if number is None:
        return
    rank = RANKS[mark]
    earned = _heading_points(state.last[rank], number.parts, free=bool(state.free >> rank & 1))
    last = (*state.last[:rank], number.parts, *state.last[rank + 1 :])
    lower = sum(1 << below for below in range(rank + 1, 6))
    is_article = mark == "article"
    opened = State(
        last=last,
        free=(state.free | lower) & ~(1 << rank),
        heading=state.heading if is_article else 0,
        top=number.parts[0],
        clause=state.clause,
        part=() if is_article else state.part,
        sub=state.sub if is_article else (),
        scope="article" if is_article else "section",
        fresh=True,
    )
    yield "word", weighed.as_heading + earned, opened


def _heading_points(last: Parts, parts: Parts, *, free: bool) -> float:
    if last and is_successor(last, parts):
        return 3.0
    if parts == (1,) and (not last or free):
        return FIRST
    if not last:
        return 0.5 - min(2.0, 0.3 * math.log2(max(parts)))
    if parts == last:
        return DUPLICATE
    if parts > last:
        return gap_points(max(2, parts[0] - last[0])) - 0.3 * (len(parts) - 1)
    return -1.0 if free else BACKWARDS


def _single(state: State, weighed: Weighed, number: Number) -> Iterator[tuple[Role, float, State]]:
    value = number.parts[0]
    if weighed.opens_article and weighed.as_heading > 0:
        # «2. Полное товарищество» before «Статья 69»: a heading between § and articles
        earned = weighed.as_heading + _heading_points(state.sub, number.parts, free=not state.sub)
        yield "subheading", earned, state._replace(sub=number.parts, part=(), scope="section", fresh=True)
    opens_section = weighed.opens_children and state.scope != "article"  # in an article 20.1 is inserted after 20
    is_item = weighed.candidate.closing == ")"  # «1)» is an item of the clause it stands in
    if len(number.parts) == 1 and state.scope != "article" and not (is_item and weighed.as_heading < SET_HEADING):
        earned = weighed.as_heading + _section_points(state, value) + (CHILD_FOLLOWS if opens_section else 0.0)
        yield "heading", earned, state._replace(heading=value, top=value, scope="section", fresh=True)
    if is_item:
        return
    if number.split and number.parts[0] == state.top and is_successor(state.clause, number.parts):
        # «34 Средства» between 3.3 and 3.5 of a scan is 3.4 whose dot was lost
        yield "clause", weighed.as_clause + EXPECTED + LOST_DOT, state._replace(clause=number.parts, fresh=False)
    if number.split and not (state.scope == "article" and is_successor(state.part, number.parts)):
        return  # «51.» between 5 and 6 of an article is 5.1 whose superscript was lost
    part_points = _part_points(state, number.parts)
    if part_points is not None:
        part_points -= 2.0 if opens_section else 0.0
        yield "part", weighed.as_clause + part_points, state._replace(part=number.parts, fresh=False)


def _section_points(state: State, value: int) -> float:
    last = state.heading or (state.clause[0] if state.clause else 0)
    if value == last + 1:
        return 3.0 if last else FIRST
    if value > last:
        return gap_points(value - last) - 0.5 if last else 0.0
    return -0.5 if value == 1 and state.fresh and not state.heading else -4.0


def _part_points(state: State, parts: Parts) -> float | None:
    if state.clause and state.clause[0] == state.top:
        return None  # inside dotted clauses «1.» is an item of a list
    if state.part and is_successor(state.part, parts):
        return 3.0
    if parts == (1,):
        return 2.0 if state.fresh or not state.part else DUPLICATE
    if not state.part:
        return -0.5 * math.log2(parts[0])
    if parts > state.part and parts[0] > state.part[0]:
        return gap_points(parts[0] - state.part[0])
    return BACKWARDS


# ---------------------------------------------------------------- dotted clauses


def _dotted(state: State, weighed: Weighed, number: Number) -> Iterator[tuple[Role, float, State]]:
    parts = number.parts
    if state.part and is_successor(state.part, parts) and state.scope == "article":
        yield "part", weighed.as_clause + EXPECTED, state._replace(part=parts, fresh=False)
    if weighed.candidate.closing == ")" and state.top and parts[0] != state.top:
        return  # «9.1)» among the items of another section is an item too
    earned = dotted_points(state, parts)
    moved = state._replace(clause=parts, top=parts[0], fresh=False)
    yield "clause", weighed.as_clause + earned, moved
    if earned < 0 and state.clause:
        # a foreign or misplaced number does not change where the main line goes on
        yield "clause", weighed.as_clause + earned - 0.1, state


def dotted_points(state: State, parts: Parts) -> float:
    """Return how well a dotted number continues the history: 4 for exactly the next one, negative for a foreign one."""
    last, top = state.clause, state.top
    if state.fresh and top and (not last or last[0] != top):
        if parts[0] == top:
            return _first_of_section(parts)
    elif state.fresh and parts == (1, 1) and not top:
        return 3.0
    if state.scope == "article" and parts[0] != top:
        return FOREIGN
    if not last:
        return _first_of_section(parts) - (0.0 if parts[0] == (top or 1) else 2.0)
    if parts == last:
        return DUPLICATE
    if is_successor(last, parts):
        return EXPECTED if parts[0] == last[0] else 2.5
    if parts > last:
        if parts[1:] == (1,) and state.scope == "doc" and not state.heading:
            # sections without numbered headings begin with their first clause, whatever was lost between
            jump = parts[0] - last[0]
            return 2.5 if jump == 1 else gap_points(jump) - 1.5
        return _forward(last, parts, top)
    return 0.0 if state.fresh and parts == (1, 1) else FOREIGN if parts[0] != last[0] else BACKWARDS


def _first_of_section(parts: Parts) -> float:
    if parts[1] == 1 and len(parts) == 2:
        return EXPECTED
    depth_cost = 1.0 * (len(parts) - 2)
    return min(2.5, gap_points(max(2, parts[1]))) - depth_cost


def _forward(last: Parts, parts: Parts, top: int) -> float:
    if parts[0] != last[0]:
        if parts[0] == last[0] + 1:
            return 2.0 if parts[1:] == (1,) else 0.5 - 0.5 * (len(parts) - 2)
        return FOREIGN if parts[0] != top else -0.5
    common = next(
        (place for place, (one, two) in enumerate(zip(last, parts, strict=False)) if one != two),
        min(len(last), len(parts)),
    )
    jump = parts[common] - (last[common] if common < len(last) else 0)
    levels_skipped = max(0, len(parts) - common - 1)
    inner = sum(0.5 * math.log2(part or 8) + 0.3 for part in parts[common + 1 :])
    return gap_points(max(jump, 2 if levels_skipped == 0 else 1)) - 1.2 * levels_skipped - inner
