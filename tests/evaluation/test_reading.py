"""What a result means, sentence by sentence: each rule fires on its numbers and keeps still beside them."""

from __future__ import annotations

import pytest

from raglib_core.evaluation import Configuration, Row, Run, against
from raglib_core.evaluation.metrics import MEASURES
from raglib_core.evaluation.reading import RULES, read_result
from raglib_core.evaluation.runs import run_of
from raglib_core.texts.evaluation import TABLE


def row(number: int, rank: int | None, tags: tuple[str, ...] = (), degraded: bool = False) -> Row:
    metrics = dict.fromkeys((measure.name for measure in MEASURES), 0.0)
    metrics |= {"mrr@10": 1 / rank if rank else 0.0, "recall@10": float(bool(rank)), "hit@1": float(rank == 1)}
    return Row(f"q{number}", "?", metrics, rank, (), (), 0.0, degraded, tags=tags)


def run(method: str, *ranks: int | None, **about: object) -> Run:
    return run_of(Configuration(method), [row(number, rank, **about) for number, rank in enumerate(ranks, 1)])


def codes(*runs: Run, generated: int = 0) -> list[str]:
    return [one.code for one in read_result(runs, against(runs[0], runs[1:]), generated=generated)]


def test_a_real_difference_is_called_one_and_names_the_better_side():
    worse, better = run("bm25", *[None] * 40), run("hybrid", *[1] * 40)
    remark = next(one for one in read_result([worse, better], against(worse, [better])) if one.code == "better")
    assert remark.say("en").startswith("hybrid is better than bm25 by 1.000")
    other_way = read_result([better, worse], against(better, [worse]))
    assert next(one for one in other_way if one.code == "better").say("en").startswith("hybrid is better than bm25")


def test_few_questions_cannot_choose_and_the_size_that_could_be_seen_is_told():
    found = codes(run("bm25", 1, 2, None, 1), run("hybrid", 1, 1, 3, 2))
    assert "no_difference" in found
    assert "power" in found
    assert "never" in found  # three questions differ: even three wins of three are 2/8


def test_what_changes_nothing_is_said_to_change_nothing():
    assert "same" in codes(run("hybrid", 1, 2, 3), run("hybrid:depth=100", 1, 2, 3))
    assert "same" not in codes(run("hybrid", 1, 2, 3), run("bm25", 1, 2, 4))


@pytest.mark.parametrize(
    ("ranks", "code"),
    [
        ((1, 1, 1, None, None, None), "recall_limits"),
        ((1, 2, 3, 4, 2, None), "order_limits"),
        ((1, 1, 1, 1, 1, 1), None),
    ],
)
def test_recall_or_order_is_the_limit(ranks: tuple[int | None, ...], code: str | None):
    found = {one for one in codes(run("bm25", *ranks)) if one.endswith("_limits")}
    assert found == ({code} if code else set())


def test_questions_that_nobody_answers_are_listed():
    found = read_result([run("bm25", 1, None, None), run("vector", None, None, 1)], [])
    assert next(one for one in found if one.code == "nobody").say("en").endswith("1 of the questions: q2.")


def test_methods_that_find_different_things():
    assert "complement" in codes(run("bm25", 1, 1, None, 1), run("vector", None, 1, 1, 1))
    assert "complement" not in codes(run("bm25", 1, 1, None, 1), run("vector", 1, 1, 1, 1))


def test_another_method_that_ran_instead_and_questions_made_by_rules_come_first():
    found = codes(run("hybrid", 1, 1, degraded=True), generated=2)
    assert found[:2] == ["generated", "degraded"]


def test_kinds_of_questions_with_another_best_method():
    def mixed(method: str, lay: int, term: int) -> Run:
        rows = [row(number, lay, ("lay",)) for number in range(20)] + [row(50 + n, term, ("term",)) for n in range(5)]
        return run_of(Configuration(method), rows)

    found = read_result([mixed("vector", 1, 3), mixed("bm25", 2, 1)], [])
    said = next(one for one in found if one.code == "tag").say("en")
    assert said.startswith("On questions tagged 'term' (5) bm25 is better: 1.000 against 0.333 of vector")


def test_nothing_follows_from_nothing():
    assert read_result([], []) == []
    assert read_result([run("bm25")], []) == []


def test_every_rule_has_sentences_in_both_languages():
    said = {key for key in TABLE if key.startswith("reading.")}
    assert len(said) >= len(RULES)
    for runs in (
        [run("bm25", *[None] * 40), run("hybrid", *[1] * 40)],
        [run("bm25", 1, 2, None), run("vector", 2, 1, 1)],
    ):
        for remark in read_result(runs, against(runs[0], runs[1:]), generated=1):
            assert remark.say("ru") != remark.say("en")
