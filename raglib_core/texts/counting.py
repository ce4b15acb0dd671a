"""Counted words: «1 пункт, 2 пункта, 5 пунктов»."""

from __future__ import annotations

#: word in English -> (one, few, many) in Russian and (one, many) in English
FORMS: dict[str, tuple[tuple[str, str, str], tuple[str, str]]] = {
    "clause": (("пункт", "пункта", "пунктов"), ("clause", "clauses")),
    "section": (("раздел", "раздела", "разделов"), ("section", "sections")),
    "document": (("документ", "документа", "документов"), ("document", "documents")),
    "finding": (("замечание", "замечания", "замечаний"), ("finding", "findings")),
    "gap": (("пропуск", "пропуска", "пропусков"), ("gap", "gaps")),
    "duplicate": (("повтор", "повтора", "повторов"), ("duplicate", "duplicates")),
    "file": (("файл", "файла", "файлов"), ("file", "files")),
    "second": (("секунда", "секунды", "секунд"), ("second", "seconds")),
    "character": (("знак", "знака", "знаков"), ("character", "characters")),
    "question": (("вопрос", "вопроса", "вопросов"), ("question", "questions")),
    "match": (("совпадение", "совпадения", "совпадений"), ("match", "matches")),
    "call": (("обращение", "обращения", "обращений"), ("call", "calls")),
    "step": (("шаг", "шага", "шагов"), ("step", "steps")),
    "number": (("номер", "номера", "номеров"), ("number", "numbers")),
}
_RUSSIAN_TO_WORD = {russian[0]: word for word, (russian, _) in FORMS.items()}


def _russian_form(count: int) -> int:
    """Return 0 for 1, 21 …; 1 for 2–4, 22–24 …; 2 for the rest, 11–14 among them."""
    tens, ones = abs(count) % 100, abs(count) % 10
    if 11 <= tens <= 14 or ones == 0 or ones >= 5:
        return 2
    return 0 if ones == 1 else 1


def plural(count: int, language: str, word: str) -> str:
    """Return the number with the right form of a word: «5 пунктов», "5 clauses".

    ``word`` is a key of `FORMS`, or its Russian singular. Raises KeyError for any other word.
    """
    russian, english = FORMS[_RUSSIAN_TO_WORD.get(word, word)]
    form = russian[_russian_form(count)] if language == "ru" else english[0 if abs(count) == 1 else 1]
    return f"{count} {form}"
