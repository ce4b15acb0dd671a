"""Filters by document and section, in the forms that people type."""

import pytest

from raglib_core.api import RagIndex
from raglib_core.errors import AmbiguousDocument, UnknownDocument, UnknownSection
from raglib_core.recognition import MockRecognizer

METHODS = ("bm25", "vector", "hybrid", "rank_bm25")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("doc", ["law", "law.txt", "LAW.txt", ["law"], ["law.txt", "law"]])
def test_document_by_id_or_file_name(library, method, doc):
    hits = library.search("срок члены собрание плата собственности", method=method, doc=doc, top_k=50)
    assert {hit.doc_id for hit in hits} == {"law"}


def test_several_documents(library):
    hits = library.search("срок", method="bm25", doc=["charter.md", "regulation.md"], top_k=50)
    assert {hit.doc_id for hit in hits} == {"charter", "regulation"}
    assert {hit.doc_id for hit in library.search("плата", method="bm25", doc=[], top_k=50)} == {"law"}


@pytest.mark.parametrize("verb", ["search", "grep", "toc", "toc_entries"])
def test_unknown_document_is_named_with_those_there_are(library, verb):
    options = {"doc": "устав.md"} if verb.startswith("toc") else {"doc": "устав.md", "top_k": 1}
    arguments = () if verb.startswith("toc") else ("срок",)
    with pytest.raises(UnknownDocument, match=r"no document 'устав\.md' in the index; there are: "):
        getattr(library, verb)(*arguments, **options)


def test_file_name_of_two_documents_is_ambiguous(tmp_path):
    for folder, text in (("a", "1.1. Первый."), ("b", "1.1. Второй.")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "устав.md").write_text(text, encoding="utf-8")
    index = RagIndex.build(
        [tmp_path / "a" / "устав.md", tmp_path / "b" / "устав.md"], tmp_path / "index", recognizer=MockRecognizer()
    )
    assert index.documents == ["устав", "устав-2"]
    with pytest.raises(AmbiguousDocument, match="use one of the ids устав, устав-2"):
        index.search("второй", doc="устав.md")
    assert [hit.text for hit in index.search("второй", doc="устав-2")] == ["1.1. Второй."]


@pytest.mark.parametrize("section", ["12.1", "12.1.", " 12.1 ", "п. 12.1", "пункт 12.1"])
@pytest.mark.parametrize("method", METHODS)
def test_clause_with_its_descendants(charter, method, section):
    hits = charter.search(
        "общее собрание участников директор изменение уведомление", method=method, section=section, top_k=50
    )
    assert {hit.clause_number for hit in hits} == {"12.1", "12.1.1", "12.1.2", "12.1.3", "12.1.4"}


@pytest.mark.parametrize("section", ["13", "13.", "Статья 13", "ст. 13", "статья 13"])
def test_article_in_any_form(charter, section):
    hits = charter.search("сделка", method="bm25", section=section, top_k=50)
    assert {hit.clause_number for hit in hits} == {"13.1", "13.2", "13.3"}


def test_section_of_the_main_text_leaves_the_appendix_out(charter):
    hits = charter.search("уведомление директор общество", method="bm25", section="1", top_k=50)
    assert hits
    assert all(hit.section_path[0] == "1" for hit in hits)


def test_part_of_an_article(library):
    hits = library.search("владелец причала обязан", method="bm25", doc="law", section="ст. 3 ч. 2")
    assert [hit.locator for hit in hits] == ["ст.3/2"]


def test_section_is_looked_up_in_every_document(library):
    assert {hit.doc_id for hit in library.search("сделка собрание", method="bm25", section="статья 13")} == {"charter"}


@pytest.mark.parametrize("section", ["", "  ", "99", "Статья 77", "нет такого"])
def test_unknown_section_is_an_error_that_names_what_there_is(charter, section):
    with pytest.raises(UnknownSection, match="there are: ") as caught:
        charter.search("сделка", section=section)
    assert isinstance(caught.value, KeyError)
    with pytest.raises(UnknownSection):
        charter.grep("сделка", section=section)


def test_words_outside_of_the_section_are_no_reason_to_answer(charter):
    result = charter.search("крупные сделки", section="2")
    assert result == []
    assert result.reason == "No word of the query occurs in the chosen documents."


@pytest.mark.parametrize("section", [None, "13"])
def test_pattern_keeps_to_the_section(charter, section):
    hits = charter.grep(r"\d+\s*процент", section=section)
    assert [hit.clause_number for hit in hits] == (["13.1", "13.2"] if section else ["12.1.2", "13.1", "13.2"])
