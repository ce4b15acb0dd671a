"""Documents that go from one index into the next: taken over as they are, the same bytes as made anew."""

import random

import pytest

from raglib_core.errors import DamagedIndex, IndexLocked
from raglib_core.indexing import assembly, generation
from raglib_core.indexing.embedders import HashingEmbeddings
from raglib_core.indexing.generation import Kept
from raglib_core.russian import normaliser
from raglib_core.settings import BuildSettings

HASHING = HashingEmbeddings(16)
SETTINGS = BuildSettings(window_size=40, window_overlap=8, normalizer="none")
WORDS = ["общество", "участник", "доля", "собрание", "директор", "сделка", "устав", "прибыль", "капитал", "голос"]


def written(root, pieces, *, embedder=HASHING, settings=SETTINGS, **options):
    generation.write(root, pieces, settings=settings, embedder=embedder, **options)
    return generation.open_index(root)


def content(index):
    """Return the hash of every part: two indexes of the same hashes are the same index."""
    return {name: entry["sha256"] for name, entry in index._manifest["parts"].items()}


@pytest.fixture
def documents(make):
    chance = random.Random(5)
    made = []
    for number in range(6):
        articles = {
            f"СТАТЬЯ {article}": [" ".join(chance.choices(WORDS, k=chance.randrange(1, 30))) for _ in range(3)]
            for article in range(1 + number % 3)
        }
        made.append(make(f"д{number}", articles))
    return [*made, make("пустой", {})]


@pytest.mark.parametrize("embedder", [None, HASHING])
@pytest.mark.parametrize(
    "order",
    [
        pytest.param(["0", "1", "2", "new"], id="added"),
        pytest.param(["0", "new", "2"], id="replaced"),
        pytest.param(["0", "2", "5"], id="removed"),
        pytest.param(["new", "4", "5", "0", "1", "6"], id="moved"),
        pytest.param([], id="emptied"),
        pytest.param(["6"], id="without text"),
    ],
)
def test_taken_over_and_made_anew_are_the_same_bytes(tmp_path, documents, make, rich, order, embedder):
    base = written(tmp_path / "base", documents, embedder=embedder)
    pieces = [rich if name == "new" else Kept(base, int(name)) for name in order]
    whole = [rich if name == "new" else documents[int(name)] for name in order]
    kept = written(tmp_path / "kept", pieces, embedder=embedder)
    anew = written(tmp_path / "anew", whole, embedder=embedder)
    assert content(kept) == content(anew)
    assert [kept.document(record.doc_id) for record in kept.records] == whole


def test_every_change_of_a_long_life_gives_the_index_of_a_rebuild(tmp_path, documents):
    chance, index, there = random.Random(7), written(tmp_path / "life", documents[:3]), documents[:3]
    for _ in range(8):
        pieces = [Kept(index, number) for number in range(len(there))]
        spare = [document for document in documents if document not in there]
        if spare and chance.random() < 0.6:
            place = chance.randrange(len(there) + 1)
            there, pieces = there[:place] + spare[:1] + there[place:], pieces[:place] + spare[:1] + pieces[place:]
        elif there:
            place = chance.randrange(len(there))
            there, pieces = there[:place] + there[place + 1 :], pieces[:place] + pieces[place + 1 :]
        index = written(tmp_path / "life", pieces, expected=index.generation)
    assert content(index) == content(written(tmp_path / "anew", there))


class Counting(HashingEmbeddings):
    count = 0

    def embed_documents(self, texts):
        self.count += len(texts)
        return super().embed_documents(texts)


class CountedWords:
    """A normaliser that counts what it is asked for."""

    count = 0

    def __init__(self, words):
        self._words = words

    def terms(self, text):
        CountedWords.count += 1
        return self._words.terms(text)


@pytest.mark.parametrize(
    ("changed", "words_again", "vectors_again"),
    [
        pytest.param({}, False, False, id="nothing"),
        pytest.param({"normalizer": "lemma"}, True, False, id="form of words"),
        pytest.param({"context": "none"}, True, True, id="context"),
        pytest.param({"window_size": 30}, True, True, id="windows"),
        pytest.param({"model": 8}, False, True, id="embedder"),
    ],
)
def test_other_settings_redo_what_depends_on_them(
    tmp_path, documents, monkeypatch, changed, words_again, vectors_again
):
    base = written(tmp_path / "base", documents)
    values = {**SETTINGS.as_dict(), **{name: value for name, value in changed.items() if name != "model"}}
    model = Counting(changed.get("model", 16))
    monkeypatch.setattr(CountedWords, "count", 0)
    monkeypatch.setattr(assembly, "normaliser", lambda name: CountedWords(normaliser(name)))
    pieces = [Kept(base, number) for number in range(len(documents))]
    index = written(tmp_path / "other", pieces, embedder=model, settings=BuildSettings(**values))
    assert (CountedWords.count > 0, model.count > 0) == (words_again, vectors_again)
    monkeypatch.undo()
    anew = written(tmp_path / "anew", documents, embedder=model, settings=BuildSettings(**values))
    assert content(index) == content(anew)


def test_model_that_changed_under_its_name_makes_all_vectors_anew(tmp_path, documents, rich):
    class Renamed(HashingEmbeddings):
        model_name = "same"

    first = written(tmp_path / "index", documents, embedder=Renamed(16))
    second = written(tmp_path / "index", [Kept(first, 0), rich], embedder=Renamed(8))
    assert second.dimension == 8
    assert content(second) == content(written(tmp_path / "anew", [documents[0], rich], embedder=Renamed(8)))


def test_damage_is_not_copied_into_a_new_index(tmp_path, documents, rich):
    root = tmp_path / "index"
    index = written(root, documents)
    vectors = root / "generations" / "000001" / "vectors.npy"
    data = bytearray(vectors.read_bytes())
    data[-1] ^= 1
    vectors.write_bytes(data)
    with pytest.raises(DamagedIndex, match=r"vectors\.npy"):
        written(root, [Kept(index, 0), rich])
    assert sorted(path.name for path in (root / "generations").iterdir()) == ["000001"]


def test_change_of_an_index_that_changed_meanwhile_is_refused(tmp_path, documents):
    root = tmp_path / "index"
    first = written(root, documents[:2])
    written(root, documents[2:4])
    with pytest.raises(IndexLocked, match="changed the index meanwhile"):
        written(root, [Kept(first, 0)], expected=first.generation)
    assert generation.open_index(root).generation == 2
