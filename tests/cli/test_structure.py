"""raglib segment, check, toc, read, find."""

import json

import pytest

from raglib_core import RagIndex

GAP = "# Устав\n\n## Статья 8. Собрание\n\n8.1. Созыв.\n\n8.2. Кворум.\n\n8.4. Протокол.\n\n8.5. Архив.\n"


@pytest.fixture
def with_gap(tmp_path):
    path = tmp_path / "устав.md"
    path.write_text(GAP, encoding="utf-8")
    return path


def test_segment_gives_slices_of_its_text(raglib, charter):
    ran = raglib("segment", charter, "--json")
    assert ran.code == 0
    found = ran.json
    assert (found["doc_id"], found["name"]) == ("charter", "charter.md")
    clause = next(node for node in found["clauses"] if node["number"] == "13.1")
    text = found["text"][clause["start"] : clause["stop"]]
    assert text.startswith("13.1. Крупной сделкой признаётся сделка")
    assert clause["section_path"][-1] == "13.1"
    assert clause["kind"] == "clause"


def test_segment_lists_in_document_order(raglib, charter):
    found = raglib("segment", charter, "--json").json
    for nodes in (found["clauses"], found["sections"]):
        starts = [node["start"] for node in nodes]
        assert starts == sorted(starts)


def test_segment_has_the_keys_of_the_specification(raglib, charter):
    found = raglib("segment", charter, "--json").json
    assert {"doc_id", "name", "text", "sections", "clauses", "coverage"} <= found.keys()
    section_keys = {"key", "kind", "label", "number", "heading", "level", "start", "stop", "parent"}
    assert all(section_keys == node.keys() for node in found["sections"])
    clause_keys = {"locator", "label", "number", "kind", "start", "stop", "section_path", "items"}
    assert all(clause_keys == node.keys() for node in found["clauses"])
    items = next(node["items"] for node in found["clauses"] if node["number"] == "2.1")
    assert [item["number"] for item in items] == ["а", "б", "в"]


def test_segment_shows_an_outline_to_a_person(raglib, charter):
    ran = raglib("segment", charter)
    assert "[13] Статья 13. КРУПНЫЕ СДЕЛКИ" in ran.out.replace("[ст.13]", "[13]")
    assert "13.1: 13.1. Крупной сделкой" in ran.out
    assert "Полнота: знаков" in ran.out


def test_check_names_the_gap(raglib, with_gap):
    ran = raglib("check", with_gap, "--json")
    assert ran.code == 0
    (document,) = ran.json["documents"]
    assert document["counts"]["gap"] == 1
    assert document["completeness"]["numbers"] < 1
    gap = next(found for found in document["findings"] if found["kind"] == "gap")
    assert gap["number"] == "8.3"
    assert gap["severity"] in {"error", "warning"}
    assert "8.3" in gap["message"]


def test_check_says_it_in_the_language_asked_for(raglib, with_gap):
    assert "Нет пункта 8.3" in raglib("check", with_gap).out
    assert "Clause 8.3 is missing" in raglib("check", with_gap, "--lang", "en").out


def test_strict_ends_with_3_where_a_finding_is_an_error(raglib, with_gap):
    severities = {found["severity"] for found in raglib("check", with_gap, "--json").json["documents"][0]["findings"]}
    assert raglib("check", with_gap, "--strict").code == (3 if "error" in severities else 0)


def test_strict_ends_with_0_where_there_is_none(raglib, tmp_path):
    clean = tmp_path / "clean.md"
    clean.write_text("## 1. Общие положения\n\n1.1. Первый пункт.\n\n1.2. Второй пункт.\n", encoding="utf-8")
    assert raglib("check", clean, "--strict").code == 0


def test_check_takes_a_folder_of_files(raglib, with_gap, charter):
    names = [document["name"] for document in raglib("check", with_gap.parent, "--json").json["documents"]]
    assert names == ["charter.md", "устав.md"]


