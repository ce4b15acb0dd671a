"""«п. 9.4», «ч. 2 ст. 8»: what a reference means, and which ones lead nowhere."""

import pytest

from raglib_core.parsing import references
from tests.parsing.reading import findings, read

CHARTER = (
    "УСТАВ\n\n3. ОРГАНЫ\n\n3.1. {text}\n\n3.2. Собрание.\n\n3.3. Совет.\n\n5. СДЕЛКИ\n\n5.1. Согласие:\nа) совета;\n"
    "б) собрания.\n\n5.2. Отказ.\n\n5.7. Реестр."
)
LAW = (
    "Статья 5. Суд\n\n1. {text}\n\n2. Решение.\n\nСтатья 6. Срок\n\nГод.\n\nСтатья 7. Место\n\n1. Тут.\n\n2. Там.\n\n"
    "Статья 8. Порядок\n\n1. Так.\n\n2. Иначе."
)


def targets(document: str, text: str) -> list[str]:
    whole = document.format(text=text)
    return [one.target for one in references.find(whole, read(whole)) if not one.outer]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Порядок установлен п. 5.2.", ["5.2"]),
        ("В случаях, предусмотренных пунктом 5.2 настоящего Устава, решает совет.", ["5.2"]),
        ("Пункты 3.2 и 5.7 применяются.", ["3.2", "5.7"]),
        ("Согласно пунктам 3.2, 3.3, 5.1 Устава и настоящего Устава.", ["3.2", "3.3", "5.1"]),
        ("В порядке пунктов 3.2–3.3.", ["3.2", "3.3"]),
        ("Сделки подпункта «а» пункта 5.1 запрещены.", ["5.1"]),
        ("Сделки пп. а п. 5.1 запрещены.", ["5.1"]),
        ("Согласно пункту\n5.2 настоящего Устава.", ["5.2"]),
        ("В соответствии с разделом 5 настоящего Устава.", ["5"]),
        ("Собрание проводят 5.2 раза в год.", []),
        ("Согласно пункту 5.2 Федерального закона об обществах.", []),
        ("В соответствии со статьёй 5 Гражданского кодекса.", []),
        ("По ст. 65.2 ГК РФ.", []),
    ],
)
def test_charter(text: str, expected: list[str]) -> None:
    assert targets(CHARTER, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Применяется ч. 2 ст. 8.", ["ст.8/2"]),
        ("Применяется часть 2 статьи 8 настоящего закона.", ["ст.8/2"]),
        ("Согласно статьям 6–8 настоящего закона.", ["ст.6", "ст.7", "ст.8"]),
        ("По части 2 настоящей статьи.", ["ст.5/2"]),
        ("По статье 7.", ["ст.7"]),
    ],
)
def test_law(text: str, expected: list[str]) -> None:
    assert targets(LAW, text) == expected


def test_dangling_reference_is_a_finding() -> None:
    text = "3.1. Оплата по пункту 3.2.\n\n3.2 Неустойка\n\nОдин процент.\n\n3.3. Споры – пункт 9.4 настоящего договора."
    assert findings(text, "dangling_reference") == [("dangling_reference", "9.4")]
    found = next(one for one in read(text).coverage.findings if one.kind == "dangling_reference")
    assert found.locator == "3.3"
    assert text[found.start : found.stop] == "пункт 9.4"


def test_no_finding_where_numbers_are_not_printed() -> None:
    text = "Предмет договора\n\nИсполнитель оказывает услуги по пункту 2.1.\n\nЦена\n\nЦена указана в пункте 3.4."
    assert findings(text, "dangling_reference") == []
