"""raglib verify."""

import io

import pytest

QUOTE = "Уведомление о собрании направляется участникам за 30 дней заказным письмом."


def test_a_verbatim_quotation(raglib, shared_index):
    found = raglib("verify", shared_index, QUOTE, "--doc", "charter.md", "--locator", "п. 12.1.3", "--json").json
    assert (found["verdict"], found["message"], found["occurrences"]) == ("verbatim", "дословно", 1)
    place = found["places"][0]
    assert place["locator"] == "12.1.3"
    assert place["text"] == QUOTE
    assert place["stop"] - place["start"] == len(QUOTE)


def test_a_person_reads_how_a_quotation_differs(raglib, shared_index):
    ran = raglib("verify", shared_index, QUOTE.replace("30", "13"))
    assert ran.code == 0
    assert "отличается от источника" in ran.out
    assert "12.1.3 · charter.md" in ran.out
    assert "в цитате «13», в источнике «30»" in ran.out
    english = raglib("verify", shared_index, QUOTE.replace("30", "13"), "--lang", "en")
    assert "quoted '13', the source has '30'" in english.out


@pytest.mark.parametrize(("where", "code"), [("12.1.3", 0), ("13.1", 3)])
def test_strict_asks_for_verbatim_words_in_their_place(raglib, shared_index, where, code):
    assert raglib("verify", shared_index, QUOTE, "--locator", where, "--strict").code == code


def test_a_quotation_from_standard_input(raglib, shared_index, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(QUOTE.replace(" ", "\n")))
    assert raglib("verify", shared_index, "-", "--json").json["ignored"] == ["spaces"]


def test_what_cannot_be_checked_is_one_line(raglib, shared_index):
    ran = raglib("verify", shared_index, "  ")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    ran = raglib("verify", shared_index, QUOTE, "--doc", "net.md")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
