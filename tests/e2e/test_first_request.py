"""Every page by its deep link as the first request to a server that was just started."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TITLES = {
    "/": "Загрузка",
    "/build": "Загрузка",
    "/contents?doc=charter&clause=12.1": "Структура",
    "/search?q=крупные сделки&k=10": "Поиск",
    "/trace?q=директор": "Ход поиска",
    "/evaluation?lang=en": "Evaluation",
}


@pytest.mark.parametrize("address", TITLES)
def test_deep_link_to_a_fresh_server(fresh_window, address):
    fresh_window.open(address)
    expect(fresh_window.heading(TITLES[address])).to_be_visible()
    # the frame stands: the menu of the five pages is there
    expect(fresh_window.page.get_by_test_id("stSidebar").get_by_role("link")).to_have_count(5)
    for parameter in address.partition("?")[2].split("&"):
        assert parameter.partition("=")[0] in fresh_window.page.url
