"""The text layer of a PDF: paragraphs, pages, furniture, columns, broken words."""

from __future__ import annotations

from pathlib import Path

import pytest

from raglib_core.errors import LimitExceeded, RecognitionError
from raglib_core.parsing import segment
from raglib_core.recognition import pdf, recognize
from tests.recognition.pdf_files import LOCK, column, pdf_file, read, wrapped


def lines(data: bytes) -> list[str]:
    return [line for line in read(data).text.split("\n") if line]


CLAUSES = (
    "1.1. Общество с ограниченной ответственностью «Причал» создано и действует на основании закона, именуется далее Обществом и имеет круглую печать, бланки и счета в банках.",
    "1.2. Общество создано без ограничения срока.",
    "1.3. Участники не отвечают по его долгам, кроме случаев, указанных в пункте 3.2. настоящего Устава, и несут риск убытков в пределах их долей.",
)


def test_lines_are_joined_into_paragraphs_and_clauses_stay_apart():
    printed = wrapped(*CLAUSES, width=80)
    assert any(line.startswith("3.2. настоящего") for line in printed)
    assert lines(pdf_file(column("Статья 1. Общие положения", *printed))) == ["Статья 1. Общие положения", *CLAUSES]


def test_a_number_set_apart_on_the_same_row_stays_with_its_text():
    data = pdf_file(
        [("1.1.", 60, 700), ("Общество создано.", 110, 700), ("1.2.", 60, 680), ("Оно действует.", 110, 680)]
    )
    assert lines(data) == ["1.1. Общество создано.", "1.2. Оно действует."]


def charter(pages: int = 5) -> bytes:
    """A charter with a header and a footer on every page; each second clause runs over the page break."""
    whole = []
    for page in range(1, pages + 1):
        body = [f"продолжение {'ещё ' * page}до конца."] if page > 1 else []
        body += [f"{page}.{clause}. Общество вправе решать вопрос {page * 10 + clause}." for clause in range(1, 9)]
        body += [f"{page}.9. Этот пункт занимает две страницы, и его вторая половина стоит на следующей, это"]
        whole.append(
            [
                ("Устав ООО «Причал» (новая редакция)", 200, 815),
                *column(*body),
                (f"Страница {page} из {pages}", 260, 30),
            ]
        )
    return pdf_file(*whole)


def test_headers_footers_and_page_numbers_are_known_as_furniture():
    got = read(charter())
    furniture = [got.text[block.start : block.stop] for block in got.blocks if block.kind == "furniture"]
    assert furniture[:3] == [
        "Устав ООО «Причал» (новая редакция)",
        "Страница 1 из 5",
        "Устав ООО «Причал» (новая редакция)",
    ]
    assert len(furniture) == 10


def test_every_clause_has_its_page_and_furniture_splits_none(tmp_path: Path):
    path = tmp_path / "устав.pdf"
    path.write_bytes(charter())
    got = recognize(path)
    found = segment(got)
    assert [clause.number for clause in found.clauses] == [f"{page}.{n}" for page in range(1, 6) for n in range(1, 10)]
    pages = {
        clause.number: page.number
        for clause in found.clauses
        for page in got.pages
        if page.start <= clause.start < page.stop
    }
    assert all(pages[clause.number] == int(clause.number.split(".")[0]) for clause in found.clauses)
    ninth = next(clause for clause in found.clauses if clause.number == "1.9")
    assert got.text[ninth.start : ninth.stop].endswith("продолжение ещё ещё до конца.")
    assert found.coverage.characters_share == 1.0


def test_bare_page_numbers_are_furniture_but_a_lonely_figure_is_not():
    pages = [
        [*column(f"{page}.1. Текст пункта.", f"{page}.2. Ещё пункт."), (str(page), 300, 30)] for page in range(1, 6)
    ]
    got = read(pdf_file(*pages))
    assert [got.text[block.start : block.stop] for block in got.blocks if block.kind == "furniture"] == list("12345")
    assert not [block for block in read(pdf_file(pages[0])).blocks if block.kind == "furniture"]


def test_two_columns_are_read_one_after_the_other():
    left = column(*(f"{number}.1. Пункт левой колонки длиной в строку" for number in range(1, 13)), left=40)
    right = column(*(f"{number}.1. Пункт правой колонки, тоже в строку" for number in range(13, 25)), left=330)
    got = lines(pdf_file(left + right))
    assert [line.split(".")[0] for line in got] == [str(number) for number in range(1, 25)]
    interleaved = [line for pair in zip(left, right, strict=True) for line in pair]
    assert [line.split(".")[0] for line in lines(pdf_file(interleaved))] == [str(number) for number in range(1, 25)]


BROKEN = ("Учредителем является обще-", "ство из города Санкт-", "Петербурга, и это обще-", "ство ведёт погрузочно-",
          "разгрузочные работы, а также", "иные погрузочно-разгрузочные", "дела.")  # fmt: skip


def test_broken_words_are_joined_and_real_hyphens_stay():
    got = read(pdf_file(column(*BROKEN)))
    assert got.text == (
        "Учредителем является общество из города Санкт-Петербурга, и это общество ведёт "
        "погрузочно-разгрузочные работы, а также иные погрузочно-разгрузочные дела."
    )
    assert [(edit.kind, edit.original) for edit in got.edits] == [("dehyphen", "-\n")] * 2
    assert [notice.code for notice in got.warnings] == ["hyphens_joined"]


def test_every_line_knows_its_place_on_the_page():
    got = read(pdf_file(column("1.1. Текст."), column("2.1. Другой.")))
    first, second = got.blocks
    assert (first.page, second.page) == (1, 2)
    left, bottom, right, top = second.box
    assert left == pytest.approx(60, abs=2)
    assert bottom < 785 < top + 12
    assert right > left
    assert [(page.number, page.width, page.height) for page in got.pages] == [(1, 595.0, 842.0), (2, 595.0, 842.0)]
    assert [got.text[page.start : page.stop].strip() for page in got.pages] == ["1.1. Текст.", "2.1. Другой."]


def test_a_page_without_text_is_an_empty_piece():
    got = read(pdf_file(column("1.1. Текст."), [], column("2.1. Другой.")))
    assert [(page.number, got.text[page.start : page.stop].strip()) for page in got.pages] == [
        (1, "1.1. Текст."), (2, ""), (3, "2.1. Другой."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (pdf_file(column("1.1. Тайна."), lock=LOCK), "password"),
        (pdf_file(column("1.1. Текст."))[:200], "damaged"),
        (b"%PDF-1.7\n" + bytes(range(256)) * 40, "damaged"),
    ],
)
def test_a_protected_or_damaged_file_is_refused_by_name(data: bytes, reason: str):
    with pytest.raises(RecognitionError, match=rf"устав\.pdf.*{reason}"):
        read(data)


def test_too_many_pages_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pdf, "MAX_PAGES", 2)
    with pytest.raises(LimitExceeded, match=r"устав\.pdf: pages is 3"):
        read(pdf_file([], [], []))
