"""The loop: plan, retrieve, reflect, decide, refine. The code decides; the model only advises at three points."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from raglib_core import texts
from raglib_core.agent import prompts
from raglib_core.agent.candidates import Candidates, as_hits
from raglib_core.agent.ports import SearchEngine
from raglib_core.agent.replies import PARTIAL, RELEVANT, Grading, Plan, read_grading, read_plan, read_queries
from raglib_core.agent.result import AgenticResult, Mode
from raglib_core.agent.tools import Retriever
from raglib_core.agent.trace import REPLY_CHARACTERS, StepWatcher, Trace, ignore_step
from raglib_core.errors import Cancelled, ModelError
from raglib_core.llm import Message, ask
from raglib_core.model import CancelToken, Notice, SearchHit, never_cancelled
from raglib_core.search.checks import check_query, check_top_k

_MISSING_NOTES = 5


class _LoopError(Exception):
    """The loop cannot go on; ``notice`` says why."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice.code)
        self.notice = notice


@dataclass(frozen=True, slots=True)
class _Limits:
    top_k: int
    iterations: int
    calls: int
    per_iteration: int
    batch: int
    snippet: int


class AgenticSearcher:
    """Searches with a language model in the loop, or plainly without one.

    ``per_iter_candidates`` clauses at most come into question in an iteration, ``reflect_batch`` of them are shown to
    the model at once, each with up to ``snippet_chars`` characters; what is returned is always the whole clause.
    """

    def __init__(
        self,
        engine: SearchEngine,
        llm: object | None,
        *,
        per_iter_candidates: int = 30,
        reflect_batch: int = 10,
        snippet_chars: int = 800,
    ) -> None:
        """Keep the parts; ``llm`` is any object with ``invoke(messages)`` (see `raglib_core.llm.ChatModel`)."""
        self._engine = engine
        self._llm = llm
        self._sizes = (max(1, per_iter_candidates), max(1, reflect_batch), max(1, snippet_chars))

    def search(
        self,
        prompt: str,
        *,
        top_k: int = 8,
        max_iters: int = 3,
        max_llm_calls: int = 8,
        cancel: CancelToken = never_cancelled,
        on_step: StepWatcher = ignore_step,
    ) -> AgenticResult:
        """Return up to ``top_k`` clauses for a question.

        Without a model the result is that of a plain search. With one, at most ``max_llm_calls`` questions are put to
        it (a failed one counts) in at most ``max_iters`` iterations, at least one. What goes wrong with the model ends
        the loop and is said in the result (``degraded``, ``reason``); clauses accepted before stay. Where nothing was
        accepted the plain result is returned. ``on_step`` is called with each step of the trace.

        Raises BadQuery for a question without words or a ``top_k`` below 1, Cancelled once ``cancel()`` is true, and
        what search itself raises.
        """
        check_top_k(top_k)
        check_query(prompt)
        limits = _Limits(top_k, max(1, max_iters), max(0, max_llm_calls), *self._sizes)
        run = _Run(self._engine, self._llm, prompt, limits, Trace(on_step), cancel)
        return run.plain() if self._llm is None else run.loop()


