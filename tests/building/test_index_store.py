"""Inputs that broke the folder of the known library, by their row in the table of its difficult inputs, and ours."""

import json
import shutil
import sys
import threading
from pathlib import Path

import pytest

from raglib_core import RagIndex
from raglib_core.embeddings import HashingEmbeddings
from raglib_core.errors import BadSettings, DamagedIndex, EmbeddingError, IndexLocked, NotARaglibIndexError
from raglib_core.indexing import folder
from raglib_core.recognition import MockRecognizer

CHARTER = "## Статья 1. Сделки\n\n1.1. Крупную сделку одобряет собрание.\n\n1.2. Мелкую сделку одобряет директор.\n"


class Counting(HashingEmbeddings):
    """Notes how many texts it is asked for, and fails when it is told to."""

    def __init__(self):
        super().__init__(16)
        self.calls, self.failing = [], False

    def embed_documents(self, texts):
        if self.failing:
            raise ConnectionError("provider is down")
        self.calls.append(len(texts))
        return super().embed_documents(texts)


@pytest.fixture
def charter(tmp_path):
    path = tmp_path / "устав.md"
    path.write_text(CHARTER, encoding="utf-8")
    return path


@pytest.fixture
def root(tmp_path):
    return tmp_path / "index"


def build(charter, root, **options):
    return RagIndex.build(charter, root, recognizer=MockRecognizer(), bm25_normalizer="none", **options)


def part_of(root, name):
    (generation,) = (root / "generations").iterdir()
    return generation / name


def test_row_87_embedder_that_fails_during_a_rebuild_leaves_the_old_index(charter, root):
    model = Counting()
    build(charter, root, embeddings=model)
    model.failing = True
    charter.write_text(CHARTER + "\n1.3. Новый пункт.\n", encoding="utf-8")
    with pytest.raises(EmbeddingError, match="provider is down"):
        build(charter, root, embeddings=model)
    assert len(RagIndex.load(root, embeddings=model).document("устав").clauses) == 2
    model.failing = False
    assert len(build(charter, root, embeddings=model).document("устав").clauses) == 3


def test_row_88_rebuild_embeds_nothing_again(charter, root):
    model = Counting()
    build(charter, root, embeddings=model)
    build(charter, root, embeddings=model)
    assert sum(model.calls) == 2


def test_row_89_load_while_another_thread_rebuilds(charter, root):
    build(charter, root)
    stop, told = threading.Event(), []

    def load():
        while not stop.is_set():
            told.append(RagIndex.load(root).documents)

    reader = threading.Thread(target=load)
    reader.start()
    for _ in range(15):
        build(charter, root)
    stop.set()
    reader.join()
    assert told == [["устав"]] * len(told) != []


def test_row_90_second_writer_is_told_who_holds_the_lock(charter, root):
    build(charter, root)
    with folder.locked(root), pytest.raises(IndexLocked, match="process"):
        build(charter, root)
    build(charter, root)


def test_row_91_edited_text_is_no_answer(charter, root):
    build(charter, root)
    text = part_of(root, "texts.bin")
    text.write_bytes(text.read_bytes().replace("Крупную".encode(), "Мелкую!".encode()))
    with pytest.raises(DamagedIndex, match=r"texts\.bin"):
        RagIndex.load(root)


@pytest.mark.parametrize("content", [None, b"", b"{", b"[]", b"\xff\xfe\x00", b"null"])
@pytest.mark.parametrize("name", ["clauses.jsonl", "windows.npy", "manifest.json", "vectors.npy", "records.json"])
def test_row_93_every_damage_is_one_kind_of_error(charter, root, name, content):
    build(charter, root, embeddings=HashingEmbeddings(16))
    part = part_of(root, name)
    part.unlink() if content is None else part.write_bytes(content)
    with pytest.raises(DamagedIndex) as caught:
        RagIndex.load(root)
    assert caught.value.values["part"] == name
    assert str(root) in str(caught.value)
    assert "check-index --repair" in str(caught.value)


def test_row_94_lost_vectors_are_damage_and_not_an_index_of_words(charter, root):
    build(charter, root, embeddings=HashingEmbeddings(16))
    part_of(root, "vectors.npy").unlink()
    with pytest.raises(DamagedIndex, match=r"vectors\.npy"):
        RagIndex.load(root)


def test_row_95_id_in_the_files_of_an_index_is_no_path(charter, root, tmp_path):
    (tmp_path / "secret.md").write_text("тайна", encoding="utf-8")
    build(charter, root)
    manifest, records = part_of(root, "manifest.json"), part_of(root, "records.json")
    records.write_bytes(records.read_bytes().replace('"устав"'.encode(), b'"../../secret"'))
    told = json.loads(manifest.read_bytes())
    told["parts"]["records.json"] = {
        "bytes": records.stat().st_size, "sha256": folder.storage.sha256_of_file(records),
    }  # fmt: skip
    manifest.write_text(json.dumps(told), encoding="utf-8")
    folder.write_pointer(root, folder.Pointer("000001", folder.storage.sha256_of_file(manifest)))
    index = RagIndex.load(root)
    assert index.documents == ["../../secret"]
    assert index.document("../../secret").text == CHARTER


def test_row_96_marker_gives_no_right_to_remove_files(root):
    root.mkdir()
    mine = root / "договор.docx"
    mine.write_bytes(b"mine")
    for name in ("manifest.json", "CURRENT"):
        (root / name).write_text('{"format": "raglib-index", "version": 3}', encoding="utf-8")
    with pytest.raises((NotARaglibIndexError, DamagedIndex)):
        RagIndex.load(root)
    RagIndex.delete_index(root)
    assert mine.read_bytes() == b"mine"
    assert (root / "manifest.json").exists()


def test_row_97_file_of_the_user_in_the_folder_stays_and_is_named(charter, root, caplog):
    index = build(charter, root)
    mine = root / "заметки.txt"
    mine.write_text("мои", encoding="utf-8")
    assert [path.name for path in index.check().foreign] == ["заметки.txt"]
    assert RagIndex.delete_index(root) is True
    assert mine.read_text(encoding="utf-8") == "мои"
    assert "заметки.txt" in caplog.text


def test_row_99_delete_of_what_is_no_index(charter, root, tmp_path):
    assert RagIndex.delete_index(root) is False
    for other in (charter, tmp_path):
        with pytest.raises(NotARaglibIndexError):
            RagIndex.delete_index(other)
    build(charter, root)
    if sys.platform != "win32":
        (tmp_path / "link").symlink_to(root)
        with pytest.raises(NotARaglibIndexError, match="symbolic link"):
            RagIndex.delete_index(tmp_path / "link")
    assert charter.exists()
    assert RagIndex.load(root).documents == ["устав"]


@pytest.mark.parametrize(
    "options", [{"chunk_size": 0}, {"chunk_size": -5}, {"chunk_size": 10, "chunk_overlap": 20}, {"chunk_overlap": -1}]
)
def test_row_100_impossible_windows_are_refused_before_anything_is_written(charter, root, options):
    with pytest.raises(BadSettings, match="chunk_"):
        build(charter, root, **options)
    assert not root.exists()


def test_row_101_index_can_be_moved_and_names_no_path_of_its_sources(charter, root, tmp_path):
    build(charter, root)
    moved = Path(shutil.move(root, tmp_path / "elsewhere"))
    assert RagIndex.load(moved).search("крупную сделку", method="bm25")
    for path in moved.rglob("*"):
        if path.is_file() and path.name != "lock":
            assert str(tmp_path).encode() not in path.read_bytes(), path.name
