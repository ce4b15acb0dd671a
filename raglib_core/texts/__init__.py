"""Every sentence a user reads, in Russian and English.

Tables live in the modules of this package, one for each subject: ``key -> (Russian, English)``. A value in a sentence
is named in braces. The core raises and returns data; only here data become sentences.
"""

from __future__ import annotations

from typing import Literal

from raglib_core.errors import RaglibError
from raglib_core.model import Finding, Notice
from raglib_core.texts import agent, commands, errors, evaluation, findings, notices, pages, programs, search
from raglib_core.texts.counting import plural

__all__ = ["LANGUAGES", "Language", "explain_error", "finding", "finding_cause", "notice", "plural", "say"]

Language = Literal["ru", "en"]
LANGUAGES: tuple[Language, ...] = ("ru", "en")

_TABLES: dict[str, tuple[str, str]] = {
    **agent.TABLE,
    **commands.TABLE,
    **evaluation.TABLE,
    **findings.TABLE,
    **notices.TABLE,
    **pages.TABLE,
    **programs.TABLE,
    **search.TABLE,
}


def say(key: str, language: str = "ru", **values: object) -> str:
    """Return the sentence of a key in a language with its values filled in.

    An unknown language speaks English. An unknown key is a mistake of the program and raises KeyError, as does a value
    that the sentence needs and does not get.
    """
    russian, english = _TABLES[key]
    return (russian if language == "ru" else english).format_map(values)


def explain_error(error: RaglibError, language: str = "ru") -> str:
    """Return what happened, where and how to mend it; English for a kind of error without a Russian sentence."""
    template = errors.RUSSIAN.get(error.code) if language == "ru" else None
    return template.format_map(errors.translated(error.values)) if template else str(error)


def finding(found: Finding, language: str = "ru") -> str:
    """Return the sentence of a finding: what is wrong with which number."""
    return findings.sentence(found, language)


def finding_cause(found: Finding, language: str = "ru") -> str:
    """Return the probable cause of a finding; "" where none is known."""
    return say(f"cause.{found.cause}", language, **dict(found.values)) if found.cause else ""


def notice(note: Notice, language: str = "ru") -> str:
    """Return the sentence of a notice of recognition."""
    return say(f"notice.{note.code}", language, **dict(note.values))
