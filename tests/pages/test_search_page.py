"""The page that compares methods: hits, explanations, what a library of words only cannot do, bad questions."""

from tests.pages.opened import open_page, run, shown


def test_examples_are_offered_while_nothing_is_asked(library):
    app = open_page("search")
    app.button(key="example_deals").click()
    app = run(app)
    assert app.query_params["q"] in ("крупные сделки", ["крупные сделки"])
    assert "п. 13.1" in shown(app).replace("\\", "")


def test_words_find_the_clause_and_are_marked(library):
    app = open_page("search", q="крупные сделки")
    assert "**п. 13.1**" in app.markdown[0].value.replace("\\", "")
    assert ">сделка</mark>" in app.html[0].value


def test_a_library_of_words_says_what_it_cannot_do(library):
    app = open_page("search", q="крупные сделки")
    told = [box.value for box in app.info]
    assert len(told) == 2
    assert all("недоступен" in words for words in told)


def test_score_is_explained_by_its_terms(library):
    app = open_page("search", q="крупные сделки")
    receipt = app.expander[0].get("html")[0].value
    assert "крупн" in receipt
    assert "Вклад" in receipt


def test_number_of_hits_is_in_the_url(library):
    app = open_page("search", q="общество", k="3")
    assert len([line for line in app.markdown if "№ 3" in line.value]) == 1
    assert not [line for line in app.markdown if "№ 4" in line.value]


def test_a_strange_number_of_hits_is_the_default(library):
    app = open_page("search", q="общество", k="-1")
    assert not [line for line in app.markdown if "№ 6" in line.value]


def test_document_of_the_url_narrows_the_search(library):
    app = open_page("search", q="причал", doc="law")
    captions = [caption.value.replace("\\", "") for caption in app.caption]
    assert any("law.txt" in caption for caption in captions)
    assert not any("charter.md" in caption for caption in captions)


def test_a_question_without_words_is_one_error(library):
    app = open_page("search", q="!!!")
    assert len(app.error) == 1
    assert "не подходит" in app.error[0].value


def test_an_unknown_word_finds_nothing_and_says_so(library):
    app = open_page("search", q="квазимодо")
    assert not [line for line in app.markdown if "№ 1" in line.value]
    assert len(app.info) == 3


def test_text_of_a_document_is_never_markup(workspace):
    from raglib_core.api import RagIndex
    from raglib_core.ui import workspace as workspaces

    library = workspaces.create("Враждебная")
    text = "1.1. Общество <img src=x onerror=alert(1)> вправе *всё* и $2$.\n\n1.2. Общество <b>обязано</b>.\n"
    RagIndex.build([workspaces.keep_source(library, "hostile.md", text.encode())], library.index)
    app = open_page("search", q="общество")
    cards = "".join(element.value for element in app.html)
    assert "&lt;img src=x onerror=alert(1)&gt;" in cards
    assert "<img" not in cards
    assert "*всё* и $2$" in cards
