"""Where a command prints: results to stdout, everything else to stderr."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from dataclasses import dataclass
from typing import TextIO

from raglib_core.errors import RaglibError
from raglib_core.json_output import plain_value
from raglib_core.texts import LANGUAGES, explain_error, say

DEFAULT_LANGUAGE = "ru"


def language_of(arguments: list[str]) -> str:
    """Return the language of a command before its arguments are parsed: ``--lang``, else RAGLIB_LANG, else "ru".

    Help and usage errors need it; an unknown code is left to the parser, which refuses it.
    """
    chosen = os.environ.get("RAGLIB_LANG", "").strip().lower()
    for position, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            chosen = argument.removeprefix("--lang=")
        elif argument == "--lang" and position + 1 < len(arguments):
            chosen = arguments[position + 1]
    return chosen if chosen in LANGUAGES else DEFAULT_LANGUAGE


@dataclass(frozen=True, slots=True)
class Console:
    """The streams of one command and the language it speaks."""

    language: str = DEFAULT_LANGUAGE
    as_json: bool = False

    def say(self, key: str, **values: object) -> str:
        """Return the sentence of a key of `raglib_core.texts` in the language of this command."""
        return say(key, self.language, **values)

    def explain(self, error: RaglibError) -> str:
        """Return what happened, where and how to mend it, on one line."""
        return one_line(explain_error(error, self.language))

    def result(self, text: str) -> None:
        """Print a result as it is, with one line end after it."""
        sys.stdout.write(text + "\n")

    def result_json(self, value: object, *, indent: int | None = 2) -> None:
        """Print a result as JSON; ``indent=None`` puts it on one line."""
        self.result(json.dumps(value, ensure_ascii=False, indent=indent, default=plain_value))

    def remark(self, text: str) -> None:
        """Print one line about the work to stderr: «raglib: …»."""
        sys.stderr.write(f"raglib: {one_line(text)}\n")


def one_line(text: str) -> str:
    """Return the text with every run of white space as one blank."""
    return " ".join(text.split())


def speak_utf8() -> None:
    """Make both streams write any character: UTF-8 into files and pipes, escapes for what cannot be encoded."""
    for stream in (sys.stdout, sys.stderr):
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            encoding = None if stream.isatty() else "utf-8"
            reconfigure(encoding=encoding, errors="backslashreplace")


def close_quietly(stream: TextIO) -> None:
    """Point a stream whose reader has gone (`raglib toc … | head`) nowhere, so that closing it says nothing."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
