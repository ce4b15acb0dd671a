"""The tree of sections: which opening stands inside which, and under which key.

A key is unique in its document and says what a lawyer would say: ``12`` for a section whose clauses carry its number
(12.1), ``ст.3`` for an article whose parts restart, ``гл.2``, ``разд.I``, ``прил.1/ст.3``, ``§2`` for the second
heading without a number. A kind is scoped by its parent only where its numbering restarts there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from raglib_core.parsing.openings import RANKS, Opening

#: prefix of a key by mark
PREFIXES: dict[str, str] = {
    "article": "ст.", "chapter": "гл.", "section": "разд.", "roman": "разд.", "single": "разд.",
    "subsection": "подразд.", "paragraph": "пар.", "subparagraph": "подпар.", "book": "ч.", "appendix": "прил.",
}  # fmt: skip


@dataclass(slots=True)
class Node:
    """A section while the tree is built; ``place`` is its index among the openings."""

    opening: Opening
    place: int
    parent: Node | None
    appendix: Node | None
    children: list[Node] = field(default_factory=list)
    key: str = ""
    stop: int = 0
    absolute: bool = False
    clauses: list[int] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """Level in the tree from 1."""
        return 1 if self.parent is None else self.parent.depth + 1

    def chain(self) -> list[Node]:
        """Return the nodes from the root down to this one."""
        return [*(self.parent.chain() if self.parent else []), self]


@dataclass(frozen=True, slots=True)
class Tree:
    """Sections in depth-first order (which is document order) and the section of every opening."""

    nodes: list[Node]
    owner: list[Node | None]
    appendix: list[Node | None]


def build(openings: Sequence[Opening], length: int) -> Tree:
    """Return the tree of a document of ``length`` characters; no nodes for a document without sections."""
    nodes: list[Node] = []
    owner: list[Node | None] = []
    appendices: list[Node | None] = []
    stack: list[Node] = []
    appendix: Node | None = None
    for place, opening in enumerate(openings):
        if opening.kind == "section" or opening.titled:
            _close(stack, opening, place, openings)
            if _restarts_all(openings, place, nodes, appendix):
                stack.clear()
                appendix = None
            node = Node(opening, place, stack[-1] if stack else None, appendix)
            if opening.mark == "appendix" or _is_hidden_appendix(openings, place):
                node.parent, node.appendix, appendix = None, None, node
                stack.clear()
            if node.parent:
                node.parent.children.append(node)
            nodes.append(node)
            stack.append(node)
        else:
            _close_dotted(stack, opening)
        owner.append(stack[-1] if stack else None)
        appendices.append(appendix)
    _set_stops(nodes, length)
    _mark_absolute(nodes, owner, openings)
    _set_keys(nodes)
    return Tree(nodes, owner, appendices)


def _close(stack: list[Node], opening: Opening, place: int, openings: Sequence[Opening]) -> None:
    if opening.mark == "heading":
        _close_for_plain(stack, opening, place, openings)
        return
    while stack and _ends(stack[-1], opening):
        stack.pop()


def _close_dotted(stack: list[Node], opening: Opening) -> None:
    """A clause ends the dotted headings that it is no descendant of: 12.2 stands beside «### 12.1. Собрание»."""
    while stack and stack[-1].opening.mark == "dotted" and _ends(stack[-1], opening):
        stack.pop().stop = opening.start


def _ends(open_node: Node, opening: Opening) -> bool:
    inner = open_node.opening
    if inner.mark == "contents":
        return True
    if inner.mark == "heading":
        # a title page or a subheading does not hold numbered sections, unless the marks of the format say so
        deeper = 0 < inner.level < opening.level and open_node.place > 0
        return opening.mark != "dotted" and not deeper
    if inner.mark == "appendix":
        return opening.rank <= RANKS["appendix"]
    if opening.mark == "dotted" and inner.mark == "dotted" and inner.number and opening.number:
        return opening.number.parts[: len(inner.number.parts)] != inner.number.parts
    return opening.rank <= inner.rank


def _close_for_plain(stack: list[Node], opening: Opening, place: int, openings: Sequence[Opening]) -> None:
    """A heading without a number stays inside the section whose clauses go on after it; else it ends the section."""
    while stack and stack[-1].opening.mark in ("heading", "contents"):
        before = stack[-1].opening
        if before.mark == "heading" and 0 < before.level < opening.level and stack[-1].place > 0:
            return
        stack.pop()
    following = next((later for later in openings[place + 1 :] if later.mark not in ("heading", "contents")), None)
    if following is not None and following.kind != "section" and not _starts_again(following):
        return
    while stack and stack[-1].opening.rank >= RANKS["article"] and stack[-1].opening.mark != "heading":
        if 0 < stack[-1].opening.level < opening.level:
            return
        stack.pop()


