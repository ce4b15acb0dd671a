"""Word files written for the tests: a body, styles and lists in the shortest XML that Word itself accepts."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from raglib_core.model import Recognized
from raglib_core.recognition.docx import read_docx
from raglib_core.recognition.kinds import Source, kind_of

SPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_OFFICE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_OFFICE}.document.main+xml"/>'
    f'<Override PartName="/word/numbering.xml" ContentType="{_OFFICE}.numbering+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{_OFFICE}.styles+xml"/></Types>'
)


def relations(*targets: tuple[str, str]) -> str:
    rows = "".join(
        f'<Relationship Id="r{place}" Type="{_RELATION}/{kind}" Target="{target}"/>'
        for place, (kind, target) in enumerate(targets)
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{rows}</Relationships>'


def level(index: int, text: str, form: str = "decimal", more: str = "", start: int = 1) -> str:
    return (
        f'<w:lvl w:ilvl="{index}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>{more}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def abstract(number: int, *levels: str) -> str:
    return f'<w:abstractNum w:abstractNumId="{number}">{"".join(levels)}</w:abstractNum>'


def num(number: int, of: int, overrides: str = "") -> str:
    return f'<w:num w:numId="{number}"><w:abstractNumId w:val="{of}"/>{overrides}</w:num>'


def override(index: int, start: int) -> str:
    return f'<w:lvlOverride w:ilvl="{index}"><w:startOverride w:val="{start}"/></w:lvlOverride>'


def paragraph(text: str = "", *, at: tuple[int, int] | None = None, style: str = "", properties: str = "") -> str:
    """A paragraph; ``at`` is (list id, level); a text that begins with «<» is taken as runs."""
    numbers = f'<w:numPr><w:ilvl w:val="{at[1]}"/><w:numId w:val="{at[0]}"/></w:numPr>' if at else ""
    name = f'<w:pStyle w:val="{style}"/>' if style else ""
    runs = text if text.startswith("<") else f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>' if text else ""
    return f"<w:p><w:pPr>{name}{numbers}{properties}</w:pPr>{runs}</w:p>"


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def word_file(body: str, *, numbering: str = "", styles: str = "", parts: dict[str, str] | None = None) -> bytes:
    """The bytes of a .docx; ``parts`` adds or replaces whole parts."""
    content = {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": relations(("officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": relations(("numbering", "numbering.xml"), ("styles", "styles.xml")),
        "word/document.xml": f"<w:document {SPACE}><w:body>{body}</w:body></w:document>",
        "word/numbering.xml": f"<w:numbering {SPACE}>{numbering}</w:numbering>",
        "word/styles.xml": f"<w:styles {SPACE}>{styles}</w:styles>",
    } | (parts or {})
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in content.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def read(data: bytes, name: str = "устав.docx") -> Recognized:
    return read_docx(Source(Path(name), data, kind_of(data, ".docx")))


def lines(recognized: Recognized) -> list[str]:
    return [line for line in recognized.text.split("\n") if line]
