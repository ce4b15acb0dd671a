"""The page with the contents of a document: figures, gaps, the clause in hand, the table of findings."""

import pandas as pd
import pytest

from raglib_core import RagIndex
from raglib_core.ui.contents_view import select_clause
from raglib_core.ui.findings_table import markdown_table
from tests.pages.opened import library_of, open_page, run, shown


def test_a_library_of_several_documents_asks_which(library):
    app = open_page("contents")
    assert "Выберите документ:" in shown(app)
    assert {"charter.md", "law.txt", "regulation.md"} <= {link.value.replace("\\", "") for link in app.page_link}


def test_the_only_document_is_opened_at_once(workspace):
    library_of("Одна", "regulation.md")
    assert "Пропусков 1" in shown(open_page("contents"))


def test_figures_of_completeness(library):
    words = shown(open_page("contents", doc="regulation"))
    assert "Пропусков 1" in words
    assert "Повторов 0" in words
    assert "Полнота текста 100\N{NO-BREAK SPACE}%" in words


@pytest.mark.parametrize("clause", ["12.1.4", "п. 12.1.4", "пункт 12.1.4"])
def test_a_clause_of_the_url_is_shown_verbatim(library, clause):
    app = open_page("contents", doc="charter", clause=clause)
    assert "п. 12.1.4" in [heading.value.replace("\\", "") for heading in app.subheader]
    assert "1) изменение настоящего Устава;\n2) избрание директора" in app.html[0].value


def test_a_part_of_an_article_is_cited_as_a_lawyer_does(library):
    app = open_page("contents", doc="law", clause="ст.3/1")
    assert "ч. 1 ст. 3" in [heading.value.replace("\\", "") for heading in app.subheader]


def test_a_gap_of_the_url_shows_its_neighbours(library):
    app = open_page("contents", doc="regulation", clause="gap:6:7")
    words = shown(app)
    assert "Нет пункта 7" in words
    assert "Заседания Комиссии проводятся" in words
    assert "8. Решение Комиссии оформляется протоколом" in words


def test_a_section_of_the_url_is_shown(library):
    app = open_page("contents", doc="charter", clause="13")
    assert "КРУПНЫЕ СДЕЛКИ" in "\n".join(heading.value for heading in app.subheader)


def test_neighbours_of_a_clause_are_a_button_away(library):
    app = open_page("contents", doc="charter", clause="12.1.3")
    names = [button.label.replace("\\", "") for button in app.button]
    assert "← 12.1.2" in names
    assert "12.1.4 →" in names


def test_an_unknown_clause_is_named(library):
    app = open_page("contents", doc="charter", clause="99.99")
    assert "99.99" in app.error[0].value.replace("\\", "")


def test_an_unknown_document_is_named(library):
    app = open_page("contents", doc="нет-такого")
    assert "нет-такого" in app.error[0].value.replace("\\", "")


def test_findings_as_a_table(library):
    app = open_page("contents", doc="regulation", view="findings")
    table = app.dataframe[0].value
    gap = table[table["Вид"] == "пропуск"].iloc[0]
    assert gap["Номер"] == "7"
    assert gap["Что не так"] == "Нет пункта 7"
    assert gap["Вероятная причина"]


def test_no_findings_is_said_in_words(workspace):
    library_of("Одна", "bylaws_en.md")
    app = open_page("contents", view="findings")
    assert "Замечаний нет" in app.success[0].value


def test_map_of_sections_is_drawn(library):
    app = open_page("contents", doc="charter", view="map")
    assert len(app.get("plotly_chart")) == 1


def test_a_row_picked_in_the_tree_goes_into_the_url(library):
    app = open_page("contents", doc="charter")
    assert "Выберите строку" in app.info[0].value
    app.query_params["clause"] = "13.1"
    app = run(app)
    assert "п. 13.1" in [heading.value.replace("\\", "") for heading in app.subheader]
    assert callable(select_clause)


def plain(words):
    return words.replace("\\", "")


def test_references_of_a_clause_are_buttons_both_ways(library):
    app = open_page("contents", doc="charter", clause="12.2")
    assert any(button.label.startswith("→") and "13.1" in plain(button.label) for button in app.button)
    app = open_page("contents", doc="charter", clause="13.1")
    assert "← п. 12.2" in [plain(button.label) for button in app.button]


