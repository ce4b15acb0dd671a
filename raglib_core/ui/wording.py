"""The language of the page and the sentences in it."""

from __future__ import annotations

import errno

import streamlit as st

from raglib_core import texts
from raglib_core.errors import RaglibError
from raglib_core.texts import Language

DEFAULT_LANGUAGE: Language = "ru"


def language() -> Language:
    """Return the language that the URL asks for with ``?lang=``; Russian without one or with an unknown one."""
    return "en" if st.query_params.get("lang") == "en" else DEFAULT_LANGUAGE


def word(key: str, **values: object) -> str:
    """Return the sentence ``page.<key>`` in the language of the page."""
    return texts.say(f"page.{key}", language(), **values)


def counted(count: int, noun: str) -> str:
    """Return a number with its noun in the right form: «5 пунктов», "5 clauses"."""
    return texts.plural(count, language(), noun)


def number(value: float, digits: int = 0) -> str:
    """Return a number as readers of the language write it: «12 345,6», "12,345.6"."""
    written = f"{value:,.{digits}f}"
    if language() == "en":
        return written
    return written.replace(",", "\N{NO-BREAK SPACE}").replace(".", ",")


def share(value: float) -> str:
    """Return a share as a percentage; 100 % only for a full one: «99,9 %», "99.9%"."""
    percent = 100.0 * value
    if value < 1.0:
        percent = min(percent, 99.9)
    written = number(percent, 0 if percent == 100.0 else 1)
    return f"{written}%" if language() == "en" else f"{written}\N{NO-BREAK SPACE}%"


def error_sentence(error: BaseException) -> str:
    """Return what happened and how to mend it, in the language of the page.

    A failure of the operating system, which is no `RaglibError`, is told with its own words and the file it names; any
    other one is a mistake of the program and says so.
    """
    if isinstance(error, RaglibError):
        return texts.explain_error(error, language())
    if isinstance(error, OSError):
        known = {
            errno.ENOSPC: "no_space",
            errno.EACCES: "no_access",
            errno.EROFS: "no_access",
            errno.ENOTDIR: "no_folder",
        }
        reason = word(f"error.{known[error.errno]}") if error.errno in known else error.strerror or str(error)
        return word("error.system", reason=reason, path=error.filename or "?")
    return word("error.unexpected", kind=type(error).__name__, reason=error)
