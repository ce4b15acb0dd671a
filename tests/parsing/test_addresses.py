"""Any form in which a person names a place finds it."""

import pytest

from raglib_core.parsing.addresses import address_of, item_named, range_of, resolve
from tests.parsing.reading import read

LAW = (
    "Глава 1. Общее\n\nСтатья 1. Предмет\n\n1. Один.\n\n2. Два.\n\nГлава 2. Лица\n\nСтатья 2. Место\n\n1. Лица.\n\n"
    "Статья 65¹. Особое\n\n1. Да.\n\nПриложение № 1\n\n1.1. Форма.\n\n1.2. Два."
)
CHARTER = (
    "12. ОРГАНЫ\n\n12.1. Собрание.\n\n12.1.1. Созыв.\n\n12.1.2. Кворум:\nа) половина;\nб) треть.\n\n12.2. Совет.\n\n"
    "13. СДЕЛКИ\n\n13.1. Согласие."
)


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("Глава 2", "гл.2"),
        ("гл. 2", "гл.2"),
        ("ГЛАВА II", "гл.2"),
        ("Статья 2", "ст.2"),
        ("ст. 2", "ст.2"),
        ("ст.2", "ст.2"),
        ("статья вторая", "ст.2"),
        ("ч. 1 ст. 2", "ст.2/1"),
        ("ст. 1 ч. 2", "ст.1/2"),
        ("часть 2 статьи 1", "ст.1/2"),
        ("ст.1/2", "ст.1/2"),
        ("ст. 65¹", "ст.65.1"),
        ("ст. 65-1", "ст.65.1"),
        ("65.1", "ст.65.1"),
        ("Приложение 1, п. 1.1", "прил.1/1.1"),
        ("п. 1.1 Приложения № 1", "прил.1/1.1"),
    ],
)
def test_law(typed: str, address: str) -> None:
    assert address_of(resolve(read(LAW), typed)[0]) == address


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("12", "12"),
        ("12.", "12"),
        (" 12 ", "12"),
        ("раздел 12", "12"),
        ("12.1.2", "12.1.2"),
        ("п. 12.1.2", "12.1.2"),
        ("пункт 12.1.2.", "12.1.2"),
        ("12.1.2 пп. а", "12.1.2"),
        ("подпункт «б» пункта 12.1.2", "12.1.2"),
    ],
)
def test_charter(typed: str, address: str) -> None:
    assert address_of(resolve(read(CHARTER), typed)[0]) == address


@pytest.mark.parametrize("typed", ["", "  ", "2 раза в год", "нет такого", "99", "Глава 7", "12.9", "протокол 12"])
def test_what_is_no_address_finds_nothing(typed: str) -> None:
    assert resolve(read(CHARTER), typed) == []


def test_kinds_are_not_mixed_up() -> None:
    assert [address_of(node) for node in resolve(read(LAW), "Глава 2")] == ["гл.2"]
    assert [address_of(node) for node in resolve(read(LAW), "Статья 2")] == ["ст.2"]


def test_range_of_a_clause_holds_its_descendants() -> None:
    start, stop = range_of(resolve(read(CHARTER), "12.1")[0])
    assert CHARTER[start:stop].startswith("12.1. Собрание.")
    assert CHARTER[start:stop].endswith("б) треть.")


def test_sub_item_of_an_address() -> None:
    found = read(CHARTER)
    for typed in ("12.1.2 пп. б", "подпункт «б» пункта 12.1.2"):
        item = item_named(resolve(found, typed)[0], typed)
        assert item is not None
        assert CHARTER[item.start : item.stop] == "б) треть."
    assert item_named(resolve(found, "12.1.2")[0], "12.1.2") is None
    assert item_named(resolve(found, "12.1.2")[0], "12.1.2 пп. я") is None


def test_article_with_a_lost_superscript_is_found_by_either_form() -> None:
    found = read("\n\n".join(f"Статья {n}. О деле\n\nТекст." for n in ("7", "8", "81", "9")))
    assert [address_of(node) for node in resolve(found, "Статья 8.1")] == ["ст.8.1"]
    assert [address_of(node) for node in resolve(found, "Статья 81")] == ["ст.8.1"]
