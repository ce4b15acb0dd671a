"""The index in its folder: what is written comes back, and nothing else ever does."""

import gc
import json
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from raglib_core.errors import (
    BadSettings,
    Cancelled,
    DamagedIndex,
    EmbeddingError,
    IndexLocked,
    MethodUnavailable,
    NotARaglibIndexError,
    UnknownDocument,
)
from raglib_core.indexing import assembly, folder, generation
from raglib_core.indexing.embedders import HashingEmbeddings
from raglib_core.indexing.generation import Kept
from raglib_core.russian import normaliser
from raglib_core.settings import BuildSettings

HASHING = HashingEmbeddings(32)
SETTINGS = BuildSettings(normalizer="none")


@pytest.fixture
def root(tmp_path):
    return tmp_path / "index"


def write(root, *documents, embedder=None, settings=SETTINGS, **options):
    return generation.write(root, documents, settings=settings, embedder=embedder, **options)


def generations(root):
    return sorted(path.name for path in (root / "generations").iterdir())


def numbers_found(index, query):
    ranking = index.search_lexical(normaliser("none").terms(query), [(0, 10**6)], 10)
    return [index.clause(clause_id)[1].number for clause_id in ranking.clause_ids.tolist()]


# ---------------------------------------------------------------- round trip


@pytest.mark.parametrize("embedder", [None, HASHING])
def test_documents_come_back_equal(root, charter, rich, embedder):
    write(root, charter, rich, embedder=embedder)
    index = generation.open_index(root)
    assert index.document("устав") == charter
    assert index.document("rich") == rich
    assert index.sections("rich") == rich.sections


def test_clause_comes_with_its_verbatim_text(root, charter, rich):
    write(root, charter, rich)
    index = generation.open_index(root)
    for clause_id, (document, clause) in enumerate((d, c) for d in (charter, rich) for c in d.clauses):
        record, found, text = index.clause(clause_id)
        assert (record.doc_id, found) == (document.doc_id, clause)
        assert text == document.text[clause.start : clause.stop]


def test_records_tell_the_ranges_of_documents(root, charter, rich):
    write(root, charter, rich)
    first, second = generation.open_index(root).records
    assert (first.doc_id, first.first_clause, first.stop_clause) == ("устав", 0, 7)
    assert (second.name, second.first_clause, second.stop_clause) == ("Устав (2025).html", 7, 8)
    assert (second.findings, second.characters, second.title) == (1, len(rich.text), "Устав")


def test_section_is_a_range_of_clauses(root, rich, charter):
    write(root, rich, charter)
    index = generation.open_index(root)
    deals = index.sections("устав")[1]
    low, high = index.clause_range("устав", deals.start, deals.stop)
    assert [index.clause(clause_id)[1].number for clause_id in range(low, high)] == ["2.1", "2.2"]


def test_manifest_tells_how_the_index_was_made(root, charter):
    write(root, charter, embedder=HASHING, settings=BuildSettings(window_size=30, window_overlap=5, normalizer="none"))
    manifest = generation.open_index(root).manifest
    assert (manifest["format"], manifest["chunking"]) == ("raglib-index", {"size": 30, "overlap": 5})
    assert manifest["bm25"] == {"normalizer": "none", "variant": "lucene", "k1": 1.5, "b": 0.75}
    assert manifest["embeddings"] == {
        "model": "hashing-32", "dim": 32, "section_embedding": "mean", "carries_meaning": False, "spec": "hashing-32",
    }  # fmt: skip
    assert manifest["counts"]["clauses"] == 7
    assert manifest["counts"]["chunks"] > 7
    assert json.loads(json.dumps(manifest)) == manifest


def test_automatic_normaliser_is_kept_by_its_concrete_name(root, charter):
    write(root, charter, settings=BuildSettings())
    assert generation.open_index(root).manifest["settings"]["normalizer"] in {"stem", "lemma", "none"}


def test_index_without_documents_and_document_without_clauses(root, make):
    for documents in ((), (make("empty", {}),)):
        write(root, *documents, embedder=HASHING)
        index = generation.open_index(root)
        assert len(index.records) == len(documents)
        assert numbers_found(index, "доля") == []


def test_two_documents_of_one_id(root, charter):
    with pytest.raises(BadSettings, match="doc_id"):
        write(root, charter, charter)