def _starts_again(opening: Opening) -> bool:
    return opening.number is not None and set(opening.number.parts) == {1}


def _is_hidden_appendix(openings: Sequence[Opening], place: int) -> bool:
    """Whether a heading without a number is followed by dotted clauses that start again at 1.1."""
    if openings[place].mark != "heading" or place + 1 >= len(openings):
        return False
    following = openings[place + 1]
    if following.kind != "clause" or not following.number or following.number.parts != (1, 1):
        return False
    return any(
        earlier.kind == "clause" and earlier.number and earlier.number.parts == (1, 1) for earlier in openings[:place]
    )


def _restarts_all(openings: Sequence[Opening], place: int, nodes: Sequence[Node], appendix: Node | None) -> bool:
    """A new part or section of the body after an appendix that goes on with the numbering of the body."""
    opening = openings[place]
    if appendix is None or opening.mark not in ("book", "section", "chapter", "article") or not opening.number:
        return False
    before = [node for node in nodes if node.appendix is None and node.opening.mark == opening.mark]
    inside = [node for node in nodes if node.appendix is appendix and node.opening.mark == opening.mark]
    last = before[-1].opening.number if before else None
    return not inside and last is not None and opening.number.parts[0] == last.parts[0] + 1 > 2


def _set_stops(nodes: Sequence[Node], length: int) -> None:
    """A section runs to the next one that is not inside it; the last ones to the end of the text."""
    open_nodes: list[Node] = []
    for node in nodes:
        while open_nodes and node.parent is not open_nodes[-1]:
            closed = open_nodes.pop()
            closed.stop = closed.stop or node.opening.start
        open_nodes.append(node)
    for node in open_nodes:
        node.stop = node.stop or length


def _mark_absolute(nodes: Sequence[Node], owner: Sequence[Node | None], openings: Sequence[Opening]) -> None:
    """A kind is absolute in its appendix where more of its clauses carry its number (12.1) than restart (1.)."""
    votes: Counter[tuple[int, str]] = Counter()
    for opening, node in zip(openings, owner, strict=True):
        if node is None or opening.kind == "section" or not opening.number:
            continue
        holder = next(
            (one for one in reversed(node.chain()) if one.opening.number and one.opening.mark != "dotted"), None
        )
        if holder is not None and holder.opening.number:
            same = len(opening.number.parts) > 1 and opening.number.parts[0] == holder.opening.number.parts[0]
            votes[_kind_in_appendix(holder)] += 1 if same and opening.kind == "clause" else -1
    titled = {_kind_in_appendix(node.parent) for node in nodes if node.opening.mark == "dotted" and node.parent}
    for node in nodes:
        kind = _kind_in_appendix(node)
        is_numbered = node.opening.number is not None and node.opening.mark not in ("appendix", "book")
        node.absolute = is_numbered and (node.opening.mark == "dotted" or votes[kind] > 0 or kind in titled)


def _kind_in_appendix(node: Node) -> tuple[int, str]:
    return (node.appendix.place if node.appendix else -1, node.opening.mark)


def _set_keys(nodes: Sequence[Node]) -> None:
    restarting = _restarting_kinds(nodes)
    used: Counter[str] = Counter()
    unnumbered = 0
    for node in nodes:
        number = node.opening.number
        scope = f"{node.appendix.key}/" if node.appendix else ""
        if node.opening.mark in ("heading", "contents"):
            unnumbered += 1
            key = f"§{unnumbered}"
        elif node.absolute and number:
            key = scope + number.text
        else:
            if _kind_in_appendix(node) in restarting and node.parent and node.parent.opening.number:
                scope = f"{node.parent.key}/"
            prefix = PREFIXES.get(node.opening.mark, "разд.")
            key = scope + (prefix + number.text if number else prefix.rstrip("."))
        used[key] += 1
        node.key = key if used[key] == 1 else f"{key}#{used[key]}"


def _restarting_kinds(nodes: Sequence[Node]) -> set[tuple[int, str]]:
    """Kinds whose numbers begin again under a new parent."""
    previous: dict[tuple[int, str], Node] = {}
    restarting: set[tuple[int, str]] = set()
    seen: defaultdict[tuple[int, str], set[tuple[int, ...]]] = defaultdict(set)
    for node in nodes:
        number, kind = node.opening.number, _kind_in_appendix(node)
        if not number or node.opening.mark in ("appendix", "dotted"):
            continue
        before = previous.get(kind)
        if before and number.parts == (1,) and number.parts in seen[kind] and before.parent is not node.parent:
            restarting.add(kind)
        seen[kind].add(number.parts)
        previous[kind] = node
    return restarting
