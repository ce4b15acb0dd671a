"""What docling saved becomes recognized text: order, headings, list numbers, tables, pages, boxes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from raglib_core.errors import EmptyDocument, RecognitionError
from raglib_core.model import Recognized
from raglib_core.parsing import segment
from raglib_core.recognition import DoclingRecognizer, TextRecognizer, recognize


def placed(page: int, top: float) -> list[dict[str, object]]:
    return [{"page_no": page, "bbox": {"l": 60, "t": top, "r": 500, "b": top - 12, "coord_origin": "BOTTOMLEFT"}}]


def refs(*names: str) -> list[dict[str, str]]:
    return [{"$ref": name} for name in names]


DOCUMENT = {
    "schema_name": "DoclingDocument",
    "version": "1.3.0",
    "name": "устав",
    "body": {"self_ref": "#/body", "children": refs("#/texts/0", "#/texts/1", "#/groups/0", "#/tables/0", "#/texts/4")},
    "groups": [{"self_ref": "#/groups/0", "label": "list", "children": refs("#/texts/2", "#/texts/3")}],
    "texts": [
        {"label": "page_header", "text": "Устав ООО «Причал»", "prov": placed(1, 820)},
        {"label": "section_header", "level": 1, "text": "Статья 5. Сделки", "prov": placed(1, 700)},
        {"label": "list_item", "enumerated": True, "marker": "5.1.", "text": "Общество вправе покупать.", "prov": placed(1, 680)},
        {"label": "list_item", "enumerated": True, "marker": "5.2.", "text": "5.2. Общество вправе\nпродавать.", "prov": placed(2, 780)},
        {"label": "text", "text": "5.3. Иное.", "prov": placed(2, 600), "children": refs("#/texts/4", "#/texts/99", "#/нет/1")},
    ],
    "tables": [
        {"label": "table", "data": {"grid": [[{"text": "Участник"}, {"text": "Доля"}], [{"text": "Верфь"}, {"text": "51 %"}]]},
         "prov": placed(2, 700)},
    ],
    "pages": {"1": {"page_no": 1, "size": {"width": 595.0, "height": 842.0}}, "2": {"page_no": 2}},
}  # fmt: skip


def read(tmp_path: Path, document: object, name: str = "устав.json") -> Recognized:
    path = tmp_path / name
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1), encoding="utf-8")
    return recognize(path)


def test_a_saved_document_is_read_in_its_order(tmp_path: Path):
    got = read(tmp_path, DOCUMENT)
    assert got.text.split("\n") == [
        "Устав ООО «Причал»", "Статья 5. Сделки", "5.1. Общество вправе покупать.", "5.2. Общество вправе продавать.",
        "| Участник | Доля |", "| Верфь | 51 % |", "5.3. Иное.",
    ]  # fmt: skip
    assert [clause.number for clause in segment(got).clauses] == ["5.1", "5.2", "5.3"]
    assert [block.kind for block in got.blocks[:3]] == ["furniture", "heading", "list_item"]
    assert got.blocks[2].label == "5.1."
    assert got.blocks[3].box == (60.0, 768.0, 500.0, 780.0)
    assert [(page.number, page.width, got.text[page.start : page.stop].split()[0]) for page in got.pages] == [
        (1, 595.0, "Устав"), (2, None, "5.2."),
    ]  # fmt: skip
    assert all(got.text[block.start : block.stop].strip() for block in got.blocks)


def test_it_is_also_a_recognizer_that_a_caller_passes(tmp_path: Path):
    assert isinstance(DoclingRecognizer(), TextRecognizer)
    path = tmp_path / "устав.docling"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    assert recognize(path, recognizer=DoclingRecognizer()).recognizer == "docling"


@pytest.mark.parametrize("content", ["{", "[]", '{"schema_name": "Другое"}', "null"])
def test_other_json_is_refused_by_name(tmp_path: Path, content: str):
    path = tmp_path / "данные.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(RecognitionError, match=r"данные\.json"):
        recognize(path)
    with pytest.raises(RecognitionError, match=r"данные\.json"):
        DoclingRecognizer().recognize(path)


def test_a_document_without_text_is_empty(tmp_path: Path):
    with pytest.raises(EmptyDocument):
        read(tmp_path, {"schema_name": "DoclingDocument", "body": {"children": [5, None, {"$ref": 7}]}, "texts": []})
