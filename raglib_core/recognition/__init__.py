"""Files into text: each kind of file by the reader that keeps its numbers, everything that was changed on record."""

from __future__ import annotations

from pathlib import Path

from raglib_core.errors import RecognitionError
from raglib_core.model import Recognized
from raglib_core.recognition.base import Reader, Registry, TextRecognizer, expand_inputs, recognize_by
from raglib_core.recognition.docling import DoclingRecognizer, read_docling
from raglib_core.recognition.docx import read_docx
from raglib_core.recognition.doubles import FixtureRecognizer, MockRecognizer
from raglib_core.recognition.html import read_html
from raglib_core.recognition.kinds import OnPage, no_page
from raglib_core.recognition.odt import read_odt
from raglib_core.recognition.pdf import read_pdf
from raglib_core.recognition.pictures import KINDS as PICTURES
from raglib_core.recognition.pictures import read_pictures
from raglib_core.recognition.rtf import read_rtf
from raglib_core.recognition.text import read_text
from raglib_core.recognition.word97 import read_doc
from raglib_core.recognition.zip_files import read_zip

__all__ = [
    "DEFAULT_REGISTRY",
    "DoclingRecognizer",
    "FixtureRecognizer",
    "MockRecognizer",
    "Reader",
    "RecognitionError",
    "Registry",
    "TextRecognizer",
    "expand_inputs",
    "recognize",
]

DEFAULT_REGISTRY = Registry(
    (
        Reader("text", frozenset({"text"}), read_text),
        Reader("html", frozenset({"html"}), read_html),
        Reader("docx", frozenset({"docx"}), read_docx),
        Reader("odt", frozenset({"odt"}), read_odt),
        Reader("rtf", frozenset({"rtf"}), read_rtf),
        Reader("pdf", frozenset({"pdf"}), read_pdf),
        Reader("doc", frozenset({"ole"}), read_doc),
        Reader("docling", frozenset({"docling"}), read_docling),
        Reader("zip", frozenset({"zip"}), read_zip),
        Reader("tesseract", PICTURES, read_pictures),
    )
)


def recognize(path: Path, *, recognizer: TextRecognizer | None = None, on_page: OnPage = no_page) -> Recognized:
    """Return the text of one file with its pages, blocks, edits and warnings.

    Without a ``recognizer`` the reader is chosen by the content of the file, and ``on_page(number, total)`` is told
    after each page that takes long. Raises MissingInput, MissingExtra and the errors of the RecognitionError tree;
    never returns an empty text.
    """
    path = Path(path)
    if recognizer is None:
        return DEFAULT_REGISTRY.recognize(path, on_page=on_page)
    return recognize_by(recognizer, path)
