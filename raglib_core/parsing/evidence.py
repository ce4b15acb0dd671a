"""How much a line by itself speaks for a candidate: a list of small rules, each worth a number of points.

Points are log-odds by intention: 0 says nothing, 2 is a good sign, −5 all but forbids. They were set by hand on the
samples of this project and on documents of the kinds named in the issue, and are joined with the points of the
neighbours in `raglib_core.parsing.sequence`; a candidate is taken where the sum is above zero.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from raglib_core.parsing.labels import WORD_MARKS, Candidate
from raglib_core.parsing.lines import Line

#: units in small letters: «3.1. Частная собственность» and «6. Секретарь» open clauses
UNIT = re.compile(
    r"[\"«(]?\s*(?:млн|млрд|трлн|тыс|руб|коп|кв|куб|га|г|гг|ч|л|кг|км|мм|см|м|шт|т|сек|мин|сум|долл|евро|МРОТ|days?|years?"
    r"|рубл\w{1,3}|копе\w{2,3}|процент\w{0,3}|год\w{0,2}|лет|дн\w{1,2}|час\w{0,2}|минут\w{0,2}|секунд\w{0,2}|месяц\w{0,2}"
    r"|штук\w?|тонн\w?|акци[ияйю]|доллар\w{0,2}|тысяч\w?|миллион\w{0,2}|миллиард\w{0,2}|метр\w{0,2}|балл\w{0,2}|раз\w?"
    r"|январ[яь]|феврал[яь]|марта?|апрел[яь]|ма[йя]|июн[яь]|июл[яь]|августа?|сентябр[яь]|октябр[яь]|ноябр[яь]|декабр[яь]"
    r"|percent|per cent|million|hours?|months?)(?![\wА-Яа-яё])|%"
)
#: what follows a number that refers to a clause instead of opening one: «3.2. настоящего Устава», «3.1 и 5.7»
REFERENCE = re.compile(
    r"(?:настоящ(?:его|ей|их|ему|им|ем)\b|(?:Устава|Закона|Кодекса|Положения|Договора|Правил|Регламента|Инструкции|статьи|части"
    r"|пункта|главы|раздела|Федеральн(?:ого|ому|ым|ом)\s+закон\w*)\b|(?:и|или|либо|,|-|–|—|по|до)\s*(?:\(?\w\)|(?:п\.?\s*)?\d)|указанн|данн\w+\s+(?:стать|раздел|пункт)"
    r"|of (?:this|these|the)\b|hereof\b|(?:and|or|to|through)\s+\d|above\b|below\b)"
)
#: how a line ends that is continued by a number: «…предусмотренных пунктом», «…не менее»
DANGLING = re.compile(
    r"(?:\b(?:пункт\w{0,3}|п|пп|подпункт\w{0,3}|стать\w{1,3}|ст|част\w{1,3}|ч|раздел\w{0,3}|глав\w{1,3}|абзац\w{0,3}|приложени\w{1,3}"
    r"|section\w?|sections|article\w?|articles|clause\w?|paragraph\w?|rule\w?)\.?|№|\b(?:и|или|либо|с|со|по|от|до|в|во|к|на|из|за|о|об"
    r"|для|менее|более|свыше|не|and|or|of|in|to|by|under|with|than|see)|[,(–—-])\s*$",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"[.;:!?…»”\")\]|*]\s*$")
LEADING_ZERO = re.compile(r"(?:^|\.)0\d")


@dataclass(frozen=True, slots=True)
class Place:
    """A candidate with its line, the words after it and the line before it."""

    candidate: Candidate
    line: Line
    label: str
    following: str
    before: str
    adjacent: bool
    inside_sentence: bool


Rule = Callable[[Place], float]


def place_of(candidate: Candidate, lines: Sequence[Line], text: str) -> Place:
    """Return the surroundings of a candidate; words of the next line stand for it where its own line ends."""
    index = candidate.line
    line = lines[index]
    label = text[candidate.start : candidate.label_stop]
    following = text[candidate.body : line.stop].strip()
    if not following:
        for later in lines[index + 1 : index + 4]:
            if later.form not in ("blank", "rule"):
                following = text[later.content : later.stop].strip()
                break
    if candidate.inline:
        return Place(candidate, line, label, following, text[line.start : candidate.start], True, False)
    previous = _previous(lines, index)
    before = text[previous.start : previous.stop].rstrip() if previous else ""
    ended = not before or bool(SENTENCE_END.search(before)) or (previous is not None and previous.level > 0)
    adjacent = not line.blank_before
    return Place(candidate, line, label, following, before, adjacent, adjacent and not ended)


def _previous(lines: Sequence[Line], index: int) -> Line | None:
    for earlier in range(index - 1, max(-1, index - 6), -1):
        if lines[earlier].form not in ("blank", "rule"):
            return lines[earlier]
    return None


def closing_sign(place: Place) -> float:
    """«12.1.» is the usual form; «1)» is an item; a bare single number is seldom a clause."""
    single = place.candidate.mark == "single"
    sign = place.candidate.closing
    if sign == ".":
        return 1.5
    if sign == ")":
        return -2.0 if single else 0.3
    if sign == ",":
        return -1.0
    return -2.5 if single else 0.0


def first_letter(place: Place) -> float:
    """A clause begins with a capital; a number without a dot before a small letter is mostly a reference."""
    words = place.following.lstrip("*_«\"“„'([ ")
    if not words:
        return -1.0
    if words[0].isupper():
        return 1.5
    if words[0].islower():
        return -0.8 if place.candidate.closing in (".", ")") else -2.0
    return -0.5


def unit_follows(place: Place) -> float:
    """«1.5 млн рублей», «8.5 процентов», «12.05 мая»."""
    return -6.0 if UNIT.match(place.following) else 0.0


def reference_follows(place: Place) -> float:
    """«3.2. настоящего Устава», «3.1 и 5.7»."""
    return -5.0 if REFERENCE.match(place.following) else 0.0


def dangling_before(place: Place) -> float:
    """«…предусмотренных пунктом⏎3.2.»."""
    if place.candidate.inline or not DANGLING.search(place.before):
        return 0.0
    return -5.0 if place.adjacent else -1.5


def line_before(place: Place) -> float:
    """A clause follows a closed sentence or an empty line, seldom a line that breaks off."""
    if place.candidate.inline:
        return -1.0
    return -1.2 if place.inside_sentence else 0.5


def set_off(place: Place) -> float:
    """Heading signs and bold letters set a label off; so does a word such as "Section"."""
    points = 2.0 if place.line.level or place.line.bold else 0.0
    return points + (2.0 if place.candidate.clause_word and place.candidate.closing == "." else 0.0)


def looks_like_date(place: Place) -> float:
    """«31.12.24.», «01.02»: a day and a month, with a year of two digits or a printed zero."""
    number = place.candidate.number
    if not number:
        return 0.0
    if LEADING_ZERO.search(number.text):
        return -3.0
    parts = number.parts
    is_date = len(parts) == 3 and parts[0] <= 31 and parts[1] <= 12 and 10 <= parts[2] <= 99
    return -3.0 if is_date and (parts[0] > 12 or parts[2] > 20) else 0.0


def unlikely_size(place: Place) -> float:
    """Nobody numbers 200 clauses at one level; IP addresses, amounts and shares do."""
    largest = max(place.candidate.number.parts, default=0) if place.candidate.number else 0
    return -4.0 if largest > 199 else -1.5 if largest > 80 else 0.0


def odd_print(place: Place) -> float:
    """Repaired letters, spaces around dots and glued words weaken a label."""
    candidate, points = place.candidate, 0.0
    if candidate.spaced:
        points -= 0.7
    if candidate.body == candidate.label_stop and candidate.closing == "" and not candidate.own_line:
        points -= 0.7
    return points


def computed_label(place: Place) -> float:
    """A number that the word processor computes is no reference: «2.1.2 минимизации» opens a clause."""
    is_own = place.candidate.mark == "dotted" and not place.candidate.inline
    return 3.0 if is_own and place.line.computed else 0.0


CLAUSE_RULES: tuple[Rule, ...] = (
    closing_sign, first_letter, unit_follows, reference_follows, dangling_before, line_before, set_off,
    looks_like_date, unlikely_size, odd_print, computed_label,
)  # fmt: skip


def heading_form(place: Place) -> float:
    """A heading is marked, bold or in capitals."""
    points = 3.0 if place.line.level else 2.5 if place.line.bold else 0.0
    letters = [letter for letter in place.following if letter.isalpha()]
    if len(letters) > 3 and sum(letter.isupper() for letter in letters) > 0.8 * len(letters):
        points += 2.5
    return min(points, 4.0)


def heading_length(place: Place) -> float:
    """A heading is short and ends without a stop."""
    words = place.following.rstrip("*_ ")
    if len(words) > 160 or words.endswith((";", ",")):
        return -3.0
    if words.endswith(":"):
        return -1.5
    return 0.8 if len(words) <= 110 and not words.endswith(".") else -0.8


def heading_start(place: Place) -> float:
    """A heading starts with a capital after its number and dot."""
    words = place.following.lstrip("*_«\"“„'( ")
    if not words or not words[0].isalpha():
        return -2.0
    if words[0].islower():
        return -4.0
    if place.candidate.closing == "" and place.candidate.own_line and not place.line.level:
        return -4.0  # a bare number on a line is a page number
    word = 2.0 if place.candidate.clause_word else 0.0
    return word + {".": 0.5, ")": -2.5}.get(place.candidate.closing, -0.7)


def heading_place(place: Place) -> float:
    """A heading stands apart."""
    return (0.6 if place.line.blank_before else 0.0) + (0.5 if place.line.blank_after else 0.0)


HEADING_RULES: tuple[Rule, ...] = (
    heading_form, heading_length, heading_start, heading_place, unit_follows, reference_follows, dangling_before,
    line_before, unlikely_size,
)  # fmt: skip


def word_capital(place: Place) -> float:
    """«Статья 5» opens an article, «статьи 5» refers to one; «§» has no case."""
    return -5.0 if place.label[:1].islower() else 2.0


def word_following(place: Place) -> float:
    """After the label of a heading stands nothing, a stop, or a capital."""
    candidate = place.candidate
    if candidate.own_line:
        return 1.0
    words = place.following
    if candidate.mark == "appendix" and re.match(r"[кК]\s", words):
        return 0.5
    if REFERENCE.match(words) or words[:1] in ",;)":
        return -5.0
    if words[:1].islower():
        return -5.0
    return 1.5 if candidate.closing == "." else 0.5


def word_place(place: Place) -> float:
    """A heading of a word stands on a new line after a closed sentence or an empty line."""
    if place.line.blank_before:
        return 1.0
    return -1.5 if place.inside_sentence else 0.3


def word_without_number(place: Place) -> float:
    """«Приложение» alone opens an appendix only where it stands by itself."""
    if place.candidate.number or place.line.level:
        return 0.0
    return -0.5 if place.line.blank_before else -3.0


WORD_RULES: tuple[Rule, ...] = (
    word_capital, word_following, word_place, set_off, dangling_before, unit_follows, word_without_number,
)  # fmt: skip


def points(place: Place, rules: Sequence[Rule]) -> float:
    """Return the sum of the points of all rules."""
    return sum(rule(place) for rule in rules)


def rules_for(candidate: Candidate, role: str) -> tuple[Rule, ...]:
    """Return the rules that judge a candidate in a role: of a word, as a heading, or as a clause."""
    if candidate.mark in WORD_MARKS:
        return WORD_RULES
    return HEADING_RULES if role == "heading" else CLAUSE_RULES
