"""What recognition gives: the text of one file with its pages, blocks, edits and notices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from raglib_core.model.basic import Scalar


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the source: its printed order number (from 1) and its piece of the text."""

    number: int
    start: int
    stop: int
    width: float | None = None
    height: float | None = None
    source: Literal["text", "ocr"] = "text"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the text whose role the format itself tells (an HTML heading, a list item, a table row).

    ``level`` is the heading level (1–6) or the depth of a list; ``label`` the number that the format computes for the
    piece (printed in the text all the same); ``label_origin`` says whether it stood in the source (text), was computed
    (auto) or read from a picture (ocr).
    """

    start: int
    stop: int
    kind: Literal["heading", "paragraph", "list_item", "table_row", "contents", "furniture", "note"]
    level: int = 0
    label: str = ""
    label_origin: Literal["text", "auto", "ocr", "none"] = "none"
    page: int | None = None
    box: tuple[float, float, float, float] | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """A place where the recognized text differs from the source: what stood there (``original``) and why it changed."""

    start: int
    stop: int
    kind: str
    original: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about a file that its user should know; ``code`` selects the sentence in `raglib_core.texts`."""

    code: str
    values: tuple[tuple[str, Scalar], ...] = ()
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Recognized:
    """The text of one file with what is known about it.

    ``text`` uses LF only, has no BOM and is the source that all offsets of the document count in. ``pages``, ``blocks``
    and ``edits`` are in order of their start; each may be empty.
    """

    text: str
    recognizer: str = ""
    encoding: str = ""
    source_hash: str = ""
    pages: tuple[Page, ...] = ()
    blocks: tuple[Block, ...] = ()
    edits: tuple[Edit, ...] = ()
    warnings: tuple[Notice, ...] = ()
    title: str = ""


def page_at(pages: Sequence[Page], offset: int) -> int | None:
    """Return the number of the page that holds ``offset``; None where none does."""
    for page in pages:
        if page.start <= offset < page.stop:
            return page.number
    return None
