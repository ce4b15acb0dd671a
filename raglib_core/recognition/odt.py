"""OpenDocument texts: the final text with the numbers of its lists, tables as rows, notes below their paragraphs."""

from __future__ import annotations

from raglib_core.errors import RecognitionError
from raglib_core.model import Recognized
from raglib_core.recognition.archive import Archive
from raglib_core.recognition.kinds import Source
from raglib_core.recognition.markup_parts import Node, attribute, check_paragraphs, child, local, parse_part
from raglib_core.recognition.odt_numbering import ListStyles
from raglib_core.recognition.odt_walk import OpenDocumentWalk
from raglib_core.recognition.office_notices import FURNITURE, office_notices

RECOGNIZER = "odt"

_FEATURE = "reading .odt"
_ENCRYPTED = b"encryption-data"


def read_odt(source: Source) -> Recognized:
    """Return the text of an OpenDocument file as its reader sees it.

    Numbers of lists and headings are printed before their paragraphs and marked ``auto``; deleted and hidden text, page
    headers and footers are left out and recorded as edits. There are no pages: the file does not hold them.

    Raises RecognitionError for a protected, damaged or unsafe file, LimitExceeded for one that unpacks to too much, and
    MissingExtra where lxml is not installed.
    """
    archive = Archive(source.data, source.name)
    if _ENCRYPTED in archive.read("META-INF/manifest.xml"):
        reason = "it is protected by a password; save a copy without one and try again"
        reason_ru = "файл защищён паролем; сохраните копию без пароля и повторите"
        raise RecognitionError(name=source.name, reason=reason, reason_ru=reason_ru)
    content = parse_part(archive, "content.xml", _FEATURE)
    styles = parse_part(archive, "styles.xml", _FEATURE)
    body = child(content, "body", "text")
    if body is None:
        reason, reason_ru = "it has no body of a text document", "в нём нет тела текстового документа"
        raise RecognitionError(name=source.name, reason=reason, reason_ru=reason_ru)
    check_paragraphs(body, source.name)
    walk = OpenDocumentWalk(ListStyles(styles, content), _hidden_styles(styles, content))
    for text in _page_furniture(styles):
        walk.flow.left_out(text, FURNITURE)
    walk.run(body)
    text, blocks, edits = walk.flow.finish()
    warnings = office_notices(edits, walk.auto_numbers)
    return Recognized(text=text, recognizer=RECOGNIZER, blocks=blocks, edits=edits, warnings=warnings)


def _hidden_styles(*roots: Node | None) -> frozenset[str]:
    """Return the names of styles whose text is not shown."""
    return frozenset(
        attribute(style, "name")
        for root in roots
        if root is not None
        for style in root.iter()
        if local(style) == "style" and attribute(child(style, "text-properties"), "display") == "none"
    )


def _page_furniture(styles: Node | None) -> list[str]:
    """Return the texts of page headers and footers, each once."""
    nodes = styles.iter() if styles is not None else ()
    texts = [
        " ".join("".join(node.itertext()).split()) for node in nodes if local(node).startswith(("header", "footer"))
    ]
    return list(dict.fromkeys(text for text in texts if text))
