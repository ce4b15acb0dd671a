"""Scans drawn for the tests: lines of text as a printer and a scanner would leave them."""

from __future__ import annotations

import io
import random
import shutil
import textwrap
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf")

needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None or not FONT.is_file(),
    reason="Tesseract or a Cyrillic font is not installed: python tests/packaging/ensure_ocr.py",
)


def scan(*paragraphs: str, dpi: int = 200, noise: float = 0.0, turn: float = 0.0) -> Image.Image:
    """A page of 6 inches with the paragraphs on it; ``noise`` is the share of specks, ``turn`` degrees."""
    size = round(11 / 72 * dpi)
    lines = [line for text in paragraphs for line in textwrap.wrap(text, 52, initial_indent="    ")]
    picture = Image.new("L", (round(6 * dpi), (len(lines) + 4) * size * 3 // 2), 245)
    draw = ImageDraw.Draw(picture)
    font = ImageFont.truetype(str(FONT), size)
    for place, line in enumerate(lines):
        draw.text((dpi // 2, (place + 2) * size * 3 // 2), line, fill=20, font=font)
    picture = picture.filter(ImageFilter.GaussianBlur(dpi / 400))
    if noise:
        dice = random.Random(5)
        for _ in range(int(noise * picture.width * picture.height)):
            picture.putpixel((dice.randrange(picture.width), dice.randrange(picture.height)), dice.choice((40, 255)))
    return picture.rotate(turn, expand=True, fillcolor=245) if turn else picture


def as_bytes(*pictures: Image.Image, form: str = "PNG", dpi: int = 200) -> bytes:
    """A file with the pictures: PNG and JPEG take one, TIFF and PDF several."""
    buffer = io.BytesIO()
    more = {"save_all": True, "append_images": list(pictures[1:])} if len(pictures) > 1 else {}
    size = {"resolution": dpi} if form == "PDF" else {"dpi": (dpi, dpi)}
    pictures[0].save(buffer, form, **size, **more)
    return buffer.getvalue()
