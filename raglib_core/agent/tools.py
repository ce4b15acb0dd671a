"""Which searches a query asks for, told by rules: words and meaning always, exact tokens and sections where named."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from raglib_core.agent.candidates import Candidates
from raglib_core.agent.ports import SearchEngine
from raglib_core.agent.trace import Step, Trace, found
from raglib_core.errors import EmbeddingError, MethodUnavailable, RaglibError
from raglib_core.model import Notice, SearchResult, SectionRef

_SEARCH_HITS = 10
_GREP_HITS = 5
_SECTION_HITS = 5
_MAX_PATTERNS = 3

_QUOTED = re.compile(r"[«\"“„]([^«»\"“”„]{3,80})[»\"”“]")
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?:\s?%)?")
#: Words for parts of a document in all their forms, and not «главный» or «раздельный».
_PART = re.compile(
    r"\b(?:(?:под)?раздел(?:а|у|ом|е|ы|ов|ам|ами|ах)?|стат(?:ья|ьи|ье|ью|ьёй|ьей|ей|ьям|ьями|ьях)"
    r"|глав(?:а|ы|е|у|ой|ою|ам|ами|ах)?|оглавлени\w+|приложени(?:е|я|ю|ем|и|й|ям|ями|ях)"
    r"|sections?|articles?|chapters?|appendix|annex)\b",
    re.I,
)
_BY_ADDRESS = 1.0
#: Notice of search: the index was built without embeddings.
_WORDS_ONLY = "no_vectors"


@dataclass(slots=True)
class Retriever:
    """Runs the searches of a query and records each as a step; what fails is recorded and the others go on."""

    engine: SearchEngine
    trace: Trace
    #: why a search could not run as asked; the first counts
    notice: Notice | None = None
    reason: str = ""

    def search(
        self, query: str, top_k: int, *, doc: str | None = None, section: str | None = None, tool: str = "search"
    ) -> SearchResult:
        """Search by the best method of the index, by words where the embedder fails (`reason` then says so).

        Words alone are the best method of an index that was built without vectors, and no degradation.
        """
        with self.trace.step("retrieve", tool=tool, query=query, method="auto") as step:
            try:
                result = self.engine.search(query, method="auto", top_k=top_k, doc=doc, section=section)
            except (EmbeddingError, MethodUnavailable) as error:
                self._degrade(step, str(error), None)
                result = self.engine.search(query, method="bm25", top_k=top_k, doc=doc, section=section)
            if result.degraded and (result.notice is None or result.notice.code != _WORDS_ONLY):
                self._degrade(step, result.reason, result.notice)
            step["method"] = result.method_used
            step["found"] = found(result)
            if section is not None:
                step["section"] = section
        return result

    def collect(self, query: str, candidates: Candidates) -> None:
        """Add to the candidates what all tools find for a query of the model; errors are recorded, never raised."""
        try:
            candidates.add(self.search(query, _SEARCH_HITS))
        except RaglibError as error:
            self.trace.steps[-1]["error"] = str(error)
        for pattern in patterns(query):
            self._tool("grep", pattern, partial(self._grep, pattern, candidates))
        if _PART.search(query):
            self._tool("find_section", query, partial(self._find_section, query, candidates))

    def _tool(self, tool: str, query: str, run: Callable[[Step], None]) -> None:
        with self.trace.step("retrieve", tool=tool, query=query, method=tool) as step:
            try:
                run(step)
            except RaglibError as error:
                step["error"] = str(error)

    def _grep(self, pattern: str, candidates: Candidates, step: Step) -> None:
        hits = self.engine.grep(pattern, top_k=_GREP_HITS)
        candidates.add(hits, is_pattern=True)
        step["found"] = found(hits)

    def _find_section(self, query: str, candidates: Candidates, step: Step) -> None:
        """Search inside the section that the query names by its address, else inside the nearest in meaning."""
        named = [ref for ref in self.engine.find_section(query, top_k=1) if ref.score >= _BY_ADDRESS]
        if not named:
            named = self._nearest_section(query)
        step["found"] = [{"doc_id": ref.doc_id, "locator": ref.key, "score": ref.score} for ref in named]
        for ref in named:
            candidates.add(self.search(query, _SECTION_HITS, doc=ref.doc_id, section=ref.key, tool="section"))

    def _nearest_section(self, query: str) -> list[SectionRef]:
        try:
            return self.engine.find_section(query, semantic=True, top_k=1)
        except MethodUnavailable:
            return []

    def _degrade(self, step: Step, reason: str, notice: Notice | None) -> None:
        step["reason"] = reason
        if not self.reason:
            self.reason, self.notice = reason, notice


def patterns(query: str) -> list[str]:
    """Return regular expressions for what a query wants literally: quoted words, numbers, percentages; at most three.

    «доля свыше 25 % по „золотой акции“» wants the words «золотой акции» and 25 %.
    """
    quoted = [re.escape(match.group(1).strip()) for match in _QUOTED.finditer(query)]
    numbers = [_exact_number(match.group()) for match in _NUMBER.finditer(_QUOTED.sub(" ", query))]
    return list(dict.fromkeys([*quoted, *numbers]))[:_MAX_PATTERNS]


def _exact_number(token: str) -> str:
    """Return a pattern that finds the number and no longer number around it (2 is not in 12, 2.5 or 2024)."""
    number = token.rstrip("%").rstrip()
    percent = r"\s?%" if token.endswith("%") else r"(?![.,]?\d)"
    return r"(?<![\w.,])" + re.escape(number) + percent
