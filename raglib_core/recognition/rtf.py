"""RTF files: their text with the numbers that the writing program rendered ("listtext")."""

from __future__ import annotations

import re
from dataclasses import replace

from raglib_core.errors import MissingExtra, RecognitionError
from raglib_core.model import Recognized
from raglib_core.recognition.kinds import Source
from raglib_core.recognition.text import recognized_text

RECOGNIZER = "rtf"

_PAGE_TEXT = "latin-1"
#: Objects and pictures in hexadecimal: no text, and most of a large file.
_BINARY = re.compile(r"[0-9a-fA-F\r\n]{2000,}")


def read_rtf(source: Source) -> Recognized:
    """Return the text of an RTF file, a line for each paragraph, tables as «| a | b |».

    Numbers of lists stand in the file as text and are kept. Raises RecognitionError for a damaged file and MissingExtra
    where striprtf is not installed.
    """
    try:
        from striprtf.striprtf import rtf_to_text
    except ImportError:
        raise MissingExtra(feature="reading .rtf", package="striprtf", extra="documents") from None
    markup = _BINARY.sub("", source.data.decode(_PAGE_TEXT))
    try:
        text = str(rtf_to_text(markup, errors="replace"))  # type: ignore[no-untyped-call]
    except (ValueError, LookupError, IndexError, KeyError, TypeError) as error:
        reason = f"the RTF is damaged ({error}); save it anew in its program"
        reason_ru = f"RTF повреждён ({error}); сохраните его заново в его программе"
        raise RecognitionError(name=source.name, reason=reason, reason_ru=reason_ru) from error
    lines = (_row(line) if line.endswith("|") else line.strip(" \t") for line in text.split("\n"))
    return replace(recognized_text("\n".join(lines), source.name), recognizer=RECOGNIZER)


def _row(line: str) -> str:
    """Return a row of a table («Участник|Доля|») as «| Участник | Доля |»; "" for one of empty cells."""
    cells = [cell.strip() for cell in line.split("|")[:-1]]
    return f"| {' | '.join(cells)} |" if any(cells) else ""
