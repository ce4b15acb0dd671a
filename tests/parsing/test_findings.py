"""What the report says of missing, doubled and misplaced numbers."""

import pytest

from tests.parsing.reading import findings, locators, read


def test_gap_between_clauses() -> None:
    text = "## 8. Органы\n\n8.1. Один.\n\n8.2. Два.\n\n8.4. Четыре.\n\n8.7. Семь."
    assert findings(text, "gap") == [("gap", "8.3"), ("gap", "8.5")]
    folded = [one for one in read(text).coverage.findings if one.kind == "gap"][1]
    assert (folded.number, folded.number_to, folded.cause) == ("8.5", "8.6", "absent")
    assert [role for role, _, _ in folded.evidence] == ["before", "after"]


def test_completeness_of_numbers_counts_gaps() -> None:
    coverage = read("8.1. Один.\n\n8.2. Два.\n\n8.4. Четыре.").coverage
    assert (coverage.numbers_present, coverage.numbers_expected) == (3, 4)
    assert coverage.characters_share == 1.0


def test_completeness_of_numbers_counts_items() -> None:
    coverage = read("8.1. Состав:\nа) один;\nб) два;\nг) четыре.\n\n8.2. Срок.").coverage
    assert (coverage.numbers_present, coverage.numbers_expected) == (5, 6)
    assert [(one.kind, one.severity) for one in coverage.findings] == [("gap", "warning")]


def test_missing_number_inside_the_text_of_another() -> None:
    text = "2.4. Участник голосует лично 2.5. Участник получает прибыль.\n\n2.6. Участник знакомится с отчётом."
    found = read(text).coverage.findings[0]
    assert (found.kind, found.number, found.cause) == ("glued", "2.5", "inside_text")
    assert text[found.start : found.stop] == "2.5"


def test_duplicate_keeps_both_clauses() -> None:
    text = "9.1. Первый.\n\n9.2. Второй.\n\n9.2. Другой второй.\n\n9.3. Третий."
    assert locators(text) == ["9.1", "9.2", "9.2#2", "9.3"]
    assert findings(text) == [("duplicate", "9.2")]


def test_list_that_starts_again() -> None:
    text = (
        "## 8. Подготовка собрания\n\n1. Уведомить участников.\n2. Опубликовать сообщение.\n\n"
        "До собрания остаётся тридцать дней.\n\n1. Провести регистрацию.\n2. Подвести итоги."
    )
    assert len(set(locators(text))) == 4
    found = findings(text, "restart", "duplicate", "gap")
    assert found.count(("restart", "1")) == 1
    assert [number for kind, number in found if kind == "duplicate"] == ["1", "2"]


def test_parts_of_articles_are_no_duplicates() -> None:
    text = (
        "## Статья 3. Органы общества\n\n1. Собрание участников.\n2. Совет.\n3. Директор.\n\n"
        "## Статья 4. Капитал\n\n1. Размер капитала.\n2. Увеличение капитала."
    )
    assert locators(text) == ["ст.3/1", "ст.3/2", "ст.3/3", "ст.4/1", "ст.4/2"]
    assert findings(text, "duplicate", "gap", "restart") == []


def test_clauses_out_of_order() -> None:
    text = (
        "## 5. Права участников\n\n## 6. Обязанности участников\n\n6.1. Вносить вклад.\n\n"
        "5.1. Участвовать в управлении.\n\n5.2. Получать сведения."
    )
    assert findings(text, "out_of_order") == [("out_of_order", "5.1")]
    assert findings(text, "gap", "duplicate") == []


def test_number_of_another_section_is_flagged() -> None:
    text = "## Статья 5. СДЕЛКИ\n\n5.1. Один.\n\n12.4. Чужой номер.\n\n5.2. Два."
    assert findings(text, "foreign_number") == [("foreign_number", "12.4")]


def test_repealed_numbers_explain_gaps() -> None:
    text = (
        "3.1. Действует.\n\n3.2. Действует.\n\n3.3. Действует.\n\n3.4. Исключён решением от 10.01.2020.\n\n"
        "3.5 – 3.7. Утратили силу.\n\n3.8. Действует."
    )
    assert findings(text, "gap", "duplicate") == []
    repealed = [one for one in read(text).coverage.findings if one.kind == "repealed"]
    assert [(one.number, one.number_to) for one in repealed] == [("3.4", ""), ("3.5", "3.7")]


def test_empty_heading() -> None:
    text = "## 5. Права\n\n## 6. Обязанности\n\n6.1. Вносить вклад."
    assert findings(text, "empty_heading") == [("empty_heading", "5")]


def test_repaired_numbers_are_told() -> None:
    text = "## Статья 10. Срок\n\n10.1. Один.\n\n1О.2. Два."
    assert findings(text, "repaired_number", "gap") == [("repaired_number", "10.2")]


@pytest.mark.parametrize(
    ("list_of_items", "missing"),
    [
        ("а) первое;\nб) второе;\nг) четвёртое.", ["7.1 пп. в"]),
        ("1) первое;\n2) второе;\n5) пятое.", ["7.1 пп. 3"]),
        ("(a) first;\n(b) second;\n(d) fourth.", ["7.1 пп. c"]),
        ("и) девятое;\nк) десятое;\nл) одиннадцатое.", []),  # an excerpt of a list
        ("1) первое;\n2) второе;\n1) другое;\n2) другое второе.", []),  # two lists
        ("- первое;\n- второе;\n- третье.", []),
        ("1) первое:\nа) одно;\nв) иное;\n2) второе.", ["7.1 пп. б"]),
    ],
)
def test_a_missing_item_of_a_list_is_a_warning(list_of_items, missing):
    text = f"## Статья 7. Полномочия\n\n7.1. Собрание решает:\n{list_of_items}\n\n7.2. Кворум.\n"
    found = [one for one in read(text).coverage.findings if one.cause == "item_absent"]
    assert [one.number for one in found] == missing
    assert all((one.kind, one.severity, one.locator) == ("gap", "warning", "7.1") for one in found)


@pytest.mark.parametrize("letters", ["абвгдежзиклмнопрстуфхцчшщэюя", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"])
def test_letters_that_are_commonly_skipped_are_no_gap(letters):
    items = "\n".join(f"{letter}) дело;" for letter in letters)
    text = f"## Статья 7. Полномочия\n\n7.1. Собрание решает:\n{items}\n\n7.2. Кворум.\n"
    assert not [one for one in read(text).coverage.findings if one.cause == "item_absent"]
