"""One query against one index: checks, scope, rankings, fusion, hits with their explanation.

The way of a query: words are checked, filters become ranges of clause ids, each arm ranks inside them, arms are joined,
the best clauses become hits. What could not run as asked is said in the result (``degraded``, ``reason``), or raised
where it was asked for by name.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from raglib_core.indexing.embedders import Embedder
from raglib_core.indexing.seam import IndexSeam, Vector
from raglib_core.model import Notice, SearchResult, SectionRef
from raglib_core.russian import Normaliser
from raglib_core.search import explain
from raglib_core.search.catalogue import Catalogue, DocumentChoice, Scope, intersected
from raglib_core.search.checks import bad_query, check_choice, check_query, check_top_k
from raglib_core.search.contents import Contents
from raglib_core.search.dense_arm import DenseArm
from raglib_core.search.grep import Matcher
from raglib_core.search.hits import Found, hits_of
from raglib_core.search.rankings import Rankings, Task
from raglib_core.search.tree import tree_scope
from raglib_core.settings import SearchSettings
from raglib_core.texts import notice as sentence

METHODS = ("auto", "bm25", "vector", "hybrid", "rank_bm25")
STRATEGIES = ("flat", "tree")
#: methods that need no vector
WORD_METHODS = ("bm25", "rank_bm25")


@dataclass(frozen=True, slots=True)
class _Question:
    query: str
    method: str
    strategy: str
    top_k: int
    started: float

    @property
    def needs_vector(self) -> bool:
        return self.method not in WORD_METHODS or self.strategy == "tree"

    @property
    def may_fall_back(self) -> bool:
        """Whether the caller left the choice to the engine."""
        return self.method == "auto" and self.strategy == "flat"


class Engine:
    """Searches one unchanging index; safe to share between threads.

    ``normaliser`` must be the one that the lexical index was made with. ``model`` is the name of the embedder that the
    vectors come from ("" for none); it is named in errors.
    """

    def __init__(
        self,
        index: IndexSeam,
        embedder: Embedder | None,
        *,
        normaliser: Normaliser,
        model: str = "",
        settings: SearchSettings | None = None,
    ) -> None:
        """Put the parts together; texts of documents are read when they are needed."""
        self.index = index
        self.settings = settings or SearchSettings()
        self.normaliser = normaliser
        self.catalogue = Catalogue(index)
        self.contents = Contents(self.catalogue)
        self.dense = DenseArm(index, embedder, model)
        self._rankings = Rankings(index, self.settings)

    # ------------------------------------------------------------ what the index can do

    @property
    def fusion(self) -> str:
        """How method hybrid joins its rankings here: "zscore" or "rrf"."""
        if self.settings.fusion != "auto":
            return self.settings.fusion
        return "zscore" if self.dense.carries_meaning else "rrf"

    @property
    def best_method(self) -> str:
        """What method auto runs while the embedder answers: "hybrid", or "bm25" where there are no vectors."""
        return "bm25" if self.dense.problem() else "hybrid"

    # ------------------------------------------------------------ search

    def search(
        self,
        query: str,
        *,
        method: str = "auto",
        top_k: int = 5,
        strategy: str = "flat",
        doc: DocumentChoice = None,
        section: str | None = None,
    ) -> SearchResult:
        """Return the best clauses for a query, at most ``top_k``; empty with a reason where nothing answers.

        Method auto is hybrid, or bm25 where that cannot run; the result then says so (``degraded``). A failing embedder
        degrades any method. Strategy tree looks into the sections nearest to the query only. ``doc`` (id or file name,
        or several) and ``section`` (any form a person types) narrow the search.

        Raises BadQuery for a query without words or a ``top_k`` below 1, UnknownMethod, UnknownDocument,
        AmbiguousDocument, UnknownSection, and MethodUnavailable for a method or strategy asked for by name that the
        index cannot do.
        """
        question = _Question(query, method, strategy, top_k, time.perf_counter())
        check_choice("method", method, METHODS)
        check_choice("strategy", strategy, STRATEGIES)
        check_top_k(top_k)
        check_query(query)
        scope = self.catalogue.scope(doc, section)
        vector = self._vector(question)
        # function words only blur the ranking (MRR of BM25 on XQuAD ru and en rises without them)
        terms = self.normaliser.content_terms(query)
        if not terms:
            return self._result(question, [], _used(question, vector), vector, Notice("only_stop_words"))
        return self._answer(question, terms, scope, vector)

    def _vector(self, question: _Question) -> Vector | Notice | None:
        """Return the vector of the query, None where no arm asks for one, or why there is none."""
        if not question.needs_vector:
            return None
        vector = self.dense.vector(question.query)
        if isinstance(vector, Notice) and vector.code != "embedder_failed" and not question.may_fall_back:
            raise self.dense.unavailable("tree" if question.strategy == "tree" else question.method, vector)
        return vector

    def _answer(
        self, question: _Question, terms: list[str], scope: Scope, vector: Vector | Notice | None
    ) -> SearchResult:
        used = _used(question, vector)
        depth = max(5 * question.top_k, self.settings.depth)
        usable = None if isinstance(vector, Notice) else vector
        task = Task(terms, usable, scope.ranges, question.top_k, depth, self.fusion)
        known = self._rankings.knows_a_word(terms, scope.ranges)
        if not known and (used in WORD_METHODS or not self.dense.carries_meaning):
            return self._result(question, [], used, vector, Notice("unknown_words"))
        found = self._ranked(used, task, scope) if question.strategy == "tree" else self._flat(used, task)
        remark = None if known and found else Notice("by_meaning_only" if found else "no_match")
        return self._result(question, found, used, vector, remark)

    def _flat(self, used: str, task: Task) -> list[Found]:
        ranker = {
            "bm25": self._rankings.bm25,
            "vector": self._rankings.vector,
            "hybrid": self._rankings.hybrid,
            "rank_bm25": self._rankings.rank_bm25,
        }[used]
        return ranker(task) if task.ranges else []

    def _ranked(self, used: str, task: Task, scope: Scope) -> list[Found]:
        """Rank inside the nearest sections; the whole scope where the embedder failed."""
        if task.vector is None:
            return self._flat(used, task)
        tree = tree_scope(self.catalogue, scope, task.vector)
        found = self._flat(used, replace(task, ranges=tree.ranges))
        return [Found(one.clause_id, one.score, one.why | {"tree": tree.entrance(one.clause_id)}) for one in found]

    def _result(
        self,
        question: _Question,
        found: list[Found],
        used: str,
        vector: Vector | Notice | None,
        remark: Notice | None,
    ) -> SearchResult:
        fallback = vector if isinstance(vector, Notice) else None
        # why nothing was found matters more to the reader than how it was looked for
        ordered = (fallback, remark) if found else (remark, fallback)
        notices = [note for note in ordered if note is not None]
        return SearchResult(
            hits_of(self.catalogue, found, used),
            query=question.query,
            method=question.method,
            method_used=used,
            degraded=isinstance(vector, Notice),
            reason=" ".join(sentence(note, "en") for note in notices),
            seconds=time.perf_counter() - question.started,
            notice=notices[0] if notices else None,
        )

    # ------------------------------------------------------------ grep

    def grep(
        self,
        pattern: str,
        *,
        top_k: int = 20,
        doc: DocumentChoice = None,
        section: str | None = None,
        ignore_case: bool = True,
    ) -> SearchResult:
        """Return the clauses that a regular expression matches, most matches first, then in document order.

        The score is the number of matches. Raises BadPattern, BadQuery for a blank pattern, SearchTimeout once
        ``settings.grep_seconds`` are over, and the errors of filters as `search`.
        """
        started = time.perf_counter()
        check_top_k(top_k)
        if not pattern:
            raise bad_query("search.blank")
        matcher = Matcher(pattern, ignore_case=ignore_case, seconds=self.settings.grep_seconds)
        matched = list(self._matched(matcher, self.catalogue.scope(doc, section)))
        best = sorted(matched, key=lambda one: (-one.score, one.clause_id))[:top_k]
        notices = [] if best else [Notice("no_match")]
        notices += [] if matcher.can_stop_inside else [Notice("no_time_limit")]
        return SearchResult(
            hits_of(self.catalogue, best, "grep"),
            query=pattern,
            method="grep",
            reason=" ".join(sentence(note, "en") for note in notices),
            seconds=time.perf_counter() - started,
            notice=notices[0] if notices else None,
        )

    def _matched(self, matcher: Matcher, scope: Scope) -> Iterator[Found]:
        for record in scope.records:
            document = self.catalogue.document(record.doc_id)
            for low, high in intersected(scope.ranges, [(record.first_clause, record.stop_clause)]):
                for clause_id in range(low, high):
                    clause = document.clauses[clause_id - record.first_clause]
                    if spans := matcher.spans(document.text[clause.start : clause.stop]):
                        yield Found(clause_id, float(len(spans)), explain.of_matches(matcher.pattern, spans))

    # ------------------------------------------------------------ sections

    def find_section(
        self, query: str, *, semantic: bool = False, top_k: int = 3, doc: DocumentChoice = None
    ) -> list[SectionRef]:
        """Return the sections that a query names: by address 1.0, by title 0.5, by first words 0.3; [] for none.

        ``semantic`` takes the sections nearest in meaning instead, scored by cosine. Raises BadQuery for a blank query
        or a ``top_k`` below 1, and MethodUnavailable for ``semantic`` on an index without vectors of sections.
        """
        check_top_k(top_k)
        if not isinstance(query, str) or not query.strip():
            raise bad_query("search.blank")
        records = self.catalogue.records(doc)
        if semantic:
            return self._nearest_sections(query, [record.doc_id for record in records], top_k)
        return self.contents.find(query, records)[:top_k]

    def _nearest_sections(self, query: str, doc_ids: list[str], top_k: int) -> list[SectionRef]:
        vector = self.dense.vector(query)
        if isinstance(vector, Notice):
            raise self.dense.unavailable("find_section(semantic=True)", vector)
        rows = self.index.search_sections(vector, doc_ids, top_k)
        return [
            SectionRef(doc_id, key, self.contents.title(doc_id, key), cosine)
            for doc_id, key, cosine in rows
            if cosine > 0.0
        ]


def _used(question: _Question, vector: Vector | Notice | None) -> str:
    """Return the method that really runs."""
    if question.method in WORD_METHODS:
        return question.method
    if vector is None or isinstance(vector, Notice):
        return "bm25"
    return "hybrid" if question.method == "auto" else question.method
