"""Evaluation in the browser: a set in, two configurations measured, the worst regression, the search, and Back."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.application import ROOT

pytestmark = pytest.mark.browser


def test_measure_look_at_the_worst_regression_search_and_back(window):
    page = window.page
    window.open("/evaluation")
    page.set_input_files('input[type="file"]', [ROOT / "assets" / "demo" / "golden.jsonl"])
    expect(page.get_by_text("Вопросы и ответы (36 вопросов)")).to_be_visible()
    assert "set=golden.jsonl" in page.url

    page.get_by_role("button", name="Измерить").click()
    expect(page.get_by_text("Что из этого следует")).to_be_visible()
    expect(page.get_by_text("«По словам (BM25)» лучше, чем «По словам (BM25), normalizer=none»")).to_be_visible()
    assert re.search(r"[?&]run=\w+", page.url)

    # the table is a canvas: the box of its first row is ticked by a click
    questions = page.locator('[class*="st-key-evaluation_questions"]')
    questions.scroll_into_view_if_needed()
    expect(questions.locator("canvas").first).to_be_visible()
    questions.locator(".dvn-scroller").first.click(position={"x": 16, "y": 52})
    expect(page.get_by_text("ответа в первых десяти нет").first).to_be_visible()
    assert re.search(r"[?&]q=d\d+", page.url)
    measured = page.url
    question = page.locator('[data-testid="stMain"] h3').last.inner_text()

    page.get_by_role("link", name="Задать этот вопрос в поиске").click()
    expect(window.heading("Поиск")).to_be_visible()
    expect(page.get_by_role("searchbox").or_(page.get_by_label("Вопрос")).first).to_have_value(question)

    page.go_back()
    expect(window.heading("Оценка")).to_be_visible()
    expect(page.get_by_text("ответа в первых десяти нет").first).to_be_visible()
    expect(window.heading(question)).to_be_visible()
    assert page.url == measured
