"""The small parts of the pages that need no page: uploads, the workspace, citations, rows of the tree, receipts."""

import gzip
import json
from dataclasses import dataclass

import pytest

from raglib_core.errors import MissingInput
from raglib_core.model import Document, SearchHit, Span
from raglib_core.parsing import segment
from raglib_core.recognition import recognize
from raglib_core.ui import workspace as workspaces
from raglib_core.ui.clause_card import citation
from raglib_core.ui.highlight import word_spans
from raglib_core.ui.outline import findings_of, gap_count, outline, row_at
from raglib_core.ui.states import escaped
from raglib_core.ui.tree import packed
from raglib_core.ui.upload import sort_uploads
from raglib_core.ui.verbatim import verbatim_html
from raglib_core.ui.why import explanation
from tests.pages.opened import SAMPLES


@dataclass
class File:
    name: str
    content: bytes

    def getvalue(self):
        return self.content


def document_of(tmp_path, text, name="документ.md"):

    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    recognized = recognize(path)
    return Document("документ", name, recognized, segment(recognized))


# ---------------------------------------------------------------- uploads and workspace


def test_uploads_are_taken_once_by_content():
    files = [File("а.md", b"1.1. X"), File("б.md", b"1.1. X"), File("в.md", b"1.1. Y"), File("пусто.md", b" \n")]
    uploads = sort_uploads(files)
    assert [one.name for one in uploads.documents] == ["а.md", "в.md"]
    assert uploads.repeated == (("б.md", "а.md"),)
    assert uploads.blank == ("пусто.md",)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Устав.md", "Устав.md"),
        ("../../etc/passwd.txt", "passwd.txt"),
        ("C:\\папка\\Устав.md", "Устав.md"),
        ("a:b?.txt", "a_b_.txt"),
        ("...", "document"),
        ("я" * 300 + ".html", "я" * 115 + ".html"),
    ],
)
def test_file_names_stay_in_their_folder(given, kept):
    assert workspaces.safe_name(given) == kept


@pytest.mark.parametrize("library_id", ["../..", "", "a/b", "А", "x" * 33, "no"])
def test_strange_library_ids_name_nothing(workspace, library_id):
    assert workspaces.library(library_id) is None
    with pytest.raises(MissingInput):
        workspaces.delete(library_id)


def test_a_deleted_library_leaves_nothing(library):
    workspaces.delete(library.library_id)
    assert workspaces.libraries() == []
    assert not library.folder.exists()


def test_a_library_whose_build_never_ended_is_not_listed(workspace):
    workspaces.create("Начатая")
    assert workspaces.libraries() == []


# ---------------------------------------------------------------- citations and texts


@pytest.mark.parametrize(
    ("number", "locator", "cited"),
    [
        ("12.1.4", "12.1.4", "п. 12.1.4"),
        ("1", "ст.3/1", "ч. 1 ст. 3"),
        ("5", "ст.5", "ст. 5"),
        ("1.1", "прил.1/1.1", "п. 1.1 прил. 1"),
        ("1", "прил.1/ст.3/1", "ч. 1 ст. 3 прил. 1"),
        ("1", "разд.I/1", "п. 1 разд. I"),
        ("12.1", "12.1#2", "п. 12.1"),
        ("", "§1/абз.2", "§1/абз.2"),
    ],
)
def test_clauses_are_cited_as_lawyers_do(number, locator, cited):
    assert citation(number, locator, "ru") == cited


def test_text_on_the_page_is_the_text_of_the_document():
    text = "1.1. <b>Общество</b> & *доли*\n  а) $x$"
    page = verbatim_html(text, [Span(8, 16)])
    assert "&lt;b&gt;<mark" in page
    assert "Общество</mark>&lt;/b&gt; &amp; *доли*\n  а) $x$" in page


def test_words_of_the_query_are_marked_in_their_forms():
    pytest.importorskip("snowballstemmer")
    text = "Крупные сделки и КРУПНОЙ сделкой, но не сделанное"
    assert [span.of(text) for span in word_spans("в крупная сделка", text, "stem")] == [
        "Крупные", "сделки", "КРУПНОЙ", "сделкой",
    ]  # fmt: skip


def test_our_markdown_does_not_format_names():
    assert escaped("1. устав_(новый)*.md") == "1\\. устав\\_\\(новый\\)\\*\\.md"


# ---------------------------------------------------------------- rows of the tree


def rows_of(tmp_path, text):
    document = document_of(tmp_path, text)
    return document, outline(document, "нет {numbers}")


