"""Contents: the tree with previews and numbers, finding and reading sections."""

import pytest

from raglib_core.embeddings import HashingEmbeddings
from raglib_core.errors import BadQuery, MethodUnavailable, UnknownDocument, UnknownSection

GAPPED = """## Статья 7. УЧАСТНИКИ

7.1. Участник вправе голосовать.

7.2. Участник вправе выйти.

7.4. Участник обязан внести вклад.

## Статья 8. ДОЛИ

8.1. Доля переходит по наследству.
"""


def lines_of(text):
    return text.splitlines()


# ---------------------------------------------------------------- outline


def test_outline_lists_keys_and_titles_under_the_document(charter):
    lines = lines_of(charter.toc())
    assert lines[0] == "=== charter ==="
    assert "[12] Статья 12. ОРГАНЫ УПРАВЛЕНИЯ" in lines
    assert "[прил.1] Приложение № 1. Порядок уведомления участников" in lines
    assert "пункты:" not in charter.toc()
    assert " — " not in charter.toc()


def test_outline_of_one_document(library):
    assert [line for line in lines_of(library.toc("law.txt")) if line.startswith("===")] == ["=== law ==="]
    with pytest.raises(UnknownDocument):
        library.toc("нет")


def test_levels_are_indented(library):
    lines = lines_of(library.toc("law"))
    (chapter,) = [line for line in lines if "Глава 1" in line]
    (article,) = [line for line in lines if "Статья 1." in line]
    assert len(article) - len(article.lstrip()) > len(chapter) - len(chapter.lstrip())


def test_preview_adds_the_first_words_unless_they_repeat_the_title(charter, written):
    assert "Статья 12. ОРГАНЫ УПРАВЛЕНИЯ — 12.1. Высшим органом Общества" in charter.toc(preview=True)
    short = charter.toc(preview=True, preview_chars=20)
    assert "Статья 12. ОРГАНЫ УПРАВЛЕНИЯ — 12.1. Высшим" in short
    assert all(len(line.split(" — ", 1)[1]) <= 20 for line in lines_of(short) if " — " in line)


def test_all_numbers_are_listed_folded(charter):
    lines = [line.strip() for line in lines_of(charter.toc(clauses=True))]
    assert "пункты: 12.1, 12.1.1–12.1.4, 12.2–12.4" in lines
    assert "clauses: 13.1–13.3" in [line.strip() for line in lines_of(charter.toc(clauses=True, language="en"))]


def test_gap_stands_in_its_place(written):
    assert "пункты: 7.1, 7.2, ⟨нет 7.3⟩, 7.4" in written(GAPPED).toc(clauses=True)


def test_gap_behind_the_fourteenth_number_is_seen(written):
    numbers = [n for n in range(1, 31) if n != 20]
    text = "## Статья 7. УЧАСТНИКИ\n\n" + "\n\n".join(f"7.{n}. Участник вправе голосовать." for n in numbers)
    assert "пункты: 7.1–7.19, ⟨нет 7.20⟩, 7.21–7.30" in written(text).toc(clauses=True)


def test_document_without_headings_says_so(written):
    index = written("Просто текст без заголовков и номеров.\n")
    assert index.toc() == "=== doc ===\n(заголовков нет)"
    assert index.toc(language="en") == "=== doc ===\n(no headings)"


# ---------------------------------------------------------------- entries


def test_entries_have_title_preview_level_and_numbers(charter):
    entries = {entry.key: entry for entry in charter.toc_entries("charter")}
    article = entries["12"]
    assert (article.doc_id, article.title) == ("charter", "Статья 12. ОРГАНЫ УПРАВЛЕНИЯ")
    assert article.preview == "12.1. Высшим органом Общества является общее собрание участников."
    assert article.clause_numbers == ["12.1", "12.1.1", "12.1.2", "12.1.3", "12.1.4", "12.2", "12.3", "12.4"]
    assert entries["прил.1"].clause_numbers == ["1.1", "1.2"]


def test_number_belongs_to_its_article_not_to_the_heading_before_it(written):
    index = written(
        "## Статья 12. ОРГАНЫ\n\n### 12.1. Собрание\n\nСобрание созывается.\n\n12.2. Директор избирается.\n"
    )
    numbers = {entry.key: entry.clause_numbers for entry in index.toc_entries()}
    assert "12.2" in numbers["12"]


def test_entries_count_what_needs_a_look(written):
    assert {entry.key: entry.findings for entry in written(GAPPED).toc_entries()} == {"7": 1, "8": 0}


def test_entries_of_an_unknown_document(charter):
    with pytest.raises(KeyError):
        charter.toc_entries("нет")


def test_section_without_a_number_is_listed_found_and_read_by_key_and_by_title(written):
    index = written("## Порядок доступа\n\nДоступ выдаёт директор.\n\n## Отзыв доступа\n\nДоступ отзывают письменно.\n")
    first, second = index.toc_entries()
    assert second.title == "Отзыв доступа"
    assert [ref.key for ref in index.find_section("отзыв")] == [second.key]
    assert index.read_section("doc", second.key) == index.read_section("doc", "Отзыв доступа")
    assert "отзывают письменно" in index.read_section("doc", second.key)
    assert "отзывают" not in index.read_section("doc", first.key)
    (hit,) = index.search("отзывают", method="bm25", section=second.key)
    assert (hit.clause_number, hit.breadcrumb) == ("", "Отзыв доступа")
    assert hit.locator


