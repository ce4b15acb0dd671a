"""How well methods find the right clauses, and whether a difference between them is more than chance."""

from raglib_core.evaluation.configurations import Configuration
from raglib_core.evaluation.differences import BASE_METRIC, Pair, against, compare_runs
from raglib_core.evaluation.golden import GoldenSet, Judgement, Question, parse_golden, read_golden
from raglib_core.evaluation.metrics import MEASURES
from raglib_core.evaluation.results import RankedHit, Row, Run
from raglib_core.evaluation.runs import Evaluation, evaluate

__all__ = [
    "BASE_METRIC",
    "MEASURES",
    "Configuration",
    "Evaluation",
    "GoldenSet",
    "Judgement",
    "Pair",
    "Question",
    "RankedHit",
    "Row",
    "Run",
    "against",
    "compare_runs",
    "evaluate",
    "parse_golden",
    "read_golden",
]
