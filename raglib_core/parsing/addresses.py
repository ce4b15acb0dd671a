"""From what a person types to the node it means: «п. 12.1.4», «ст. 3 ч. 1», «65¹», «Приложение 1, п. 1.1».

An address is read as pairs of a kind and a number. The most specific pair names the node, the others must stand above
it. A kind that the document does not use at all is taken for any kind: «Статья 2» finds «2. ЦЕЛИ» in a charter without
articles, but never «Глава 2» in a law that has articles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from raglib_core.model import Clause, Item, Section, Segmentation
from raglib_core.numbering import MAX_ARTICLE_DIGITS, dotted_number, ordinal_value, roman_value

Node = Section | Clause

#: word -> kind it means, the least specific first
KINDS: tuple[tuple[str, str], ...] = (
    (r"приложени\w*|прил", "appendix"),
    (r"appendix|annex|schedule", "appendix"),
    (r"подраздел\w*|подразд", "subsection"),
    (r"раздел\w*|разд", "section"),
    (r"глав\w*|гл|chapter", "chapter"),
    (r"параграф\w*|пар|§+", "paragraph"),
    (r"стать\w*|ст|article", "article"),
    (r"част\w*|ч|part", "part"),
    (r"пункт\w*|п|clause|section", "clause"),
)
_DEPTH = {
    "appendix": 0, "section": 1, "subsection": 2, "chapter": 3, "paragraph": 4, "article": 5, "": 6, "part": 6,
    "clause": 7,
}  # fmt: skip
_PAIR = re.compile(
    r"(?:(?P<word>[A-Za-zА-Яа-яё§]+)\.?[\s\u00a0]*)?(?:№|N)?[\s\u00a0]*"
    r"(?P<number>\d{1,5}(?:[.,]\d{1,5}){0,6}[⁰¹²³⁴-⁹]{0,2}(?:-\d{1,2}){0,2}(?:[а-яёa-z](?![а-яёa-z]))?|(?<![A-Za-z])[IVXLCІХ]{1,8}(?![A-Za-zА-Яа-яё])"
    r"|(?<=[\s\u00a0])[А-Яа-яё]{3,14}(?:ая|ья|ый|ий|ой|ое)(?![а-яё]))\.?"
)


#: «пп. а», «подпункт "б"», «абзац 2»: a place inside a clause, whose clause is what an address finds
_ITEM = re.compile(
    r"(?<!\w)(?:подпункт\w*|пп|абзац\w*)\.?\s*[\"«(]?(?P<item>[а-яёa-z]|\d{1,3})[\"»)]?(?![\w.])", re.IGNORECASE
)


_PRINTED = re.compile(r"\d{1,5}(?:-\d{1,2})?(?=\.?$)")


@dataclass(frozen=True, slots=True)
class Step:
    """One pair of an address: kind "" where none was typed; ``key`` compares numbers of any print."""

    kind: str
    key: tuple[tuple[int, ...], str]


def resolve(segmentation: Segmentation, text: str) -> list[Node]:
    """Return the nodes that an address of any form means, the best first; [] where nothing matches or for "".

    An exact key or locator comes first. An address without a kind finds sections before clauses of the same number.
    """
    typed = " ".join(text.split()).strip(" ,;")
    if not typed:
        return []
    typed = _ITEM.sub("", typed).strip(" ,;") or typed
    exact = [node for node in _nodes(segmentation) if address_of(node).casefold() == typed.casefold().rstrip(".")]
    steps = read_address(typed)
    meant = list(_meant(segmentation, steps)) if steps else []
    return list({id(node): node for node in [*exact, *meant]}.values())


def address_of(node: Node) -> str:
    """Return the key of a section or the locator of a clause."""
    return node.key if isinstance(node, Section) else node.locator


def range_of(node: Node) -> tuple[int, int]:
    """Return the offsets of a node with all its descendants."""
    return (node.start, node.stop) if isinstance(node, Section) else (node.start, node.tree_stop)


def read_address(text: str) -> list[Step]:
    """Return the steps of an address from the least to the most specific; [] for text that is not only an address.

    «2 раза в год» and «протокол 5» are no addresses: beside pairs of known kinds only commas and spaces may stand.
    """
    steps: list[Step] = []
    position = 0
    for match in _PAIR.finditer(text):
        if text[position : match.start()].strip(" ,;./\u00a0"):
            return []
        kind = _kind_of(match["word"]) if match["word"] else ""
        key = _key_of(match["number"])
        if kind is None or key is None:
            return []
        steps.append(Step(kind, key))
        position = match.end()
    if text[position:].strip(" ,;.)/\u00a0"):
        return []
    return sorted(steps, key=lambda step: _DEPTH[step.kind])


def _kind_of(word: str) -> str | None:
    return next((kind for pattern, kind in KINDS if re.fullmatch(pattern, word, re.IGNORECASE)), None)


def _key_of(number: str) -> tuple[tuple[int, ...], str] | None:
    found = dotted_number(number, max_digits=MAX_ARTICLE_DIGITS)
    if found:
        return found.key
    value = roman_value(number) or ordinal_value(number)
    return ((value,), "") if value else None


def _printed(label: str) -> str:
    """Return the number that stands in a label («Статья 1261.» -> "1261"); "" for none."""
    match = _PRINTED.search(label)
    return match.group() if match else ""


def _nodes(segmentation: Segmentation) -> Iterator[Node]:
    yield from segmentation.sections
    yield from segmentation.clauses


def item_named(node: Node, typed: str) -> Item | None:
    """Return the sub-item that an address names («12.1.4 пп. а») in the clause it means.

    None for an address without a sub-item, for a section, and where the clause has no such item.
    """
    match = _ITEM.search(typed)
    if match is None or isinstance(node, Section):
        return None
    wanted = match["item"].casefold()
    return next((item for item in _every_item(node.items) if item.number.casefold() == wanted), None)


def _every_item(items: Sequence[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        yield from _every_item(item.items)


def _meant(segmentation: Segmentation, steps: Sequence[Step]) -> Iterator[Node]:
    """Yield the nodes of an address by their numbers; where there is none, by the numbers as they are printed.

    «Статья 1261» finds article 126.1 whose superscript the file has lost.
    """
    by_number = list(_standing(segmentation, steps, printed=False))
    yield from by_number or _standing(segmentation, steps, printed=True)


def _standing(segmentation: Segmentation, steps: Sequence[Step], *, printed: bool) -> Iterator[Node]:
    *above, target = steps
    used: set[str] = {section.kind for section in segmentation.sections}
    for node in _nodes(segmentation):
        if not _is(node, target, used, printed=printed):
            continue
        ancestors = [one for one in segmentation.sections if one.start <= node.start and range_of(node)[1] <= one.stop]
        if all(any(_is(one, step, used) for one in ancestors) for step in above):
            yield node


def _is(node: Node, step: Step, used: set[str], *, printed: bool = False) -> bool:
    if _key_of(_printed(node.label) if printed else node.number) != step.key:
        return False
    if isinstance(node, Clause):
        if node.kind not in ("clause", "part"):
            return False
        return step.kind in ("", "clause", "part")
    if node.kind == "appendix" or step.kind in ("appendix", "paragraph"):
        return node.kind == step.kind
    if step.kind == "part":
        return node.label.lower().startswith("част")
    return step.kind in ("", "clause", node.kind) or step.kind not in used
