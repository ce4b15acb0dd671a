"""Markdown and plain text: decoded by content, line ends made LF, form feeds taken as page borders."""

from __future__ import annotations

import re

from raglib_core.errors import UndecodableText
from raglib_core.model import Edit, Notice, Page, Recognized
from raglib_core.recognition.encodings import decode
from raglib_core.recognition.kinds import Source

RECOGNIZER = "text"

#: A vertical tab is what word processors export for a manual line break.
_LINE_END = re.compile(r"\r\n|\r|\v")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def read_text(source: Source) -> Recognized:
    """Return the text of a ``.md``, ``.markdown`` or ``.txt`` file; raises UndecodableText."""
    decoded = decode(source.data, source.name)
    return recognized_text(decoded.text, source.name, encoding=decoded.encoding, guessed=decoded.guessed)


def recognized_text(text: str, name: str, *, encoding: str = "", guessed: bool = False) -> Recognized:
    """Return decoded text as the source of offsets: no byte order mark, LF only, pages between form feeds.

    A few stray control characters are taken out and recorded as edits; a NUL means that the bytes were no text and
    raises UndecodableText. Form feeds stay in the text, so that nothing moves.
    """
    if "\x00" in text:
        raise UndecodableText(name=name, tried=encoding or "utf-8")
    clean, edits = without_controls(_LINE_END.sub("\n", text.removeprefix("\ufeff")))
    return Recognized(
        text=clean,
        recognizer=RECOGNIZER,
        encoding=encoding,
        pages=pages_of(clean),
        edits=edits,
        warnings=text_notices(clean, encoding, guessed=guessed, dropped=len(edits)),
    )


def without_controls(text: str) -> tuple[str, tuple[Edit, ...]]:
    """Return ``text`` without control characters, and an edit at the place of each that was there.

    Tab, LF and form feed are no control characters in this sense.
    """
    pieces: list[str] = []
    edits: list[Edit] = []
    start = size = 0
    for match in _CONTROL.finditer(text):
        pieces.append(text[start : match.start()])
        size += match.start() - start
        edits.append(Edit(size, size, "control_dropped", match.group()))
        start = match.end()
    pieces.append(text[start:])
    return "".join(pieces), tuple(edits)


def pages_of(text: str) -> tuple[Page, ...]:
    """Return the pages that form feeds part; empty without one. A form feed belongs to the page that it ends.

    Pages are counted from 1 as they lie in the file; a form feed at the very end opens no further page.
    """
    if "\f" not in text:
        return ()
    borders = [match.end() for match in re.finditer("\f", text)]
    stops = borders if text[borders[-1] :].strip() == "" else [*borders, len(text)]
    stops[-1] = len(text)
    starts = [0, *stops[:-1]]
    return tuple(Page(number, *span) for number, span in enumerate(zip(starts, stops, strict=True), start=1))


def text_notices(text: str, encoding: str, *, guessed: bool, dropped: int) -> tuple[Notice, ...]:
    """Return what a user should know about a decoded text: a guess, dropped characters, damage done before us."""
    notices: list[Notice] = []
    if guessed:
        notices.append(Notice("encoding_guessed", (("encoding", encoding),)))
    if dropped:
        notices.append(Notice("control_characters", (("count", dropped),)))
    if damaged := text.count("\ufffd"):
        notices.append(Notice("replacement_characters", (("count", damaged),)))
    return tuple(notices)