def test_the_reading_view_stands_beside_the_text(library):
    app = open_page("contents", doc="charter", clause="12.1.4")
    app.toggle(key="reading").set_value(True)
    run(app)
    text, reading = (element.value for element in app.html[:2])
    assert "white-space:pre-wrap" in text
    assert "margin:0 0 .4rem 1.5rem" in reading


def press(app, key):
    app.button(key=key).click()
    return run(app)


def test_a_clause_is_joined_and_the_correction_undone(library):
    app = press(open_page("contents", doc="charter", clause="12.1.3"), "boundary_join")
    assert "п. 12.1.2" in [plain(heading.value) for heading in app.subheader]
    (outcome,) = RagIndex.load(library.index).corrections("charter")
    assert (outcome.correction.kind, outcome.problem) == ("join", "")
    app = open_page("contents", doc="charter", view="corrections")
    assert "пункты соединены" in shown(app)
    press(app, f"undo_{outcome.correction.correction_id}")
    assert RagIndex.load(library.index).corrections("charter") == []


def test_a_clause_is_split_where_the_given_words_begin(library):
    app = open_page("contents", doc="charter", clause="12.3")
    app.text_input(key="split_beginning").set_value("Директор избирается")
    app.text_input(key="split_number").set_value("12.3.1")
    app.text_input(key="correction_author").set_value("Иванова")
    press(app, "boundary_split")
    index = RagIndex.load(library.index)
    assert index.clause("charter", "12.3.1").label == ""
    assert index.corrections("charter")[0].correction.author == "Иванова"


def test_words_that_do_not_stand_there_are_told(library):
    app = open_page("contents", doc="charter", clause="12.3")
    app.text_input(key="split_beginning").set_value("Совет директоров")
    app = press(app, "boundary_split")
    assert "столько раз: 0" in plain(app.error[0].value)


def test_a_finding_is_called_a_false_alarm_and_taken_back(library):
    app = press(open_page("contents", doc="regulation", clause="gap:6:7"), "false_alarm_0")
    found = [one for one in RagIndex.load(library.index).coverage("regulation").findings if one.kind == "gap"]
    assert [one.status for one in found] == ["false_alarm"]
    press(app, "accepted_0")
    found = [one for one in RagIndex.load(library.index).coverage("regulation").findings if one.kind == "gap"]
    assert [one.status for one in found] == ["accepted"]


def test_counters_lead_to_the_findings_behind_them(library):
    app = open_page("contents", doc="regulation", view="findings", only="gap,missing_first,glued")
    assert set(app.dataframe[0].value["Вид"]) == {"пропуск"}
    assert "Показано замечаний: 1 из" in shown(app)


def test_findings_of_all_documents_are_a_worklist(library):
    index = RagIndex.load(library.index)
    gap = next(one for one in index.coverage("regulation").findings if one.kind == "gap")
    index.correct("regulation", "false_alarm", gap, comment="исключён", author="Иванова")
    table = open_page("contents", view="worklist").dataframe[0].value
    assert {"charter.md", "regulation.md"} <= set(table["Документ"])
    judged = table[table["Решение"] == "ложное"].iloc[0]
    assert (judged["Номер"], judged["Примечание"], judged["Кто"]) == ("7", "исключён", "Иванова")
    assert judged["Когда"]


def test_a_report_in_markdown_is_one_line_a_finding():
    frame = pd.DataFrame({"Номер": ["7"], "Что не так": ["нет | пункта\n7"]})
    assert markdown_table(frame) == "| Номер | Что не так |\n| --- | --- |\n| 7 | нет \\| пункта 7 |\n"


def test_a_sample_tells_the_error_rate(library):
    app = open_page("contents", doc="regulation", view="sample")
    assert "Ответов пока нет" in shown(app)
    for control in app.get("button_group"):
        if control.key and control.key.startswith("sample:"):
            control.set_value("right")
    words = shown(run(app))
    assert "Ошибок 0 из" in words
    assert "правилу трёх" in words
