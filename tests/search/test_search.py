"""Methods of search on the sample charter: what is found, in which order, and what is refused."""

import json

import pytest

from raglib_core import texts
from raglib_core.embeddings import HashingEmbeddings
from raglib_core.errors import BadQuery, MethodUnavailable, UnknownMethod

METHODS = ("bm25", "vector", "hybrid", "rank_bm25", "auto")


def numbers(hits):
    return [hit.clause_number for hit in hits]


@pytest.mark.parametrize("method", METHODS)
def test_clause_about_major_transactions_comes_first(charter, method):
    hits = charter.search("крупные сделки", method=method)
    assert hits[0].clause_number == "13.1"
    assert hits[0].text.startswith("13.1. Крупной сделкой признаётся")
    assert hits[0].text.endswith("согласия общего собрания участников.")


@pytest.mark.parametrize("method", METHODS)
def test_hit_has_all_its_fields(charter, method):
    result = charter.search("уведомление о собрании заказным письмом участникам", method=method, top_k=3)
    assert [hit.rank for hit in result] == [1, 2, 3]
    first = result[0]
    assert (first.clause_number, first.locator, first.doc_id, first.doc_name) == (
        "12.1.3",
        "12.1.3",
        "charter",
        "charter.md",
    )
    assert first.section_path == ["12", "12.1", "12.1.3"]
    assert first.section_titles == ["Статья 12. ОРГАНЫ УПРАВЛЕНИЯ", "", ""]
    assert first.breadcrumb == "Статья 12. ОРГАНЫ УПРАВЛЕНИЯ › 12.1 › 12.1.3"
    assert charter.document("charter").text[first.start : first.stop] == first.text
    assert first.page is None
    assert first.method == result.method_used
    assert json.loads(json.dumps(first.why)) == first.why


def test_scores_fall_or_tie(charter):
    for method in METHODS:
        scores = [hit.score for hit in charter.search("решение общего собрания участников", method=method, top_k=20)]
        assert scores == sorted(scores, reverse=True)


def test_word_in_half_of_the_clauses_is_found(written):
    index = written("1.1. Доля участника.\n\n1.2. Доля наследника.\n\n1.3. Совет избирает.\n\n1.4. Устав вступает.\n")
    assert numbers(index.search("доля", method="bm25")) == ["1.1", "1.2"]


def test_exact_clause_wins_in_a_document_of_two(written):
    index = written("1.1. Доля участника.\n\n1.2. Доля общества.\n")
    hits = index.search("доля участника", method="bm25")
    assert numbers(hits) == ["1.1", "1.2"]
    assert hits[0].score > hits[1].score > 0


def test_number_in_the_query_finds_its_clause(charter):
    assert charter.search("12.4", method="bm25")[0].clause_number == "12.4"


@pytest.mark.parametrize("tail", ["причальный сбор уплачивается ежемесячно", "капитал пополняется взносами"])
@pytest.mark.parametrize("method", ["bm25", "vector", "hybrid"])
def test_long_clause_is_found_once_and_whole_by_its_tail(written, method, tail):
    clause = "1.1. " + "Общество ведёт учёт имущества и обязательств. " * 120 + tail + "."
    index = written(f"{clause}\n\n1.2. Директор отвечает за учёт.\n", embeddings=HashingEmbeddings())
    hits = index.search(tail, method=method)
    assert numbers(hits).count("1.1") == 1
    assert hits[0].text == clause
    assert len(hits[0].text) > 1500 * 3


# ---------------------------------------------------------------- queries that cannot be answered


@pytest.mark.parametrize("query", ["", "   ", "\n", "!!!", "«…» – §"])
@pytest.mark.parametrize("method", METHODS)
def test_query_without_words_is_refused(charter, query, method):
    with pytest.raises(BadQuery, match="the query"):
        charter.search(query, method=method)


@pytest.mark.parametrize("query", ["и в на", "Как это?", "of the"])
@pytest.mark.parametrize("method", METHODS)
def test_query_of_stop_words_finds_nothing_and_says_why(charter, query, method):
    result = charter.search(query, method=method)
    assert result == []
    assert result.reason == "The query holds only stop words: add a word that carries meaning."
    assert not result.degraded


@pytest.mark.parametrize("query", ["криптовалюта", "blockchain ledger", "что такое криптовалюта и на что она"])
@pytest.mark.parametrize("method", METHODS)
def test_unknown_words_find_nothing_and_say_why(charter, query, method):
    result = charter.search(query, method=method)
    assert result == []
    assert result.reason == "No word of the query occurs in the chosen documents."
    assert result.notice.code == "unknown_words"


@pytest.mark.parametrize("top_k", [0, -1, -3, 2.5, "5", None, True])
def test_top_k_is_an_integer_of_one_or_more(charter, top_k):
    for verb in (charter.search, charter.grep, charter.find_section):
        with pytest.raises(ValueError, match="an integer of 1 or more"):
            verb("сделки", top_k=top_k)


