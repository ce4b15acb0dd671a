"""Files into an index: rows of the report, stable ids, and the old index that stays on failure."""

import pytest

from raglib_core import building
from raglib_core.embeddings import HashingEmbeddings, resolve_embeddings
from raglib_core.errors import (
    AmbiguousDocument,
    BadSettings,
    Cancelled,
    EmbeddingError,
    EmptyDocument,
    MissingInput,
    NoInputFiles,
    NotARaglibIndexError,
    UnknownDocument,
)
from raglib_core.indexing import generation
from raglib_core.model import STAGES
from raglib_core.recognition import FixtureRecognizer, MockRecognizer
from raglib_core.settings import BuildSettings
from raglib_core.texts import notice

CHARTER = "## Статья 1. Общие положения\n\n1.1. Общество создано.\n\n1.2. Устав утверждён.\n"
RULES = "1.1. Правила внутреннего распорядка.\n"


@pytest.fixture
def files(tmp_path):
    def write(**texts):
        paths = []
        for name, text in texts.items():
            path = tmp_path / "in" / name.replace("__", "/").replace("_md", ".md").replace("_pdf", ".pdf")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            paths.append(path)
        return paths

    return write


@pytest.fixture
def root(tmp_path):
    return tmp_path / "index"


def make(inputs, root, **options):
    return building.build(inputs, root, recognizer=MockRecognizer(), **options)


def rows(report):
    return [(row.name, row.status, row.doc_id) for row in report.files]


def texts_of(root):
    index = generation.open_index(root)
    return {record.doc_id: index.document(record.doc_id).text for record in index.records}


def test_every_file_has_a_row_with_its_counts(files, root):
    report = make(files(устав_md=CHARTER, правила_md=RULES), root)
    assert rows(report) == [("устав.md", "built", "устав"), ("правила.md", "built", "правила")]
    first = report.files[0]
    assert (first.characters, first.sections, first.clauses) == (len(CHARTER), 1, 2)
    assert report.generation == 1
    assert report.failed == ()


def test_files_are_read_in_a_process_of_their_own(files, root):
    report = building.build(files(устав_md=CHARTER), root)
    assert rows(report) == [("устав.md", "built", "устав")]


def test_one_bad_file_is_a_row_and_the_rest_is_built(files, root):
    report = make(files(a_md=CHARTER, b_pdf="%PDF-1.7", c_md=RULES), root)
    assert rows(report) == [("a.md", "built", "a"), ("b.pdf", "failed", ""), ("c.md", "built", "c")]
    (failed,) = report.failed
    assert "b.pdf" in failed.reason
    assert failed.reason == str(failed.error)
    assert list(texts_of(root)) == ["a", "c"]


def test_nothing_built_raises_the_first_error_and_leaves_the_old_index(files, root):
    make(files(a_md=CHARTER), root)
    before = texts_of(root)
    with pytest.raises(EmptyDocument, match=r"empty\.md"):
        make(files(empty_md="  \n", b_pdf="%PDF-1.7"), root)
    assert texts_of(root) == before


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_file_without_clauses_is_a_failure_of_that_file(files, root, text):
    report = make(files(a_md=CHARTER, blank_md=text), root)
    assert [row.status for row in report.files] == ["built", "failed"]
    assert isinstance(report.failed[0].error, EmptyDocument)


def test_same_content_twice_is_a_duplicate(files, root):
    report = make(files(a_md=CHARTER, b_md=CHARTER), root)
    assert rows(report) == [("a.md", "built", "a"), ("b.md", "duplicate", "a")]
    assert report.files[1].reason == "b.md: is already in the index as 'a'"


def test_same_bytes_with_another_text_are_no_duplicate(files, root):
    scans = files(a_pdf="scan", b_pdf="scan")
    recognizer = FixtureRecognizer({str(scans[0]): CHARTER, str(scans[1]): RULES})
    report = building.build(scans, root, recognizer=recognizer)
    assert [row.status for row in report.files] == ["built", "built"]


def test_ids_of_equal_names_differ(files, root):
    report = make(files(a__устав_md=CHARTER, b__устав_md=RULES), root)
    assert rows(report) == [("устав.md", "built", "устав"), ("устав.md", "built", "устав-2")]


