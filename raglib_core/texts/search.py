"""Sentences of search and contents: why a result is degraded or empty (``notice.…``), words of the outline."""

from __future__ import annotations

TABLE: dict[str, tuple[str, str]] = {
    "notice.no_vectors": (
        "Поиск только по словам: индекс построен без эмбеддингов.",
        "Searched by words only: the index was built without embeddings.",
    ),
    "notice.no_client": (
        "Поиск только по словам: для векторов индекса нужен эмбеддер «{model}», он не передан.",
        "Searched by words only: the vectors of the index need the embedder {model!r}, which was not given.",
    ),
    "notice.other_dimension": (
        "Поиск только по словам: эмбеддер даёт векторы длины {given}, в индексе – длины {expected}.",
        "Searched by words only: the embedder makes vectors of length {given}, the index holds length {expected}.",
    ),
    "notice.embedder_failed": (
        "Поиск только по словам: эмбеддер не ответил ({error_ru}).",
        "Searched by words only: the embedder failed ({error}).",
    ),
    "notice.embeddings_fallback": (
        "Вместо модели e5 взята модель USE, она слабее: {reason}",
        "The model USE, which is weaker, stands in for e5: {reason}",
    ),
    "notice.embeddings_missing": (
        "Эмбеддингов нет, индекс ищет только по словам: {reason}",
        "There are no embeddings, the index is searched by words only: {reason}",
    ),
    "notice.only_stop_words": (
        "В запросе только служебные слова: добавьте слово по существу.",
        "The query holds only stop words: add a word that carries meaning.",
    ),
    "notice.unknown_words": (
        "Ни одно слово запроса не встречается в выбранных документах.",
        "No word of the query occurs in the chosen documents.",
    ),
    "notice.by_meaning_only": (
        "Ни одно слово запроса не встречается в выбранных документах: найдено только по смыслу.",
        "No word of the query occurs in the chosen documents: found by meaning only.",
    ),
    "notice.no_match": ("Ничего не найдено.", "Nothing was found."),
    "notice.no_time_limit": (
        "Пакет regex не установлен: предел времени проверяется только между пунктами.",
        "The package regex is not installed: the time limit is checked between clauses only.",
    ),
    "notice.method_failed": ("Метод не выполнен: {error_ru}", "The method failed: {error}"),
    "search.blank": ("запрос пуст", "the query is blank"),
    "search.no_words": (
        "в запросе «{query}» нет ни букв, ни цифр",
        "the query {query!r} holds no letter and no digit",
    ),
    "search.top_k": (
        "top_k={value!r}: нужно целое число от 1",
        "top_k={value!r} is not allowed: an integer of 1 or more",
    ),
    "search.no_vectors": (
        "индекс построен без эмбеддингов; постройте его с эмбеддингами или ищите методом bm25",
        "the index was built without embeddings; build it with embeddings or search with bm25",
    ),
    "search.no_client": (
        "для векторов индекса нужен эмбеддер «{model}»; передайте его в RagIndex.load(embeddings=…)",
        "the vectors of the index need the embedder {model!r}; pass it to RagIndex.load(embeddings=…)",
    ),
    "search.other_dimension": (
        "эмбеддер «{given_model}» даёт векторы длины {given}, индекс построен «{model}» с длиной {expected}",
        "the embedder {given_model!r} makes vectors of length {given}; the index has length {expected} ({model!r})",
    ),
    "search.no_reference": (
        "индекс этого вида не хранит того, что нужно пакету rank-bm25",
        "an index of this kind does not keep what the package rank-bm25 needs",
    ),
    "contents.clauses": ("пункты: {numbers}", "clauses: {numbers}"),
    "contents.missing": ("⟨нет {number}⟩", "⟨missing {number}⟩"),
    "contents.elsewhere": ("ещё пропуски: {numbers}", "further gaps: {numbers}"),
    "contents.no_headings": ("(заголовков нет)", "(no headings)"),
}
