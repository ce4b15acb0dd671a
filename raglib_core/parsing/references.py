"""Cross-references inside a document: «п. 9.4», «пунктом 3.2 настоящего Устава», «статьями 5–7», «ч. 2 ст. 8».

A reference is a chain of links (a word and its numbers); the most specific link names the target, the others the
sections above it. It is an inner one unless the words after it name another act («Федерального закона», «ГК РФ»). What
a document calls itself is seen from «настоящего …»: «п. 3.2 Устава» is an inner reference in a charter.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from raglib_core.model import Clause, Reference, Section, Segmentation
from raglib_core.numbering import MAX_ARTICLE_DIGITS, Number, dotted_number, roman_number, split_readings
from raglib_core.parsing.addresses import address_of, range_of

#: word of a link -> kind, the most specific first, with an example
WORDS: tuple[tuple[str, str], ...] = (
    (r"подпункт\w{0,3}|пп", "item"),  # подпункт «а» пункта 12.1.4
    (r"пункт\w{0,3}|п", "clause"),  # пунктами 3.1 и 5.7
    (r"част(?:ь|и|ью|ей|ями|ям|ях)|ч", "part"),  # частью 2 статьи 8
    (r"стат(?:ья|ьи|ью|ье|ьёй|ьей|ей|ьями|ьям|ьях)|ст", "article"),  # статьями 5–7
    (r"параграф\w{0,2}|§{1,2}", "paragraph"),
    (r"глав(?:а|ы|у|е|ой|ами)|гл", "chapter"),
    (r"раздел\w{0,3}|разд", "section"),
    (r"приложени\w{1,3}|прил", "appendix"),
    (r"sections?|clauses?", "clause"),
    (r"articles?", "article"),
)
_DEPTH = {kind: depth for depth, (_, kind) in enumerate(WORDS[:8])}
_NUMBER = (
    r"\d{1,5}(?:\.\d{1,3}){0,5}[⁰¹²³⁴-⁹]{0,2}(?:-\d{1,2}(?!\d))?(?![\d.]*\d)|(?-i:[IVXLC]{1,7})(?![A-Za-zА-Яа-яё])"
)
_LETTER = r"[\"«„]?(?-i:[а-яёa-z])[\"»“]?(?![\wа-яё])"
_SPACE = r"[\s\u00a0]{1,3}"
_JOIN = rf"(?:\s?[,;]\s?|{_SPACE}(?:и|или|либо|and|or){_SPACE}|\s?[–—-]\s?)"
_AFTER_WORD = r"(?:\.[\s\u00a0]{0,3}|[\s\u00a0]{1,3}|(?<=§))(?:(?:№|N)[\s\u00a0]{0,3})?"
_VALUE = rf"(?:{_NUMBER}|{_LETTER})"
_LINK = re.compile(
    r"(?<![\wА-Яа-яё])(?P<word>"
    + "|".join(f"(?P<{kind}{place}>{pattern})" for place, (pattern, kind) in enumerate(WORDS))
    + rf"){_AFTER_WORD}(?P<list>{_VALUE}(?:{_JOIN}{_VALUE})*)",
    re.IGNORECASE,
)
_ONE = re.compile(rf"(?P<number>{_NUMBER})|(?P<letter>{_LETTER})")
_DASH = re.compile(r"\s?[–—-]\s?$")
_SELF = re.compile(r"настоящ(?:его|ей|ему|им|ем|их|ими)\s+(?P<noun>[А-Яа-яё]{4,20})")
_HERE = re.compile(r"[\s\u00a0]*(?:настоящ(?:его|ей|их)|of this|hereof)\b", re.IGNORECASE)
_SAME_SECTION = re.compile(r"[\s\u00a0]*настоящ(?:его|ей)\s+(?:стать|раздел|глав|пункт|част)", re.IGNORECASE)
_OUTER = re.compile(
    r"[\s\u00a0]*(?:(?:указанн|данн|названн|эт|т)\w{2,3}\s+)?(?:Федеральн\w+|Конституци\w+|закон\w{0,3}|[А-Я]\w+(?:ого|ому|ым|ом)\s+кодекс\w{0,2}"
    r"|кодекс\w{0,2}|(?:ГК|ТК|НК|УК|ЖК|ЗК|СК|БК|АПК|ГПК|УПК|КоАП)(?![\wА-Яа-я])|правил\w{0,2}|положени\w{1,2}|устав\w{0,2}"
    r"|договор\w{0,2}|постановлени\w{1,2}|приказ\w{0,2}|указ\w{0,2}|инструкци\w{1,2}|регламент\w{0,2}|стандарт\w{0,2})",
    re.IGNORECASE,
)  # fmt: skip
MAX_RANGE = 60


@dataclass(frozen=True, slots=True)
class _Link:
    """One word with its numbers: kind, the numbers in order, the letters, and its place."""

    kind: str
    numbers: tuple[Number, ...]
    letters: tuple[str, ...]
    start: int
    stop: int


def find(text: str, segmentation: Segmentation) -> tuple[Reference, ...]:
    """Return the references in the order of the text; () for a text without any.

    A list or range gives one reference for each number («статьями 5–7» gives three). References of headings and of
    unnumbered text have the locator of the clause they stand in, "" outside of clauses.
    """
    return tuple(_Finder(text, segmentation).all())


def dangling(references: Sequence[Reference]) -> list[Reference]:
    """Return the inner references without a target."""
    return [reference for reference in references if not reference.target and not reference.outer]


class _Finder:
    """Finds the references of one document; tables make each look-up cheap."""

    def __init__(self, text: str, segmentation: Segmentation) -> None:
        self.text = text
        self.sections = segmentation.sections
        self.clauses = segmentation.clauses
        self.contents = [one for one in segmentation.sections if one.kind == "contents"]
        self.starts = [clause.start for clause in segmentation.clauses]
        self.nodes: defaultdict[tuple[tuple[int, ...], str], list[Section | Clause]] = defaultdict(list)
        every: list[Section | Clause] = [*segmentation.sections, *segmentation.clauses]
        for node in every:
            number = _number(node.number)
            if number and not (isinstance(node, Clause) and node.kind not in ("clause", "part")):
                self.nodes[number.key].append(node)
        self.labels = {text.find(node.label, node.start) for node in every if node.label}
        self.own_nouns = {match["noun"][:5].lower() for match in _SELF.finditer(text)}

    def all(self) -> Iterator[Reference]:
        for chain in _chains(self.text):
            if chain[0].start in self.labels or self._is_listed(chain[0].start):
                continue  # «Статья 5.» at the head of the article, or in the contents, names itself
            target = min(chain, key=lambda link: _DEPTH[link.kind])
            if target.kind == "item" and len(chain) > 1:
                letters, inner = target.letters, [link for link in chain if link is not target]
                target = min(inner, key=lambda link: _DEPTH[link.kind])
            else:
                letters = ()
            if not target.numbers:
                continue
            yield from self._references(chain, target, letters[0] if letters else "")

    def _references(self, chain: Sequence[_Link], target: _Link, item: str) -> Iterator[Reference]:
        start, stop = chain[0].start, chain[-1].stop
        source = self._clause_at(start)
        outer = self._is_outer(stop)
        above = [link for link in chain if link is not target and link.kind != "item" and link.numbers]
        for number in target.numbers:
            found = None if outer else self._resolve(target.kind, number, above, source, stop)
            name = ", ".join(f"{link.kind} {link.numbers[0].text}" for link in above)
            shown = f"{number.text} ({name})" if name else number.text
            yield Reference(
                start, stop, source.locator if source else "", shown, address_of(found) if found else "",
                outer or (found is None and not self._is_surely_inner(target.kind, number, above, stop)), item,
            )  # fmt: skip

    def _is_listed(self, start: int) -> bool:
        return any(one.start <= start < one.heading_stop for one in self.contents)

    def _clause_at(self, start: int) -> Clause | None:
        place = bisect_right(self.starts, start) - 1
        if place >= 0 and self.clauses[place].start <= start < self.clauses[place].stop:
            return self.clauses[place]
        return None

    def _is_outer(self, stop: int) -> bool:
        if _HERE.match(self.text, stop):
            return False
        match = _OUTER.match(self.text, stop)
        if not match:
            return False
        return not any(word[:5].lower() in self.own_nouns for word in match.group().split()[-1:])

    def _is_surely_inner(self, kind: str, number: Number, above: Sequence[_Link], stop: int) -> bool:
        """Whether a reference without a target is worth a finding: the text says «настоящего», or its section is here.

        «Статья 65» without a word about the act may well mean a law, so it is left alone.
        """
        if not self.nodes or above:
            return False
        if _HERE.match(self.text, stop):
            return not _SAME_SECTION.match(self.text, stop)
        return kind == "clause" and len(number.parts) > 1 and (number.parts[:1], "") in self.nodes

    def _resolve(
        self, kind: str, number: Number, above: Sequence[_Link], source: Clause | None, stop: int
    ) -> Section | Clause | None:
        candidates = [node for node in self._nodes_of(kind, number) if self._stands_in(node, above)]
        if not candidates:
            return None
        if source is not None and not above:
            scope = source.locator.rpartition("/")[0]
            near = [node for node in candidates if address_of(node).rpartition("/")[0] == scope]
            if near:
                return near[0]
            if kind in ("part", "clause") and "/" in address_of(candidates[0]) and len(candidates) > 1:
                return None
        return candidates[0]

    def _nodes_of(self, kind: str, number: Number) -> list[Section | Clause]:
        nodes = self.nodes.get(number.key, [])
        if not nodes and kind == "article":
            nodes = [node for reading in split_readings(number) for node in self.nodes.get(reading.key, [])]
        return [node for node in nodes if _fits(node, kind)]

    def _stands_in(self, node: Section | Clause, above: Sequence[_Link]) -> bool:
        start, stop = range_of(node)
        return all(
            any(
                holder is not node and range_of(holder)[0] <= start and stop <= range_of(holder)[1]
                for holder in self._nodes_of(link.kind, link.numbers[0])
            )
            for link in above
        )


def _fits(node: Section | Clause, kind: str) -> bool:
    if isinstance(node, Clause):
        return kind in ("clause", "part", "item")
    if kind == "clause":
        return node.kind in ("section", "subsection") and node.number[:1].isdigit()
    return node.kind == kind or (kind == "article" and node.kind == "section" and node.number.isdigit())


def _number(text: str) -> Number | None:
    return dotted_number(text, repair=False, max_digits=MAX_ARTICLE_DIGITS) or roman_number(text)


def _chains(text: str) -> Iterator[list[_Link]]:
    """Yield links that stand directly one after another: «подпункт «а» пункта 3 части 2 статьи 8»."""
    chain: list[_Link] = []
    for match in _LINK.finditer(text):
        link = _link(match)
        if link is None:
            continue
        if chain and text[chain[-1].stop : link.start].strip() in ("", ",") and link.start - chain[-1].stop <= 3:
            chain.append(link)
            continue
        if chain:
            yield chain
        chain = [link]
    if chain:
        yield chain


def _link(match: re.Match[str]) -> _Link | None:
    kind = next(kind for place, (_, kind) in enumerate(WORDS) if match[f"{kind}{place}"])
    ones = list(_ONE.finditer(match["list"]))
    letters = tuple(one["letter"].strip('"«»„“') for one in ones if one["letter"])
    if letters and kind != "item":
        ones = [one for one in ones if one["number"]]
        letters = ()
        if not ones:
            return None
    numbers = tuple(_expanded(match["list"], [one for one in ones if one["number"]]))
    stop = match.start("list") + ones[-1].end()
    return _Link(kind, numbers, letters, match.start(), stop) if numbers or letters else None


def _expanded(text: str, ones: Sequence[re.Match[str]]) -> Iterator[Number]:
    """Yield the numbers of a list, ranges filled: «5–7» gives 5, 6, 7 and «3.1–3.3» gives 3.1, 3.2, 3.3."""
    numbers = [(one, _number(one["number"])) for one in ones]
    if numbers and numbers[0][1]:
        yield numbers[0][1]
    for (before, first), (after, last) in pairwise(numbers):
        if first is None or last is None:
            continue
        is_range = bool(_DASH.search(text[before.end() : after.start()])) and first.parts[:-1] == last.parts[:-1]
        if is_range and first.parts[-1] < last.parts[-1] <= first.parts[-1] + MAX_RANGE:
            head = ".".join(str(part) for part in first.parts[:-1])
            for value in range(first.parts[-1] + 1, last.parts[-1]):
                yield Number(f"{head}.{value}".strip("."), (*first.parts[:-1], value))
        yield last
