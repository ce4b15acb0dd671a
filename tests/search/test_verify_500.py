"""500 quotations of two editions of every sample, cut at random and changed at random: the right class in 99 of 100."""

import random
import re
from collections import Counter

import pytest

from raglib_core.api import RagIndex
from raglib_core.recognition import MockRecognizer
from tests.search.conftest import SAMPLES

NAMES = ("charter.md", "law.txt", "regulation.md", "bylaws_en.md")
QUOTATIONS = 500
EDITS = ("none", "space", "word", "number", "clause")
#: what the new edition of a document says otherwise
NEW_WORDS = (("директор", "управляющий"), ("участник", "акционер"), ("не менее", "не более"), ("members", "partners"))
STRANGE = ("фиолетовый", "параллелепипед", "осциллограф", "kaleidoscope", "баобаб")


def new_edition(text):
    """The same document a year later: some words and every second number of days, shares and sums are others."""
    for old, new in NEW_WORDS:
        text = text.replace(old, new)
    return re.sub(r"\b(\d+)(?= (?:дней|процент|рублей|days|per cent))", lambda found: str(int(found[1]) + 5), text)


@pytest.fixture(scope="module")
def editions(tmp_path_factory):
    folder = tmp_path_factory.mktemp("editions")
    for name in NAMES:
        text = (SAMPLES / name).read_text(encoding="utf-8")
        (folder / name).write_text(text, encoding="utf-8")
        stem, _, suffix = name.partition(".")
        (folder / f"{stem}-2025.{suffix}").write_text(new_edition(text), encoding="utf-8")
    return RagIndex.build(folder, folder / "index", recognizer=MockRecognizer())


def spoken(text):
    """The words of a text: the plainest reading, that of this test alone."""
    return " " + " ".join(re.findall(r"\w+|[^\w\s]", text)) + " "


def cut(chance, text):
    """A run of at least five words of a clause."""
    words = list(re.finditer(r"\S+", text))
    first = chance.randrange(len(words) - 4)
    stop = chance.randint(first + 5, min(len(words), first + 60))
    return text[words[first].start() : words[stop - 1].end()]


def edited(chance, quote, edit):
    """A quotation after an edit; None where it has nothing to edit in that way."""
    if edit == "space":
        blanks = [found.start() for found in re.finditer(r"\s", quote)]
        place = chance.choice(blanks)
        return quote[:place] + chance.choice(["  ", "\n", "\u00a0", " \n ", ""]) + quote[place + 1 :]
    if edit == "number":
        numbers = list(re.finditer(r"\d+", quote))
        if not numbers:
            return None
        found = chance.choice(numbers)
        return quote[: found.start()] + str(int(found[0]) + chance.randint(100, 999)) + quote[found.end() :]
    if edit == "word":
        found = chance.choice(list(re.finditer(r"[^\W\d_]{3,}", quote)))
        stand_in = chance.choice(["", chance.choice(STRANGE)])
        return quote[: found.start()] + stand_in + quote[found.end() :]
    return quote


def cases(index):
    """Quotation, cited document and clause, and the right class by plain comparison of words."""
    chance = random.Random(20251130)
    texts = {doc_id: index.document(doc_id).text for doc_id in index.documents}
    clauses = [
        (doc_id, one.locator, texts[doc_id][one.start : one.stop], texts[doc_id][one.start : one.tree_stop])
        for doc_id in index.documents
        for one in index.document(doc_id).clauses
    ]
    clauses = [one for one in clauses if len(one[2].split()) >= 6]
    while True:
        doc_id, locator, text, tree = chance.choice(clauses)
        edit = chance.choice(EDITS)
        quote = edited(chance, cut(chance, text), edit)
        if quote is None:
            continue
        if edit == "clause":
            doc_id, locator, _, tree = chance.choice(clauses)
        said = spoken(re.sub(r"\s", " ", quote))
        # a lost blank joins two words; the plain reading of this test cannot see that they are the same
        verbatim_somewhere = edit in ("none", "space", "clause") or any(said in spoken(one) for one in texts.values())
        verbatim_here = edit in ("none", "space") or said in spoken(tree)
        yield (
            quote,
            doc_id,
            locator,
            edit,
            ("verbatim" if verbatim_here else "elsewhere" if verbatim_somewhere else "differs"),
        )


def test_500_quotations_get_the_right_class(editions):
    seen, wrong = Counter(), []
    for number, (quote, doc_id, locator, edit, right) in enumerate(cases(editions)):
        if number == QUOTATIONS:
            break
        seen[edit, right] += 1
        check = editions.verify(quote, doc_id, locator)
        if check.verdict != right:
            wrong.append((edit, right, check.verdict, quote, doc_id, locator))
    assert {edit for edit, _ in seen} == set(EDITS)
    assert {right for _, right in seen} == {"verbatim", "elsewhere", "differs"}
    assert len(wrong) <= QUOTATIONS // 100, wrong


def test_a_number_that_makes_another_edition_is_elsewhere(editions):
    quote = "Уведомление о собрании направляется участникам за 30 дней заказным письмом."
    assert editions.verify(quote, "charter.md", "12.1.3").verdict == "verbatim"
    assert editions.verify(quote, "charter-2025.md", "12.1.3").verdict == "elsewhere"