# ---------------------------------------------------------------- search


def test_words_of_the_title_find_the_clause(root, charter):
    write(root, charter)
    assert set(numbers_found(generation.open_index(root), "крупные")) == {"2.1", "2.2"}


def test_match_in_the_tail_of_a_long_clause_finds_it_once(root, make):
    long = make("long", {"ДОЛИ": ["начало " * 400 + "якорь", "иное"]})
    write(root, long, embedder=HASHING)
    index = generation.open_index(root)
    assert numbers_found(index, "якорь") == ["1.1"]
    ranking = index.search_lexical(["якорь"], [(0, 2)], 5)
    start, stop = ranking.windows[0]
    text = index.clause(0)[2]
    assert "якорь" in text[start:stop]
    assert stop == len(text)


def test_vectors_of_clauses_and_sections(root, charter):
    write(root, charter, embedder=HASHING)
    index = generation.open_index(root)
    query = np.array(HASHING.embed_query("прибыль распределяется между участниками"))
    assert index.clause(int(index.search_dense(query, [(0, 7)], 3).clause_ids[0]))[1].number == "3.1"
    doc_id, key, cosine = index.search_sections(query, ["устав"], 1)[0]
    assert (doc_id, key) == ("устав", "3")
    assert 0 < cosine <= 1
    with pytest.raises(UnknownDocument):
        index.search_sections(query, ["нет"], 1)


def test_section_vectors_from_title_and_lead(root, charter):
    settings = BuildSettings(normalizer="none", section_embedding="title_lead")
    write(root, charter, embedder=HASHING, settings=settings)
    query = np.array(HASHING.embed_query("крупные сделки"))
    assert generation.open_index(root).search_sections(query, ["устав"], 1)[0][1] == "2"


def test_index_of_words_alone_has_no_vectors(root, charter):
    write(root, charter)
    index = generation.open_index(root)
    assert index.dimension == 0
    with pytest.raises(MethodUnavailable, match="without embeddings"):
        index.search_dense(np.ones(32, np.float32), [(0, 7)], 3)


def test_rebuild_asks_the_embedder_for_nothing(root, charter):
    class Asked(HashingEmbeddings):
        count = 0

        def embed_documents(self, texts):
            self.count += len(texts)
            return super().embed_documents(texts)

    model = Asked(32)
    write(root, charter, embedder=model)
    before = model.count
    write(root, charter, embedder=model)
    assert (before, model.count) == (7, 7)


# ---------------------------------------------------------------- old or new, never a mixture


def test_rebuild_replaces_and_an_open_reader_keeps_what_it_has(root, charter, rich, make):
    assert write(root, charter) == 1
    reader = generation.open_index(root)
    for number in range(2, 6):
        assert write(root, make(f"д{number}", {"ДОЛИ": ["Доля."]}), rich) == number
    assert reader.document("устав") == charter
    assert reader.clause(3)[1].number == "2.1"
    assert [record.doc_id for record in generation.open_index(root).records] == ["д5", "rich"]
    assert generations(root) == ["000001", "000005"]
    del reader
    gc.collect()
    write(root, rich)
    assert generations(root) == ["000006"]


class Failing(HashingEmbeddings):
    def embed_documents(self, texts):
        raise ConnectionError("no route")


def test_failed_rebuild_keeps_the_old_index(root, charter, rich):
    write(root, charter)
    with pytest.raises(EmbeddingError, match="no route"):
        write(root, rich, embedder=Failing())
    assert [record.doc_id for record in generation.open_index(root).records] == ["устав"]
    assert [path.name for path in (root / "generations").iterdir()] == ["000001"]


def test_failed_first_build_can_be_repeated(root, charter):
    with pytest.raises(EmbeddingError):
        write(root, charter, embedder=Failing())
    assert not generation.is_index(root)
    write(root, charter)
    assert generation.is_index(root)


@pytest.mark.parametrize("stage", ["lexical", "dense", "write"])
def test_cancel_at_any_stage_keeps_the_old_index(root, charter, rich, stage):
    write(root, charter)
    stages = []
    with pytest.raises(Cancelled):
        write(
            root, rich, embedder=HASHING,
            progress=lambda name, *rest: stages.append(name), cancel=lambda: stage in stages or stage == "lexical",
        )  # fmt: skip
    assert [record.doc_id for record in generation.open_index(root).records] == ["устав"]


