"""PDF files: the text layer as paragraphs on their pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from raglib_core.errors import EmptyDocument, LimitExceeded, MissingExtra, RecognitionError
from raglib_core.model import Notice, Recognized
from raglib_core.recognition.columns import in_reading_order
from raglib_core.recognition.kinds import Source
from raglib_core.recognition.page_furniture import mark_furniture
from raglib_core.recognition.pdf_lines import pieces_of
from raglib_core.recognition.printed_lines import PrintedPage
from raglib_core.recognition.printed_text import PrintedText

RECOGNIZER = "pdf"

MAX_PAGES = 2000
MAX_CHARACTERS = 20_000_000


def read_pdf(source: Source) -> Recognized:
    """Return the text of a PDF by its text layer, with its pages and the place of every line.

    Lines are joined into paragraphs and broken words joined (each an edit); running headers, footers and page numbers
    stay in the text as blocks of furniture. Runs of white space are one space: on paper they are only distance.

    Raises RecognitionError for a damaged or protected file, LimitExceeded for too many pages, EmptyDocument where no
    page holds text, MissingExtra where pypdfium2 is not installed.
    """
    with opened(source) as document:
        pages = list(text_pages(document, source.name))
    if not any(page.lines for page in pages):
        raise EmptyDocument(name=source.name)
    return recognized_pages(pages)


def recognized_pages(pages: list[PrintedPage], warnings: tuple[Notice, ...] = ()) -> Recognized:
    """Return the recognized text of printed pages."""
    text, spans, blocks, edits = PrintedText(mark_furniture(pages)).write()
    hyphens = (Notice("hyphens_joined", (("count", len(edits)),)),) if edits else ()
    return Recognized(
        text=text, recognizer=RECOGNIZER, pages=spans, blocks=blocks, edits=edits, warnings=(*warnings, *hyphens)
    )


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


def text_pages(document: Any, name: str) -> Iterator[PrintedPage]:  # noqa: ANN401  # pypdfium2 has no types
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
        yield PrintedPage(index + 1, width, height, in_reading_order(pieces_of(text_page), width))
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
