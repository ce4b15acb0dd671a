"""Every kind of finding, cause, notice and error has its sentence in both languages."""

import inspect
import re
import string
from pathlib import Path
from typing import get_args

import pytest

from raglib_core import errors, texts
from raglib_core.model import Finding, FindingKind
from raglib_core.texts import errors as russian_errors

CORE = Path(texts.__file__).parent.parent
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
KINDS = get_args(FindingKind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_finding_has_a_sentence(kind: str, language: str) -> None:
    values = tuple((name, "8.3") for name in ("after", "section", "title", "inside", "characters", "label"))
    for last in ("", "8.5"):
        said = texts.finding(Finding(kind, "warning", "8.3", last, values=values), language)
        assert said
        assert bool(CYRILLIC.search(said)) == (language == "ru")


def test_every_cause_in_the_code_has_a_sentence() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (CORE / "parsing").glob("*.py"))
    used = set(re.findall(r'"(absent|look_alike|inside_text|restart_in_list|lost_superscript|lost_dot|look_alike_letters'
                          r'|listed_absent|not_listed|title_differs)"', source))  # fmt: skip
    assert used
    for cause in used:
        values = tuple((name, "x") for name in ("inside", "found", "label", "title", "printed"))
        for language in texts.LANGUAGES:
            assert texts.finding_cause(Finding("gap", "error", "8.3", cause=cause, values=values), language)


def classes() -> list[type[errors.RaglibError]]:
    found = [one for _, one in inspect.getmembers(errors, inspect.isclass) if issubclass(one, errors.RaglibError)]
    return [one for one in found if one.template != errors.RaglibError.template]


@pytest.mark.parametrize("kind", classes(), ids=lambda kind: kind.__name__)
def test_errors_say_the_same_in_both_languages(kind: type[errors.RaglibError]) -> None:
    assert kind.__name__ in errors.__doc__, "an error class without a place in the drawn tree"
    names = {name for _, name, _, _ in string.Formatter().parse(kind.template) if name}
    error = kind(**dict.fromkeys(names, "значение"))
    english, russian = texts.explain_error(error, "en"), texts.explain_error(error, "ru")
    assert english == str(error)
    own_words = re.sub(r"{[^}]*}|\W", "", kind.template)  # «{name}: {reason}» brings all its words in its values
    assert not own_words or CYRILLIC.search(russian.replace("значение", ""))
    assert russian.count("значение") >= 1


def test_no_russian_sentence_without_its_error() -> None:
    assert set(russian_errors.RUSSIAN) <= {one.__name__ for one in classes()} | {"RecognitionError"}


@pytest.mark.parametrize(
    ("count", "russian", "english"),
    [(0, "0 пунктов", "0 clauses"), (1, "1 пункт", "1 clause"), (2, "2 пункта", "2 clauses"), (5, "5 пунктов", "5 clauses"),
     (11, "11 пунктов", "11 clauses"), (21, "21 пункт", "21 clauses"), (104, "104 пункта", "104 clauses")],
)  # fmt: skip
def test_counted_words(count: int, russian: str, english: str) -> None:
    assert texts.plural(count, "ru", "clause") == russian
    assert texts.plural(count, "en", "clause") == english


def test_unknown_key_is_a_mistake_of_the_program() -> None:
    with pytest.raises(KeyError):
        texts.say("no.such.sentence")
