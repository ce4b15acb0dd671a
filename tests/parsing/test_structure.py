"""Sections, identity, locators, contents, introductions."""

import pytest

from tests.parsing.reading import body, clause, findings, locators, numbers, read


def test_kind_is_part_of_identity() -> None:
    text = (
        "Раздел 1. Общее\n\nГлава 1. Основы\n\nСтатья 1. Предмет\n\n1. Закон регулирует отношения.\n\n"
        "Глава 2. Лица\n\nСтатья 2. Место\n\n1. Лица равны."
    )
    assert [section.key for section in read(text).sections] == ["разд.1", "гл.1", "ст.1", "гл.2", "ст.2"]
    assert clause(text, "ст.2/1").section_path == ("1", "2", "2", "1")


def test_appendix_restarts_everything() -> None:
    text = (
        "Статья 1. ОБЩИЕ\n\n1.1. Первое.\n\n1.2. Второе.\n\nПриложение № 1\n\n1.1. Форма письма.\n\n1.2. Подпись.\n\n"
        "Приложение № 2\n\nСтатья 3. Сроки\n\n1. Срок – месяц."
    )
    assert locators(text) == ["1.1", "1.2", "прил.1/1.1", "прил.1/1.2", "прил.2/ст.3/1"]
    assert clause(text, "прил.1/1.1").section_path == ("1", "1", "1.1")
    assert findings(text, "duplicate", "gap") == []


def test_unnumbered_appendix_is_a_scope_of_its_own() -> None:
    text = "## 1. Общее\n\n1.1. Первое.\n\n1.2. Второе.\n\n## Порядок уведомления\n\n1.1. Письмо.\n\n1.2. Подпись."
    found = locators(text)
    assert found[:2] == ["1.1", "1.2"]
    assert len(set(found)) == 4


def test_numbers_run_on_through_roman_sections() -> None:
    text = "I. ОБЩЕЕ\n\n1. Один.\n\n2. Два.\n\nII. СОСТАВ\n\n3. Три.\n\n4. Четыре."
    assert locators(text) == ["1", "2", "3", "4"]
    assert clause(text, "3").section_path == ("II", "3")


def test_numbers_restart_in_roman_sections() -> None:
    text = "I. ОБЩЕЕ\n\n1. Один.\n\n2. Два.\n\nII. СОСТАВ\n\n1. Три.\n\n2. Четыре."
    assert locators(text) == ["разд.I/1", "разд.I/2", "разд.II/1", "разд.II/2"]


def test_introduction_stands_once_and_is_no_duplicate() -> None:
    text = (
        "## Глава 2. Доли участников\n\nНастоящая глава определяет права на доли.\n\n"
        "2.1. Участник вправе продать долю.\n\n2.2. Общество вправе купить долю."
    )
    intro = read(text).clauses[0]
    assert (intro.kind, intro.number, intro.locator) == ("intro", "2", "2/вв")
    assert numbers(text) == ["2.1", "2.2"]
    assert findings(text, "duplicate", "gap", "out_of_order") == []


def test_article_without_parts_is_one_clause() -> None:
    text = "Статья 5. Ответственность\n\nВред возмещается.\n\nВиновный несёт расходы.\n\nСтатья 6. Срок\n\nДва года."
    assert [(one.kind, one.locator) for one in read(text).clauses] == [("article", "ст.5"), ("article", "ст.6")]
    assert body(text, "ст.5") == "Вред возмещается.\n\nВиновный несёт расходы."


def test_paragraphs_of_unnumbered_text() -> None:
    text = "## Введение\n\nПервый абзац.\n\nВторой абзац:\n\n- пункт списка;\n\n- ещё пункт.\n\n## Итог\n\nКонец."
    assert locators(text) == ["§1/абз.1", "§1/абз.2", "§2/абз.1"]
    assert body(text, "§1/абз.2").endswith("- ещё пункт.")


