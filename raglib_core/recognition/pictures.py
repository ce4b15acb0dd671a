"""Pictures of documents: PNG, JPEG, TIFF of several pages."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from typing import Any

from raglib_core.errors import EmptyDocument, LimitExceeded, MissingExtra, RecognitionError
from raglib_core.model import Recognized
from raglib_core.recognition.kinds import Source
from raglib_core.recognition.pdf import MAX_OCR_PAGES, recognized_pages
from raglib_core.recognition.printed_lines import PrintedPage
from raglib_core.recognition.scan_notices import scan_notices
from raglib_core.recognition.scans import MAX_PIXELS, page_of_picture
from raglib_core.recognition.tesseract import languages

RECOGNIZER = "tesseract"
KINDS = frozenset({"png", "jpeg", "tiff"})

#: Larger pictures are refused unread: they unpack to gigabytes.
MAX_STORED_PIXELS = 150_000_000
#: Inches: a picture that does not say its resolution is taken for a page as wide as A4.
_PAGE_WIDTH = 8.27
_LEAST_DPI, _MOST_DPI = 70.0, 1200.0


def read_pictures(source: Source) -> Recognized:
    """Return the text of a picture, a page for each one that the file holds.

    Raises MissingProgram where Tesseract with Russian is absent, MissingExtra without pillow, LimitExceeded for a
    picture or a number of pages that is too large, RecognitionError for a damaged one, EmptyDocument without any text.
    """
    languages(source.name)
    pages: list[PrintedPage] = []
    confidences: dict[int, float] = {}
    for number, (picture, dpi) in enumerate(page_pictures(source), start=1):
        page, confidences[number] = page_of_picture(picture, dpi, number, source.name)
        pages.append(page)
        source.on_page(number, 0)
    if not any(page.lines for page in pages):
        raise EmptyDocument(name=source.name)
    return recognized_pages(pages, scan_notices(confidences), RECOGNIZER)


def page_pictures(source: Source) -> Iterator[tuple[Any, float]]:
    """Yield the pages of a picture file, upright, with their resolution; raises what `read_pictures` raises."""
    try:
        from PIL import Image, ImageOps, ImageSequence, UnidentifiedImageError
    except ImportError:
        raise MissingExtra(feature="reading pictures", package="pillow", extra="documents") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            stored = Image.open(io.BytesIO(source.data))
        for number, frame in enumerate(ImageSequence.Iterator(stored), start=1):
            if number > MAX_OCR_PAGES:
                raise LimitExceeded(name=source.name, what="pages", value=f"over {MAX_OCR_PAGES}", limit=MAX_OCR_PAGES)
            _check_size(frame.size, source.name)
            upright = ImageOps.exif_transpose(frame.convert("RGB") if frame.mode in ("P", "RGBA", "CMYK") else frame)
            yield _fitting(upright, _dpi(frame))
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError) as error:
        if isinstance(error, RecognitionError):
            raise
        if isinstance(error, Image.DecompressionBombError):
            raise _too_large(source.name, "more than it is safe to unpack") from error
        reason = f"the picture is damaged or cut off ({error}); get it again or scan it anew"
        reason_ru = f"изображение повреждено или обрезано ({error}); получите его снова или отсканируйте заново"
        raise RecognitionError(name=source.name, reason=reason, reason_ru=reason_ru) from error


def _check_size(size: tuple[int, int], name: str) -> None:
    if size[0] * size[1] > MAX_STORED_PIXELS:
        raise _too_large(name, f"{size[0]} x {size[1]} pixels")


def _too_large(name: str, found: str) -> LimitExceeded:
    return LimitExceeded(name=name, what="picture", value=found, limit=f"{MAX_STORED_PIXELS // 10**6} million pixels")


def _dpi(picture: Any) -> float:  # noqa: ANN401  # an image of pillow
    told = picture.info.get("dpi", (0, 0))[0]
    dpi = float(told) if told else 0.0
    # 72 and 96 are what programs write that do not know.
    if _LEAST_DPI < dpi <= _MOST_DPI and dpi not in (72.0, 96.0):
        return dpi
    return float(max(_LEAST_DPI, min(picture.size) / _PAGE_WIDTH))


def _fitting(picture: Any, dpi: float) -> tuple[Any, float]:  # noqa: ANN401
    pixels = picture.width * picture.height
    if pixels <= MAX_PIXELS:
        return picture, dpi
    share = (MAX_PIXELS / pixels) ** 0.5
    return picture.resize((int(picture.width * share), int(picture.height * share))), dpi * share
