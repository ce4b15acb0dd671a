"""PDF files: the text layer as paragraphs on their pages; pages without a usable one are read from their picture."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from raglib_core.errors import EmptyDocument, LimitExceeded, MissingExtra, MissingProgram, RecognitionError
from raglib_core.model import Notice, Recognized
from raglib_core.recognition import text_layer
from raglib_core.recognition.columns import in_reading_order
from raglib_core.recognition.kinds import Source
from raglib_core.recognition.page_furniture import mark_furniture
from raglib_core.recognition.pdf_lines import pieces_of, standing
from raglib_core.recognition.printed_lines import PrintedPage
from raglib_core.recognition.printed_text import PrintedText
from raglib_core.recognition.scan_notices import listed, scan_notices
from raglib_core.recognition.scans import POINTS, fitting_dpi, page_of_picture
from raglib_core.recognition.tesseract import languages

RECOGNIZER = "pdf"

MAX_PAGES = 2000
MAX_OCR_PAGES = 300
MAX_CHARACTERS = 20_000_000
#: Share of a page that a picture covers where the page is a scan.
_FILLS = 0.3


def read_pdf(source: Source) -> Recognized:
    """Return the text of a PDF with its pages and the place of every line.

    A page with a text layer gives that, unless the layer is garbage; other pages are drawn and recognized, and a
    warning says which. Lines are joined into paragraphs and broken words joined (each an edit); running headers,
    footers and page numbers stay in the text as blocks of furniture. Runs of white space are one space: on paper they
    are only distance.

    Raises RecognitionError for a damaged or protected file, LimitExceeded for too many pages, EmptyDocument where no
    page holds text, MissingProgram where no page can be read without Tesseract, MissingExtra without pypdfium2.
    """
    with opened(source) as document:
        pages = list(text_pages(document, source.name))
        useless = _useless(pages)
        wanted = useless | {page.number for page in pages if _is_picture(document, page)}
        notices: tuple[Notice, ...] = ()
        if wanted:
            pages, notices = _with_scans(document, pages, wanted, useless, source)
    if not any(page.lines for page in pages):
        raise EmptyDocument(name=source.name)
    return recognized_pages(pages, notices)


def recognized_pages(
    pages: list[PrintedPage], warnings: tuple[Notice, ...] = (), recognizer: str = RECOGNIZER
) -> Recognized:
    """Return the recognized text of printed pages."""
    text, spans, blocks, edits = PrintedText(mark_furniture(pages)).write()
    hyphens = (Notice("hyphens_joined", (("count", len(edits)),)),) if edits else ()
    return Recognized(
        text=text, recognizer=recognizer, pages=spans, blocks=blocks, edits=edits, warnings=(*warnings, *hyphens)
    )


def _useless(pages: list[PrintedPage]) -> set[int]:
    """Return the pages whose text layer is garbage; a short page shares the fate of a document that mostly is."""
    bad = {page.number for page in pages if text_layer.is_useless(page.text)}
    judged = sum(1 for page in pages if len(page.text.split()) >= text_layer.MIN_WORDS)
    return {page.number for page in pages if page.lines} if bad and 2 * len(bad) > judged else bad


def _is_picture(document: Any, page: PrintedPage) -> bool:  # noqa: ANN401  # pypdfium2 has no types
    """Whether a page has no text, or a stamp beside the picture that fills it."""
    if not page.lines or text_layer.has_text(page.text):
        return not page.lines
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

    for image in document[page.number - 1].get_objects(filter=[FPDF_PAGEOBJ_IMAGE]):
        left, bottom, right, top = image.get_bounds()
        if (right - left) * (top - bottom) > _FILLS * page.width * page.height:
            return True
    return False


def _with_scans(
    document: Any,  # noqa: ANN401
    pages: list[PrintedPage],
    wanted: set[int],
    useless: set[int],
    source: Source,
) -> tuple[list[PrintedPage], tuple[Notice, ...]]:
    """Return the pages, the wanted ones recognized from their picture, and what a user should know about them."""
    try:
        languages(source.name)
    except MissingProgram as error:
        kept = [page.with_lines(()) if page.number in useless else page for page in pages]
        if not any(page.lines for page in kept):
            if any(_shows_something(document, page) for page in pages):
                raise
            return kept, ()
        values = (("pages", listed(wanted)), ("command", str(error.values["command"])))
        return kept, (Notice("pages_not_recognized", values),)
    if len(wanted) > MAX_OCR_PAGES:
        raise LimitExceeded(name=source.name, what="pages", value=f"{len(wanted)} scans", limit=f"{MAX_OCR_PAGES}")
    result: list[PrintedPage] = []
    confidences: dict[int, float] = {}
    for page in pages:
        if page.number not in wanted:
            result.append(page)
            continue
        scanned, confidence = _scanned(document, page, source.name)
        if scanned.lines or page.number in useless:
            confidences[page.number] = confidence
            page = scanned
        result.append(page)
        source.on_page(page.number, len(pages))
    seen = {number: confidence for number, confidence in confidences.items() if number not in useless}
    garbage = (Notice("text_layer_useless", (("count", len(useless)),)),) if useless else ()
    low = tuple(notice for notice in scan_notices(confidences) if notice.code == "ocr_low_confidence")
    return result, (*garbage, *(notice for notice in scan_notices(seen) if notice.code == "pages_without_text"), *low)


def _scanned(document: Any, page: PrintedPage, name: str) -> tuple[PrintedPage, float]:  # noqa: ANN401
    dpi = fitting_dpi(page.width, page.height)
    drawn = document[page.number - 1].render(scale=dpi / POINTS, grayscale=True)
    return page_of_picture(drawn.to_pil(), dpi, page.number, name)


def _shows_something(document: Any, page: PrintedPage) -> bool:  # noqa: ANN401
    low, high = document[page.number - 1].render(scale=0.5, grayscale=True).to_pil().getextrema()
    return bool(high - low > 40)


@contextmanager
def opened(source: Source) -> Iterator[Any]:
    """Open a PDF in memory and close it in the end; raises what `read_pdf` raises."""
    try:
        import pypdfium2
    except ImportError:
        raise MissingExtra(feature="reading .pdf", package="pypdfium2", extra="documents") from None
    try:
        document = pypdfium2.PdfDocument(source.data)
    except pypdfium2.PdfiumError as error:
        raise _unreadable(source.name, str(error)) from error
    try:
        if len(document) > MAX_PAGES:
            found = f"{len(document)}"
            raise LimitExceeded(name=source.name, what="pages", value=found, limit=f"{MAX_PAGES}")
        yield document
    finally:
        document.close()


def text_pages(document: Any, name: str) -> Iterator[PrintedPage]:  # noqa: ANN401
    """Yield the pages with the lines of their text layer; a page that cannot be opened has no lines."""
    import pypdfium2

    characters = 0
    for index in range(len(document)):
        try:
            page = document[index]
            width, height = page.get_size()
            text_page = page.get_textpage()
        except pypdfium2.PdfiumError:
            yield PrintedPage(index + 1, 0.0, 0.0, ())
            continue
        characters += max(0, text_page.count_chars())
        if characters > MAX_CHARACTERS:
            raise LimitExceeded(name=name, what="text", value=f"{characters} characters", limit=f"{MAX_CHARACTERS}")
        pieces = standing(pieces_of(text_page), page.get_rotation(), page.get_cropbox())
        yield PrintedPage(index + 1, width, height, in_reading_order(pieces, width))
        text_page.close()
        page.close()


def _unreadable(name: str, error: str) -> RecognitionError:
    if "password" in error.lower():
        reason = "it is protected by a password; save a copy without one and try again"
        reason_ru = "файл защищён паролем; сохраните копию без пароля и повторите"
    else:
        reason = f"the PDF is damaged or cut off ({error}); get it again or print it to PDF anew"
        reason_ru = f"PDF повреждён или обрезан ({error}); получите его снова или распечатайте в PDF заново"
    return RecognitionError(name=name, reason=reason, reason_ru=reason_ru)
