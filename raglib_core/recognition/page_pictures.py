"""The picture of a page with a clause marked on it, drawn in a process of its own as the file is untrusted.

``python -m raglib_core.recognition.page_pictures`` reads ``{"path", "page", "boxes", "memory_bytes"}`` from standard
input and writes a PNG to standard output, or nothing and exit code 1.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from raglib_core.errors import MissingInput, RaglibError, RecognitionError
from raglib_core.model import Recognized, Span
from raglib_core.recognition.base import read_source
from raglib_core.recognition.pdf import opened
from raglib_core.recognition.pictures import KINDS, page_pictures
from raglib_core.recognition.scans import MAX_PIXELS, POINTS
from raglib_core.recognition.worker import MEMORY_BYTES, child_environment, limit_memory

SECONDS = 60.0

_DPI = 110.0
_MARK = (255, 214, 64)
_STRENGTH = 0.45
_MARGIN = 1.5

Box = tuple[float, float, float, float]


def boxes_of(recognized: Recognized, span: Span) -> dict[int, list[Box]]:
    """Return for each page the boxes of the printed lines that a piece of the text touches; {} without any box."""
    boxes: dict[int, list[Box]] = {}
    for block in recognized.blocks:
        touches = block.start < span.stop and span.start < block.stop
        if touches and block.kind != "furniture" and block.page is not None and block.box is not None:
            boxes.setdefault(block.page, []).append(block.box)
    return boxes


def page_picture(path: Path, page: int, boxes: Sequence[Box] = ()) -> bytes:
    """Return a page (from 1) of a PDF or picture as PNG, with the boxes (points from the lower left) marked.

    Raises MissingInput where the file is gone, and RecognitionError where it cannot be drawn within `SECONDS`.
    """
    if not path.exists():
        raise MissingInput(path=path)
    request = {"path": str(path.absolute()), "page": page, "boxes": list(boxes), "memory_bytes": MEMORY_BYTES}
    command = [sys.executable, "-P", "-m", "raglib_core.recognition.page_pictures"]
    try:
        done = subprocess.run(
            command,
            input=json.dumps(request).encode("ascii"),
            capture_output=True,
            timeout=SECONDS,
            env=child_environment(),
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _undrawn(path.name, page) from error
    if done.returncode or not done.stdout:
        raise _undrawn(path.name, page)
    return done.stdout


def _undrawn(name: str, page: int) -> RecognitionError:
    reason = f"page {page} cannot be drawn; open the file itself"
    reason_ru = f"страницу {page} не удалось показать; откройте сам файл"
    return RecognitionError(name=name, reason=reason, reason_ru=reason_ru)


def drawn(path: Path, page: int, boxes: Sequence[Box]) -> bytes:
    """Draw a page in this process; raises what reading the file raises, RecognitionError for no such page."""
    source = read_source(path)
    if source.kind in KINDS:
        picture, dpi = next(
            (found for number, found in enumerate(page_pictures(source), 1) if number == page), (None, _DPI)
        )
        if picture is None:
            raise _undrawn(path.name, page)
        return _png(_marked(picture.convert("RGB"), boxes, dpi))
    with opened(source) as document:
        if not 1 <= page <= len(document):
            raise _undrawn(path.name, page)
        shown = document[page - 1]
        width, height = shown.get_size()
        pixels = width * height * (_DPI / POINTS) ** 2
        dpi = _DPI * min(1.0, (MAX_PIXELS / pixels) ** 0.5)
        return _png(_marked(shown.render(scale=dpi / POINTS).to_pil().convert("RGB"), boxes, dpi))


def _marked(picture: Any, boxes: Sequence[Box], dpi: float) -> Any:  # noqa: ANN401  # an image of pillow
    from PIL import Image, ImageChops

    scale = dpi / POINTS
    tint = Image.new("RGB", picture.size, "white")
    for left, bottom, right, top in boxes:
        upper, lower = picture.height - (top + _MARGIN) * scale, picture.height - (bottom - _MARGIN) * scale
        area = (round((left - _MARGIN) * scale), round(upper), round((right + _MARGIN) * scale), round(lower))
        tint.paste(_MARK, area)
    return Image.blend(picture, ImageChops.multiply(picture, tint), _STRENGTH + 0.5)


def _png(picture: Any) -> bytes:  # noqa: ANN401
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=False)
    return buffer.getvalue()


def main() -> int:
    """Answer one request on standard input; returns the exit code."""
    request = json.load(sys.stdin)
    limit_memory(int(request["memory_bytes"]))
    try:
        sys.stdout.buffer.write(drawn(Path(request["path"]), int(request["page"]), request["boxes"]))
    except (RaglibError, MemoryError):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