def test_ids_do_not_move_when_the_order_of_the_input_changes(files, root):
    first, second = files(a__устав_md=CHARTER, b__устав_md=RULES)
    make([first, second], root)
    report = make([second, first], root)
    assert [row.doc_id for row in report.files] == ["устав-2", "устав"]
    assert texts_of(root) == {"устав": CHARTER, "устав-2": RULES}


def test_edited_file_keeps_its_id(files, root):
    first, second = files(a__устав_md=CHARTER, b__устав_md=RULES)
    make([first, second], root)
    first.write_text("1.1. Новая редакция.\n", encoding="utf-8")
    make([second, first], root)
    assert texts_of(root) == {"устав-2": RULES, "устав": "1.1. Новая редакция.\n"}


def test_input_that_is_not_there(files, root, tmp_path):
    with pytest.raises(MissingInput):
        make([tmp_path / "нет.md"], root)
    with pytest.raises(NoInputFiles):
        make([], root)
    assert not root.exists()


def test_folder_of_others_is_refused_and_untouched(files, root):
    root.mkdir()
    (root / "отчёт.docx").write_text("важное")
    with pytest.raises(NotARaglibIndexError):
        make(files(a_md=CHARTER), root)
    assert [path.name for path in root.iterdir()] == ["отчёт.docx"]


def test_progress_goes_through_all_stages(files, root):
    seen = []
    make(files(a_md=CHARTER, b_md=RULES), root, embedder=resolve_embeddings("hashing").embedder,
         progress=lambda *step: seen.append(step))  # fmt: skip
    assert list(dict.fromkeys(stage for stage, *_ in seen if stage not in ("recognize", "segment"))) == list(STAGES[2:])
    assert ("recognize", 0, 2, "a.md") in seen
    assert ("segment", 1, 2, "b.md") in seen
    assert all(0 <= done <= total for _, done, total, _ in seen)


@pytest.mark.parametrize("calls", [0, 1, 2, 3])
def test_cancel_leaves_the_old_index(files, root, calls):
    make(files(a_md=CHARTER), root)
    asked = iter(range(100))
    with pytest.raises(Cancelled):
        make(files(b_md=RULES, c_md=CHARTER), root, cancel=lambda: next(asked) >= calls)
    assert list(texts_of(root)) == ["a"]


def test_failing_embedder_leaves_the_old_index(files, root):
    class Broken(HashingEmbeddings):
        def embed_documents(self, texts):
            raise ConnectionError("provider is down")

    make(files(a_md=CHARTER), root)
    with pytest.raises(EmbeddingError, match="provider is down"):
        make(files(b_md=RULES), root, embedder=resolve_embeddings(Broken()).embedder)
    assert list(texts_of(root)) == ["a"]
    make(files(b_md=RULES), root)
    assert list(texts_of(root)) == ["b"]


# ---------------------------------------------------------------- add and remove


def test_added_documents_stand_behind_those_there_are(files, root):
    make(files(a_md=CHARTER), root)
    report = building.add(files(b_md=RULES), root, recognizer=MockRecognizer())
    assert rows(report) == [("b.md", "built", "b")]
    assert texts_of(root) == {"a": CHARTER, "b": RULES}
    assert report.generation == 2


def test_same_content_added_again_changes_nothing(files, root):
    make(files(a_md=CHARTER), root)
    report = building.add(files(copy_md=CHARTER), root, recognizer=MockRecognizer())
    assert rows(report) == [("copy.md", "duplicate", "a")]
    assert report.generation == generation.open_index(root).generation == 1


def test_same_name_with_other_content_is_another_document(files, root):
    make(files(устав_md=CHARTER), root)
    report = building.add(files(устав_md=RULES), root, recognizer=MockRecognizer())
    assert rows(report) == [("устав.md", "built", "устав-2")]
    assert texts_of(root) == {"устав": CHARTER, "устав-2": RULES}


def test_replace_keeps_id_and_place(files, root):
    make(files(устав_md=CHARTER, правила_md=RULES), root)
    building.add(files(устав_md="1.1. Новая редакция.\n"), root, recognizer=MockRecognizer(), replace=True)
    assert list(texts_of(root).items()) == [("устав", "1.1. Новая редакция.\n"), ("правила", RULES)]


