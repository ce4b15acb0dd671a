"""Word forms: what is one term for the index."""

import importlib.util
import re

import pytest

from raglib_core import russian
from raglib_core.errors import BadSettings, MissingExtra
from raglib_core.russian import normaliser, resolve_normalizer

needs_snowball = pytest.mark.skipif(
    importlib.util.find_spec("snowballstemmer") is None, reason="package snowballstemmer is not installed"
)
needs_pymorphy = pytest.mark.skipif(
    importlib.util.find_spec("pymorphy3") is None, reason="package pymorphy3 is not installed"
)
BOTH = [pytest.param("stem", marks=needs_snowball), pytest.param("lemma", marks=needs_pymorphy)]


def one_term(kind, forms):
    return len({term for form in forms.split() for term in normaliser(kind).terms(form)}) == 1


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize(
    "forms",
    [
        "крупная крупной крупные",
        "сделка сделки сделкой",
        "участник участника участниками",
        "счётная счетной",
        "доля доли",
    ],
)
def test_forms_of_a_word_are_one_term(kind, forms):
    assert one_term(kind, forms)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize(
    "forms",
    [
        "заём займа займом займы",
        "микрозаём микрозайма",
        "наём найма",
        "поднаём поднайма",
        "приём приёма приёмом",
        "объём объёма объёмы",
        "подъём подъёма",
        "водоём водоёма",
        "устав устава уставом",
        "состав состава",
        "орган органа органы",
        "кредит кредита кредите",
        "режим режима",
        "подпись подписи подписью",
        "отмена отмены отмену",
        "список списка",
        "сделка сделок",
        "издержки издержек",
        "неустойка неустоек",
        "истец истца",
        "владелец владельца",
        "казначей казначея казначеем",
        "срок срока сроков",
        "поток потока",
    ],
)
def test_nominative_is_not_cut_into_its_root(kind, forms):
    assert one_term(kind, forms)


@pytest.mark.parametrize("kind", BOTH)
def test_loan_is_not_the_preposition_it_begins_with(kind):
    term = normaliser(kind).term
    assert term("заем") != term("за")
    assert term("прием") != term("при")
    assert term("наем") != term("на")


@needs_snowball
def test_verbs_that_end_like_a_loan_stay_verbs():
    assert one_term("stem", "знаем знаю")
    assert one_term("stem", "замерзаем замерзаю")


@needs_snowball
def test_english_words_have_the_english_stem():
    assert normaliser("stem").terms("agreements Agreement") == ["agreement", "agreement"]


@needs_pymorphy
def test_lemma_mode_takes_the_english_plural_off():
    assert normaliser("lemma").terms("shares companies bylaws") == ["share", "company", "bylaw"]


def test_none_only_folds():
    assert normaliser("none").terms("Счётная комиссия 12.1") == ["счетная", "комиссия", "12.1"]


def test_numbers_are_terms_as_they_are():
    assert normaliser("auto").terms("12.1.4 и 65.1")[::2] == ["12.1.4", "65.1"]


def test_query_of_function_words_has_no_content():
    assert normaliser("auto").content_terms("если он не в то") == []
    assert len(normaliser("auto").content_terms("если сделка крупная")) == 2


def test_each_word_is_normalised_once():
    calls = []
    counting = russian.Normaliser("none", lambda word: calls.append(word) or word)
    counting.terms("доля доля доля участника")
    assert calls == ["доля", "участника"]


def only(monkeypatch, *packages):
    found = importlib.util.find_spec
    blocked = {"snowballstemmer", "pymorphy3"} - set(packages)
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name in blocked else found(name, *rest)
    )


@pytest.mark.parametrize(
    ("installed", "kind"),
    [(("snowballstemmer", "pymorphy3"), "stem"), (("pymorphy3",), "lemma"), ((), "none")],
)
def test_auto_takes_the_first_that_is_installed(monkeypatch, installed, kind):
    if any(importlib.util.find_spec(name) is None for name in installed):
        pytest.skip("not all packages of this case are installed")
    only(monkeypatch, *installed)
    assert resolve_normalizer("auto") == kind


@pytest.mark.parametrize(("kind", "extra"), [("stem", "stem"), ("lemma", "ru")])
def test_missing_package_names_its_extra(monkeypatch, kind, extra):
    only(monkeypatch)
    with pytest.raises(MissingExtra, match=re.escape(f"raglib-core[{extra}]")):
        resolve_normalizer(kind)


def test_unknown_normaliser():
    with pytest.raises(BadSettings, match="auto, none, stem, lemma"):
        resolve_normalizer("soundex")
