"""Whatever happens to the bytes of an index: it is named, or the answer is the same; a wrong text never comes out."""

import random
import shutil

import numpy as np
import pytest

from raglib_core.errors import DamagedIndex, NotARaglibIndexError
from raglib_core.indexing import checking, generation, parts
from raglib_core.indexing.embedders import HashingEmbeddings
from raglib_core.russian import normaliser
from raglib_core.settings import BuildSettings

HASHING = HashingEmbeddings(8)
SETTINGS = BuildSettings(window_size=40, window_overlap=5, normalizer="none")
QUERIES = ["общее собрание", "сделка", "прибыль"]


@pytest.fixture
def root(tmp_path, charter, rich):
    root = tmp_path / "index"
    generation.write(root, (charter, rich), settings=SETTINGS, embedder=HASHING)
    return root


def answers(root):
    """Ask for everything: all clauses and documents, some rankings."""
    index = generation.open_index(root)
    everywhere = [(0, index.clause_count)]
    rankings = []
    for query in QUERIES:
        vector = np.array(HASHING.embed_query(query))
        lexical = index.search_lexical(normaliser("none").terms(query), everywhere, 5)
        dense = index.search_dense(vector, everywhere, 5)
        rankings.append([lexical.clause_ids.tolist(), lexical.scores.tolist(), dense.clause_ids.tolist()])
        rankings.append(index.search_sections(vector, [record.doc_id for record in index.records], 3))
    clauses = [index.clause(clause_id) for clause_id in range(index.clause_count)]
    return clauses, [index.document(record.doc_id) for record in index.records], rankings


def files_of(root):
    return sorted(path for path in root.rglob("*") if path.is_file() and path.name not in ("lock", "embeddings.sqlite"))


def sampled(paths, count, chance):
    """Give every file its first, middle and last byte and an equal share of the rest."""
    share = count // len(paths) + 1
    for path in paths:
        size = path.stat().st_size
        places = {0, size // 2, size - 1, *(chance.randrange(size) for _ in range(share))}
        yield from ((path, place) for place in sorted(places))


@pytest.mark.parametrize(
    ("hashed", "count"),
    [pytest.param(0, 500, id="large parts"), pytest.param(parts.HASHED_BYTES, 60, id="small parts")],
)
def test_every_damaged_byte_is_named_or_changes_nothing(root, monkeypatch, hashed, count):
    """A part counts as large (not hashed at opening) or small; every byte is damaged alone, then put back."""
    monkeypatch.setattr(parts, "HASHED_BYTES", hashed)
    chance, right = random.Random(hashed), answers(root)
    outcome = {"opening or fetching": 0, "check": 0, "same answer": 0}
    for path, place in sampled(files_of(root), count, chance):
        sound = path.read_bytes()
        path.write_bytes(sound[:place] + bytes([sound[place] ^ (1 << chance.randrange(8))]) + sound[place + 1 :])
        try:
            got = answers(root)
        except (DamagedIndex, NotARaglibIndexError):
            outcome["opening or fetching"] += 1
        else:
            assert got[:2] == right[:2], f"{path.name} byte {place}: another text"
            named = [problem.part for problem in checking.check(root).problems]
            assert path.name in named or got == right, f"{path.name} byte {place}: nobody tells"
            outcome["check" if named else "same answer"] += 1
        path.write_bytes(sound)
    assert sum(outcome.values()) >= count
    assert answers(root) == right
    assert checking.check(root).problems == ()


@pytest.mark.parametrize("hashed", [0, parts.HASHED_BYTES], ids=["large parts", "small parts"])
def test_two_clauses_of_one_length_cannot_change_places(root, monkeypatch, hashed):
    """Bytes that are valid by themselves but stand in the wrong place are no answer either."""
    monkeypatch.setattr(parts, "HASHED_BYTES", hashed)
    part = root / "generations" / "000001" / "texts.bin"
    text = part.read_bytes()
    changed = text.replace("избирает".encode(), "смещаетъ".encode())
    assert len(changed) == len(text)
    assert changed != text
    part.write_bytes(changed)
    with pytest.raises(DamagedIndex, match=r"texts\.bin"):
        answers(root)


# ---------------------------------------------------------------- what was written wrongly, hashes and all


def rewritten(root, name, change):
    """Change an array and write hashes that fit: no hash can tell, the contents must."""
    from raglib_core.indexing import folder
    from raglib_core.storage import sha256_of

    place = root / "generations" / "000001"
    array = np.load(place / f"{name}.npy").copy()
    change(array)
    np.save(place / f"{name}.npy", array)
    manifest = parts.from_json((place / "manifest.json").read_bytes())
    manifest["parts"][f"{name}.npy"]["sha256"] = sha256_of((place / f"{name}.npy").read_bytes())
    data = parts.to_json(manifest)
    (place / "manifest.json").write_bytes(data)
    folder.write_pointer(root, folder.Pointer("000001", sha256_of(data)))


def set_to(place, value):
    def change(array):
        array[place] = value

    return change


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("vectors", set_to((0, 0), np.nan)),
        ("vectors", set_to((1, slice(None)), 3.0)),
        ("section_vectors", set_to((0, 0), np.inf)),
        ("windows", set_to((2, 0), 10_000)),
        ("windows", set_to((0, 0), 5)),
        ("windows", set_to((1, 0), 1)),
        ("first_windows", set_to(1, 0)),
        ("lexical.indices", set_to(0, 1_000)),
        ("lexical.indices", set_to(slice(None), 0)),
        ("lexical.tf", set_to(0, 9)),
        ("lexical.lengths", set_to(0, 77)),
        ("lexical.vocabulary", set_to(0, 255)),
        ("lexical.indptr", set_to(1, 0)),
        ("places", set_to((2, 1), 0)),
        ("spans", set_to((0, 0), 1)),
        ("spans", set_to((4, 0), 1)),
    ],
)  # fmt: skip
def test_contents_that_cannot_be_right_are_named_although_the_hash_fits(root, name, change):
    assert checking.check(root).problems == ()
    rewritten(root, name, change)
    assert checking.check(root).problems != ()


def test_check_counts_what_is_there_and_names_files_of_others(root):
    (root / "notes.txt").write_text("мои заметки", encoding="utf-8")
    found = checking.check(root)
    index = generation.open_index(root)
    assert found.sound
    assert found.counts == {
        "documents": 2, "sections": 5, "clauses": 8, "windows": index.window_count, "vectors": index.window_count,
        "dimension": 8,
    }  # fmt: skip
    assert [path.name for path in found.foreign] == ["notes.txt"]


def test_check_of_a_folder_that_is_no_index(tmp_path):
    with pytest.raises(NotARaglibIndexError):
        checking.check(tmp_path)


def test_copied_index_is_sound(root, tmp_path):
    moved = shutil.move(root, tmp_path / "elsewhere")
    assert checking.check(moved).problems == ()
    assert answers(moved)