def test_replace_of_an_ambiguous_name_is_a_failure_of_that_file(files, root):
    make(files(a__устав_md=CHARTER, b__устав_md=RULES), root)
    with pytest.raises(AmbiguousDocument, match="устав, устав-2"):
        building.add(files(устав_md="1.1. Новая."), root, recognizer=MockRecognizer(), replace=True)


def test_nothing_added_raises_the_first_error(files, root):
    make(files(a_md=CHARTER), root)
    with pytest.raises(EmptyDocument):
        building.add(files(blank_md=" "), root, recognizer=MockRecognizer())
    assert list(texts_of(root)) == ["a"]


class Counting(HashingEmbeddings):
    """Notes the texts it is asked for."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def embed_documents(self, texts):
        self.asked.extend(texts)
        return super().embed_documents(texts)


def test_known_clauses_are_not_embedded_again(files, root):
    counting = Counting()
    embedder = resolve_embeddings(counting).embedder
    make(files(a_md=CHARTER), root, embedder=embedder)
    counting.asked.clear()
    building.add(files(b_md=RULES), root, recognizer=MockRecognizer(), embedder=embedder)
    assert len(counting.asked) == 1
    assert "Правила внутреннего распорядка" in counting.asked[0]
    counting.asked.clear()
    building.remove(["b"], root, embedder=embedder)
    make(files(a_md=CHARTER), root, embedder=embedder)
    assert counting.asked == []


def test_vectors_of_the_others_survive_a_removal_without_the_embedder(files, root):
    class Foreign(HashingEmbeddings):
        def __init__(self):
            super().__init__()
            self.model_name = "foreign"

    make(files(a_md=CHARTER, b_md=RULES), root, embedder=resolve_embeddings(Foreign()).embedder)
    building.remove(["b"], root)
    assert generation.open_index(root).dimension == 256
    with pytest.raises(EmbeddingError, match="new texts need this embedder"):
        building.add(files(c_md="1.1. Новый текст."), root, recognizer=MockRecognizer())


def test_other_embedder_may_not_add(files, root):
    make(files(a_md=CHARTER), root, embedder=resolve_embeddings("hashing").embedder)
    with pytest.raises(EmbeddingError, match="made by 'hashing-256'"):
        building.add(files(b_md=RULES), root, embedder=resolve_embeddings("hashing-64").embedder)


def test_removed_document_is_gone(files, root):
    make(files(a_md=CHARTER, b_md=RULES), root)
    report = building.remove(["a"], root)
    assert rows(report) == [("a.md", "removed", "a")]
    assert list(texts_of(root)) == ["b"]
    with pytest.raises(UnknownDocument):
        building.remove(["b", "нет"], root)
    assert list(texts_of(root)) == ["b"]


def test_last_document_may_be_removed(files, root):
    make(files(a_md=CHARTER), root)
    building.remove(["a"], root)
    assert texts_of(root) == {}
    building.add(files(b_md=RULES), root, recognizer=MockRecognizer())
    assert list(texts_of(root)) == ["b"]


def test_settings_of_the_index_are_kept_when_adding(files, root):
    make(files(a_md=CHARTER), root, settings=BuildSettings(window_size=40, window_overlap=5, normalizer="none"))
    building.add(files(b_md=RULES), root, recognizer=MockRecognizer())
    settings = building.settings_of(generation.open_index(root))
    assert (settings.window_size, settings.normalizer) == (40, "none")


@pytest.mark.parametrize(
    "options",
    [{"window_size": 0}, {"window_size": -5}, {"window_size": 100, "window_overlap": 100}, {"window_overlap": -1}],
)
def test_impossible_windows_are_refused(options):
    with pytest.raises(BadSettings, match="chunk_"):
        BuildSettings(**options)


# ---------------------------------------------------------------- what is not done again


class Reads:
    """Counts the files that are recognized, in this process."""

    def __init__(self, monkeypatch):
        from raglib_core.building import shelf
        from raglib_core.recognition import recognize

        self.names, self.seen = [], []

        def counted(path, **_):
            self.names.append(path.name)
            return recognize(path)

        monkeypatch.setattr(shelf, "recognize_in_process", counted)

    def taken(self):
        names, self.names = self.names, []
        return names


@pytest.fixture
def reads(monkeypatch):
    return Reads(monkeypatch)


def test_rebuild_reads_only_what_changed(files, root, reads):
    first, second = files(a_md=CHARTER, b_md=RULES)
    building.build([first, second], root)
    before = texts_of(root)
    assert reads.taken() == ["a.md", "b.md"]
    report = building.build([first, second], root)
    assert (reads.taken(), texts_of(root)) == ([], before)
    assert [(row.status, row.clauses, row.characters) for row in report.files] == [
        ("built", 2, len(CHARTER)), ("built", 1, len(RULES)),
    ]  # fmt: skip
    second.write_text("1.1. Новая редакция.\n", encoding="utf-8")
    building.build([first, second], root)
    assert reads.taken() == ["b.md"]
    assert texts_of(root)["b"] == "1.1. Новая редакция.\n"


def test_renamed_file_keeps_its_id_and_gets_its_name(files, root, reads):
    (first,) = files(a_md=CHARTER)
    building.build([first], root)
    renamed = first.rename(first.with_name("устав.md"))
    report = building.build([renamed], root)
    assert rows(report) == [("устав.md", "built", "a")]
    assert generation.open_index(root).document("a").name == "устав.md"
    assert reads.taken() == ["a.md"]


def test_other_options_of_reading_read_again(files, root, reads):
    paths = files(a_md=CHARTER)
    building.build(paths, root)
    building.build(paths, root, settings=BuildSettings(ocr_number_repair=False))
    assert reads.taken() == ["a.md", "a.md"]
    building.build(paths, root, settings=BuildSettings(ocr_number_repair=False, context="none", normalizer="none"))
    assert reads.taken() == []


def test_stopped_build_goes_on_where_it_stopped(files, root, reads):
    paths = files(a_md=CHARTER, b_md=RULES, c_md="1.1. Третий документ.\n")
    seen = []
    with pytest.raises(Cancelled):
        building.build(paths, root, progress=lambda *step: seen.append(step), cancel=lambda: len(seen) >= 4)
    assert reads.taken() == ["a.md", "b.md"]
    assert not generation.is_index(root)
    report = building.build(paths, root)
    assert [row.status for row in report.files] == ["built"] * 3
    assert reads.taken() == ["c.md"]
    assert sorted(path.name for path in root.iterdir()) == ["CURRENT", "generations", "lock"]


def test_spoiled_readings_are_read_again(files, root, reads):
    paths = files(a_md=CHARTER, b_md=RULES)
    with pytest.raises(Cancelled):
        building.build(paths, root, progress=lambda *step: reads.seen.append(step), cancel=lambda: len(reads.seen) > 1)
    (root / "readings.sqlite").write_bytes(b"not a database" * 100)
    building.build(paths, root)
    assert reads.taken() == ["a.md", "a.md", "b.md"]
    assert texts_of(root) == {"a": CHARTER, "b": RULES}


def test_index_that_is_damaged_is_built_anew_from_the_files(files, root, reads):
    paths = files(a_md=CHARTER, b_md=RULES)
    building.build(paths, root)
    part = root / "generations" / "000001" / "texts.bin"
    part.write_bytes(part.read_bytes()[:-1] + b"?")
    reads.taken()
    building.build(paths, root)
    assert reads.taken() == ["a.md", "b.md"]
    assert texts_of(root) == {"a": CHARTER, "b": RULES}


def test_other_settings_than_before_are_told(files, root):
    paths = files(a_md=CHARTER)
    assert make(paths, root, settings=BuildSettings(normalizer="none")).notices == ()
    assert make(paths, root, settings=BuildSettings(normalizer="none")).notices == ()
    (told,) = make(
        paths, root, settings=BuildSettings(normalizer="none", context="path"),
        embedder=resolve_embeddings("hashing").embedder,
    ).notices  # fmt: skip
    assert notice(told, "en") == (
        "The index is built with other settings than the one before: context: title → path; "
        "embeddings: none → hashing-256"
    )


def test_many_files_of_one_name_have_ids_of_their_own(files, root):
    texts = {f"{number}__устав_md": f"1.1. Устав общества {number}.\n" for number in range(300)}
    report = make(files(**texts), root, settings=BuildSettings(normalizer="none"))
    assert len({row.doc_id for row in report.files}) == 300
    replaced = building.add(files(новый_md="1.1. Новый.\n"), root, recognizer=MockRecognizer(), replace=True)
    assert rows(replaced) == [("новый.md", "built", "новый")]
