"""What a reader of a Word file sees comes out, and what is left out is on record."""

from __future__ import annotations

from pathlib import Path

import pytest

from raglib_core.errors import LimitExceeded, RecognitionError
from raglib_core.parsing import segment
from raglib_core.recognition import recognize
from raglib_core.recognition.archive import Archive, ArchiveLimits
from tests.recognition.word_files import SPACE, abstract, level, lines, num, paragraph, read, run, word_file

NUMBERING = abstract(0, level(0, "Статья %1."), level(1, "%1.%2.")) + num(1, 0)
HEADING = '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 2"/></w:style>'
GONE = '<w:rPr><w:del w:id="1" w:author="x"/></w:rPr>'


def deleted(text: str) -> str:
    return f'<w:del w:id="1"><w:r><w:delText xml:space="preserve">{text}</w:delText></w:r></w:del>'


def test_numbers_are_printed_and_known_as_computed():
    body = paragraph("Общие положения", style="H", at=(1, 0)) + paragraph("Общество создано.", at=(1, 1))
    got = read(word_file(body, numbering=NUMBERING, styles=HEADING))
    assert got.text == "Статья 1. Общие положения\n\n1.1. Общество создано."
    heading, clause = got.blocks
    assert (heading.kind, heading.level, heading.label, heading.label_origin) == ("heading", 2, "Статья 1.", "auto")
    assert (clause.kind, clause.level, clause.label, clause.label_origin) == ("list_item", 2, "1.1.", "auto")
    assert [(got.text[edit.start : edit.stop], edit.kind) for edit in got.edits] == [
        ("Статья 1.", "auto_number"),
        ("1.1.", "auto_number"),
    ]
    assert [(notice.code, notice.values) for notice in got.warnings] == [("word_auto_numbers", (("count", 2),))]


def test_the_whole_way_from_a_word_file_to_clauses(tmp_path: Path):
    body = paragraph("Общие положения", style="H", at=(1, 0)) + "".join(
        paragraph(f"Общество вправе {deed}.", at=(1, 1)) for deed in ("покупать", "продавать", "меняться")
    )
    path = tmp_path / "устав.docx"
    path.write_bytes(word_file(body, numbering=NUMBERING, styles=HEADING))
    found = segment(recognize(path))
    assert [clause.number for clause in found.clauses] == ["1.1", "1.2", "1.3"]
    assert [section.title for section in found.sections] == ["Статья 1. Общие положения"]


def test_a_computed_number_without_a_dot_opens_a_clause_before_a_small_letter():
    numbering = abstract(0, level(0, "%1."), level(1, "%1.%2"), level(2, "%1.%2.%3")) + num(1, 0)
    body = paragraph("Цели", at=(1, 0)) + paragraph("Политика принята в целях:", at=(1, 1))
    body += "".join(paragraph(f"{deed} рисков, о которых", at=(1, 2)) for deed in ("поиска", "оценки", "снижения"))
    found = segment(read(word_file(body, numbering=numbering)))
    assert [clause.number for clause in found.clauses] == ["1.1", "1.1.1", "1.1.2", "1.1.3"]


def test_tracked_changes_are_taken_as_accepted():
    runs = run("Срок – ") + deleted("три") + f'<w:ins w:id="2">{run("пять")}</w:ins>' + run(" лет.")
    got = read(word_file(paragraph(runs)))
    assert got.text == "Срок – пять лет."
    assert [(edit.kind, edit.original) for edit in got.edits] == [("deleted_dropped", "три")]
    assert [notice.code for notice in got.warnings] == ["tracked_changes_dropped"]


def test_a_deleted_paragraph_counts_no_number_and_a_deleted_mark_joins_two():
    body = (
        paragraph(deleted("Снято."), at=(1, 1), properties=GONE)
        + paragraph("Первый.", at=(1, 1))
        + paragraph("Начало ", at=(1, 1), properties=GONE)
        + paragraph("и конец.", at=(1, 1))
    )
    assert lines(read(word_file(body, numbering=NUMBERING))) == ["1.1. Первый.", "1.2. Начало и конец."]


def test_hidden_text_is_left_out_and_a_hidden_paragraph_counts_no_number():
    hidden = "<w:rPr><w:vanish/></w:rPr>"
    body = (
        paragraph(run("Тайное. ", "<w:vanish/>") + run("Явное."), at=(1, 1))
        + paragraph(run("Скрыто.", "<w:vanish/>"), at=(1, 1), properties=hidden)
        + paragraph(run("Видно.", '<w:vanish w:val="0"/>'), at=(1, 1))
    )
    got = read(word_file(body, numbering=NUMBERING))
    assert lines(got) == ["1.1. Явное.", "1.2. Видно."]
    assert [edit.original for edit in got.edits if edit.kind == "hidden_dropped"] == ["Тайное. ", "Скрыто."]


