"""A small engine over the clauses of a charter: ranks by common word beginnings, answers like the real one."""

from __future__ import annotations

import re

from raglib_core.errors import EmbeddingError
from raglib_core.model import Notice, SearchHit, SearchResult, SectionRef

CLAUSES = {
    "п": "Устав принят 2 мая 2022 года, 2 участника, 2 экземпляра, 22 страницы, приложение 2.",
    "12.1": "Общее собрание участников избирает директора Общества.",
    "13.1": "Крупная сделка требует одобрения общего собрания участников.",
    "13.2": "Крупной считается сделка на сумму свыше 25 % стоимости имущества Общества.",
    "13.3": "Сделка с заинтересованностью требует согласия совета.",
    "14.1": "Доля в уставном капитале переходит к наследникам участника.",
    "14.2": "Отчуждение доли подлежит нотариальному удостоверению в 2 экземплярах.",
}


def stems(text: str) -> set[str]:
    return {word[:5] for word in re.findall(r"\w{3,}", text.lower())}


class TinyEngine:
    """Answers like `raglib_core.search.Engine`; ``broken`` is what the embedder does: nothing, "degrades", "raises"."""

    def __init__(self, clauses: dict[str, str] = CLAUSES, broken: str = "") -> None:
        self.clauses = clauses
        self.broken = broken
        self.asked: list[tuple[str, str, str | None]] = []

    def hit(self, clause_id: int, score: float, rank: int, method: str) -> SearchHit:
        locator, text = list(self.clauses.items())[clause_id]
        return SearchHit(
            clause_number=locator if locator[0].isdigit() else "",
            text=text,
            score=score,
            doc_id="ustav",
            section_path=[locator],
            clause_id=clause_id,
            method=method,
            doc_name="ustav.md",
            section_titles=[""],
            locator=locator,
            rank=rank,
        )

    def ranked(self, scores: dict[int, float], top_k: int, method: str) -> list[SearchHit]:
        best = sorted(scores, key=lambda clause_id: (-scores[clause_id], clause_id))[:top_k]
        return [self.hit(clause_id, scores[clause_id], rank, method) for rank, clause_id in enumerate(best, start=1)]

    def search(
        self, query: str, *, method: str = "auto", top_k: int = 5, doc: str | None = None, section: str | None = None
    ) -> SearchResult:
        self.asked.append((method, query, section))
        if self.broken == "raises" and method != "bm25":
            raise EmbeddingError(model="e5", reason="server is down")
        used = "bm25" if method == "bm25" or self.broken else "hybrid"
        scores = {
            clause_id: float(len(common))
            for clause_id, (locator, text) in enumerate(self.clauses.items())
            if (common := stems(query) & stems(text)) and (section is None or locator.startswith(section))
        }
        return SearchResult(
            self.ranked(scores, top_k, used),
            query=query,
            method=method,
            method_used=used,
            degraded=bool(self.broken) and method != "bm25",
            reason="the embedder failed" if self.broken and method != "bm25" else "",
            notice=Notice("embedder_failed", (("error", "down"),)) if self.broken and method != "bm25" else None,
        )

    def grep(self, pattern: str, *, top_k: int = 20) -> SearchResult:
        self.asked.append(("grep", pattern, None))
        counts = {
            clause_id: float(len(found))
            for clause_id, text in enumerate(self.clauses.values())
            if (found := re.findall(pattern, text, re.I))
        }
        return SearchResult(self.ranked(counts, top_k, "grep"), query=pattern, method="grep")

    def find_section(self, query: str, *, semantic: bool = False, top_k: int = 3) -> list[SectionRef]:
        self.asked.append(("find_section", query, str(semantic)))
        return [SectionRef("ustav", "13", "Статья 13. Сделки", 0.7)][:top_k] if semantic else []
