"""Whole clauses: the pieces of the text between openings, each with its number, path and locator."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from raglib_core.model import Clause, ClauseKind, Section, Span
from raglib_core.parsing.items import items_of
from raglib_core.parsing.openings import Opening
from raglib_core.parsing.tree import Node, Tree

INTRO = "вв"
PARAGRAPH = "абз."
PREAMBLE = "преамбула"
#: unnumbered text without a heading of its own stays one clause up to this many characters (a title page does)
ONE_PREAMBLE = 1500
_BLANK_LINE = re.compile(r"\n[ \t\u00a0\r\f]*\n[\s]*")
_LIST_LINE = re.compile(r"\s*(?:[-*+•·–—●▪|]|\d{1,3}[.)]|[а-яa-z][.)])\s*")


@dataclass(frozen=True, slots=True)
class Draft:
    """A clause before its locator is known to be unique."""

    address: str
    label: str
    number: str
    kind: ClauseKind
    start: int
    stop: int
    place: int
    node: Node | None
    path: tuple[str, ...]
    titles: tuple[str, ...]


class Clauses:
    """Cuts one document; the only place where a clause gets its span."""

    def __init__(
        self,
        text: str,
        openings: Sequence[Opening],
        tree: Tree,
        furniture: Sequence[Span],
        joined: Set[int] = frozenset(),
    ) -> None:
        """Prepare the tables of the look-ups; a paragraph that starts in ``joined`` goes on with the one before."""
        self.text = text
        self.openings = openings
        self.tree = tree
        self.joined = joined
        self.furniture = furniture
        self.furniture_starts = [span.start for span in furniture]
        self.numbered = _numbered_sections(tree)
        self.restarting = _restarting_parts(tree, openings)
        self.holds_clauses = _sections_with_clauses(tree, openings)

    def all(self) -> list[Clause]:
        """Return the clauses in document order with unique locators."""
        drafts = list(self._drafts())
        used: Counter[str] = Counter()
        clauses = []
        for draft in drafts:
            used[draft.address] += 1
            times = used[draft.address]
            clauses.append(self._finished(draft, draft.address if times == 1 else f"{draft.address}#{times}"))
        return clauses

    def _finished(self, draft: Draft, locator: str) -> Clause:
        stop = self._tree_stop(draft)
        inside = self._furniture_in(draft.start, draft.stop)
        words = draft.start + (len(draft.label) if draft.place >= 0 else 0)
        items = items_of(self.text, words, draft.stop, in_clause=draft.kind != "unnumbered")
        return Clause(
            locator, draft.label, draft.number, draft.kind, draft.start, draft.stop, stop,
            draft.node.key if draft.node else "", draft.path, draft.titles,
            items, inside,
        )  # fmt: skip

    def _furniture_in(self, start: int, stop: int) -> tuple[Span, ...]:
        first = bisect_left(self.furniture_starts, start)
        return tuple(span for span in self.furniture[first : bisect_left(self.furniture_starts, stop)])

    def _tree_stop(self, draft: Draft) -> int:
        """End of the last descendant: of the dotted numbers that begin with this one, without a break."""
        opening = self.openings[draft.place] if draft.place >= 0 else None
        if opening is None or opening.kind != "clause" or not opening.number:
            return draft.stop
        place, parts, stop = draft.place, opening.number.parts, draft.stop
        while place + 1 < len(self.openings):
            following = self.openings[place + 1]
            inner = following.number.parts if following.kind == "clause" and following.number else ()
            if inner == parts or inner[: len(parts)] != parts:
                break
            place += 1
            stop = self._trimmed(*self._piece(place))[1]
        return stop

    def _piece(self, place: int) -> tuple[int, int]:
        following = self.openings[place + 1].start if place + 1 < len(self.openings) else len(self.text)
        return self.openings[place].start, following

    def _trimmed(self, start: int, stop: int) -> tuple[int, int]:
        """Return the span without white space and page furniture at its ends."""
        while True:
            before = (start, stop)
            while start < stop and self.text[start].isspace():
                start += 1
            while stop > start and self.text[stop - 1].isspace():
                stop -= 1
            index = bisect_right(self.furniture_starts, stop - 1) - 1
            if index >= 0 and self.furniture[index].stop >= stop > self.furniture[index].start >= start:
                stop = self.furniture[index].start
            index = bisect_right(self.furniture_starts, start) - 1
            if index >= 0 and self.furniture[index].start <= start < self.furniture[index].stop <= stop:
                start = self.furniture[index].stop
            if (start, stop) == before:
                return before

    def _drafts(self) -> Iterator[Draft]:
        first = self.openings[0].start if self.openings else len(self.text)
        yield from self._preamble(*self._trimmed(0, first))
        for place, opening in enumerate(self.openings):
            start, stop = self._piece(place)
            node = self.tree.owner[place]
            if opening.kind == "section":
                start, stop = self._trimmed(min(opening.heading_stop, stop), stop)
                if start < stop:
                    yield from self._under_heading(place, node, start, stop)
            else:
                yield self._numbered(place, opening, node, *self._trimmed(start, stop))

    def _preamble(self, start: int, stop: int) -> Iterator[Draft]:
        if start >= stop:
            return
        if self.openings and stop - start <= ONE_PREAMBLE:
            yield Draft(PREAMBLE, "", "", "unnumbered", start, stop, -1, None, (PREAMBLE,), ("",))
            return
        spans = [(start, stop)] if stop - start <= ONE_PREAMBLE else list(self._paragraphs(start, stop))
        for count, (first, last) in enumerate(spans, 1):
            address = f"{PARAGRAPH}{count}"
            yield Draft(address, "", "", "unnumbered", first, last, -1, None, (address,), ("",))

    def _under_heading(self, place: int, node: Node | None, start: int, stop: int) -> Iterator[Draft]:
        """Text after a heading: the body of an article, an introduction to clauses, or unnumbered paragraphs."""
        if node is None or node.opening.mark == "contents":
            # what stands after the listing is the body going on without a heading of its own
            for count, (first, last) in enumerate(self._paragraphs(start, stop), 1):
                address = f"{node.key}/{PARAGRAPH}{count}" if node else f"{PARAGRAPH}{count}"
                yield Draft(address, "", "", "unnumbered", first, last, -1, node, (address,), ("",))
            return
        path, titles = self._section_path(node)
        number = node.opening.number
        if number and node.place in self.holds_clauses:
            yield Draft(f"{node.key}/{INTRO}", "", number.text, "intro", start, stop, -1, node, path, titles)
        elif number and node.opening.mark == "article":
            yield Draft(node.key, node.opening.label, number.text, "article", start, stop, -1, node, path, titles)
        else:
            for count, (first, last) in enumerate(self._paragraphs(start, stop), 1):
                yield Draft(f"{node.key}/{PARAGRAPH}{count}", "", "", "unnumbered", first, last, -1, node, path, titles)

    def _numbered(self, place: int, opening: Opening, node: Node | None, start: int, stop: int) -> Draft:
        assert opening.number is not None  # clauses are only taken with a number
        number = opening.number.text
        kind: ClauseKind = "clause"
        if opening.kind == "part":
            scope, kind, node, path, titles = self._part_scope(place, node)
            path, titles = (*path, number), (*titles, "")
        else:
            scope = self._appendix_scope(place)
            node, path, titles = self._dotted_path(place, opening, node)
        return Draft(scope + number, opening.label, number, kind, start, stop, place, node, path, titles)

    def _part_scope(
        self, place: int, node: Node | None
    ) -> tuple[str, ClauseKind, Node | None, tuple[str, ...], tuple[str, ...]]:
        if node is None:
            return "", "clause", None, (), ()
        path, titles = self._section_path(node)
        holder = _numbering_holder(node)
        if holder and holder.opening.mark == "article":
            return f"{holder.key}/", "part", node, path, titles
        if holder and (holder.opening.mark, _appendix_place(holder)) in self.restarting:
            return f"{holder.key}/", "clause", node, path, titles
        return self._appendix_scope(place), "clause", node, path, titles

    def _appendix_scope(self, place: int) -> str:
        appendix = self.tree.appendix[place]
        return f"{appendix.key}/" if appendix else ""

    def _dotted_path(
        self, place: int, opening: Opening, node: Node | None
    ) -> tuple[Node | None, tuple[str, ...], tuple[str, ...]]:
        """Return the section a dotted number belongs to (by its first part, not by its place) and the path to it."""
        assert opening.number is not None  # clauses are only taken with a number
        parts = opening.number.parts
        appendix = self.tree.appendix[place]
        here = next((one for one in reversed(node.chain()) if _number_is(one, parts[:1])), None) if node else None
        home = here or self.numbered.get((appendix.place if appendix else -1, parts[:1]))
        texts = _prefix_texts(opening)
        if home is None:
            base = [one for one in (node.chain() if node else []) if one.opening.mark in ("appendix", "book")]
            owner = node
        else:
            base, owner = home.chain(), (node if node and home in node.chain() else home)
            inner = node.chain()[len(home.chain()) :] if node and home in node.chain() else []
            base = [*base, *(one for one in inner if one.opening.mark == "heading")]
            texts = texts[1:]
        path = [_path_key(one) for one in base]
        titles = [_title(one) for one in base]
        for depth, text in enumerate(texts, len(parts) - len(texts) + 1):
            headed = self.numbered.get((appendix.place if appendix else -1, parts[:depth]))
            path.append(text)
            titles.append(_title(headed) if headed else "")
        return owner, tuple(path), tuple(titles)

    def _section_path(self, node: Node) -> tuple[tuple[str, ...], tuple[str, ...]]:
        chain = node.chain()
        return tuple(_path_key(one) for one in chain), tuple(_title(one) for one in chain)

    def _paragraphs(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """Cut unnumbered text at empty lines; a list stays with the paragraph that announces it."""
        pieces: list[tuple[int, int]] = []
        first = start
        for blank in _BLANK_LINE.finditer(self.text, start, stop):
            pieces.append((first, blank.start()))
            first = blank.end()
        pieces.append((first, stop))
        merged: list[tuple[int, int]] = []
        for first, last in (self._trimmed(*piece) for piece in pieces):
            if first >= last:
                continue
            if merged and (first in self.joined or self._belongs_to_list(merged[-1], first)):
                merged[-1] = (merged[-1][0], last)
            else:
                merged.append((first, last))
        yield from merged

    def _belongs_to_list(self, before: tuple[int, int], start: int) -> bool:
        ends_open = self.text[before[1] - 1] in ":;,"
        return ends_open and (bool(_LIST_LINE.match(self.text, start)) or self.text[start].islower())


def _number_is(node: Node, parts: tuple[int, ...]) -> bool:
    return node.opening.number is not None and node.opening.number.parts == parts and node.opening.mark != "appendix"


def _prefix_texts(opening: Opening) -> list[str]:
    """Return the canonical prefixes of a dotted number: 12.1.4 -> 12, 12.1, 12.1.4."""
    assert opening.number is not None  # clauses are only taken with a number
    whole = opening.number.text
    pieces = whole.split(".")
    return [".".join(pieces[:depth]) for depth in range(1, len(pieces))] + [whole]


def _path_key(node: Node) -> str:
    return node.opening.number.text if node.opening.number else node.key


def _title(node: Node) -> str:
    return " ".join(part for part in (node.opening.label, node.opening.heading) if part)


def _appendix_place(node: Node) -> int:
    return node.appendix.place if node.appendix else -1


def _numbering_holder(node: Node) -> Node | None:
    """The nearest section with a number, in which single numbers may restart."""
    return next((one for one in reversed(node.chain()) if one.opening.number and one.opening.mark != "appendix"), None)


def _numbered_sections(tree: Tree) -> dict[tuple[int, tuple[int, ...]], Node]:
    found: dict[tuple[int, tuple[int, ...]], Node] = {}
    for node in tree.nodes:
        if node.opening.number and node.absolute:
            found.setdefault((_appendix_place(node), node.opening.number.parts), node)
    return found


def _sections_with_clauses(tree: Tree, openings: Sequence[Opening]) -> set[int]:
    """Places of the sections that hold a numbered clause of their own, directly or in an inner heading."""
    found: set[int] = set()
    for opening, node in zip(openings, tree.owner, strict=True):
        if opening.kind != "section" and node is not None:
            found.update(one.place for one in node.chain())
    return found


def _restarting_parts(tree: Tree, openings: Sequence[Opening]) -> set[tuple[str, int]]:
    """Marks of sections (with their appendix) in which single numbers begin again at 1 rather than run on."""
    firsts: dict[tuple[str, int], list[int]] = {}
    seen: set[int] = set()
    for opening, node in zip(openings, tree.owner, strict=True):
        holder = _numbering_holder(node) if node and opening.kind == "part" else None
        if holder and holder.place not in seen and opening.number:
            seen.add(holder.place)
            firsts.setdefault((holder.opening.mark, _appendix_place(holder)), []).append(opening.number.parts[0])
    return {
        kind for kind, numbers in firsts.items() if len(numbers) > 1 and 2 * numbers[1:].count(1) >= len(numbers) - 1
    }


def section_of(node: Node) -> Section:
    """Return the finished section of a node."""
    opening = node.opening
    return Section(
        node.key, opening.section_kind, opening.label, opening.number.text if opening.number else "", opening.heading,
        node.depth, opening.start, node.stop, opening.heading_stop, node.parent.key if node.parent else None,
    )  # fmt: skip