def test_check_takes_an_index(raglib, shared_index):
    names = [document["name"] for document in raglib("check", shared_index, "--json").json["documents"]]
    assert names == ["charter.md", "law.txt"]


def test_check_goes_on_after_a_file_that_cannot_be_read(raglib, with_gap):
    (with_gap.parent / "table.csv").write_text("a;b\n1;2\n", encoding="utf-8")
    ran = raglib("check", with_gap.parent, "--json")
    assert ran.code == 1
    assert [document["name"] for document in ran.json["documents"]] == ["устав.md"]
    assert ran.err.startswith("raglib: table.csv")


def test_toc_shows_numbers_of_clauses(raglib, shared_index):
    ran = raglib("toc", shared_index, "--doc", "charter.md", "--clauses")
    assert "КРУПНЫЕ СДЕЛКИ" in ran.out
    assert "13.1" in ran.out


def test_toc_as_json_lists_sections_with_their_clauses(raglib, shared_index):
    entries = raglib("toc", shared_index, "--doc", "charter", "--json").json["entries"]
    large = next(entry for entry in entries if "КРУПНЫЕ СДЕЛКИ" in entry["title"])
    assert large["clause_numbers"] == ["13.1", "13.2", "13.3"]
    assert large["doc_id"] == "charter"


def test_read_gives_a_clause_with_its_children(raglib, shared_index):
    text = raglib("read", shared_index, "12.1", "--doc", "charter").out
    assert text.startswith("12.1. Высшим органом")
    assert "12.1.4." in text
    assert "12.2." not in text


def test_read_needs_no_document_where_one_alone_has_the_section(raglib, shared_index):
    ran = raglib("read", shared_index, "12.1.4", "--json")
    assert ran.json["doc_id"] == "charter"
    assert ran.json["text"].startswith("12.1.4. К исключительной компетенции")


def test_read_asks_for_the_document_where_several_have_the_section(raglib, shared_index):
    ran = raglib("read", shared_index, "Статья 1")
    assert ran.code == 2
    assert "charter, law" in ran.err
    assert "--doc" in ran.err


def test_find_by_number_and_by_words(raglib, shared_index):
    by_number = raglib("find", shared_index, "Статья 13", "--json").json["sections"]
    assert by_number[0]["score"] == 1.0
    assert "КРУПНЫЕ СДЕЛКИ" in by_number[0]["title"]
    by_words = raglib("find", shared_index, "крупные сделки").out
    assert "КРУПНЫЕ СДЕЛКИ" in by_words


def test_find_by_meaning_uses_the_vectors_of_the_index(raglib, shared_index):
    ran = raglib("find", shared_index, "крупная сделка", "--semantic", "-k", 2, "--json")
    assert ran.code == 0
    assert len(ran.json["sections"]) == 2


def test_find_of_nothing_says_so(raglib, shared_index):
    ran = raglib("find", shared_index, "космодром")
    assert ran.code == 0
    assert "не найден" in ran.out


def test_corrections_are_listed_and_exported(raglib, own_index, tmp_path):
    assert "Правок нет." in raglib("corrections", own_index).out
    made = RagIndex.load(own_index).correct("charter", "join", "2.3", comment="список")
    ran = raglib("corrections", own_index, "--export", tmp_path / "правки.jsonl", "--json")
    assert ran.code == 0
    (row,) = ran.json["corrections"]
    assert (row["correction_id"], row["kind"], row["applies"]) == (made.correction_id, "join", True)
    assert json.loads((tmp_path / "правки.jsonl").read_text(encoding="utf-8"))["comment"] == "список"
    assert "пункты соединены" in raglib("corrections", own_index, "--doc", "charter").out


def test_a_correction_that_no_longer_applies_says_why(raglib, own_index):
    RagIndex.load(own_index).correct("charter", "join", "2.3")
    RagIndex.load(own_index).remove("charter")
    assert "не применена: документа нет в индексе" in raglib("corrections", own_index).out
