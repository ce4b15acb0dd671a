"""Questions for documents that nobody has asked questions of yet, made from headings and clauses by rules.

Such questions take their words from the clauses that answer them, so every search by words looks better on them than
it is; they carry ``origin = "generated"`` and belong into a set of their own. A rule looks at one clause or one section
and answers with a question or with nothing; the first answer of a clause wins.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from raglib_core.evaluation.golden import GENERATED, GoldenSet, Judgement, Question, golden_set
from raglib_core.model import Clause, Document, Section

#: characters: shorter headings say too little, longer definitions are no name
_LEAST, _MOST = 8, 90
_WORD = re.compile(r"[^\W\d_]{3,}")

#: «Крупной сделкой признаётся сделка, …»; «Под причалом понимается …»; "Member" means …
_RECOGNISED = re.compile(r"^(?:\W*)([А-ЯЁ][^.,;:()]{2,80}?) (?:признаётся|признается|признаются|считается|считаются) ")
_MEANT = re.compile(r"(?i)\bпод ([а-яё][^.,;:()]{2,80}?) (?:понимается|понимаются|понимают) ")
#: «причал – сооружение для стоянки …»
_IS = re.compile(r"^\W*([А-ЯЁа-яё][^.,;:()–—]{2,60}?) [–—-] (?:это )?[а-яё]")
_MEANS = re.compile(r"[\"“]([A-Z][^\"”]{2,60})[\"”] (?:means|shall mean)\b")
#: «… за 30 дней …», «не менее 10 процентов …»
_AMOUNT = re.compile(
    r"\b\d{1,3}(?:[.,]\d+)?(?: \([^)]{1,60}\))? (дней|дня|день|месяцев|месяца|лет|года|часов|процентов|процента|%|"
    r"days|months|years|hours|per cent|percent)(?!\w)"
)
_SENTENCE = re.compile(r"[^.;\n]+")
_NUMBER = re.compile(r"^\W*(?:\d+[.)]?)+\s*")


def generated_questions(documents: Iterable[Document], name: str = "generated.jsonl") -> GoldenSet:
    """Return questions with their answers for documents, in document order; what two places answer is left out.

    The set may be empty: documents without headings, definitions and amounts give nothing to ask.
    """
    asked: list[tuple[str, Judgement]] = []
    for document in documents:
        asked += _of_document(document)
    counts = Counter(question.casefold() for question, _ in asked)
    single = [one for one in asked if counts[one[0].casefold()] == 1]
    questions = [
        Question(f"g{number}", question, (judgement,), None, number, ("generated",), GENERATED)
        for number, (question, judgement) in enumerate(single, start=1)
    ]
    return golden_set(name, questions)


def _of_document(document: Document) -> Iterator[tuple[str, Judgement]]:
    for section in document.sections:
        question = _about(section)
        if question and any(section.start <= clause.start < section.stop for clause in document.clauses):
            yield question, Judgement(document.name, section.key, 2)
    for clause in document.clauses:
        text = document.text[clause.start : clause.stop]
        question = next((found for rule in RULES if (found := rule(clause, text))), "")
        if question:
            yield question, Judgement(document.name, clause.locator, 2)


def _about(section: Section) -> str:
    """Ask for what a heading announces: «Статья 13. КРУПНЫЕ СДЕЛКИ» gives «Что установлено: крупные сделки?»."""
    heading = " ".join(section.heading.split()).strip(" .")
    if section.kind == "contents" or not _LEAST <= len(heading) <= _MOST or len(_WORD.findall(heading)) < 2:
        return ""
    shown = heading[0].lower() + heading[1:] if not heading.isupper() else heading.lower()
    return f"Что установлено: {shown}?" if _is_russian(heading) else f"What is laid down: {shown}?"


def _definition(clause: Clause, text: str) -> str:
    """Ask what a word means where the clause says it."""
    body = _NUMBER.sub("", text, count=1)
    for pattern in (_RECOGNISED, _MEANT, _IS):
        if found := pattern.search(body):
            named = found.group(1).strip()
            return f"Что понимается под: {named[0].lower() + named[1:]}?"
    found = _MEANS.search(body)
    return f'What does "{found.group(1)}" mean?' if found else ""


def _amount(clause: Clause, text: str) -> str:
    """Ask for the one amount of a clause: «извещают за 30 дней» gives «Сколько дней: извещают за …?»."""
    body = _NUMBER.sub("", text, count=1)
    if len(_AMOUNT.findall(body)) != 1:
        return ""
    for sentence in _SENTENCE.findall(body):
        if found := _AMOUNT.search(sentence):
            around = " ".join((sentence[: found.start()] + "…" + sentence[found.end() :]).split())
            ask = "Сколько" if _is_russian(sentence) else "How many"
            return f"{ask} {found.group(1)}: {around}?" if len(_WORD.findall(around)) >= 3 else ""
    return ""


def _is_russian(text: str) -> bool:
    return bool(re.search("[а-яёА-ЯЁ]", text))


Rule = Callable[[Clause, str], str]
RULES: tuple[Rule, ...] = (_definition, _amount)
