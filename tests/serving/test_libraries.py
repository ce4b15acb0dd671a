"""Many documents: the list for an unknown id is bounded, a quotation is found among all of them."""

import pytest

from raglib_core.api import RagIndex
from raglib_core.recognition import MockRecognizer
from raglib_core.serving import Libraries, answers

COUNT = 210


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("many")
    for number in range(COUNT):
        text = f"# Положение {number}\n\n1. Сторож номер {number} открывает ворота причала утром.\n\n2. Ворота закрывают.\n"
        (folder / f"order-{number:03}.md").write_text(text, encoding="utf-8")
    return RagIndex.build(folder, folder / "index", recognizer=MockRecognizer()).root


def test_an_unknown_id_gets_200_ids_and_the_number_of_the_others(library):
    lines = answers.document_text(Libraries([library]), "order-137").splitlines()
    assert lines[0] == "# Положение 137"
    lines = answers.document_text(Libraries([library]), "ordre-137.md").splitlines()
    assert lines[1] == "order-137.md"
    assert len(set(lines[1:201])) == 200
    assert lines[201] == "… и ещё документов: 10"


def test_a_quotation_is_found_in_an_index_of_many_documents(library):
    index = RagIndex.load(library)
    quote = "Сторож номер 137 открывает ворота причала утром."
    assert index.verify(quote).places[0].doc_id == "order-137"
    assert index.verify(quote, "order-137.md", "1").verdict == "verbatim"
    other = index.verify(quote, "order-001.md", "1")
    assert (other.verdict, other.places[0].doc_id, other.nearest.doc_id) == ("elsewhere", "order-137", "order-001")
    assert index.verify(quote.replace("утром", "вечером")).verdict == "differs"


def test_a_search_gives_each_document_once(library):
    answer = answers.search_documents(Libraries([library]), "ворота причала", 20)
    assert len({row.doc_id for row in answer.rows}) == len(answer.rows) == 20


def test_all_of_200_documents_can_be_put_in_order(library):
    ids = [f"order-{number:03}.md" for number in range(200)]
    answer = answers.rerank_documents(Libraries([library]), "сторож 137", ids)
    assert answer.rows[0].doc_id == "order-137.md"
    assert {row.doc_id for row in answer.rows} == set(ids)
