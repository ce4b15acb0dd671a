r"""Matching of a regular expression clause by clause, under a time limit for the whole request.

The package ``regex`` (extra ``grep``) stops in the middle of a hopeless match and lets other threads run meanwhile.
Without it the built-in ``re`` does the work: then the limit is looked at between clauses only, and the answer says so.
Matching goes clause by clause, so that ``\s`` never crosses the border of two clauses.
"""

from __future__ import annotations

import importlib
import re
import time
from collections.abc import Callable, Iterable
from typing import Protocol, cast

from raglib_core.errors import BadPattern, SearchTimeout
from raglib_core.model import Span


class _Match(Protocol):
    def span(self) -> tuple[int, int]:
        """Return where the match starts and stops."""


class _RegexPattern(Protocol):
    def finditer(self, text: str, *, timeout: float, concurrent: bool) -> Iterable[_Match]:
        """Iterate over the matches; TimeoutError after the given seconds."""


class _RegexModule(Protocol):
    """The part of the package ``regex`` that is used here."""

    IGNORECASE: int
    V0: int
    error: type[Exception]

    def compile(self, pattern: str, flags: int) -> _RegexPattern:
        """Compile a pattern."""


#: text and seconds left -> matches
Finder = Callable[[str, float], Iterable[_Match]]


def timed_engine() -> _RegexModule | None:
    """Return the package ``regex``, None where it is not installed."""
    try:
        return cast(_RegexModule, importlib.import_module("regex"))
    except ImportError:
        return None


class Matcher:
    """A compiled pattern with one deadline for all texts it is tried on; the time runs from the first text.

    ``can_stop_inside`` tells whether the limit also holds inside of one clause. Raises BadPattern for a pattern that
    does not compile.
    """

    def __init__(self, pattern: str, *, ignore_case: bool, seconds: float) -> None:
        """Compile the pattern with the best engine there is."""
        self.pattern = pattern
        self.seconds = seconds
        self._deadline: float | None = None
        engine = timed_engine()
        self.can_stop_inside = engine is not None
        self._find = _timed_finder(engine, pattern, ignore_case) if engine else _plain_finder(pattern, ignore_case)

    def spans(self, text: str) -> list[Span]:
        """Return the matches in a text, [] for none; raises SearchTimeout once the time of the request is over."""
        left = self._seconds_left()
        try:
            return [Span(*match.span()) for match in self._find(text, left)]
        except TimeoutError as error:
            raise SearchTimeout(query=self.pattern, seconds=self.seconds) from error

    def _seconds_left(self) -> float:
        now = time.monotonic()
        if self._deadline is None:
            self._deadline = now + self.seconds
        if now >= self._deadline:
            raise SearchTimeout(query=self.pattern, seconds=self.seconds)
        return self._deadline - now


def _timed_finder(engine: _RegexModule, pattern: str, ignore_case: bool) -> Finder:
    try:
        compiled = engine.compile(pattern, engine.V0 | (engine.IGNORECASE if ignore_case else 0))
    except (engine.error, OverflowError, RecursionError) as error:
        raise BadPattern(pattern=pattern, reason=str(error)) from error
    return lambda text, seconds: compiled.finditer(text, timeout=seconds, concurrent=True)


def _plain_finder(pattern: str, ignore_case: bool) -> Finder:
    try:
        compiled = re.compile(pattern, re.IGNORECASE if ignore_case else 0)
    except (re.error, OverflowError, RecursionError) as error:
        raise BadPattern(pattern=pattern, reason=str(error)) from error
    return lambda text, _seconds: compiled.finditer(text)
