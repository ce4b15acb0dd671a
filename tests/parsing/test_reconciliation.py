"""The document's own contents against its headings."""

from tests.parsing.reading import findings, read

BODY = "Статья 1. Общее\n\n1.1. Первое.\n\nСтатья 2. Цели\n\n2.1. Второе.\n\nСтатья 3. Органы\n\n3.1. Третье.\n"


def causes(contents: str) -> list[tuple[str, str]]:
    found = read(f"УСТАВ\n\nСОДЕРЖАНИЕ\n\n{contents}\n\n{BODY}").coverage.findings
    return [(one.number, one.cause) for one in found if one.kind == "contents_mismatch"]


def test_contents_that_agree() -> None:
    assert causes("Статья 1. Общее ..... 1\n\nСтатья 2. Цели ..... 2\n\nСтатья 3. Органы ..... 3") == []


def test_listed_but_absent() -> None:
    rows = "Статья 1. Общее ..... 1\n\nСтатья 2. Цели ..... 2\n\nСтатья 3. Органы ..... 3\n\nСтатья 4. Реестр ..... 4"
    assert causes(rows) == [("4", "listed_absent")]


def test_present_but_not_listed() -> None:
    assert causes("Статья 1. Общее ..... 1\n\nСтатья 3. Органы ..... 3") == [("2", "not_listed")]


def test_title_differs() -> None:
    rows = "Статья 1. Общее ..... 1\n\nСтатья 2. Имущество ..... 2\n\nСтатья 3. Органы ..... 3"
    assert causes(rows) == [("2", "title_differs")]


def test_wrapped_title_and_page_on_its_own_line() -> None:
    rows = "Статья 1.\nОбщее ..... 1\n\nСтатья 2. Цели .....\n2\n\nСтатья 3. Органы ..... 3"
    assert causes(rows) == []


def test_document_without_contents() -> None:
    assert findings(BODY, "contents_mismatch") == []
