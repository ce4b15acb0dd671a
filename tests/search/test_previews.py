"""First words of sections: a sentence of the document, nothing else."""

import pytest

from raglib_core.model import Coverage, Document, Recognized, Section, Segmentation
from raglib_core.search.previews import Previews, shortened


def document_of(text, *headings):
    """Make a document whose sections have the given heading lines; each ends where the next one starts."""
    places = [(text.index(line), line) for line in headings]
    stops = [start for start, _ in places[1:]] + [len(text)]
    sections = tuple(
        Section(str(n), "heading", "", "", line.strip("# "), 1, start, stop, start + len(line))
        for n, ((start, line), stop) in enumerate(zip(places, stops, strict=True))
    )
    return Document("doc", "doc.md", Recognized(text), Segmentation(sections, (), Coverage(0, 0, 0, 0)))


@pytest.mark.parametrize(
    "noise",
    [
        "",
        "<!-- page 3 -->",
        "| № | Наименование |",
        "-----",
        "стр. 3",
        "- 7 -",
        "3 из 12",
        "Всего страниц: 18",
        "***",
        "17",
    ],
)
def test_preview_passes_over_what_is_no_sentence(noise):
    document = document_of(f"## 7.\n\n{noise}\n- Общество вправе создавать филиалы.\n", "## 7.")
    assert Previews(document).first_words(document.sections[0], 80) == "Общество вправе создавать филиалы."


def test_preview_passes_over_the_heading_of_a_subsection():
    document = document_of("## Раздел А\n\n### Подраздел\nТекст.", "## Раздел А")
    inner = Section("1", "heading", "", "", "Подраздел", 2, 13, 32, 27)
    document = Document(
        "doc", "doc.md", document.recognized, Segmentation((document.sections[0], inner), (), Coverage(0, 0, 0, 0))
    )
    assert Previews(document).first_words(document.sections[0], 80) == "Текст."


def test_section_without_text_has_no_preview():
    document = document_of("## Раздел А\n\n## Раздел Б\nТекст.", "## Раздел А", "## Раздел Б")
    assert [Previews(document).first_words(section, 80) for section in document.sections] == ["", "Текст."]


def test_bare_number_is_replaced_by_the_first_words_and_a_title_stays():
    document = document_of("## 7.\nОбщество вправе.\n## Статья 8. Филиалы\nОни есть.", "## 7.", "## Статья 8. Филиалы")
    previews = Previews(document)
    assert [previews.title(section, 80) for section in document.sections] == ["Общество вправе.", "Статья 8. Филиалы"]


@pytest.mark.parametrize(
    ("text", "size", "expected"),
    [
        ("Общество вправе", 80, "Общество вправе"),
        ("Общество вправе создавать", 18, "Общество вправе…"),
        ("Наименование", 5, "Наим…"),
    ],
)
def test_long_text_is_cut_between_words(text, size, expected):
    assert shortened(text, size) == expected
