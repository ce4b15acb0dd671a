"""The page that measures: sets of questions, runs in the background, tables, one question side by side."""

import json
import time

import pytest

from raglib_core.ui import evaluations, golden_sets
from tests.pages.opened import ROOT, open_page, run, shown

DEMO = (ROOT / "assets" / "demo" / "golden.jsonl").read_bytes()


def line(**changes):
    question = {
        "qid": "1",
        "question": "крупные сделки",
        "relevant": [{"doc": "charter.md", "clause": "13.1", "grade": 2}],
    }
    return (json.dumps(question | changes, ensure_ascii=False) + "\n").encode()


def opened_with(content, name="вопросы.jsonl", **parameters):
    app = open_page("evaluation", **parameters)
    app.file_uploader[0].upload(name, content)
    return run(app)


def press(app, key):
    app.button(key=key).click()
    return run(app)


def measured(app, button="evaluation_run"):
    """Press the button and wait for the job."""
    app = press(app, button)
    job = evaluations.registry().job(parameter(app, "job"))
    deadline = time.monotonic() + 30
    while not job.finished:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert job.error is None, job.error
    return run(app)


def parameter(app, name):
    value = app.query_params.get(name, "")
    return value[0] if isinstance(value, list) else value


def table(app, column):
    """The table that has a column."""
    return next(one.value for one in app.dataframe if column in one.value.columns)


RUNS, QUESTIONS, HISTORY = "95 %-й интервал", "Δ MRR", "Индекс"


def test_format_is_shown_while_no_set_is_there(library):
    app = open_page("evaluation")
    assert "Загрузите вопросы" in shown(app)
    assert '"relevant"' in app.code[0].value


def test_an_uploaded_set_is_kept_with_the_library_and_named_in_the_url(library):
    app = opened_with(line())
    assert parameter(app, "set") == "вопросы.jsonl"
    assert golden_sets.names(library) == ["вопросы.jsonl"]
    assert not app.error


def test_a_table_becomes_a_set(library):
    opened_with("qid;question;doc;clause\n1;крупные сделки;charter.md;13.1\n".encode(), "вопросы.csv")
    (golden,) = [golden_sets.read(library, name) for name in golden_sets.names(library)]
    assert golden.questions[0].relevant[0].clause == "13.1"


def test_a_bad_line_is_named_and_the_rest_is_kept(library):
    app = opened_with(line() + b"{oops\n")
    assert "Пропущено: 1 вопрос" in app.warning[0].value
    assert "строка 2" in app.warning[0].value.replace("\\", "")
    assert len(golden_sets.read(library, "вопросы.jsonl").questions) == 1


def test_a_file_without_a_good_line_is_refused(library):
    app = opened_with(b"{oops\n")
    assert "не подходят" in app.error[0].value
    assert golden_sets.names(library) == []


def test_an_unknown_clause_is_named_and_not_counted_as_a_miss(library):
    app = opened_with(line() + line(qid="2", relevant=[{"doc": "charter.md", "clause": "99.9"}]))
    assert "99.9" in app.warning[0].value.replace("\\", "")
    app = measured(app)
    assert list(table(app, RUNS)["Вопросов"]) == [1, 1]


def test_a_set_of_another_library_cannot_be_measured(library):
    app = opened_with(line(relevant=[{"doc": "чужой.md", "clause": "1"}]))
    assert "не подходит к этой библиотеке" in app.error[0].value
    assert "Измерить" not in [button.label for button in app.button]


def test_few_questions_are_called_few(library):
    assert "Вопросов мало (1 вопрос)" in shown(opened_with(line()))


def test_two_configurations_are_measured_and_kept(library):
    app = measured(opened_with(DEMO, "golden.jsonl"))
    runs = table(app, RUNS)
    assert list(runs["Метод"]) == ["По словам (BM25)", "По словам (BM25), normalizer=none"]
    assert list(runs["Вопросов"]) == [36, 36]
    assert runs["Δ MRR к базе"].iloc[0] == "база"
    assert runs["Δ MRR к базе"].iloc[1].startswith("▼ −0,")
    stored = evaluations.stored_runs(library)
    assert parameter(app, "run").split(",") == [one for one in parameter(app, "run").split(",") if one in stored]
    assert "Что из этого следует" in shown(app)
    assert "«По словам (BM25)» лучше, чем «По словам (BM25), normalizer=none»" in shown(app).replace("\\", "")
    assert len(app.get("plotly_chart")) == 4


