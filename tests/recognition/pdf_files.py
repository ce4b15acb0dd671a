"""PDF files written for the tests: lines of text at their places, in a font that needs no file."""

from __future__ import annotations

import textwrap
from pathlib import Path

from raglib_core.model import Recognized
from raglib_core.recognition.kinds import Source
from raglib_core.recognition.pdf import read_pdf

#: (text, distance from the left, height above the bottom), in points
Line = tuple[str, float, float]

WIDTH, HEIGHT = 595, 842
SIZE = 12
LETTER = 6.0  # every letter is as wide as half its size
LEFT, TOP, PITCH = 60.0, 780.0, 16.0

_CODES = [bytes([code]).decode("cp1251", "replace") for code in range(256)]
_MAP = (
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def "
    "1 begincodespacerange <00> <FF> endcodespacerange\n"
    + "".join(
        f"{len(rows)} beginbfchar\n"
        + "".join(f"<{code:02X}> <{ord(_CODES[code]):04X}>\n" for code in rows)
        + "endbfchar\n"
        for rows in (range(32, 128), range(128, 224), range(224, 256))
    )
    + "endcmap CMapName currentdict /CMap defineresource pop end end"
)
_FONT = (
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 0 /LastChar 255 /ToUnicode 4 0 R "
    f"/Widths [{' '.join(['500'] * 256)}] >>"
)
#: A lock whose key nobody has.
LOCK = f"<< /Filter /Standard /V 1 /R 2 /P -4 /O <{'AB' * 32}> /U <{'CD' * 32}> >>"


def column(*texts: str, left: float = LEFT, top: float = TOP) -> list[Line]:
    """Lines one below the other; a text that begins with spaces is set in by as many letters."""
    return [
        (text.strip(), left + LETTER * (len(text) - len(text.lstrip())), top - place * PITCH)
        for place, text in enumerate(texts)
    ]


def wrapped(*paragraphs: str, width: int = 78) -> list[str]:
    """The lines of paragraphs, as a word processor breaks them, the first line of each set in."""
    return [line for text in paragraphs for line in textwrap.wrap(text, width, initial_indent="    ")]


def pdf_file(*pages: list[Line], lock: str = "") -> bytes:
    """The bytes of a PDF with a text layer."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", _FONT, _stream(_MAP.encode("ascii"))]
    kids = []
    for lines in pages:
        shown = b"".join(
            b"BT /F1 %d Tf %.2f %.2f Td <%s> Tj ET\n" % (SIZE, left, bottom, text.encode("cp1251").hex().encode())
            for text, left, bottom in lines
        )
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {len(objects) + 2} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
        objects.append(_stream(shown))
    objects[1] = f"<< /Type /Pages /Count {len(pages)} /Kids [{' '.join(kids)}] >>"
    return _file([item if isinstance(item, bytes) else item.encode("latin-1") for item in objects], lock)


def _stream(data: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(data), data)


def _file(objects: list[bytes], lock: str) -> bytes:
    out = b"%PDF-1.4\n"
    places = []
    for number, item in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    encrypt = f"/Encrypt {lock} /ID [<00> <00>]".encode() if lock else b""
    trailer = b"<< /Size %d /Root 1 0 R %s >>" % (len(objects) + 1, encrypt)
    start = len(out)
    return out + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n%s\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1, table, trailer, start,
    )  # fmt: skip


def read(data: bytes, name: str = "устав.pdf") -> Recognized:
    return read_pdf(Source(Path(name), data, "pdf"))