def test_progress_ends_at_its_total(root, charter):
    steps = []
    write(root, charter, embedder=HASHING, progress=lambda *step: steps.append(step))
    last = {stage: (done, total) for stage, done, total, _ in steps}
    assert last == {"lexical": (7, 7), "dense": (7, 7), "write": (1, 1)}


@pytest.mark.parametrize("section_embedding", ["mean", "title_lead"])
def test_progress_of_vectors_grows_through_all_blocks(root, charter, rich, make, monkeypatch, section_embedding):
    monkeypatch.setattr(assembly, "_BLOCK_WINDOWS", 2)
    write(root, charter, embedder=HASHING)
    kept, steps = Kept(generation.open_index(root), 0), []
    settings = BuildSettings(normalizer="none", section_embedding=section_embedding)
    documents = [rich, kept, make("ещё", {"ДОЛИ": ["Доля.", "Доля.", "Иное."]})]
    write(root, *documents, embedder=HASHING, settings=settings, progress=lambda *step: steps.append(step))
    dense = [(done, total) for stage, done, total, _ in steps if stage == "dense"]
    assert [done for done, _ in dense] == sorted(done for done, _ in dense)
    assert len({total for _, total in dense}) == 1
    assert dense[-1][0] == dense[-1][1]


def test_second_writer_is_told_to_wait(root, charter):
    write(root, charter)
    with folder.locked(root), pytest.raises(IndexLocked, match="is writing"):
        write(root, charter)
    assert write(root, charter) == 2


def test_killed_writer_leaves_the_old_index(root, charter):
    write(root, charter)
    program = textwrap.dedent("""
        import sys, time
        from pathlib import Path
        from raglib_core.indexing import generation
        from raglib_core.settings import BuildSettings
        root = Path(sys.argv[1])
        documents = [generation.open_index(root).document("устав")]
        def progress(stage, done, total, name):
            if stage == "write":
                print("writing", flush=True)
                time.sleep(60)
        generation.write(root, documents, settings=BuildSettings(normalizer="none"), progress=progress)
    """)
    checkout = Path(generation.__file__).parents[2]
    with subprocess.Popen([sys.executable, "-c", program, str(root)], stdout=subprocess.PIPE, cwd=checkout) as writer:
        assert writer.stdout.readline() == b"writing\n"
        with pytest.raises(IndexLocked):
            write(root, charter)
        writer.kill()
        writer.wait()
    assert generations(root) == ["000001", "000002.tmp"]
    assert generation.open_index(root).document("устав") == charter
    gc.collect()
    assert write(root, charter) == 2
    assert generations(root) == ["000002"]


# ---------------------------------------------------------------- what is not ours


def test_folder_of_others_is_refused_and_untouched(root, charter):
    root.mkdir()
    (root / "notes.txt").write_text("мои заметки", encoding="utf-8")
    for act in (lambda: write(root, charter), lambda: generation.open_index(root), lambda: generation.delete(root)):
        with pytest.raises(NotARaglibIndexError):
            act()
    assert [path.name for path in root.iterdir()] == ["notes.txt"]


def test_marker_alone_gives_no_right_to_the_files_beside_it(root, charter):
    root.mkdir()
    (root / "manifest.json").write_text('{"format": "raglib-index", "version": 1}', encoding="utf-8")
    (root / "notes.txt").write_text("мои заметки", encoding="utf-8")
    with pytest.raises(NotARaglibIndexError, match="another version"):
        generation.open_index(root)
    for act in (lambda: write(root, charter), lambda: generation.delete(root)):
        with pytest.raises(NotARaglibIndexError):
            act()
    assert (root / "notes.txt").exists()


def test_file_missing_folder_and_other_version(root, tmp_path, charter):
    with pytest.raises(NotARaglibIndexError, match="no such folder"):
        generation.open_index(root)
    file = tmp_path / "file"
    file.write_bytes(b"")
    for act in (lambda: write(file, charter), lambda: generation.open_index(file), lambda: generation.delete(file)):
        with pytest.raises(NotARaglibIndexError):
            act()
    write(root, charter)
    pointer = json.loads((root / "CURRENT").read_bytes())
    (root / "CURRENT").write_text(json.dumps({**pointer, "version": 99}), encoding="utf-8")
    with pytest.raises(NotARaglibIndexError, match="version 99"):
        generation.open_index(root)