# ---------------------------------------------------------------- finding


@pytest.mark.parametrize("query", ["Статья 12", "ст. 12", "12", "12."])
def test_section_is_found_by_its_address(charter, query):
    (ref, *_) = charter.find_section(query)
    assert (ref.doc_id, ref.key, ref.title, ref.score) == ("charter", "12", "Статья 12. ОРГАНЫ УПРАВЛЕНИЯ", 1.0)


def test_clause_is_found_by_its_number_and_read(charter):
    (ref, *_) = charter.find_section("12.1.4")
    assert (ref.key, ref.score) == ("12.1.4", 1.0)
    assert charter.read_section(ref.doc_id, ref.key).startswith("12.1.4. К исключительной компетенции")


@pytest.mark.parametrize("query", ["крупные сделки", "КРУПНЫЕ", "крупных сделок", "сделка крупная"])
def test_section_is_found_by_words_of_its_title_in_any_form(charter, query):
    (ref, *_) = charter.find_section(query)
    assert (ref.key, ref.score) == ("13", 0.5)


def test_section_is_found_by_its_first_words(charter):
    (ref,) = charter.find_section("высший орган")
    assert (ref.key, ref.score) == ("12", 0.3)


@pytest.mark.parametrize("query", ["2 раза в год", "криптовалюта", "и"])
def test_what_names_no_section_finds_none(charter, query):
    assert charter.find_section(query) == []


def test_sections_of_all_documents_are_found(library):
    assert {ref.doc_id for ref in library.find_section("общие положения", top_k=10)} == {"charter", "law", "regulation"}
    assert {ref.doc_id for ref in library.find_section("общие положения", top_k=10, doc="law")} == {"law"}


@pytest.mark.parametrize("semantic", [False, True])
def test_blank_query_is_refused(charter, semantic):
    with pytest.raises(BadQuery):
        charter.find_section("  ", semantic=semantic)


def test_sections_by_meaning_are_sorted_by_cosine(charter):
    refs = charter.find_section("крупные сделки имущества", semantic=True, top_k=5)
    scores = [ref.score for ref in refs]
    assert refs[0].key == "13"
    assert scores == sorted(scores, reverse=True)
    assert min(scores) > 0


def test_sections_by_meaning_need_vectors(words_only):
    with pytest.raises(MethodUnavailable, match="built without embeddings"):
        words_only.find_section("сделки", semantic=True)


def test_bare_number_is_found_by_what_stands_under_it(written):
    index = written("## 7.\n\nОбщество вправе создавать филиалы.\n\n7.1. Филиал действует по доверенности.\n")
    (entry,) = index.toc_entries()
    assert entry.title == "Общество вправе создавать филиалы."
    assert [(ref.key, ref.score) for ref in index.find_section("филиалы")] == [(entry.key, 0.5)]


# ---------------------------------------------------------------- reading


def test_section_is_read_with_its_descendants_and_without_its_neighbour(charter):
    text = charter.read_section("charter", "Статья 13")
    assert text.startswith(("## Статья 13", "Статья 13"))
    assert "13.3. Крупная сделка" in text
    assert "14.1." not in text
    assert charter.read_section("charter.md", "13") == text


@pytest.mark.parametrize("address", ["12.1", "п. 12.1"])
def test_clause_is_read_with_its_descendants(charter, address):
    text = charter.read_section("charter", address)
    assert text.startswith("12.1. Высшим органом")
    assert text.endswith("распределение чистой прибыли.")


def test_section_is_read_by_its_title(charter):
    assert charter.read_section("charter", "органы управления") == charter.read_section("charter", "12")


@pytest.mark.parametrize("section", ["", " ", "99.9", "нет такого раздела"])
def test_unknown_section_lists_the_nearest(charter, section):
    with pytest.raises(UnknownSection, match="there are: "):
        charter.read_section("charter", section)


def test_nearest_keys_come_first(charter):
    with pytest.raises(KeyError, match=r"there are: 12\.1\.4"):
        charter.read_section("charter", "12.1.44")


def test_flow_from_contents_to_a_search_inside(library):
    (ref, *_) = library.find_section("право собственности на причалы")
    assert "Причалы могут находиться в собственности" in library.read_section(ref.doc_id, ref.key)
    hits = library.search("спор суд", method="bm25", doc=ref.doc_id, section=ref.key)
    assert hits[0].text.startswith("3. Споры о праве собственности")


def test_contents_are_linear_in_the_document(written):
    text = "\n\n".join(f"## Статья {n}. Раздел\n\n{n}.1. Текст пункта.\n\n{n}.2. Ещё." for n in range(1, 400))
    index = written(text, embeddings=HashingEmbeddings(16))
    assert len(index.toc_entries()) == 399
    assert index.toc(clauses=True).count("пункты:") == 399
