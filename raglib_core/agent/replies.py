"""What the loop understands of a reply: usable parts are used, the rest is dropped and said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from raglib_core.agent.json_replies import parse_json, str_list

MAX_QUERIES = 3
MAX_ASPECTS = 6
_MAX_MISSING = 5

RELEVANT = "relevant"
PARTIAL = "partial"
IRRELEVANT = "irrelevant"

#: First letters of a verdict in the languages that models fall into -> the verdict; the first that fits counts.
_VERDICTS = (
    ("irrelevant", IRRELEVANT),
    ("not", IRRELEVANT),
    ("нерелевант", IRRELEVANT),
    ("не ", IRRELEVANT),
    ("relevant", RELEVANT),
    ("релевант", RELEVANT),
    ("partial", PARTIAL),
    ("частич", PARTIAL),
)
_NUMBER = re.compile(r"[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Plan:
    """Queries to search with and aspects of the question that the clauses found should cover."""

    queries: tuple[str, ...]
    aspects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the model says about the candidate at ``place`` (from 0); ``aspects`` are places of covered aspects.

    A relevant clause covers the only aspect of a question also where the model does not say so.
    """

    place: int
    verdict: str
    aspects: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Grading:
    """The usable verdicts of a reply, what it says is still missing, and what could not be used."""

    verdicts: tuple[Verdict, ...]
    missing: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


def read_plan(reply: str, question: str) -> Plan | None:
    """Return the plan of a reply; None for a reply without a plan.

    The question stands for queries or aspects that are missing. A bare list of texts is a list of queries.
    """
    value = _unwrapped(parse_json(reply), ("queries", "aspects"))
    if isinstance(value, list):
        queries = str_list(value, MAX_QUERIES)
        return Plan(tuple(queries), (question,)) if queries else None
    if not isinstance(value, dict):
        return None
    queries = str_list(value.get("queries"), MAX_QUERIES) or [question]
    aspects = str_list(value.get("aspects"), MAX_ASPECTS) or [question]
    return Plan(tuple(queries), tuple(aspects))


def read_queries(reply: str) -> tuple[str, ...]:
    """Return the further queries of a reply, empty where there are none: ``{"queries": [...]}`` or a list of texts."""
    value = _unwrapped(parse_json(reply), ("queries",))
    return tuple(str_list(value.get("queries") if isinstance(value, dict) else value, MAX_QUERIES))


def read_grading(reply: str, candidates: int, aspects: int) -> Grading | None:
    """Return the verdicts of a reply on that many candidates and aspects; None where not one is usable.

    Taken are a list of verdicts, the same inside an object (``{"verdicts": [...]}``), a single verdict, or verdicts by
    candidate (``{"C1": "relevant"}``). The first verdict on a candidate counts.
    """
    verdicts: dict[int, Verdict] = {}
    missing: list[str] = []
    dropped: list[str] = []
    for row in _rows(parse_json(reply)):
        verdict = _verdict(row, candidates, aspects)
        if isinstance(verdict, str):
            dropped.append(verdict)
        elif verdict.place in verdicts:
            dropped.append(f"C{verdict.place + 1}: graded twice")
        else:
            verdicts[verdict.place] = verdict
            missing += str_list(row.get("missing"), _MAX_MISSING)
    return Grading(tuple(verdicts.values()), tuple(missing), tuple(dropped)) if verdicts else None


def _unwrapped(value: object, keys: Sequence[str]) -> object:
    """Return the object that holds one of the keys, itself or one level down (``{"plan": {"queries": …}}``)."""
    if not isinstance(value, dict) or any(key in value for key in keys):
        return value
    inner = [one for one in value.values() if isinstance(one, dict) and any(key in one for key in keys)]
    return inner[0] if inner else value


def _rows(value: object) -> list[dict[str, object]]:
    if isinstance(value, list):
        return [row for row in value if isinstance(row, dict)]
    if not isinstance(value, dict):
        return []
    if "verdict" in value:
        return [value]
    for inner in value.values():
        if isinstance(inner, list) and any(isinstance(row, dict) for row in inner):
            return _rows(inner)
    return [{**one, "id": key} if isinstance(one, dict) else {"id": key, "verdict": one} for key, one in value.items()]


def _verdict(row: dict[str, object], candidates: int, aspects: int) -> Verdict | str:
    """Return the verdict of a row, or why there is none in it."""
    numbers = _numbers(row.get("id"))
    if not numbers or not 1 <= numbers[0] <= candidates:
        return f"{row.get('id')!r}: no such candidate"
    said = str(row.get("verdict")).strip().lower()
    verdict = next((meaning for start, meaning in _VERDICTS if said.startswith(start)), None)
    if verdict is None:
        return f"C{numbers[0]}: {row.get('verdict')!r} is no verdict"
    covered = sorted({number - 1 for number in _numbers(row.get("aspects")) if 1 <= number <= aspects})
    if not covered and verdict == RELEVANT and aspects == 1:
        covered = [0]
    return Verdict(numbers[0] - 1, verdict, tuple(covered))


def _numbers(value: object) -> list[int]:
    """Return the whole numbers in a value of any type: 2, "C2", ["1", "аспект 3"]; empty for null, "²" and the like."""
    if isinstance(value, list):
        return [number for item in value for number in _numbers(item)]
    if isinstance(value, bool):
        return []
    if isinstance(value, int | float | str):
        return [int(match) for match in _NUMBER.findall(str(value).removesuffix(".0"))]
    return []