def test_text_without_headings_is_one_clause() -> None:
    text = "Просто текст без номеров.\n\nЕщё абзац."
    assert [(one.number, one.start, one.stop) for one in read(text).clauses] == [("", 0, len(text))]


def test_empty_text_has_no_clauses_and_full_coverage() -> None:
    for text in ("", "  \n \n"):
        found = read(text)
        assert found.clauses == ()
        assert (found.coverage.characters_share, found.coverage.numbers_share) == (1.0, 1.0)


def test_flat_headings_nest_by_their_numbers() -> None:
    text = (
        "## Статья 2. Капитал\n\n## 2.1. Размер\n\nДесять тысяч рублей.\n\n## 2.1.1. Оплата\n\nДеньгами.\n\n"
        "## Статья 3. Органы\n\nСобрание."
    )
    assert [(one.number, one.level) for one in read(text).sections] == [("2", 1), ("2.1", 2), ("2.1.1", 3), ("3", 1)]
    assert clause(text, "2.1").tree_stop > clause(text, "2.1").stop


def test_clause_beside_a_dotted_heading_is_not_inside_it() -> None:
    text = "## 12. Органы\n\n### 12.1. Собрание\n\nСозывает директор.\n\n12.1.1. Срок.\n\n12.2. Совет.\n\n## 13. Иное\n\n13.1. Да."
    heading = next(one for one in read(text).sections if one.key == "12.1")
    assert text[heading.start : heading.stop].strip().endswith("12.1.1. Срок.")
    assert clause(text, "12.2").section_key == "12"


CONTENTS = [
    "## СОДЕРЖАНИЕ\n\nСтатья 1. Общее ..... 2\nСтатья 2. Цели ..... 3\n",
    "СОДЕРЖАНИЕ\n1.1. Общие положения ..... 3\n1.2. Прочее ..... 4\n1.3. Иное ..... 5\n",
    "**Оглавление:**\n\nСтатья 1. Общее\t2\n\nСтатья 2. Цели\t3\n",
    "## Оглавление\n\n## Статья 1. Общее ..... 3\n\n## Статья 2. Цели ..... 4\n",
    "Содержание\n\nСтатья 1. Общее\n\nСтатья 2. Цели\n",
]


@pytest.mark.parametrize("listing", CONTENTS)
def test_contents_give_no_clauses_and_lose_no_body(listing: str) -> None:
    text = f"УСТАВ\n\n{listing}\nСтатья 1. Общее\n\n1.1. Первое.\n\nСтатья 2. Цели\n\n2.1. Второе.\n"
    assert numbers(text) == ["1.1", "2.1"]
    assert [one.key for one in read(text).sections if one.kind == "article"] == ["1", "2"]


def test_body_after_contents_without_a_heading_stays() -> None:
    text = "## Содержание\n\nОбщее ..... 1\n\nЭтот текст стоит после содержания и остаётся в документе целиком.\n"
    assert any("остаётся" in text[one.start : one.stop] for one in read(text).clauses)


def test_running_header_does_not_cut_a_clause() -> None:
    text = "## 8. Порядок\n\n8.1. Собрание созывает директор и\n\n## УСТАВ ООО\n\nпредседатель совета.\n\n8.2. Дальше."
    assert body(text, "8.1").endswith("председатель совета.")
    assert len(clause(text, "8.1").overlays) == 1
    assert numbers(text) == ["8.1", "8.2"]


def test_lost_superscripts_are_decided_by_the_sequence() -> None:
    text = "\n\n".join(f"Статья {n}. О деле\n\nТекст статьи." for n in ("7", "8", "81", "82", "9", "10"))
    assert [one.number for one in read(text).sections] == ["7", "8", "8.1", "8.2", "9", "10"]
    assert ("repaired_number", "8.1") in findings(text)


