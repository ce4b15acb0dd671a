"""What follows from an evaluation, in words: an ordered list of rules, each with its threshold beside it.

A rule looks at the runs and their differences and answers with remarks or with nothing; it never guesses beyond its
numbers. Sentences are made by `raglib_core.texts` under ``reading.<code>``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from raglib_core.evaluation.differences import BASE_METRIC, Pair
from raglib_core.evaluation.results import Run
from raglib_core.evaluation.significance import can_be_significant
from raglib_core.texts import say

#: fewer questions than this are called few
FEW = 30
#: a tenth of the questions: less than that is not worth a sentence
NOTABLE = 0.1
#: recall within ten places below which what is not found at all limits more than the order
LOW_RECALL = 0.8
RECALL, FIRST = "recall@10", "hit@1"
_PRECISION = 3


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence about a result: ``code`` names the rule, ``values`` are its numbers."""

    code: str
    values: tuple[tuple[str, object], ...] = ()

    def named(self, titles: Mapping[str, str]) -> Remark:
        """Return the remark with other names for the configurations in it."""
        changed = ((name, titles.get(value, value) if isinstance(value, str) else value) for name, value in self.values)
        return Remark(self.code, tuple(changed))

    def say(self, language: str = "ru") -> str:
        """Return the sentence."""
        return say(f"reading.{self.code}", language, **dict(self.values))


@dataclass(frozen=True, slots=True)
class _Result:
    runs: Sequence[Run]
    pairs: Sequence[Pair]
    generated: int

    @property
    def best(self) -> Run:
        return max(self.runs, key=lambda run: run.metrics[BASE_METRIC])


def read_result(runs: Sequence[Run], pairs: Sequence[Pair], *, generated: int = 0) -> list[Remark]:
    """Return what follows from runs and their differences, the most important first; [] for no run or no question.

    Only pairs on the base metric are read. ``generated`` counts the questions that nobody wrote.
    """
    asked = [run for run in runs if run.rows]
    if not asked:
        return []
    result = _Result(asked, [pair for pair in pairs if pair.metric == BASE_METRIC], generated)
    return [remark for rule in RULES for remark in rule(result)]


def _remark(code: str, **values: object) -> Remark:
    rounded = {name: round(value, _PRECISION) if isinstance(value, float) else value for name, value in values.items()}
    return Remark(code, tuple(rounded.items()))


def _made_by_rules(result: _Result) -> Iterator[Remark]:
    """Questions made from the words of the clauses themselves flatter every method by words."""
    if result.generated:
        yield _remark("generated", count=result.generated)


def _another_method_ran(result: _Result) -> Iterator[Remark]:
    for run in result.runs:
        if run.degraded:
            yield _remark("degraded", method=run.method, count=run.degraded)


def _real_differences(result: _Result) -> Iterator[Remark]:
    """A pair whose corrected p-value is at most 5%."""
    for pair in result.pairs:
        if pair.real:
            better, worse = (pair.b, pair.a) if pair.difference > 0 else (pair.a, pair.b)
            low, high = sorted(abs(end) for end in pair.interval)
            yield _remark(
                "better", better=better, worse=worse, difference=abs(pair.difference), low=low, high=high,
                p=pair.p_corrected,
            )  # fmt: skip


def _no_real_difference(result: _Result) -> Iterator[Remark]:
    if result.pairs and not any(pair.real for pair in result.pairs):
        yield _remark("no_difference", count=len(result.pairs))


def _what_could_be_seen(result: _Result) -> Iterator[Remark]:
    """How large a difference must be to be seen with so many questions; said where some pair shows none."""
    unseen = [pair for pair in result.pairs if not pair.real]
    # a pair that hardly differs would name a size that no other pair can show
    sizes = [pair.detectable for pair in unseen if pair.detectable is not None]
    questions = len(result.best.rows)
    if sizes:
        yield _remark("power", questions=questions, difference=max(sizes))
    elif questions < FEW:
        yield _remark("few", questions=questions)
    if unseen and not any(can_be_significant(pair.wins + pair.losses) for pair in unseen):
        yield _remark("never", count=max(pair.wins + pair.losses for pair in unseen))


def _same_ranking(result: _Result) -> Iterator[Remark]:
    """Two configurations that answer every question at the same place: what sets them apart does nothing here."""
    for pair in result.pairs:
        if pair.questions and not pair.wins and not pair.losses:
            yield _remark("same", a=pair.a, b=pair.b)


def _recall_or_order(result: _Result) -> Iterator[Remark]:
    """What limits the best configuration: answers not found at all, or found and not put first."""
    best = result.best
    missed = sum(row.first_rank is None for row in best.rows)
    late = sum(row.first_rank is not None and row.first_rank > 1 for row in best.rows)
    if best.metrics[RECALL] < LOW_RECALL and missed >= late:
        yield _remark("recall_limits", method=best.method, missed=missed, recall=best.metrics[RECALL])
    elif late / len(best.rows) >= NOTABLE:
        yield _remark("order_limits", method=best.method, late=late, first=best.metrics[FIRST])


def _nobody_finds(result: _Result) -> Iterator[Remark]:
    if len(result.runs) < 2:
        return
    missed = [{row.qid for row in run.rows if row.first_rank is None} for run in result.runs]
    lost = set.intersection(*missed)
    if lost:
        listed = [row.qid for row in result.runs[0].rows if row.qid in lost]
        yield _remark("nobody", count=len(listed), qids=", ".join(listed[:10]) + ("…" if len(listed) > 10 else ""))


def _different_questions(result: _Result) -> Iterator[Remark]:
    """Two configurations of which each finds what the other does not, a tenth of the questions at least."""
    for place, one in enumerate(result.runs):
        for other in result.runs[place + 1 :]:
            found = [{row.qid for row in run.rows if row.first_rank is not None} for run in (one, other)]
            alone = [len(found[0] - found[1]), len(found[1] - found[0])]
            if min(alone) >= NOTABLE * len(one.rows):
                yield _remark("complement", a=one.method, b=other.method, only_a=alone[0], only_b=alone[1])


def _kinds_of_questions(result: _Result) -> Iterator[Remark]:
    """Tags under which the best configuration is another one than over all; groups of five questions at least."""
    for tag in dict.fromkeys(tag for row in result.best.rows for tag in row.tags):
        means = {run.method: mean_of(run, tag) for run in result.runs}
        count = sum(tag in row.tags for row in result.best.rows)
        best = max(means, key=lambda method: means[method])
        if count >= 5 and means[best] - means[result.best.method] >= 0.05:
            yield _remark(
                "tag", tag=tag, count=count, method=best, mean=means[best], overall=result.best.method,
                other=means[result.best.method],
            )  # fmt: skip


def mean_of(run: Run, tag: str, metric: str = BASE_METRIC) -> float:
    """Return the mean of a measure over the questions with a tag; 0.0 without any."""
    values = [row.metrics[metric] for row in run.rows if tag in row.tags]
    return sum(values) / len(values) if values else 0.0


Rule = Callable[[_Result], Iterator[Remark]]
RULES: tuple[Rule, ...] = (
    _made_by_rules,
    _another_method_ran,
    _real_differences,
    _no_real_difference,
    _what_could_be_seen,
    _same_ranking,
    _recall_or_order,
    _nobody_finds,
    _different_questions,
    _kinds_of_questions,
)