@dataclass(slots=True)
class _Run:
    """One question on its way through the loop."""

    engine: SearchEngine
    llm: object | None
    question: str
    limits: _Limits
    trace: Trace
    cancel: CancelToken
    calls: int = 0
    iterations: int = 0
    candidates: Candidates = field(default_factory=Candidates)
    missing: list[str] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)
    aspects: tuple[str, ...] = ()
    #: what the user should know though nothing is degraded by it
    remark: Notice | None = None
    retriever: Retriever = field(init=False)

    def __post_init__(self) -> None:
        self.retriever = Retriever(self.engine, self.trace)

    def plain(self) -> AgenticResult:
        """Return the plain result of the question."""
        return self._result(self._plain_hits(), "hybrid")

    def loop(self) -> AgenticResult:
        """Run the loop; whatever stops it, what was accepted is returned."""
        stopped: Notice | None = None
        try:
            self._iterate(self._plan())
        except _LoopError as error:
            stopped = error.notice
            self.trace.note("degrade", reason=texts.notice(stopped, "en"))
        accepted = self.candidates.accepted()[: self.limits.top_k]
        if accepted:
            return self._result(as_hits(accepted), "llm", stopped=stopped, remark=self.remark)
        hits = self._plain_hits()
        if stopped is not None:
            return self._result(hits, "hybrid", stopped=stopped)
        nothing = self.remark or Notice("agent_nothing_accepted")
        return self._result([replace(hit, method="agentic") for hit in hits], "llm", remark=nothing)

    def _iterate(self, plan: Plan) -> None:
        self.aspects = plan.aspects
        queries = plan.queries
        while queries:
            self.iterations += 1
            for query in queries:
                self._stop_if_cancelled()
                self.retriever.collect(query, self.candidates)
            self.tried.extend(queries)
            self._reflect()
            queries = () if self._is_enough() else self._refine()

    # ------------------------------------------------------------ the three points where the model is asked

    def _plan(self) -> Plan:
        with self.trace.step("plan") as step:
            reply = self._ask("plan", prompts.plan_messages(self.question), step)
            plan = read_plan(reply, self.question)
            if plan is None:
                raise _LoopError(Notice("agent_unreadable", (("stage", "plan"),)))
            step.update(queries=list(plan.queries), aspects=list(plan.aspects))
        return plan

    def _reflect(self) -> None:
        sent = self.candidates.to_grade(self.limits.batch, self.limits.per_iteration)
        if not sent:
            return
        hits = [one.hit for one in sent]
        with self.trace.step("reflect", sent=_named(hits)) as step:
            messages = prompts.reflect_messages(self.question, self.aspects, hits, self.tried, self.limits.snippet)
            reply = self._ask("reflect", messages, step)
            grading = read_grading(reply, len(sent), len(self.aspects))
            if grading is None:
                raise _LoopError(Notice("agent_unreadable", (("stage", "reflect"),)))
        self.candidates.grade(sent, grading.verdicts)
        self.missing.extend(grading.missing)
        self._note_graded(hits, grading)

    def _refine(self) -> tuple[str, ...]:
        """Return further queries that were not tried yet; empty where the model has none or fails."""
        with self.trace.step("refine") as step:
            messages = prompts.refine_messages(
                self.question, self._uncovered(), self.missing[-_MISSING_NOTES:], self.tried
            )
            try:
                reply = self._ask("refine", messages, step)
            except _LoopError as failed:
                self.remark = failed.notice
                return ()
            queries = tuple(query for query in read_queries(reply) if query not in self.tried)
            step["queries"] = list(queries)
        return queries

    def _ask(self, stage: str, messages: list[Message], step: dict[str, object]) -> str:
        self._stop_if_cancelled()
        if self.calls >= self.limits.calls:
            raise _LoopError(Notice("agent_budget", (("stage", stage), ("calls", self.limits.calls))))
        self.calls += 1
        try:
            reply = ask(self.llm, messages)
        except ModelError as error:
            step["error"] = str(error)
            raise _LoopError(Notice("agent_model_failed", (("stage", stage), ("error", str(error))))) from error
        step["reply"] = reply[:REPLY_CHARACTERS]
        return reply

    # ------------------------------------------------------------ decisions of the code

    def _is_enough(self) -> bool:
        relevant = self.candidates.count(RELEVANT)
        uncovered = self._uncovered()
        stop = ""
        if relevant >= self.limits.top_k:
            stop = "enough relevant clauses"
        elif not uncovered:
            stop = "all aspects covered"
        elif self.iterations >= self.limits.iterations:
            stop = "iterations used up"
        elif self.calls >= self.limits.calls:
            stop = "budget of calls used up"
        self.trace.note(
            "decide", relevant=relevant, partial=self.candidates.count(PARTIAL), uncovered=uncovered, stop=stop
        )
        return bool(stop)

    def _uncovered(self) -> list[str]:
        covered = self.candidates.covered()
        return [aspect for place, aspect in enumerate(self.aspects) if place not in covered]

    def _note_graded(self, hits: list[SearchHit], grading: Grading) -> None:
        verdicts = [
            {
                "doc_id": hits[one.place].doc_id,
                "locator": hits[one.place].locator,
                "verdict": one.verdict,
                "aspects": [place + 1 for place in one.aspects],
            }
            for one in grading.verdicts
        ]
        self.trace.note("graded", verdicts=verdicts, dropped=list(grading.dropped), missing=list(grading.missing))

    def _stop_if_cancelled(self) -> None:
        if self.cancel():
            raise Cancelled(stage="agentic_search")

    def _plain_hits(self) -> list[SearchHit]:
        self._stop_if_cancelled()
        return list(self.retriever.search(self.question, self.limits.top_k))

    def _result(
        self, hits: list[SearchHit], mode: Mode, *, stopped: Notice | None = None, remark: Notice | None = None
    ) -> AgenticResult:
        """Return the result; the gravest cause is its reason: the loop was stopped, a search degraded, a remark."""
        notice = stopped or self.retriever.notice or remark
        reason = self.retriever.reason
        if notice is not None and notice is not self.retriever.notice:
            reason = texts.notice(notice, "en")
        rows = [{**row, "verdict": hit.verdict} for row, hit in zip(_named(hits), hits, strict=True)]
        self.trace.note("final", hits=rows, mode=mode)
        return AgenticResult(
            hits=hits,
            trace=self.trace.steps,
            degraded=stopped is not None or bool(self.retriever.reason),
            iterations=self.iterations,
            llm_calls=self.calls,
            reason=reason,
            seconds=self.trace.seconds,
            mode=mode,
            notice=notice,
            aspects=list(self.aspects),
        )


def _named(hits: list[SearchHit]) -> list[dict[str, object]]:
    return [{"doc_id": hit.doc_id, "locator": hit.locator} for hit in hits]
