"""A quotation is verbatim, verbatim elsewhere, different word by word, or not there."""

import re

import pytest

from raglib_core.errors import BadQuery, UnknownDocument, UnknownSection

SENTENCE = "Уведомление о собрании направляется участникам за 30 дней заказным письмом."


def test_a_verbatim_quotation_is_found_with_its_place(charter):
    check = charter.verify(SENTENCE)
    (place,) = check.places
    assert check.verdict == "verbatim"
    assert (place.doc_name, place.locator, place.clause_number) == ("charter.md", "12.1.3", "12.1.3")
    assert charter.document("charter").text[place.start : place.stop] == place.text == SENTENCE
    assert (check.occurrences, check.similarity, check.ignored, check.nearest) == (1, 1.0, (), None)


@pytest.mark.parametrize(
    ("quote", "ignored"),
    [
        ("Уведомление  о\nсобрании направляется\u00a0участникам", ("spaces",)),
        ("Уведом-\nление о собрании", ("hyphenation",)),
        ("Уведом\u00adление о собрании", ("hyphenation",)),
        ("«Уведомление о собрании…»", ()),
        ("о собрании направляется участникам за 30 дней", ()),
    ],
)
def test_white_space_hyphenation_and_marks_around_do_not_count(charter, quote, ignored):
    check = charter.verify(quote, "charter", "п. 12.1.3")
    assert (check.verdict, check.ignored) == ("verbatim", ignored)


def test_yo_counts_unless_it_is_asked_not_to(charter):
    quote = "Крупной сделкой признается сделка"
    check = charter.verify(quote, locator="13.1")
    assert [(one.kind, one.quoted, one.source) for one in check.differences] == [
        ("replaced", "признается", "признаётся")
    ]
    assert charter.verify(quote, locator="13.1", same_yo=True).verdict == "verbatim"
    assert charter.verify(quote, locator="13.1", same_yo=True).ignored == ("yo",)


@pytest.mark.parametrize(
    ("quote", "kind", "quoted", "source"),
    [
        (SENTENCE.replace("30", "13"), "replaced", "13", "30"),
        (SENTENCE.replace("заказным ", ""), "missing", "", "заказным"),
        (SENTENCE.replace("за 30", "не позднее чем за 30"), "added", "не позднее чем", ""),
        (SENTENCE.replace("участникам", "Участникам"), "replaced", "Участникам", "участникам"),
        (SENTENCE.replace("дней заказным", "дней, заказным"), "added", ",", ""),
    ],
)
def test_a_changed_quotation_is_compared_word_by_word(charter, quote, kind, quoted, source):
    check = charter.verify(quote, "charter.md", "12.1.3")
    (one,) = check.differences
    assert (check.verdict, check.nearest.locator) == ("differs", "12.1.3")
    assert (one.kind, one.quoted, one.source) == (kind, quoted, source)
    assert quote[one.quote_start : one.quote_stop] == quoted
    assert charter.document("charter").text[one.start : one.stop] == source


@pytest.mark.parametrize(
    "quote", ["Общество с ограничен", "5 процентов и более балансовой", "уведомление подписывает директор"]
)
def test_a_quotation_begins_and_ends_with_whole_words_in_their_own_case(charter, quote):
    assert charter.verify(quote).verdict in {"differs", "not_found"}


def test_the_hyphen_of_a_word_counts(written):
    index = written("# Устав\n\n1.1. Кто-либо из участников вправе созвать собрание.\n")
    assert index.verify("Кто-\nлибо из участников").verdict == "verbatim"
    assert index.verify("Кто‑либо из участников").verdict == "verbatim"
    assert index.verify("Ктолибо из участников").verdict == "differs"


def test_words_that_stand_in_another_clause_are_elsewhere(charter):
    check = charter.verify(SENTENCE, "charter", "13.2")
    assert (check.verdict, [place.locator for place in check.places]) == ("elsewhere", ["12.1.3"])


def test_a_section_stands_for_all_it_holds(charter):
    assert charter.verify(SENTENCE, locator="ст. 12").verdict == "verbatim"
    assert charter.verify(SENTENCE, locator="Статья 13").verdict == "elsewhere"


def test_words_of_another_document_are_elsewhere(library):
    check = library.verify(SENTENCE, "law.txt")
    assert (check.verdict, check.places[0].doc_id) == ("elsewhere", "charter")


def test_a_quotation_may_run_over_several_clauses(charter):
    check = charter.verify("1.2. Уведомление подписывает директор.", "charter", "Приложение 1")
    assert check.verdict == "verbatim"
    both = charter.verify("в письменной форме.\n\n1.2. Уведомление подписывает директор.")
    assert (both.verdict, both.places[0].locators) == ("verbatim", ("прил.1/1.1", "прил.1/1.2"))


def test_every_place_is_counted(charter):
    text = charter.document("charter").text
    assert charter.verify("Общество").occurrences == len(re.findall(r"\bОбщество\b", text)) == 4


@pytest.mark.parametrize(
    "quote", ["В случае прибытия инопланетян директор сдаёт ключи.", "Quod licet Iovi, non licet bovi"]
)
def test_what_stands_nowhere_is_not_found_and_has_a_nearest_place(charter, quote):
    check = charter.verify(quote)
    assert (check.verdict, check.places, check.occurrences) == ("not_found", (), 0)
    assert check.nearest is not None
    assert check.similarity < 0.6


def test_near_editions_are_told_apart(written, tmp_path):
    index = written("## Статья 1. СОБРАНИЕ\n\n1.1. Собрание созывает директор за 30 дней.\n", name="old.md")
    (tmp_path / "new.md").write_text("## Статья 1. СОБРАНИЕ\n\n1.1. Собрание созывает директор за 20 дней.\n", "utf-8")
    index.add(tmp_path / "new.md")
    quote = "Собрание созывает директор за 30 дней."
    assert index.verify(quote, "old.md", "1.1").verdict == "verbatim"
    other = index.verify(quote, "new.md", "1.1")
    assert (other.verdict, other.places[0].doc_id, other.nearest.doc_id) == ("elsewhere", "old", "new")
    assert [(one.quoted, one.source) for one in other.differences] == [("30", "20")]


def test_a_running_header_inside_a_clause_may_be_left_out_and_may_stay(written):
    index = written(
        "## 8. Порядок\n\n8.1. Собрание созывает директор и\n\n## УСТАВ ООО\n\nпредседатель совета.\n\n8.2. Дальше."
    )
    for quote in ("созывает директор и председатель совета", "директор и\n\n## УСТАВ ООО\n\nпредседатель"):
        check = index.verify(quote, locator="8.1")
        assert (check.verdict, check.places[0].locator) == ("verbatim", "8.1")
    assert index.verify("созывает директор и председатель совета").ignored == ("furniture",)


@pytest.mark.parametrize("quote", ["", "   ", "…!?", "слово " * 4000])
def test_a_quotation_needs_words_and_an_end(charter, quote):
    with pytest.raises(BadQuery):
        charter.verify(quote)


def test_unknown_places_are_named(charter):
    with pytest.raises(UnknownDocument):
        charter.verify(SENTENCE, "net.md")
    with pytest.raises(UnknownSection):
        charter.verify(SENTENCE, locator="99.9")
