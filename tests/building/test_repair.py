"""A damaged index is mended from its texts, or says which document it cannot mend."""

import shutil

import pytest

from raglib_core import building
from raglib_core.embeddings import HashingEmbeddings, resolve_embeddings
from raglib_core.errors import EmbeddingError, NotARaglibIndexError
from raglib_core.indexing import folder, generation
from raglib_core.recognition import MockRecognizer

CHARTER = "## Статья 1. Общие положения\n\n1.1. Общество создано.\n\n1.2. Устав утверждён.\n"
RULES = "1.1. Правила внутреннего распорядка.\n"
TEXT_PARTS = ("texts.bin", "documents.jsonl", "records.json", "manifest.json")


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    home = tmp_path_factory.mktemp("repair")
    (home / "устав.md").write_text(CHARTER, encoding="utf-8")
    (home / "правила.md").write_text(RULES, encoding="utf-8")
    embedder = resolve_embeddings(HashingEmbeddings(16)).embedder
    building.build(home, home / "index", recognizer=MockRecognizer(), embedder=embedder)
    return home / "index"


@pytest.fixture
def root(tmp_path, sound):
    return shutil.copytree(sound, tmp_path / "index")


def part_of(root, name):
    return root / "generations" / "000001" / name


def damage(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 8
    path.write_bytes(data)


def contents(root):
    index = generation.open_index(root)
    return [index.document(record.doc_id) for record in index.records], index.postings, index.vectors.tobytes()


@pytest.mark.parametrize("gone", [False, True], ids=["damaged", "missing"])
@pytest.mark.parametrize("part", sorted(folder.PART_FILES - set(TEXT_PARTS)))
def test_everything_but_texts_is_made_again(root, sound, part, gone):
    part_of(root, part).unlink() if gone else damage(part_of(root, part))
    found = building.repair(root)
    assert part in [problem.part for problem in found.problems]
    assert (found.repaired, found.sound) == (True, True)
    assert building.check(root).problems == ()
    right, mended = contents(sound), contents(root)
    assert mended[0] == right[0]
    assert all((mended[1][name] == right[1][name]).all() for name in right[1])
    assert mended[2] == right[2]


@pytest.mark.parametrize("part", TEXT_PARTS)
def test_lost_text_is_told_and_nothing_is_changed(root, part):
    damage(part_of(root, part))
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    found = building.repair(root)
    assert (found.repaired, found.sound) == (False, False)
    assert part in [problem.part for problem in found.problems]
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_document_whose_text_is_lost_is_named(root):
    text = part_of(root, "texts.bin")
    text.write_bytes(text.read_bytes().replace("внутреннего".encode(), "наружного!!".encode()[:22].ljust(22, b"?")))
    found = building.repair(root)
    assert [problem.reason for problem in found.problems if "cannot be trusted" in problem.reason] == [
        "the text of правила (правила.md) cannot be trusted"
    ]


@pytest.mark.parametrize("content", [None, b"", b"{}", b"\xff garbage"])
def test_lost_pointer_is_set_again(root, content):
    pointer = root / "CURRENT"
    before = pointer.read_bytes()
    pointer.unlink() if content is None else pointer.write_bytes(content)
    found = building.repair(root)
    assert ([problem.part for problem in found.problems], found.repaired) == (["CURRENT"], True)
    assert pointer.read_bytes() == before


def test_vectors_of_a_foreign_embedder_need_it_unless_the_cache_has_them(tmp_path, root):
    class Foreign:
        model_name = "foreign"

        def embed_documents(self, texts):
            return HashingEmbeddings(16).embed_documents(texts)

        def embed_query(self, text):
            return HashingEmbeddings(16).embed_query(text)

    (tmp_path / "устав.md").write_text(CHARTER, encoding="utf-8")
    other = tmp_path / "foreign"
    embedder = resolve_embeddings(Foreign()).embedder
    building.build(tmp_path / "устав.md", other, recognizer=MockRecognizer(), embedder=embedder)
    damage(part_of(other, "vectors.npy"))
    cache = other / "embeddings.sqlite"
    kept = cache.read_bytes()
    cache.unlink()
    with pytest.raises(EmbeddingError, match="new texts need this embedder"):
        building.repair(other)
    cache.write_bytes(kept)
    assert building.repair(other).repaired
    damage(other / "generations" / "000002" / "vectors.npy")
    cache.unlink()
    assert building.repair(other, embedder=embedder).repaired


def test_sound_index_is_left_as_it_is(root):
    found = building.repair(root)
    assert (found.problems, found.repaired, found.sound, found.generation) == ((), False, True, 1)


def test_folder_that_is_no_index_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("мои заметки", encoding="utf-8")
    with pytest.raises(NotARaglibIndexError):
        building.repair(tmp_path)
