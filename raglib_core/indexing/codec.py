"""Dataclasses of the model as plain JSON values and back, equal to what they were.

A dataclass becomes an object of those of its fields that differ from their defaults, a tuple becomes a list. Reading
follows the annotations of the fields and raises ValueError for whatever does not fit them, so rows of a damaged index
never become half-right objects.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")
#: A value as the module json gives it.
Json = Any
#: A dataclass, a scalar type or a form of `typing` that stands as the annotation of a field.
Annotation = Any
Reader = Callable[[Json], Any]


def pack(value: object) -> Json:
    """Return a dataclass, tuple or plain value as a JSON value."""
    if dataclasses.is_dataclass(value):
        pairs = ((field.name, field.default, getattr(value, field.name)) for field in dataclasses.fields(value))
        return {name: pack(item) for name, default, item in pairs if item != default or type(item) is not type(default)}
    if isinstance(value, tuple):
        return [pack(item) for item in value]
    return value


def unpack(kind: type[T], value: Json) -> T:
    """Return the dataclass that `pack` made ``value`` of; raises ValueError where the value does not fit."""
    result: T = _reader_of(kind)(value)
    return result


def _reader_of(kind: Annotation) -> Reader:
    # annotations are hashable, which the types of `functools.cache` cannot see
    return _reader(kind)


@cache
def _reader(kind: Annotation) -> Reader:
    """Return the function that reads values annotated with ``kind``."""
    if dataclasses.is_dataclass(kind):
        return _dataclass_reader(kind)
    origin: Annotation = typing.get_origin(kind)
    if origin is tuple:
        return _tuple_reader(kind)
    if origin is typing.Literal:
        return _member_reader(typing.get_args(kind))
    if origin in (typing.Union, types.UnionType):
        return _union_reader(typing.get_args(kind))
    return _scalar_reader((kind,))


def _dataclass_reader(kind: Annotation) -> Reader:
    readers: dict[str, Reader] = {}

    def read(value: Json) -> object:
        if not readers:  # at the first value only: a class may hold itself
            readers.update((name, _reader(hint)) for name, hint in typing.get_type_hints(kind).items())
        try:
            return kind(**{name: readers[name](item) for name, item in value.items()})
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no {kind.__name__}: {error}") from error

    return read


def _tuple_reader(kind: Annotation) -> Reader:
    items = typing.get_args(kind)
    if items[-1] is Ellipsis:
        each = _reader(items[0])
        return lambda value: tuple([each(item) for item in _checked_list(value)])
    readers = [_reader(item) for item in items]
    return lambda value: tuple([read(item) for read, item in zip(readers, _checked_list(value), strict=True)])


def _checked_list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise ValueError(f"no list: {value!r:.60}")
    return value


def _member_reader(members: tuple[Any, ...]) -> Reader:
    def read(value: Json) -> object:
        if value not in members:
            raise ValueError(f"none of {members}: {value!r:.60}")
        return value

    return read


def _union_reader(members: tuple[Any, ...]) -> Reader:
    nested = [_reader(member) for member in members if typing.get_origin(member) or dataclasses.is_dataclass(member)]
    scalar = _scalar_reader(tuple(member for member in members if isinstance(member, type)))

    def read(value: Json) -> object:
        return nested[0](value) if nested and isinstance(value, dict | list) else scalar(value)

    return read


def _scalar_reader(kinds: tuple[Any, ...]) -> Reader:
    # JSON writes a whole float as it was made: 612 may stand for a float field
    allowed = (*kinds, int) if float in kinds else kinds

    def read(value: Json) -> object:
        if type(value) not in allowed:
            raise ValueError(f"no {' or '.join(kind.__name__ for kind in kinds)}: {value!r:.60}")
        return value

    return read
