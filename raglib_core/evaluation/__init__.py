"""How well methods find the right clauses, and whether a difference between them is more than chance."""

from raglib_core.evaluation.golden import GoldenSet, Judgement, Question, parse_golden, read_golden
from raglib_core.evaluation.metrics import MEASURES
from raglib_core.evaluation.runs import BASE_METRIC, Evaluation, Pair, Row, Run, compare_runs, evaluate

__all__ = [
    "BASE_METRIC",
    "MEASURES",
    "Evaluation",
    "GoldenSet",
    "Judgement",
    "Pair",
    "Question",
    "Row",
    "Run",
    "compare_runs",
    "evaluate",
    "parse_golden",
    "read_golden",
]
