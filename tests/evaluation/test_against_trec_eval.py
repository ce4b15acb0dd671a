"""The measures against trec_eval (package pytrec_eval): the same figures on a thousand random runs."""

from __future__ import annotations

import random

import pytest

from raglib_core.evaluation.answers import Answer, Task
from raglib_core.evaluation.golden import Question
from raglib_core.evaluation.metrics import MEASURES
from raglib_core.model import SearchHit

pytrec_eval = pytest.importorskip("pytrec_eval", reason="the package pytrec_eval-terrier is a part of the extra dev")

#: ours -> trec_eval; reciprocal rank has no cut-off there, so runs are cut at ten
NAMES = {
    "mrr@10": "recip_rank", "ndcg@10": "ndcg_cut_10", "map@10": "map_cut_10", "recall@1": "recall_1",
    "recall@5": "recall_5", "recall@10": "recall_10", "hit@1": "success_1", "hit@5": "success_5",
}  # fmt: skip
ASKED = {"recip_rank", "ndcg_cut.10", "map_cut.10", "recall.1,5,10", "success.1,5"}


def random_case(dice: random.Random) -> tuple[dict[str, int], list[str]]:
    """Grades 1 … 3 of some clauses, of which some are not in the ranking; a ranking that may be empty or short."""
    clauses = [f"c{n}" for n in range(40)]
    grades = {clause: dice.choice([1, 1, 2, 3]) for clause in dice.sample(clauses, dice.randrange(1, 15))}
    return grades, dice.sample(clauses[:30], dice.randrange(0, 11))


def ours(grades: dict[str, int], ranking: list[str]) -> dict[str, float]:
    answers = tuple(Answer("d", frozenset({clause}), grade) for clause, grade in grades.items())
    hits = [SearchHit("", "", 0.0, "d", [], n, "bm25", locator=clause) for n, clause in enumerate(ranking)]
    ranked = Task(Question("q", "?", (), None, 1), answers, None).rank(hits)
    return {measure.name: measure(ranked) for measure in MEASURES}


def test_measures_equal_trec_eval_on_a_thousand_random_runs():
    dice = random.Random(20)
    cases = {f"q{number}": random_case(dice) for number in range(1000)}
    # explicit ranks: the score of a place falls with it, so that trec_eval has no ties to break
    run = {
        qid: {clause: 1.0 / rank for rank, clause in enumerate(ranking, start=1)} for qid, (_, ranking) in cases.items()
    }
    theirs = pytrec_eval.RelevanceEvaluator({qid: grades for qid, (grades, _) in cases.items()}, ASKED).evaluate(run)
    for qid, (grades, ranking) in cases.items():
        measured = ours(grades, ranking)
        for name, name_there in NAMES.items():
            # trec_eval leaves a question without any hit out of its answer; here it counts as zero
            expected = theirs.get(qid, {}).get(name_there, 0.0)
            assert measured[name] == pytest.approx(expected, abs=1e-9), (qid, name)


def test_ties_are_broken_by_the_ranking_and_not_by_the_measure():
    # equal scores: trec_eval orders them by name, so the same ranking gets another figure there
    grades, ranking = {"a": 1}, ["a", "z"]
    tied = pytrec_eval.RelevanceEvaluator({"q": grades}, {"recip_rank"}).evaluate({"q": dict.fromkeys(ranking, 1.0)})
    assert tied["q"]["recip_rank"] == 0.5
    assert ours(grades, ranking)["mrr@10"] == 1.0
