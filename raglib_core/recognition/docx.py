"""Word documents: the final text with the numbers that Word computes, tables as rows, notes below their paragraphs."""

from __future__ import annotations

from raglib_core.errors import RecognitionError
from raglib_core.model import Recognized
from raglib_core.recognition.archive import Archive
from raglib_core.recognition.docx_inline import notes_of
from raglib_core.recognition.docx_numbering import Numbering
from raglib_core.recognition.docx_styles import Styles
from raglib_core.recognition.docx_walk import WordWalk
from raglib_core.recognition.kinds import Source
from raglib_core.recognition.markup_parts import Node, check_paragraphs, child, local, parse_part
from raglib_core.recognition.office_notices import FURNITURE, office_notices

RECOGNIZER = "docx"

_FEATURE = "reading .docx"


def read_docx(source: Source) -> Recognized:
    """Return the text of a Word document as its reader sees it.

    Automatic numbers are printed before their paragraphs and marked ``auto``; tracked changes are taken as accepted;
    hidden and deleted text, page headers and footers are left out and recorded as edits. Footnotes and endnotes stand
    below the paragraph that refers to them, as «[1] …». There are no pages: a Word file does not hold them.

    Raises RecognitionError for a damaged or unsafe file, LimitExceeded for one that unpacks to too much, and
    MissingExtra where lxml is not installed.
    """
    archive = Archive(source.data, source.name)
    document = parse_part(archive, "word/document.xml", _FEATURE)
    body = child(document, "body")
    if body is None:
        reason, reason_ru = "it has no body of a Word document", "в нём нет тела документа Word"
        raise RecognitionError(name=source.name, reason=reason, reason_ru=reason_ru)
    check_paragraphs(body, source.name)
    walk = _walk(archive)
    for text in _page_furniture(archive):
        walk.flow.left_out(text, FURNITURE)
    walk.run(body)
    text, blocks, edits = walk.flow.finish()
    return Recognized(
        text=text,
        recognizer=RECOGNIZER,
        blocks=blocks,
        edits=edits,
        warnings=office_notices(edits, walk.auto_numbers),
        title=_title(archive),
    )


def _walk(archive: Archive) -> WordWalk:
    styles = Styles(parse_part(archive, "word/styles.xml", _FEATURE))
    numbering = Numbering(parse_part(archive, "word/numbering.xml", _FEATURE))
    numbering.link_styles(styles.lists())
    notes: dict[str, Node] = {}
    for part, kind in (("word/footnotes.xml", "footnote"), ("word/endnotes.xml", "endnote")):
        notes |= notes_of(parse_part(archive, part, _FEATURE), kind)
    return WordWalk(styles, numbering, notes)


def _page_furniture(archive: Archive) -> list[str]:
    """Return the texts of page headers and footers, each once; they belong to pages that the file does not hold."""
    parts = [
        part for part in archive.parts if part.startswith(("word/header", "word/footer")) and part.endswith(".xml")
    ]
    texts = [_plain(parse_part(archive, part, _FEATURE)) for part in sorted(parts)]
    return list(dict.fromkeys(text for text in texts if text))


def _plain(root: Node | None) -> str:
    if root is None:
        return ""
    return " ".join("".join(node.text or "" if local(node) == "t" else " " for node in root.iter()).split())


def _title(archive: Archive) -> str:
    title = child(parse_part(archive, "docProps/core.xml", _FEATURE), "title")
    return " ".join((title.text or "").split()) if title is not None else ""
