"""The explanation names the rule or neighbour that decided."""

from raglib_core.model import Recognized
from raglib_core.parsing.explain import explain

TEXT = "## Статья 5. СДЕЛКИ\n\n5.1. Сделки, предусмотренные пунктом\n3.2. настоящего Устава, требуют согласия.\n\n5.2. Отказ."


def test_a_taken_clause_and_a_refused_reference() -> None:
    article, first, refused, second = explain(Recognized(TEXT))
    assert (article.taken.role, article.taken.number) == ("word", "5")
    assert (first.label, first.taken.number) == ("5.1.", "5.1")
    assert first.taken.neighbour_points == 4.0  # exactly the next number
    assert refused.label == "3.2."
    assert refused.taken is None
    assert ("reference_follows", -5.0) in refused.choices[0].rules or ("dangling_before", -5.0) in refused.choices[
        0
    ].rules
    assert second.taken.line_points + second.taken.neighbour_points > 0


def test_nothing_to_explain() -> None:
    assert explain(Recognized("Просто текст.")) == []
