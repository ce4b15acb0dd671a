"""Every print in which a number opens a clause or a heading."""

import pytest

from tests.parsing.reading import ARTICLE_5, body, numbers, read

SHAPES = [
    "7.{n}. Текст пункта.",
    "7.{n} Текст пункта.",
    "7.{n}) Текст пункта.",
    "7 . {n} . Текст пункта.",
    r"7\.{n}\. Текст пункта.",
    "7.{n}.Текст пункта.",
    "7.{n}Текст пункта.",
    "7.{n}.\nТекст пункта.",
    "- 7.{n} Текст пункта.",
    "- 7.{n}. Текст пункта.",
    "• 7.{n}. Текст пункта.",
    "– 7.{n}. Текст пункта.",
    "+ 7.{n}. Текст пункта.",
    "* 7.{n}. Текст пункта.",
    "> 7.{n}. Текст пункта.",
    "**7.{n}.** Текст пункта.",
    "__7.{n}.__ Текст пункта.",
    "    7.{n}. Текст пункта.",
    "\u00a07.{n}. Текст пункта.",
    "\u200b7.{n}. Текст пункта.",
    '7.{n}."Кавычка" в начале.',
    "7.{n}.«Ёлочка» в начале.",
    "| 7.{n} | Текст пункта. |",
    "| 7.{n}. Текст пункта. | примечание |",
    "Пункт 7.{n}. Текст пункта.",
    "7.{n}.\tТекст пункта.",
]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_print_of_a_number_opens_a_clause(shape: str) -> None:
    text = "## Статья 7. ЦЕЛИ\n\n" + "\n\n".join(shape.format(n=n) for n in range(1, 5))
    assert numbers(text) == ["7.1", "7.2", "7.3", "7.4"]


@pytest.mark.parametrize(
    "word",
    [
        "Акционерное общество",
        "Секретарь",
        "Министерство",
        "Частная собственность",
        "Минимальный размер",
        "Процентная ставка",
        "Раздел имущества",
        "Годовое собрание",
        "Майские праздники",
        "Лето",
        "Тысяча рублей",
    ],
)
def test_words_that_begin_like_units(word: str) -> None:
    assert numbers(f"3. ИМУЩЕСТВО\n\n3.1. Имущество Общества.\n\n3.2. {word}.\n\n3.3. Иное.") == ["3.1", "3.2", "3.3"]


def test_two_clauses_in_one_line() -> None:
    text = "2.4. Участник голосует лично. 2.5. Участник получает долю прибыли.\n\n2.6. Участник знакомится с отчётом."
    assert numbers(text) == ["2.4", "2.5", "2.6"]
    assert body(text, "2.4") == "2.4. Участник голосует лично."


def test_rows_of_a_table() -> None:
    text = (
        "| № | Положение |\n|---|---|\n| 7.1. | Общество возглавляет директор. |\n"
        "| 7.2. | Директор избирается на три года. |\n| 7.3. | Директор вправе сложить полномочия. |"
    )
    assert numbers(text) == ["7.1", "7.2", "7.3"]
    assert body(text, "7.2") == "| 7.2. | Директор избирается на три года. |"


def test_parts_of_an_article() -> None:
    text = "Статья 7. Суд\n\n1. Споры решает суд.\n\n2. Решение обязательно.\n\nСтатья 8. Сроки\n\n1. Срок – месяц."
    assert numbers(text) == ["1", "2", "1"]
    assert [clause.locator for clause in read(text).clauses] == ["ст.7/1", "ст.7/2", "ст.8/1"]


HEADINGS = [
    ("## Статья 6. УПРАВЛЕНИЕ", "article", "6"),
    ("Статья 6. УПРАВЛЕНИЕ", "article", "6"),
    ("**Статья 6. УПРАВЛЕНИЕ**", "article", "6"),
    ("Статья 6. УПРАВЛЕНИЕ\n--------------------", "article", "6"),
    ("##6. УПРАВЛЕНИЕ", "section", "6"),
    ("####### 6. УПРАВЛЕНИЕ", "section", "6"),
    ("6. УПРАВЛЕНИЕ", "section", "6"),
    ("## **6. Управление**", "section", "6"),
    ("## Глава VI", "chapter", "VI"),
    ("## Раздел VI", "section", "VI"),
    ("## VI. Управление", "section", "VI"),
    ("## Статья шестая", "article", "6"),
    ("## § 6", "paragraph", "6"),
    ("## Ст. 6", "article", "6"),
    ("## Статья № 6", "article", "6"),
    ("## Подраздел 6", "subsection", "6"),
    ("## Часть 6", "section", "6"),
    ("## Статья 5.1. Вставная", "article", "5.1"),
    ("## Статья 5-1", "article", "5.1"),
    ("## Статья 5¹. Вставная", "article", "5.1"),
]


@pytest.mark.parametrize(("heading", "kind", "number"), HEADINGS)
def test_every_print_of_a_heading(heading: str, kind: str, number: str) -> None:
    text = f"{ARTICLE_5}5.1. Сделки заключает директор.\n\n{heading}\n\nТекст раздела."
    found = read(text).sections[-1]
    assert (found.kind, found.number) == (kind, number)
    assert body(text, "5.1") == "5.1. Сделки заключает директор."


NO_HEADING_NUMBER = [
    "## 100 000 рублей",
    "## 18 февраля 2025",
    "## 2025 год",
    "## 31.12.2024",
    "## 3-й этап",
    "## 1.2Зона",
    "## 5З-летие",
]


@pytest.mark.parametrize("heading", NO_HEADING_NUMBER)
def test_heading_that_carries_no_number(heading: str) -> None:
    text = f"{heading}\n\nТекст под заголовком."
    assert {section.number for section in read(text).sections} <= {"", "1.2"}
    assert body(text, read(text).clauses[-1].locator).endswith("Текст под заголовком.")


def test_ocr_numbers_are_repaired_and_shown_as_printed() -> None:
    text = (
        "## Статья 1О. Полномочия\n\n10.1. Директор избирается.\n\n1О.2. Срок полномочий – три года.\n\n"
        "l0.3. Решение подписывает председатель.\n\n10,4. Протокол хранится вечно.\n\n"
        "## Статья 16. Реорганизация\n\n1б.1. Реорганизация добровольна."
    )
    assert numbers(text) == ["10.1", "10.2", "10.3", "10.4", "16.1"]
    assert body(text, "10.2").startswith("1О.2. Срок")
    assert numbers(text, repair=False) == ["10.1"]


def test_latin_letters_in_a_heading() -> None:
    text = "## Cтaтья 3. Opгaны oбщecтвa\n\n3.1. Coбpaниe coзывaeт диpeктop."
    assert read(text).sections[0].kind == "article"
    assert numbers(text) == ["3.1"]


def test_dot_lost_by_recognition() -> None:
    text = (
        "3. ИМУЩЕСТВО\n\n3.3. Здания Фонда.\n\n34 Средства Фонда расходуются.\n\n3.5. Отчёт.\n\n12 Месяцев длится год."
    )
    assert numbers(text) == ["3.3", "3.4", "3.5"]
    assert body(text, "3.4").startswith("34 Средства")
    assert numbers(text, repair=False) == ["3.3", "3.5"]
