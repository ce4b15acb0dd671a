"""Corrections in the browser: a clause is joined, the tree follows, and the correction is taken back."""

import pytest
from playwright.sync_api import expect

from raglib_core import RagIndex
from raglib_core.ui import workspace
from tests.e2e.application import SAMPLES

pytestmark = pytest.mark.browser


@pytest.fixture
def charter(fresh_application, monkeypatch):
    monkeypatch.setenv(workspace.ENVIRONMENT, str(fresh_application.workspace))
    library = workspace.create("Одна")
    RagIndex.build([workspace.keep_source(library, "charter.md", (SAMPLES / "charter.md").read_bytes())], library.index)
    return library


def test_a_clause_is_joined_and_the_correction_undone(charter, fresh_window):
    window, page = fresh_window, fresh_window.page
    window.open("/contents?doc=charter&clause=12.2")
    page.get_by_role("button", name="→ пунктом 13.1").click()
    expect(window.heading("п. 13.1")).to_be_visible()
    assert "clause=13.1" in page.url
    page.go_back()
    expect(window.heading("п. 12.2")).to_be_visible()
    page.get_by_text("Исправить границы пункта").click()
    page.get_by_role("button", name="Соединить с предыдущим").click()
    expect(window.heading("п. 12.1.4")).to_be_visible()
    expect(window.row("нет 12.2")).to_be_visible()

    page.get_by_text("Правки", exact=True).click()
    expect(page.get_by_text("пункты соединены")).to_be_visible()
    page.get_by_role("button", name="Отменить").click()
    expect(page.get_by_text("Правок нет.")).to_be_visible()
    assert RagIndex.load(charter.index).clause("charter", "12.2")
