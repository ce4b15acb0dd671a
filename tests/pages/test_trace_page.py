"""The page with the steps of a search."""

from tests.pages.opened import open_page, shown


def test_steps_and_hits_of_a_run_without_a_model(library):
    app = open_page("trace", q="крупные сделки")
    assert "Языковая модель не подключена" in app.info[0].value
    steps = app.dataframe[0].value
    assert list(steps["Шаг"]) == ["поиск", "итог"]
    assert "крупные сделки" in steps["Подробности"][0]
    assert "п. 13.1" in shown(app).replace("\\", "")


def test_nothing_is_run_while_nothing_is_asked(library):
    app = open_page("trace")
    assert not app.dataframe
    assert "крупные сделки" in [button.label for button in app.button]


def test_a_question_without_words_is_an_error(library):
    app = open_page("trace", q="???")
    assert "Поиск не удался" in app.error[0].value