def test_delete_removes_all_of_the_index(root, charter):
    assert generation.delete(root) is False
    write(root, charter, embedder=HASHING)
    write(root, charter, embedder=HASHING)
    assert generation.delete(root) is True
    assert not root.exists()
    assert generation.delete(root) is False


def test_delete_and_rebuild_spare_files_of_others(root, charter, caplog):
    write(root, charter)
    mine = [root / "notes.txt", root / "generations" / "000001" / "mine.bin", root / "generations" / "keep.txt"]
    for path in mine:
        path.write_bytes(b"mine")
    assert sorted(generation.foreign_files(root)) == sorted(mine)
    for _ in range(3):
        write(root, charter)
    assert all(path.exists() for path in mine)
    assert generation.delete(root) is True
    assert all(path.exists() for path in mine)
    assert "notes.txt" in caplog.text
    assert not generation.is_index(root)


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need rights on Windows")
def test_links_are_not_followed(root, tmp_path, charter):
    write(root, charter)
    outside = tmp_path / "outside"
    shutil.copytree(root / "generations", outside)
    link = tmp_path / "link"
    link.symlink_to(root)
    with pytest.raises(NotARaglibIndexError, match="symbolic link"):
        generation.delete(link)
    shutil.rmtree(root / "generations")
    (root / "generations").symlink_to(outside)
    with pytest.raises(DamagedIndex):
        generation.open_index(root)
    with pytest.raises(NotARaglibIndexError):
        write(root, charter)
    generation.delete(root)
    assert (outside / "000001" / "manifest.json").exists()


def test_id_that_looks_like_a_path_stays_an_id(root, make):
    write(root, make("../../outside", {"ДОЛИ": ["Доля."]}))
    assert generation.open_index(root).document("../../outside").name == "../../outside.md"
    assert [path.name for path in root.parent.iterdir()] == ["index"]


# ---------------------------------------------------------------- damage

PARTS = sorted(folder.PART_FILES)
DAMAGE = {
    "missing": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "garbage": lambda path: path.write_bytes(b"\x93garbage" * 5),
    "one byte": lambda path: path.write_bytes(path.read_bytes()[:-2] + b"Z" + path.read_bytes()[-1:]),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory, make):
    """An index that was written once; each case damages a copy of it."""
    root = tmp_path_factory.mktemp("sound") / "index"
    write(root, make("устав", {"ДОЛИ": ["Доля участника.", "Доля общества."]}), embedder=HASHING)
    return root


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("part", PARTS)
def test_damaged_part_is_named(root, sound, part, damage):
    shutil.copytree(sound, root)
    DAMAGE[damage](root / "generations" / "000001" / part)
    with pytest.raises(DamagedIndex) as caught:
        generation.open_index(root)
    assert caught.value.values["part"] == part


def test_damaged_index_is_still_one_and_can_be_built_anew(root, charter):
    write(root, charter)
    DAMAGE["truncated"](root / "generations" / "000001" / "manifest.json")
    assert generation.is_index(root)
    write(root, charter)
    assert generation.open_index(root).document("устав") == charter


@pytest.mark.parametrize("damage", [*DAMAGE, "edited"])
def test_damaged_pointer_is_named(root, charter, damage):
    write(root, charter)
    pointer = root / "CURRENT"
    if damage == "edited":
        pointer.write_text(pointer.read_text(encoding="utf-8").replace("000001", "../evil"), encoding="utf-8")
    elif damage == "one byte":
        pointer.write_bytes(pointer.read_bytes()[:-1])
    else:
        DAMAGE[damage](pointer)
    with pytest.raises(DamagedIndex, match="CURRENT"):
        generation.open_index(root)
    assert write(root, charter) == 2
    assert generation.open_index(root).document("устав") == charter


def test_verify_reads_every_part(root, charter):
    write(root, charter)
    index = generation.open_index(root)
    index.verify()
    text = root / "generations" / "000001" / "texts.bin"
    text.write_bytes(text.read_bytes().replace("Общества".encode(), "общества".encode()))
    with pytest.raises(DamagedIndex, match=r"texts\.bin"):
        index.verify()