def test_english_articles_and_sections() -> None:
    text = (
        "ARTICLE I\n----\n### Offices\n\nThe office is in the town.\n\nARTICLE II\n----\n### Members\n\n"
        "**Section 2.1. Admission.** Any person may join.\n\n**Section 2.2. Dues.** As stated in\n"
        "Section 2.1 of these bylaws, dues are paid.\n"
    )
    assert numbers(text) == ["2.1", "2.2"]
    assert [(one.kind, one.number, one.heading) for one in read(text).sections] == [
        ("article", "I", "Offices"),
        ("article", "II", "Members"),
    ]


def test_items_stay_inside_and_are_nodes() -> None:
    text = "2.1. Предметом являются:\n1) перевозка;\n2) хранение:\nа) краткое;\nб) долгое;\n3) ремонт.\n\n2.2. Дальше."
    items = clause(text, "2.1").items
    assert [(one.label, one.number) for one in items] == [("1)", "1"), ("2)", "2"), ("3)", "3")]
    assert [one.number for one in items[1].items] == ["а", "б"]
    assert text[items[1].start : items[1].stop] == "2) хранение:\nа) краткое;\nб) долгое;"


def test_chapter_and_article_of_the_same_number() -> None:
    text = "ГЛАВА 1 - ОБЩЕЕ\nСТАТЬЯ 1 - ИМЯ\n1.1 Общество называется.\n1.2 Место.\nСТАТЬЯ 2 - ЦЕЛИ\n2.1 Цели.\n"
    assert [(one.key, one.heading) for one in read(text).sections] == [("гл.1", "ОБЩЕЕ"), ("1", "ИМЯ"), ("2", "ЦЕЛИ")]


def test_title_of_an_appendix_follows_what_it_belongs_to() -> None:
    text = "1. ОБЩЕЕ\n\n1.1. Один.\n\nПриложение № 1\nк Уставу Общества\n\nПОРЯДОК УВЕДОМЛЕНИЯ\n\n1.1. Письмо.\n"
    assert [(one.key, one.heading) for one in read(text).sections] == [
        ("1", "ОБЩЕЕ"),
        ("прил.1", "ПОРЯДОК УВЕДОМЛЕНИЯ"),
    ]


def test_numbers_with_a_bracket_in_an_appendix_and_a_chapter() -> None:
    text = "1. ОБЩЕЕ\n\n1.1. Один.\n\n## Приложение № 1\n\n1.1) Форма.\n\n1.2) Подпись."
    assert locators(text) == ["1.1", "прил.1/1.1", "прил.1/1.2"]
    assert numbers("## Глава II\n\n2.1) Первое.\n\n2.2) Второе.") == ["2.1", "2.2"]


def test_last_section_ends_where_the_appendices_begin() -> None:
    text = "## Статья 2. Сроки\n\n2.1. Год.\n\n## Приложение 1\n\nФорма письма.\n\n## Приложение 2\n\nОбразец."
    article = next(one for one in read(text).sections if one.kind == "article")
    assert text[article.start : article.stop].strip().endswith("2.1. Год.")


def test_unnumbered_sections_nest_by_their_marks() -> None:
    found = read("# Устав\n\n## Раздел А\n\nОдин.\n\n### Подраздел\n\nДва.\n\n## Раздел Б\n\nТри.").sections
    inner = next(one for one in found if one.heading == "Подраздел")
    outer = next(one for one in found if one.heading == "Раздел А")
    assert inner.parent == outer.key


def test_numbers_that_recognition_turned_into_letters() -> None:
    text = "10. СРОК\n\nI0.l. Первый срок.\n\n10.2. Второй срок.\n\n10.З. Третий срок.\n\n10.4. Четвёртый."
    assert numbers(text) == ["10.1", "10.2", "10.3", "10.4"]


def test_flattened_table_gives_its_clauses() -> None:
    text = "8. ОРГАНЫ\n\n8.1. Собрание. 8.2. Совет. 8.3. Директор.\n\n8.4. Ревизор."
    assert numbers(text) == ["8.1", "8.2", "8.3", "8.4"]
