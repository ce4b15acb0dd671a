"""`Recognized` as plain values and back: what crosses the border between the recognizing process and its caller."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import TypeVar

from raglib_core import errors
from raglib_core.errors import RaglibError, RecognitionError
from raglib_core.model import Block, Edit, Notice, Page, Recognized

_Made = TypeVar("_Made")


def to_plain(recognized: Recognized) -> dict[str, object]:
    """Return a recognized text as values that JSON can hold."""
    return asdict(recognized)


def from_plain(values: object) -> Recognized:
    """Return the recognized text that `to_plain` made; raises ValueError for anything else."""
    try:
        fields = dict(_mapping(values))
        for name, kind in (("pages", Page), ("blocks", _block), ("edits", Edit), ("warnings", _notice)):
            fields[name] = tuple(_each(kind, fields[name]))
        return Recognized(**fields)  # type: ignore[arg-type]  # checked by the classes' own signatures
    except (TypeError, KeyError) as error:
        raise ValueError(f"not a recognized text: {error}") from error


def error_to_plain(error: RaglibError) -> dict[str, object]:
    """Return an error as its kind and the values of its message."""
    return {"code": error.code, "values": {key: _scalar(value) for key, value in error.values.items()}}


def error_from_plain(values: object, name: str) -> RaglibError:
    """Return the error that `error_to_plain` made; a RecognitionError for anything else."""
    fields = values if isinstance(values, dict) else {}
    kind = getattr(errors, str(fields.get("code")), None)
    given = fields.get("values")
    if isinstance(kind, type) and issubclass(kind, RaglibError) and isinstance(given, dict):
        try:
            return kind(**given)
        except KeyError:
            pass
    return RecognitionError(name=name, reason="the recognizing process answered with an unknown error")


def _mapping(values: object) -> dict[str, object]:
    if not isinstance(values, dict):
        raise TypeError("an object is needed")
    return values


def _each(kind: Callable[..., _Made], rows: object) -> Iterable[_Made]:
    if not isinstance(rows, list):
        raise TypeError("a list is needed")
    return (kind(**_mapping(row)) for row in rows)


def _block(**values: object) -> Block:
    box = values.get("box")
    return Block(**{**values, "box": tuple(box) if isinstance(box, list) else None})  # type: ignore[arg-type]


def _notice(**values: object) -> Notice:
    pairs = values.get("values")
    rows = pairs if isinstance(pairs, list) else []
    return Notice(**{**values, "values": tuple((key, value) for key, value in rows)})  # type: ignore[arg-type]


def _scalar(value: object) -> object:
    return value if isinstance(value, str | int | float | bool | None) else str(value)
