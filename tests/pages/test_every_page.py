"""What holds for all five pages: thin, whole in both languages, alive on an empty workspace and as a first page."""

import ast

import pytest
from streamlit.testing.v1 import AppTest

from raglib_core.texts import pages as sentences
from tests.pages.opened import PAGES, ROOT, TIMEOUT, library_of, open_page, shown

ALLOWED = {"streamlit", "raglib_core"}
CYRILLIC = set("абвгдежзийклмнопрстуфхцчшщъыьэюя")


@pytest.mark.parametrize("name", PAGES)
def test_page_is_thin(name):
    source = (ROOT / "pages" / f"{name}.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 80
    for node in ast.walk(ast.parse(source)):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for module in names:
            assert module.split(".")[0] in ALLOWED
            assert module == "streamlit" or module.startswith("raglib_core.ui")


def test_there_are_five_pages():
    assert sorted(path.stem for path in (ROOT / "pages").glob("*.py")) == sorted(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_page_opens_on_an_empty_workspace(workspace, name):
    app = open_page(name)
    assert "Открыть демо" in [button.label for button in app.button]


@pytest.mark.parametrize("name", PAGES)
def test_page_opens_as_the_first_file_of_a_process(workspace, name):
    app = AppTest.from_file(ROOT / "pages" / f"{name}.py", default_timeout=TIMEOUT).run()
    assert not app.exception


@pytest.mark.parametrize("name", PAGES)
def test_page_names_a_library_that_is_not_there(library, name):
    app = open_page(name, lib="0badc0de")
    assert "Библиотеки из ссылки нет." in shown(app)


@pytest.mark.parametrize("name", PAGES)
def test_page_speaks_english_on_request(library, name):
    app = open_page(name, lang="en", q="директор")
    frame = [element.value for kind in ("title", "subheader") for element in app.get(kind)]
    frame += [metric.label for metric in app.metric]
    frame += [box.label for box in app.selectbox] + [field.label for field in app.text_input]
    assert frame
    for words in frame:
        assert CYRILLIC.isdisjoint(words.lower()), words


@pytest.mark.parametrize("key", sorted(sentences.TABLE))
def test_sentence_names_the_same_values_in_both_languages(key):
    russian, english = sentences.TABLE[key]
    assert _values(russian) == _values(english)
    assert bool(russian) == bool(english)


def _values(sentence):
    return {piece.split("}")[0] for piece in sentence.split("{")[1:]}


def test_menu_links_carry_the_whole_address(library):
    app = open_page("search", lib=library.library_id, doc="law", lang="en")
    menu = app.sidebar.get("page_link")
    assert [link.value for link in menu] == ["Upload", "Contents", "Search", "Search trace", "Evaluation"]
    for link in menu:
        assert f"lib={library.library_id}" in link.proto.query_string
        assert "doc=law" in link.proto.query_string
        assert "lang=en" in link.proto.query_string


def test_language_switch_writes_the_url(workspace):
    app = open_page("build")
    app.sidebar.get("segmented_control")[0].set_value("en")
    app.run()
    assert app.query_params["lang"] in ("en", ["en"])
    assert app.title[0].value == "Upload"


def test_another_library_forgets_document_and_clause(library):
    other = library_of("Другая", "charter.md")
    app = open_page("contents", lib=library.library_id, doc="law", clause="ст.3/1")
    app.sidebar.selectbox(key="pick_library").set_value(other.library_id).run()
    assert not app.exception
    assert "doc" not in app.query_params
    assert "clause" not in app.query_params
    assert "charter.md" in shown(app)
