"""OpenDocument texts: numbers of nested and continued lists, final text, notes, tables."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from raglib_core.errors import RecognitionError
from raglib_core.model import Recognized
from raglib_core.recognition import recognize
from raglib_core.recognition.kinds import kind_of
from raglib_core.recognition.odt_numbering import printed

SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "text", "table", "style", "drawing")
)
LOEXT = 'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"'
NUMBERS = (
    '<text:list-style style:name="L1">'
    '<text:list-level-style-number text:level="1" style:num-format="1" style:num-prefix="Статья " style:num-suffix="."/>'
    '<text:list-level-style-number text:level="2" style:num-format="1" style:num-suffix="." text:display-levels="2"/>'
    '<text:list-level-style-number text:level="3" style:num-format="а, б, .., аа, аб, ... (ru)" style:num-suffix=")"/>'
    "</text:list-style>"
)


def odt_file(body: str, *, lists: str = NUMBERS, styles: str = "", manifest: str = "") -> bytes:
    parts = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": f"<office:document-content {SPACES} {LOEXT}><office:automatic-styles>{lists}</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>",
        "styles.xml": f"<office:document-styles {SPACES}>{styles}</office:document-styles>",
        "META-INF/manifest.xml": f"<manifest>{manifest}</manifest>",
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def read(tmp_path: Path, data: bytes) -> Recognized:
    path = tmp_path / "устав.odt"
    path.write_bytes(data)
    assert kind_of(data, ".odt") == "odt"
    return recognize(path)


def lines(tmp_path: Path, body: str, **more: str) -> list[str]:
    return [line for line in read(tmp_path, odt_file(body, **more)).text.split("\n") if line]


def p(text: str) -> str:
    return f"<text:p>{text}</text:p>"


def item(*content: str, more: str = "") -> str:
    return f"<text:list-item {more}>{''.join(content)}</text:list-item>"


def listed(*items: str, name: str = "", after: str = "") -> str:
    goes_on = f' text:continue-list="{after}"' if after else ""
    own = f' xml:id="{name}"' if name else ""
    return f'<text:list text:style-name="L1"{own}{goes_on}>{"".join(items)}</text:list>'


def inner(*items: str) -> str:
    return f"<text:list>{''.join(items)}</text:list>"


def test_nested_lists_are_numbered_by_their_levels(tmp_path: Path):
    body = listed(
        item(
            p("Общие положения"),
            inner(item(p("Общество"), inner(item(p("строить")), item(p("чинить")))), item(p("Цель"))),
        ),
        item(p("Органы"), inner(item(p("Собрание")))),
    )
    assert lines(tmp_path, body) == [
        "Статья 1. Общие положения", "1.1. Общество", "а) строить", "б) чинить", "1.2. Цель", "Статья 2. Органы", "2.1. Собрание",
    ]  # fmt: skip


def test_a_broken_list_goes_on_where_it_says(tmp_path: Path):
    body = (
        listed(item(p("Раз")), name="a")
        + p("Пояснение.")
        + listed(item(inner(item(p("Пункт")))), name="b", after="a")
        + listed(item(p("Два")), after="b")
        + listed(item(p("Снова")))
    )
    assert lines(tmp_path, body) == ["Статья 1. Раз", "Пояснение.", "1.1. Пункт", "Статья 2. Два", "Статья 1. Снова"]


def test_an_item_may_name_its_number_and_only_its_first_paragraph_shows_it(tmp_path: Path):
    body = listed(item(p("Раз"), p("Второй абзац."), more='text:start-value="7"'), item(p("Два")))
    assert lines(tmp_path, body) == ["Статья 7. Раз", "Второй абзац.", "Статья 8. Два"]


def test_the_pattern_of_libreoffice_is_taken_literally(tmp_path: Path):
    style = (
        '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/>'
        '<text:list-level-style-number text:level="2" style:num-format="1" loext:num-list-format="п. %1%-%2%."/></text:list-style>'
    )
    assert lines(tmp_path, listed(item(p("Раз"), inner(item(p("Два"))))), lists=style) == ["1 Раз", "п. 1-1. Два"]


def test_headings_are_numbered_by_the_outline(tmp_path: Path):
    outline = (
        '<office:styles><text:outline-style><text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/>'
        "</text:outline-style></office:styles>"
    )
    body = (
        '<text:h text:outline-level="1">Общее</text:h>'
        + p("1.1. Текст.")
        + '<text:h text:outline-level="1">Цели</text:h>'
    )
    got = read(tmp_path, odt_file(body, styles=outline))
    assert [line for line in got.text.split("\n") if line] == ["I. Общее", "1.1. Текст.", "II. Цели"]
    assert [(block.kind, block.level, block.label, block.label_origin) for block in got.blocks] == [
        ("heading", 1, "I.", "auto"), ("heading", 1, "II.", "auto"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "number", "label"),
    [
        ("1", 12, "12"),
        ("I", 4, "IV"),
        ("i", 4, "iv"),
        ("a", 27, "aa"),
        ("а, б, .., аа, бб, ... (ru)", 30, "аа"),
        ("", 3, ""),
    ],
)
def test_forms_of_numbers(form: str, number: int, label: str):
    assert printed(number, form) == label


def test_spaces_breaks_notes_tables_and_boxes(tmp_path: Path):
    note = "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Закон.</text:p></text:note-body></text:note>"
    row = "<table:table-row>{}</table:table-row>"
    cells = "".join(f"<table:table-cell>{p(text)}</table:table-cell>" for text in ("Верфь", "51 %"))
    body = (
        p(f"Общество<text:s/>есть{note} тут.<text:line-break/>Далее")
        + f"<table:table>{row.format(cells)}</table:table>"
        + p("Якорь<drawing:frame><drawing:text-box><text:p>В рамке</text:p></drawing:text-box></drawing:frame>")
    )
    assert lines(tmp_path, body) == [
        "Общество есть[1] тут.",
        "Далее",
        "[1] Закон.",
        "| Верфь | 51 % |",
        "Якорь",
        "В рамке",
    ]


def test_what_is_not_shown_is_left_out_and_on_record(tmp_path: Path):
    hidden = '<style:style style:name="T9"><style:text-properties text:display="none"/></style:style>'
    footer = "<office:master-styles><style:footer><text:p>Страница</text:p></style:footer></office:master-styles>"
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>было</text:p></text:deletion></text:changed-region>"
        "</text:tracked-changes>" + p('Стало.<text:span text:style-name="T9">тайна</text:span>')
    )
    got = read(tmp_path, odt_file(body, lists=hidden, styles=footer))
    assert got.text == "Стало."
    assert {(edit.kind, edit.original) for edit in got.edits} == {
        ("deleted_dropped", "было"), ("hidden_dropped", "тайна"), ("furniture_dropped", "Страница"),
    }  # fmt: skip


def test_a_protected_file_is_refused_by_name(tmp_path: Path):
    with pytest.raises(RecognitionError, match=r"устав\.odt.*password"):
        read(tmp_path, odt_file(p("x"), manifest="<encryption-data/>"))
