"""JSON out of what models say, and the model interface itself."""

from __future__ import annotations

import pytest

from raglib_core.agent.prompts import parse_json, snippet, str_list
from raglib_core.agent.tools import patterns
from raglib_core.errors import ModelError
from raglib_core.llm import ChatModel, MockLLM, ask, content_to_text


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ("```json\n[1, 2]\n```", [1, 2]),
        ('```JSON\n{"a": [1]}\n```', {"a": [1]}),
        ('<think>может, [3]?</think> {"a": 1}', {"a": 1}),
        ('начало мысли {"a": 0} </think> {"a": 1}', {"a": 1}),
        ("Ответ: [1, 2]. Готово.", [1, 2]),
        ('План [1]: {"queries": ["a"], "aspects": ["b"]}', {"queries": ["a"], "aspects": ["b"]}),
        ('[{"a": "скобка ] и } внутри"}]', [{"a": "скобка ] и } внутри"}]),
        ('[{"a": 1}, {"a": 2}, {"a', [{"a": 1}, {"a": 2}]),
        ('{"queries": ["a", "b"], "aspects": ["c", "d', {"queries": ["a", "b"], "aspects": ["c"]}),
        ('Вот: {"v": [{"a": 1}, {"b": "не \\" конец', {"v": [{"a": 1}]}),
    ],
)
def test_json_is_found(reply: str, value: object):
    assert parse_json(reply) == value


@pytest.mark.parametrize("reply", ["", "нет", "{", "[[[", "}{", "]", '{"a": ', "[" * 100_000, '{"a":' * 5000])
def test_no_json_is_none(reply: str):
    assert parse_json(reply) is None


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        (["a", " b ", "", "  ", "a", "c"], ["a", "b"]),
        ("один", ["один"]),
        (None, []),
        (5, []),
        ({"a": 1}, []),
        ([1, None, ["x"], "y"], ["y"]),
    ],
)
def test_lists_of_texts(value: object, texts: list[str]):
    assert str_list(value, 2) == texts


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("да", "да"),
        (None, ""),
        ([{"type": "text", "text": "да"}, " и ", {"text": "нет"}, {"type": "image"}], "да и нет"),
        (5, ""),
        (b"x", ""),
    ],
)
def test_content_is_text_whatever_its_form(content: object, text: str):
    assert content_to_text(content) == text


def test_the_model_double_answers_from_its_queue():
    llm = MockLLM(["раз", lambda messages: messages[0]["content"].upper(), ValueError("нет")])
    assert isinstance(llm, ChatModel)
    question = [{"role": "user", "content": "вопрос"}]
    assert [ask(llm, question), ask(llm, question)] == ["раз", "ВОПРОС"]
    with pytest.raises(ModelError, match="mock-llm: ValueError: нет"):
        ask(llm, question)
    with pytest.raises(ModelError, match="no response left for call 4"):
        ask(llm, question)
    assert ask(MockLLM(["раз"], as_blocks=True), question) == "раз"


def test_answers_of_any_shape():
    class Says:
        def __init__(self, answer: object) -> None:
            self.answer = answer

        def invoke(self, messages: object) -> object:
            return self.answer

    assert ask(Says("строка"), []) == "строка"
    assert ask(Says(None), []) == ""
    with pytest.raises(ModelError, match="has no method invoke"):
        ask(object(), [])


@pytest.mark.parametrize(
    ("query", "texts", "others"),
    [
        ("доля свыше 25 %", ["более 25% долей", "25 %"], ["125 %", "25 лет", "2.25 %"]),
        ("пункт 12.1", ["см. 12.1.", "12.1 и"], ["12.10", "112.1", "12.1.4"]),
        ("срок 2 года", ["2 года", "(2)"], ["12", "2024", "2.5", "2,5"]),
        ("«золотая акция»", ["Золотая акция"], ["золото"]),
    ],
)
def test_exact_tokens_of_a_query(query: str, texts: list[str], others: list[str]):
    import re

    (pattern,) = patterns(query)
    assert all(re.search(pattern, text, re.I) for text in texts)
    assert not any(re.search(pattern, text, re.I) for text in others)


def test_a_query_without_exact_tokens_has_no_patterns_and_one_with_many_has_three():
    assert patterns("крупные сделки") == []
    assert len(patterns("1 и 2 и 3 и 4")) == 3


def test_a_snippet_shows_the_beginning_and_the_place_that_matched():
    assert snippet("Короткий пункт.", ["пункт"], 100) == "Короткий пункт."
    text = "Начало. " + "слово " * 300 + "Отчуждение доли запрещено. " + "слово " * 50
    shown = snippet(text, ["отчуждения доли"], 200)
    assert shown.startswith("Начало.")
    assert "Отчуждение доли запрещено." in shown
    assert len(shown) < 250
    assert snippet(text, ["ничего"], 200) == text[:200] + " […] "
