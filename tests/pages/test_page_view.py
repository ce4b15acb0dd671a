"""The page of the source in the clause panel: there for a PDF, on demand; absent where there is nothing to show."""

from raglib_core.api import RagIndex
from raglib_core.ui import workspace as workspaces
from tests.pages.opened import open_page, run
from tests.recognition.pdf_files import column, pdf_file


def toggles(app) -> list[str]:
    return [toggle.label for toggle in app.toggle if "страницу" in toggle.label]


def test_the_page_of_a_pdf_is_drawn_when_it_is_asked_for(workspace):
    library = workspaces.create("Уставы")
    data = pdf_file(column("1.1. Общество создано."), column("2.1. Общество вправе.", "2.2. Срок не ограничен."))
    RagIndex.build([workspaces.keep_source(library, "устав.pdf", data)], library.index)
    app = open_page("contents", clause="2.2")
    assert any("с. 2" in caption.value for caption in app.caption)
    assert toggles(app) == ["Показать страницу источника"]
    assert not app.get("image")
    app.toggle(key="page_view").set_value(True)
    run(app)
    assert len(app.get("image")) == 1


def test_a_source_without_pages_offers_none(library):
    assert not toggles(open_page("contents", doc="charter", clause="12.1.4"))
