"""Corrections of an index: applied at once and at every rebuild, judged findings, undone, reported when they fail."""

import pytest

from raglib_core import RagIndex
from raglib_core.errors import BadCorrection, IndexLocked, UnknownClause, UnknownCorrection
from raglib_core.indexing.folder import CORRECTIONS, locked

CHARTER = (
    "## Статья 5. СДЕЛКИ\n\n"
    "5.1. Сделки одобряет собрание. Протокол ведёт секретарь.\n\n"
    "5.2. Крупные сделки одобряет совет.\n\n"
    "5.4. Решение хранится пять лет.\n"
)


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "in" / "устав.md"
    path.parent.mkdir()
    path.write_text(CHARTER, encoding="utf-8")
    return path


@pytest.fixture
def index(source, tmp_path):
    return RagIndex.build(source, tmp_path / "index", embeddings="hashing")


def numbers(index):
    return [clause.number for clause in index.document("устав").clauses]


def gap(index):
    return next(found for found in index.coverage("устав").findings if found.kind == "gap")


def test_a_split_is_found_by_search_at_once_and_after_a_rebuild(index, source):
    index.correct("устав", "split", CHARTER.index("Протокол"), number="5.1.1", comment="две мысли", author="Иванова")
    assert numbers(index) == ["5.1", "5.1.1", "5.2", "5.4"]
    assert index.search("секретарь протокол", method="bm25")[0].clause_number == "5.1.1"
    rebuilt = RagIndex.build(source, index.root, embeddings="hashing")
    assert numbers(rebuilt) == ["5.1", "5.1.1", "5.2", "5.4"]
    (outcome,) = rebuilt.corrections("устав")
    assert (outcome.problem, outcome.correction.comment, outcome.correction.author) == ("", "две мысли", "Иванова")
    assert index.document("устав").text == CHARTER


def test_a_join_is_undone(index):
    made = index.correct("устав", "join", "5.2")
    assert numbers(index) == ["5.1", "5.4"]
    index.undo_correction(made.correction_id)
    assert numbers(index) == ["5.1", "5.2", "5.4"]
    assert index.corrections() == []
    assert not (index.root / CORRECTIONS).exists()


def test_a_judgement_is_seen_at_once_without_a_new_generation(index):
    before = index.manifest["created_at"], index.documents
    index.correct("устав", "false_alarm", gap(index), comment="номер исключён решением собрания")
    assert gap(index).status == "false_alarm"
    assert (RagIndex.load(index.root).manifest["created_at"], index.documents) == before
    index.correct("устав", "accepted", gap(index))
    assert gap(index).status == "accepted"
    assert len(index.corrections("устав")) == 1
    index.undo_correction(index.corrections()[0].correction.correction_id)
    assert gap(index).status == "open"


def test_corrections_of_a_replaced_file_apply_where_they_still_can(index, source):
    index.correct("устав", "split", CHARTER.index("Протокол"), number="5.1.1")
    index.correct("устав", "join", "5.4")
    source.write_text("# УСТАВ\n\n" + CHARTER.replace("пять лет", "десять лет"), encoding="utf-8")
    report = index.replace(source)
    assert numbers(index)[-4:] == ["5.1", "5.1.1", "5.2", "5.4"]
    assert [outcome.problem for outcome in index.corrections("устав")] == ["", "quotation_gone"]
    assert [note.code for note in report.files[0].warnings] == ["correction_quotation_gone"]


def test_corrections_of_a_removed_document_wait_for_it(index, source):
    index.correct("устав", "join", "5.2")
    index.remove("устав")
    assert [outcome.problem for outcome in index.corrections()] == ["no_document"]
    index.add(source)
    assert numbers(index) == ["5.1", "5.4"]


@pytest.mark.parametrize(
    ("kind", "target", "number"),
    [("split", CHARTER.index("Протокол"), "пять"), ("split", CHARTER.index("5.2."), "5.2"), ("join", 3, "")],
)
def test_what_cannot_be_corrected_is_refused_and_not_kept(index, kind, target, number):
    with pytest.raises(BadCorrection):
        index.correct("устав", kind, target, number=number)
    assert not (index.root / CORRECTIONS).exists()


def test_unknown_names(index):
    with pytest.raises(UnknownClause):
        index.correct("устав", "join", "99.9")
    with pytest.raises(UnknownCorrection):
        index.undo_correction("нет такой")


def test_a_writer_elsewhere_leaves_everything_as_it_was(index):
    with locked(index.root), pytest.raises(IndexLocked):
        index.correct("устав", "join", "5.2")
    assert numbers(index) == ["5.1", "5.2", "5.4"]


def test_a_failed_write_takes_the_correction_back(index):
    blind = RagIndex.load(index.root, embeddings="none")
    with pytest.raises(Exception, match="embedder"):
        blind.correct("устав", "split", CHARTER.index("Протокол"), number="5.1.1")
    assert RagIndex.load(index.root).corrections() == []


def test_a_broken_line_is_named(index):
    (index.root / CORRECTIONS).write_text('{"kind": "join"}\n', encoding="utf-8")
    with pytest.raises(BadCorrection, match=r"corrections\.jsonl:1"):
        index.corrections()


def test_the_file_goes_with_the_index(index):
    index.correct("устав", "join", "5.2")
    index.delete()
    assert not index.root.exists()
