"""Small charters for the index: documents made of clauses written out in the tests."""

from collections.abc import Callable

import pytest

from raglib_core.model import (
    Block,
    Clause,
    Coverage,
    Document,
    Edit,
    Finding,
    Item,
    Notice,
    Page,
    Recognized,
    Section,
    Segmentation,
    Span,
)

Articles = dict[str, list[str]]
CHARTER: Articles = {
    "ОРГАНЫ УПРАВЛЕНИЯ": [
        "Высшим органом Общества является общее собрание участников.",
        "Совет директоров избирает председателя.",
        "Директор действует без доверенности.",
    ],
    "КРУПНЫЕ СДЕЛКИ": [
        "Крупную сделку одобряет общее собрание участников.",
        "Сделка с заинтересованностью требует согласия совета директоров.",
    ],
    "ПРИБЫЛЬ": ["Прибыль распределяется между участниками пропорционально долям.", "Убытки покрываются резервом."],
}


def make_document(doc_id: str, articles: Articles) -> Document:
    """Lay out articles with their clauses as a document that uses every field of the model."""
    text, sections, clauses = "", [], []
    for number, (heading, bodies) in enumerate(articles.items(), 1):
        start, title = len(text), f"Статья {number}. {heading}"
        text += title + "\n"
        heading_stop = len(text) - 1
        for place, body in enumerate(bodies, 1):
            at, label = len(text), f"{number}.{place}"
            text += f"{label}. {body}"
            path, titles = (str(number), label), (title, "")
            clauses.append(
                Clause(label, label + ".", label, "clause", at, len(text), len(text), str(number), path, titles)
            )
            text += "\n"
        sections.append(
            Section(
                str(number), "article", f"Статья {number}.", str(number), heading, 1, start, len(text), heading_stop
            )
        )
    return Document(
        doc_id, f"{doc_id}.md", Recognized(text), Segmentation(tuple(sections), tuple(clauses), _covered(text))
    )


def _covered(text: str) -> Coverage:
    return Coverage(len(text), len(text), 1, 1)


@pytest.fixture(scope="session")
def make() -> Callable[[str, Articles], Document]:
    return make_document


@pytest.fixture
def charter() -> Document:
    return make_document("устав", CHARTER)


@pytest.fixture
def rich() -> Document:
    """A document in which every field of the model has a value of its own."""
    text = "Статья 1. ДОЛИ\n1.1. Доля 😀:\n1) номинальная;\n2) действительная\ud800.\nхвост"
    start = text.index("1.1.")
    stop = text.index("\nхвост")
    inner = Item("а)", "а", start + 14, start + 16)
    items = (Item("1)", "1", start + 13, start + 20, (inner,)), Item("2)", "2", start + 21, stop))
    clause = Clause(
        "1.1", "1.1.", "1.1", "clause", start, stop, stop, "1", ("1", "1.1"), ("Статья 1. ДОЛИ", ""), items,
        (Span(start, start + 1),),
    )  # fmt: skip
    section = Section("1", "article", "Статья 1.", "1", "ДОЛИ", 1, 0, stop, 14)
    child = Section("§1", "heading", "", "", "Прочее", 2, stop, stop, stop, "1")
    finding = Finding(
        "gap", "error", "1.2", "1.4", "1.1", 3, 7, "lost_page", (("page", 2), ("sure", True), ("x", None)),
        (("before", "1.1.", 15), ("after", "1.5.", 40)),
    )  # fmt: skip
    recognized = Recognized(
        text, "html", "cp1251", "ab" * 32, (Page(1, 0, 20, 595.0, 842.5, "ocr"), Page(2, 20, len(text))),
        (Block(0, 14, "heading", 1, "1", "auto", 1, (0.0, 1.5, 2.0, 3.0), 0.5),), (Edit(2, 3, "hyphen", "а-"),),
        (Notice("odd_encoding", (("tried", "utf-8"),), 1),), "Устав",
    )  # fmt: skip
    coverage = Coverage(50, 45, 4, 1, (finding,), (Span(stop + 1, len(text)),))
    return Document("rich", "Устав (2025).html", recognized, Segmentation((section, child), (clause,), coverage))
