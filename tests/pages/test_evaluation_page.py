"""The page that measures methods on questions with known answers."""

import json

from tests.pages.opened import ROOT, open_page, run, shown

DEMO = (ROOT / "assets" / "demo" / "golden.jsonl").read_bytes()


def evaluated(content, name="вопросы.jsonl"):
    app = open_page("evaluation")
    app.file_uploader[0].upload(name, content)
    return run(app)


def line(**changes):
    question = {
        "qid": "1",
        "question": "крупные сделки",
        "relevant": [{"doc": "charter.md", "clause": "13.1", "grade": 2}],
    }
    return json.dumps(question | changes, ensure_ascii=False).encode()


def test_format_is_shown_while_no_file_is_there(library):
    app = open_page("evaluation")
    assert "Загрузите вопросы" in shown(app)
    assert '"relevant"' in app.code[0].value


def test_a_question_answered_first_scores_one(library):
    app = evaluated(line())
    methods = app.dataframe[0].value
    assert list(methods["Метод"]) == ["По словам (BM25)"]
    assert list(methods["Вопросов"]) == [1]
    assert list(methods["MRR@10"]) == [1.0]  # the answer stands first: 1/1
    assert list(app.dataframe[-1].value["слова: место"]) == ["1"]


def test_methods_that_a_library_of_words_cannot_run_are_named(library):
    told = [box.value for box in evaluated(line()).info]
    assert any("По смыслу" in words for words in told)
    assert any("Гибрид" in words for words in told)


def test_few_questions_are_called_few(library):
    assert "1 вопрос" in evaluated(line()).warning[0].value


def test_demo_questions_fit_the_demo_documents(library):
    app = evaluated(DEMO)
    assert not app.error
    assert list(app.dataframe[0].value["Вопросов"]) == [12]


def test_a_bad_line_is_named(library):
    app = evaluated(line() + b"\n{oops\n")
    assert "не подходит" in app.error[0].value
    assert "2" in app.error[0].value


def test_an_unknown_clause_is_not_counted_as_a_miss(library):
    app = evaluated(line(relevant=[{"doc": "charter.md", "clause": "99.9", "grade": 2}]))
    assert "99.9" in app.error[0].value.replace("\\", "")
    assert not app.dataframe
