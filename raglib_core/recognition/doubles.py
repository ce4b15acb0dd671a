"""Recognizers for tests, demonstrations and offline use: text files only, or ready texts by path."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from raglib_core.errors import RecognitionError
from raglib_core.recognition.base import read_source
from raglib_core.recognition.kinds import TEXT_SUFFIXES
from raglib_core.recognition.text import read_text

#: No file name of any system is longer; a longer value of a mapping is the text itself.
_LONGEST_PATH = 4096


class MockRecognizer:
    """Stands for a recognition system where only text files are at hand: ``.md``, ``.markdown``, ``.txt``."""

    def recognize(self, path: Path) -> str:
        """Return the text of the file, decoded by content; RecognitionError for every other suffix."""
        path = Path(path)
        if path.suffix.lower() not in TEXT_SUFFIXES:
            reason = f"only {', '.join(TEXT_SUFFIXES)} can be read here, not {path.suffix or 'a file without suffix'}"
            raise RecognitionError(name=path.name, reason=reason)
        return read_text(read_source(path)).text


class FixtureRecognizer:
    """Answers with prepared texts: a mapping from ``str(path)`` to a text, or to the path of a text file."""

    def __init__(self, mapping: Mapping[str, str]) -> None:
        """Keep the prepared answers."""
        self._mapping = dict(mapping)

    def recognize(self, path: Path) -> str:
        """Return the prepared text of the file; RecognitionError for a path that was not prepared."""
        try:
            value = self._mapping[str(path)]
        except KeyError:
            raise RecognitionError(name=Path(path).name, reason="no prepared text for this path") from None
        return read_text(read_source(Path(value))).text if _names_file(value) else value


def _names_file(value: str) -> bool:
    if not value or "\n" in value or "\x00" in value or len(value) > _LONGEST_PATH:
        return False
    try:
        return Path(value).is_file()
    except OSError:
        return False