def test_runs_are_there_again_after_a_reload_and_the_worst_regression_is_first(library):
    app = measured(opened_with(DEMO, "golden.jsonl"))
    again = open_page("evaluation", lib=library.library_id, run=parameter(app, "run"), set="golden.jsonl")
    questions = table(again, QUESTIONS)
    changes = list(questions["Δ MRR"])
    assert changes == sorted(changes)
    assert changes[0] == -1.0
    assert list(table(again, HISTORY)["id"])


def test_another_base_turns_the_difference_round(library):
    app = measured(opened_with(DEMO, "golden.jsonl"))
    ids = parameter(app, "run").split(",")
    turned = open_page("evaluation", lib=library.library_id, run=",".join(ids), base=ids[1])
    assert table(turned, RUNS)["Δ MRR к базе"].iloc[0].startswith("▲ +0,")


def test_a_question_shows_both_rankings_and_a_way_to_the_search(library):
    app = measured(opened_with(DEMO, "golden.jsonl"))
    app.query_params["q"] = "d02"
    run(app)
    words = shown(app)
    assert "Можно ли оспорить крупную сделку, заключённую с нарушениями?" in words
    assert ":material/check_circle:" in words
    assert "ответа в первых десяти нет" in words
    to_search = next(one for one in app.get("page_link") if one.proto.label == "Задать этот вопрос в поиске")
    assert "q=" in to_search.proto.query_string


def test_a_hit_becomes_an_answer_with_one_press(library):
    app = measured(opened_with(DEMO, "golden.jsonl"))
    app.query_params["q"] = "d02"
    run(app)
    before = golden_sets.read(library, "golden.jsonl")
    press(app, "also_0_2")
    after = golden_sets.read(library, "golden.jsonl")
    answers = {one.qid: len(one.relevant) for one in before.questions}
    assert {
        one.qid: len(one.relevant) - answers[one.qid]
        for one in after.questions
        if len(one.relevant) != answers[one.qid]
    } == {"d02": 1}
    assert before.version != after.version


def test_questions_are_made_by_rules_and_say_so(library):
    app = press(open_page("evaluation"), "golden_make")
    assert parameter(app, "set") == "generated.jsonl"
    assert "Созданы по правилам" in app.info[0].value
    assert golden_sets.read(library, "generated.jsonl").generated > 10


def test_demo_questions_are_offered_where_they_fit(library):
    app = press(open_page("evaluation"), "golden_demo")
    assert parameter(app, "set") == "golden.jsonl"
    assert not app.error


def test_an_edited_table_is_a_set_and_a_mistake_in_it_is_named(library):
    golden = golden_sets.take_in(library, "a.jsonl", line())
    frame = golden_sets.frame_of(golden)
    frame.loc[len(frame)] = ["2", "кто директор", "charter.md", "12.3", "2", "", "", "lay|single", None]
    edited = golden_sets.set_of(frame, "a.jsonl")
    assert edited.questions[1].tags == ("lay", "single")
    assert edited.questions[1].origin == "human"
    frame.loc[1, "question"] = ""
    with pytest.raises(ValueError, match=r"line 3 \(2\): has no text in question"):
        golden_sets.set_of(frame, "a.jsonl")


def test_a_set_is_deleted_after_a_question(library):
    golden_sets.take_in(library, "a.jsonl", line())
    app = open_page("evaluation")
    press(app, "golden_delete")
    assert golden_sets.names(library) == []


def test_a_misspelt_option_is_told(library):
    app = opened_with(line())
    app.multiselect(key="evaluation_methods").set_value(["bm25:normaliser=none"])
    app = press(run(app), "evaluation_run")
    assert "normaliser" in app.error[0].value.replace("\\", "")


def test_a_method_that_the_library_cannot_run_is_named(library):
    app = opened_with(line())
    app.multiselect(key="evaluation_methods").set_value(["bm25", "vector"])
    app = measured(run(app))
    assert any("По смыслу" in box.value for box in app.info)
    assert list(table(app, RUNS)["Метод"]) == ["По словам (BM25)"]


def test_a_grid_is_tuned_on_one_half_and_reported_on_the_other(library):
    pytest.importorskip("snowballstemmer", reason="the grid holds every form of words")
    app = measured(opened_with(DEMO, "golden.jsonl"), "evaluation_tune")
    words = shown(app)
    assert "Лучше всех на половине вопросов (18)" in words
    assert "На другой половине (18)" in words
    cells = table(app, "MRR@10")
    assert len(cells) == 3
    assert list(cells.iloc[:, 1]) == sorted(cells.iloc[:, 1], reverse=True)
    assert evaluations.stored_runs(library) == {}


def test_a_job_of_before_a_restart_is_told(library):
    assert "сервер перезапускался" in open_page("evaluation", job="00000000").info[0].value
