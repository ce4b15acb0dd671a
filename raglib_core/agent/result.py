"""What a run of the loop returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from raglib_core.agent.trace import Step
from raglib_core.model import Notice, SearchHit

Mode = Literal["llm", "rules", "hybrid"]


@dataclass(frozen=True, slots=True)
class AgenticResult:
    """Clauses that answer a question, and how they were found.

    ``hits`` are whole clauses, best first: those that the model accepted (``verdict`` relevant, then partial), or those
    of a plain search. ``trace`` lists the steps (see `raglib_core.agent.trace`). ``degraded`` is True where something
    did not run as asked. ``reason`` says what, or why the hits are not the model's choice (it accepted none), in
    English, and ``notice`` the same for `raglib_core.texts`. ``mode`` is "llm" where the loop ran and "hybrid" where a
    plain search stands in its place. ``iterations`` and ``llm_calls`` count what was used, ``seconds`` is wall time,
    ``aspects`` are the sides of the question that the model named.
    """

    hits: list[SearchHit]
    trace: list[Step]
    degraded: bool = False
    iterations: int = 0
    llm_calls: int = 0
    reason: str = ""
    seconds: float = 0.0
    mode: Mode = "hybrid"
    notice: Notice | None = None
    aspects: list[str] = field(default_factory=list)