CHARTER = """## Статья 8. ОБЩЕЕ СОБРАНИЕ

8.1. Собрание созывает директор.

8.2. К компетенции собрания относятся:

8.2.1. Изменение устава.

8.2.2. Избрание директора.

8.4. Решения принимаются большинством голосов.
"""


def test_a_gap_stands_between_its_neighbours(tmp_path):
    _, rows = rows_of(tmp_path, CHARTER)
    assert [(row.depth, row.label) for row in rows] == [
        (0, "Статья 8."), (1, "8.1"), (1, "8.2"), (2, "8.2.1"), (2, "8.2.2"), (1, "нет 8.3"), (1, "8.4"),
    ]  # fmt: skip


def test_rows_carry_the_beginning_of_their_text(tmp_path):
    _, rows = rows_of(tmp_path, CHARTER)
    assert rows[1].title == "Собрание созывает директор."


def test_a_row_is_found_by_address_and_by_what_a_person_types(tmp_path):
    document, rows = rows_of(tmp_path, CHARTER)
    for address in ("8.2.1", "п. 8.2.1", "пункт 8.2.1"):
        assert row_at(rows, document, address).number == "8.2.1"
    assert row_at(rows, document, "gap:8.2:8.3").kind == "gap"
    assert row_at(rows, document, "77.7") is None


def test_every_finding_has_a_row(tmp_path):
    document, rows = rows_of(tmp_path, CHARTER)
    assert gap_count(document) == 1
    assert sum(row.errors + row.warnings + row.infos for row in rows) == len(document.coverage.findings)
    gap = row_at(rows, document, "gap:8.2:8.3")
    assert [finding.number for finding in findings_of(document, gap)] == ["8.3"]


def test_an_article_without_parts_is_one_row(tmp_path):
    document = document_of(tmp_path, (SAMPLES / "law.txt").read_text(encoding="utf-8"), "закон.txt")
    rows = outline(document, "нет {numbers}")
    assert [row.label for row in rows].count("Статья 5.") == 1
    assert row_at(rows, document, "ст.5").kind == "article_clause"


@pytest.mark.parametrize("sample", ["charter.md", "law.txt", "regulation.md", "bylaws_en.md"])
def test_addresses_are_unique_and_every_clause_has_one(tmp_path, sample):
    document = document_of(tmp_path, (SAMPLES / sample).read_text(encoding="utf-8"), sample)
    rows = outline(document, "нет {numbers}")
    addresses = [row.address for row in rows]
    assert len(addresses) == len(set(addresses))
    assert {clause.locator for clause in document.clauses} <= set(addresses)


def test_a_tree_of_5000_rows_is_sent_in_few_bytes(tmp_path):
    text = "\n\n".join(
        f"{article}.{clause}. Общество вправе принять решение номер {article * clause} на собрании участников."
        for article in range(1, 51)
        for clause in range(1, 101)
    )
    _, rows = rows_of(tmp_path, text)
    assert len(rows) >= 5000
    data = packed(rows, identity="x", selected="", words={})
    assert len(data) < 150_000
    assert len(json.loads(gzip.decompress(data))["rows"]) == len(rows)


# ---------------------------------------------------------------- receipts


def test_receipt_of_words_shows_shares():
    hit = SearchHit("1", "текст", 3.0, "д", ["1"], 0, "bm25", why={
        "terms": [{"term": "сделк", "share": 2.0, "tf": 1, "df": 3}, {"term": "<b>", "share": 1.0, "tf": 1, "df": 9}],
    })  # fmt: skip
    receipt = explanation(hit)
    assert "2,000" in receipt
    assert "&lt;b&gt;" in receipt


def test_receipt_of_a_fusion_adds_up():
    hit = SearchHit("1", "текст", 1.5, "д", ["1"], 0, "hybrid", why={
        "fusion": {"method": "zscore", "formula": "0.3·z(bm25) + 0.7·z(vector)"},
        "arms": {
            "bm25": {"rank": 2, "score": 4.0, "value": 1.5, "weight": 0.3, "part": 0.45},
            "vector": {"rank": None, "score": None, "value": 1.5, "weight": 0.7, "part": 1.05},
        },
    })  # fmt: skip
    receipt = explanation(hit)
    # 0.3 × 1.5 + 0.7 × 1.5 = 1.5
    assert "0,4500" in receipt
    assert "1,0500" in receipt
    assert "1,5000" in receipt
