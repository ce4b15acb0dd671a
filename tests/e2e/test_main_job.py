"""The main job in the browser: two files in, a tree with its gap, the clause, a search that finds it, and Back."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.application import SAMPLES, Window

pytestmark = pytest.mark.browser


def test_upload_build_read_search_and_back(fresh_window):
    window, page = fresh_window, fresh_window.page
    window.open("/")
    page.set_input_files('input[type="file"]', [SAMPLES / "regulation.md", SAMPLES / "charter.md"])
    expect(page.get_by_text("charter.md")).to_be_visible()
    page.get_by_text("только слова – быстро").click()
    page.get_by_role("button", name="Построить").click()
    expect(window.heading("Готово: regulation и ещё 1")).to_be_visible()
    assert "job=" in page.url

    page.locator('[data-testid="stMain"]').get_by_role("link", name="Структура").nth(1).click()
    expect(window.row("нет 7")).to_be_visible()
    window.row("Решение Комиссии оформляется протоколом").click()
    expect(window.heading("п. 8")).to_be_visible()
    expect(page.get_by_text("8. Решение Комиссии оформляется протоколом, который хранится пять лет.")).to_be_visible()
    assert "clause=8" in page.url

    page.reload()
    expect(window.heading("п. 8")).to_be_visible()
    expect(page.locator('[role="treeitem"][aria-selected="true"]')).to_contain_text("8")

    page.get_by_role("link", name="Поиск", exact=True).first.click()
    expect(window.heading("Поиск")).to_be_visible()
    question = page.get_by_role("searchbox").or_(page.get_by_label("Вопрос")).first
    question.fill("сколько хранится протокол решения")
    question.press("Enter")
    first = page.locator('[class*="st-key-card_bm25_1"]').first
    expect(first).to_contain_text("п. 8")
    expect(first.locator("mark").first).to_be_visible()
    asked = page.url
    assert re.search(r"[?&]q=", asked)

    first.get_by_role("link", name="Открыть в структуре").click()
    expect(window.heading("Структура")).to_be_visible()
    expect(window.heading("п. 8")).to_be_visible()
    page.go_back()
    expect(window.heading("Поиск")).to_be_visible()
    expect(question).to_have_value("сколько хранится протокол решения")
    expect(first).to_contain_text("п. 8")
    assert page.url == asked


def test_keys_of_the_tree(window):
    page = window.page
    window.open("/contents?doc=regulation")
    tree = page.get_by_role("tree")
    tree.focus()
    page.keyboard.press("n")
    expect(window.heading("нет 7")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(window.heading("п. 8")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("секретарь")
    expect(window.row("Приём обращений ведёт секретарь")).to_be_visible()
    expect(window.row("Заседания Комиссии")).to_have_count(0)


def test_a_click_in_the_tree_redraws_the_panel_only(window):
    page = window.page
    window.open("/contents?doc=charter")
    received: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))))
    page.reload()
    expect(window.row("Крупной сделкой признаётся")).to_be_visible()
    window.settle()
    received.clear()
    window.row("Крупной сделкой признаётся").click()
    expect(window.heading("п. 13.1")).to_be_visible()
    window.settle()
    assert 0 < sum(received) < 20_000


def test_language_and_theme_of_the_reader(browser, application):
    context = browser.new_context(color_scheme="dark", viewport={"width": 1440, "height": 900})
    window = Window(context.new_page(), application)
    window.open("/contents?lang=en&doc=regulation&clause=gap:6:7")
    expect(window.heading("Contents")).to_be_visible()
    expect(window.page.get_by_text("Clause 7 is missing")).to_be_visible()
    background = window.page.evaluate("getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor")
    assert sum(int(part) for part in re.findall(r"\d+", background)[:3]) < 200
    window.page.get_by_role("link", name="Search", exact=True).first.click()
    expect(window.heading("Search")).to_be_visible()
    assert "lang=en" in window.page.url
    window.assert_sound()
    context.close()


def test_a_library_is_deleted_after_a_question(fresh_window):
    window, page = fresh_window, fresh_window.page
    window.open("/")
    page.set_input_files('input[type="file"]', [SAMPLES / "law.txt"])
    page.get_by_text("только слова – быстро").click()
    page.get_by_role("button", name="Построить").click()
    expect(window.heading("Готово: law")).to_be_visible()
    page.get_by_role("button", name="Удалить").click()
    expect(page.get_by_text("Вернуть её нельзя")).to_be_visible()
    page.get_by_role("button", name="Удалить навсегда").click()
    expect(page.get_by_text("Библиотек пока нет.")).to_be_visible()