def test_notes_stand_below_the_paragraph_that_refers_to_them():
    mark = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    notes = (
        f'<w:footnotes {SPACE}><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote>'
        f'<w:footnote w:id="2">{paragraph("Закон № 14-ФЗ.")}</w:footnote></w:footnotes>'
    )
    body = paragraph(run("Общество") + mark + run(" создано.")) + paragraph("Далее.")
    got = read(word_file(body, parts={"word/footnotes.xml": notes}))
    assert lines(got) == ["Общество[1] создано.", "[1] Закон № 14-ФЗ.", "Далее."]
    assert [got.text[block.start : block.stop] for block in got.blocks if block.kind == "note"] == [
        "[1] Закон № 14-ФЗ."
    ]


def test_tables_are_rows_and_a_table_of_one_column_is_text():
    def table(*rows: tuple[str, ...]) -> str:
        cells = ["".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) for row in rows]
        return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in cells) + "</w:tbl>"

    got = read(word_file(table(("Участник", "Доля"), ("Верфь", "51 %")) + table(("1.1. В рамке.",))))
    assert lines(got) == ["| Участник | Доля |", "| Верфь | 51 % |", "1.1. В рамке."]
    assert [block.kind for block in got.blocks] == ["table_row", "table_row"]


def test_headers_and_footers_stand_apart():
    footer = f"<w:ftr {SPACE}>{paragraph('Устав ООО «Причал»')}</w:ftr>"
    got = read(word_file(paragraph("Текст."), parts={"word/footer1.xml": footer}))
    assert got.text == "Текст."
    assert [(edit.kind, edit.original) for edit in got.edits] == [("furniture_dropped", "Устав ООО «Причал»")]


def test_content_controls_links_fields_breaks_and_boxes():
    control = f"<w:sdt><w:sdtContent>{paragraph('Оглавление')}</w:sdtContent></w:sdt>"
    field = (
        run("см. п. ") + "<w:r><w:instrText>REF _x</w:instrText></w:r>" + f"<w:hyperlink>{run('12.4.3')}</w:hyperlink>"
    )
    broken = "<w:r><w:t>строка</w:t><w:br/><w:t>вторая</w:t><w:noBreakHyphen/><w:t>я</w:t></w:r>"
    box = f"<w:r><w:drawing><w:txbxContent>{paragraph('В рамке')}</w:txbxContent></w:drawing></w:r>"
    got = read(word_file(control + paragraph(field) + paragraph(broken) + paragraph(run("Якорь") + box)))
    assert lines(got) == ["Оглавление", "см. п. 12.4.3", "строка", "вторая-я", "Якорь", "В рамке"]


def test_raised_digits_stay_raised():
    got = read(word_file(paragraph(run("Статья 65") + run("1", '<w:vertAlign w:val="superscript"/>'))))
    assert got.text == "Статья 65¹"


@pytest.mark.parametrize(
    "document",
    [
        f'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><w:document {SPACE}><w:body/></w:document>',
        f"<w:document {SPACE}><w:body>",
        f"<w:document {SPACE}/>",
    ],
)
def test_an_unsafe_or_damaged_document_is_refused_by_name(document: str):
    with pytest.raises(RecognitionError, match=r"устав\.docx"):
        read(word_file("", parts={"word/document.xml": document}))


def test_a_cut_off_file_is_refused_by_name():
    data = word_file(paragraph("Текст устава. " * 1000))
    with pytest.raises(RecognitionError, match=r"устав\.docx.*damaged"):
        read(data[: len(data) // 2])


def test_an_archive_bomb_is_refused_before_it_is_unpacked():
    with pytest.raises(LimitExceeded, match=r"устав\.docx: archive"):
        read(word_file("", parts={"word/document.xml": " " * 70_000_000}))
    with pytest.raises(LimitExceeded, match="200 times"):
        read(word_file("", parts={"word/document.xml": " " * 20_000_000}))


def test_an_archive_gives_no_more_than_its_limits_together():
    data = word_file(paragraph("Текст устава. " * 10_000))
    archive = Archive(data, "устав.docx", ArchiveLimits(total_bytes=1000))
    with pytest.raises(LimitExceeded, match="all parts"):
        archive.read("word/document.xml")
    with pytest.raises(LimitExceeded, match="3 entries"):
        Archive(data, "устав.docx", ArchiveLimits(entries=3))
    assert Archive(data, "устав.docx").read("нет такой") == b""