@pytest.mark.parametrize("top_k", [1, 2, 1000])
def test_no_more_than_top_k(charter, top_k):
    assert 1 <= len(charter.search("собрание", top_k=top_k)) <= top_k


def test_unknown_method_and_strategy_name_the_choice(charter):
    with pytest.raises(
        UnknownMethod, match="unknown method 'fuzzy': choose one of auto, bm25, vector, hybrid, rank_bm25"
    ):
        charter.search("сделки", method="fuzzy")
    with pytest.raises(ValueError, match="unknown strategy 'deep': choose one of flat, tree"):
        charter.search("сделки", strategy="deep")


# ---------------------------------------------------------------- what the index cannot do


@pytest.mark.parametrize("method", ["vector", "hybrid"])
def test_method_asked_by_name_on_an_index_of_words_is_refused(words_only, method):
    with pytest.raises(MethodUnavailable, match=f"method '{method}' is not available: the index was built without emb"):
        words_only.search("сделки", method=method)


def test_tree_on_an_index_of_words_is_refused(words_only):
    for method in ("bm25", "hybrid", "auto"):
        with pytest.raises(RuntimeError, match="method 'tree' is not available"):
            words_only.search("сделки", method=method, strategy="tree")


def test_default_and_auto_on_an_index_of_words_search_by_words_and_say_so(words_only):
    for result in (words_only.search("сделки"), words_only.search("сделки", method="auto")):
        assert numbers(result)[0] == "13.1" or result[0].score > 0
        assert (result.degraded, result.method_used) == (True, "bm25")
        assert result.reason == "Searched by words only: the index was built without embeddings."
    assert words_only.search("сделки").method == "hybrid"


class Failing(HashingEmbeddings):
    """Built the index all right; does not answer queries."""

    broken = True

    def embed_query(self, text):
        if self.broken:
            raise ConnectionError("provider is down")
        return super().embed_query(text)

    def embed_documents(self, texts):
        return [HashingEmbeddings.embed_query(self, text) for text in texts]


@pytest.mark.parametrize("method", ["vector", "hybrid", "auto"])
@pytest.mark.parametrize("strategy", ["flat", "tree"])
def test_failing_embedder_gives_the_result_by_words_and_says_so(written, method, strategy):
    index = written("1.1. Доля участника.\n\n1.2. Совет общества.\n", embeddings=Failing())
    result = index.search("доля", method=method, strategy=strategy)
    assert numbers(result) == ["1.1"]
    assert (result.degraded, result.method, result.method_used) == (True, method, "bm25")
    assert "provider is down" in result.reason
    assert texts.notice(result.notice, "ru").startswith("Поиск только по словам: эмбеддер не ответил")


def test_hashed_words_are_joined_by_ranks_and_meanings_by_scores(charter, written):
    assert charter.engine.fusion == "rrf"
    meaning = type("Meaning", (HashingEmbeddings,), {"carries_meaning": True})
    assert written("1.1. Доля.\n", embeddings=meaning()).engine.fusion == "zscore"


# ---------------------------------------------------------------- tree


@pytest.mark.parametrize("method", METHODS)
def test_tree_finds_what_flat_finds_first(charter, method):
    flat = charter.search("крупные сделки", method=method)
    tree = charter.search("крупные сделки", method=method, strategy="tree")
    assert flat[0].clause_id in [hit.clause_id for hit in tree]
    assert tree[0].why["tree"]["section"] == "13"


def test_tree_reaches_text_before_the_first_section(written):
    index = written(
        "Настоящая преамбула говорит о причалах.\n\n## Статья 1. Общие положения\n\n1.1. Общество создано.\n",
        embeddings=HashingEmbeddings(),
    )
    (hit,) = index.search("причалах", method="bm25", strategy="tree")
    assert hit.text == "Настоящая преамбула говорит о причалах."
    assert hit.why["tree"] == {"section": "", "cosine": None}


def test_tree_keeps_to_the_filters(library):
    hits = library.search("собственность участников", strategy="tree", doc="law.txt", section="ст. 3", top_k=20)
    assert hits
    assert {hit.doc_name for hit in hits} == {"law.txt"}
    assert all("3" in hit.section_path for hit in hits)


# ---------------------------------------------------------------- comparison


def test_one_failing_method_leaves_the_others_alone(words_only):
    results = words_only.compare_methods("крупные сделки", ["bm25", "vector", "hybrid", "rank_bm25", "grep", "fuzzy"])
    assert {method: bool(result) for method, result in results.items()} == {
        "bm25": True, "vector": False, "hybrid": False, "rank_bm25": True, "grep": True, "fuzzy": False,
    }  # fmt: skip
    assert all(results[method].degraded and results[method].reason for method in ("vector", "hybrid", "fuzzy"))
    assert "built without embeddings" in results["vector"].reason
    assert "построен без эмбеддингов" in texts.notice(results["vector"].notice, "ru")


def test_comparison_refuses_what_no_method_can_answer(charter):
    with pytest.raises(BadQuery):
        charter.compare_methods(" ")
    with pytest.raises(KeyError):
        charter.compare_methods("сделки", doc="нет.md")
