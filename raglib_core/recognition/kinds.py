"""What a file really is, told by its first bytes; the suffix only parts plain text from markdown and markup."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

TEXT_SUFFIXES = (".md", ".markdown", ".txt")
HTML_SUFFIXES = (".html", ".htm", ".xhtml")
#: What files that can be read are called; what a file really is, its content decides.
SUPPORTED_SUFFIXES = (
    *TEXT_SUFFIXES,
    *HTML_SUFFIXES,
    ".docx",
    ".odt",
    ".rtf",
    ".pdf",
    ".png",
    ".jpg",
    ".jpeg",
    ".tif",
    ".tiff",
)

#: JSON is read where docling wrote it; its schema stands at the beginning.
_DOCLING = re.compile(rb'^\s*\{.{0,200}"schema_name"\s*:\s*"DoclingDocument"', re.S)

#: First bytes and what they mean; "zip" and "ole" are looked into further.
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "pdf"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "ole"),
    (b"{\\rtf", "rtf"),
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF87a", "gif"),
    (b"GIF89a", "gif"),
    (b"II*\x00", "tiff"),
    (b"MM\x00*", "tiff"),
    (b"AT&TFORM", "djvu"),
    (b"Rar!\x1a\x07", "rar"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"\x1f\x8b", "gzip"),
    (b"\x7fELF", "program"),
    (b"MZ\x90\x00", "program"),
)
#: A part that only this kind of office file has, beside its kind.
_OFFICE_PARTS = (("word/document.xml", "docx"), ("xl/workbook.xml", "xlsx"), ("ppt/presentation.xml", "pptx"))
_OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
_OPEN_DOCUMENT_KINDS = {"text": "odt", "spreadsheet": "ods", "presentation": "odp"}

_LEAD = 4096
_PAGE = re.compile(rb"^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]", re.I | re.S)
_TAG = re.compile(rb"</?[a-z][a-z0-9]*[\s/>]", re.I)


OnPage = Callable[[int, int], None]


def no_page(number: int, total: int) -> None:
    """Ignore the progress within a file: the default of every reader."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file to recognize, read once: ``kind`` is "text", "html", "pdf", "docx", … by its content."""

    path: Path
    data: bytes
    kind: str
    #: Told after each page that takes long: its number and how many there are (0 unknown).
    on_page: OnPage = no_page

    @property
    def name(self) -> str:
        """File name, as messages show it."""
        return self.path.name


def kind_of(data: bytes, suffix: str) -> str:
    """Return what ``data`` is: a kind by its first bytes, else "html" for markup, else "text".

    A file that begins like a web page is one under any suffix; under ``.html`` any tag makes it one, so that a plain
    text under that name keeps its lines. Bytes without a known beginning are "text" until decoding refuses them.
    """
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return _kind_of_zip(data) if kind == "zip" else kind
    # UTF-16 puts a NUL beside every ASCII letter; without them the tags are readable.
    lead = data[:_LEAD].replace(b"\x00", b"").removeprefix(b"\xef\xbb\xbf").lstrip(b"\xff\xfe")
    if _PAGE.match(lead):
        return "html"
    if _DOCLING.match(lead):
        return "docling"
    return "html" if suffix.lower() in HTML_SUFFIXES and _TAG.search(lead) else "text"


def _kind_of_zip(data: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            mime = archive.open("mimetype").read(200).decode("ascii", "ignore") if "mimetype" in names else ""
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, ValueError):
        return "zip"
    if mime.startswith(_OPEN_DOCUMENT):
        return _OPEN_DOCUMENT_KINDS.get(mime.removeprefix(_OPEN_DOCUMENT).strip(), "zip")
    return next((kind for part, kind in _OFFICE_PARTS if part in names), "zip")
