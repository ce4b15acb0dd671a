"""The seam of recognition: what a recognizer is, which one takes a file, and which files an input means."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from raglib_core.errors import (
    EmptyDocument,
    LimitExceeded,
    MissingExtra,
    MissingInput,
    NoInputFiles,
    RaglibError,
    RecognitionError,
    UnsupportedFormat,
)
from raglib_core.model import Recognized
from raglib_core.recognition.kinds import (
    HTML_SUFFIXES,
    SUPPORTED_SUFFIXES,
    TEXT_SUFFIXES,
    OnPage,
    Source,
    kind_of,
    no_page,
)
from raglib_core.recognition.text import recognized_text

MAX_BYTES = 50 * 1024 * 1024


@runtime_checkable
class TextRecognizer(Protocol):
    """Anything that turns a file into text; a plain string is enough, `Recognized` tells more."""

    def recognize(self, path: Path) -> str | Recognized:
        """Return the text of the file; raises RecognitionError where it cannot."""


@dataclass(frozen=True, slots=True)
class Reader:
    """One way to read some kinds of file: its name, the kinds it takes and what does the work."""

    name: str
    kinds: frozenset[str]
    read: Callable[[Source], Recognized]


class Registry:
    """Readers in the order in which they are tried; itself a `TextRecognizer`."""

    def __init__(self, readers: Sequence[Reader], *, max_bytes: int = MAX_BYTES) -> None:
        """Keep the readers; a file larger than ``max_bytes`` is refused before it is read."""
        self._readers = tuple(readers)
        self._max_bytes = max_bytes

    def recognize(self, path: Path, *, on_page: OnPage = no_page) -> Recognized:
        """Return the text of a file by the first reader that can read it, chosen by the content of the file.

        Raises MissingInput, LimitExceeded, UnsupportedFormat (naming what was found and what is supported),
        EmptyDocument for white space only, and the error of the reader that failed; where several failed, a
        RecognitionError that reports every attempt.
        """
        source = replace(read_source(path, self._max_bytes), on_page=on_page)
        if not source.data:
            raise EmptyDocument(name=source.name)
        readers = [reader for reader in self._readers if reader.kinds & _wanted_kinds(source)]
        if not readers:
            raise UnsupportedFormat(name=source.name, found=_found(source), supported=", ".join(SUPPORTED_SUFFIXES))
        return finished(_first_answer(readers, source), source)


def _wanted_kinds(source: Source) -> set[str]:
    """Plain text is taken only under a suffix of text: a table or a program is text too, and no document."""
    suffix = source.path.suffix.lower()
    if source.kind == "text" and suffix not in (*TEXT_SUFFIXES, *HTML_SUFFIXES):
        return set()
    return {source.kind}


def _found(source: Source) -> str:
    if source.kind != "text":
        return source.kind
    return f"{source.path.suffix.lower()} file" if source.path.suffix else "file without a suffix"


def _first_answer(readers: Sequence[Reader], source: Source) -> Recognized:
    attempts: list[tuple[str, RaglibError]] = []
    for reader in readers:
        try:
            return reader.read(source)
        except (RecognitionError, MissingExtra) as error:
            attempts.append((reader.name, error))
    if len(attempts) == 1:
        raise attempts[0][1]
    reason = "; ".join(f"{name}: {error}" for name, error in attempts)
    raise RecognitionError(name=source.name, reason=reason) from attempts[-1][1]


def read_source(path: Path, max_bytes: int = MAX_BYTES) -> Source:
    """Read a file once and tell its kind; raises MissingInput, LimitExceeded, RecognitionError (unreadable)."""
    if not path.exists():
        raise MissingInput(path=path)
    try:
        size = path.stat().st_size
        if size > max_bytes:
            raise LimitExceeded(name=path.name, what="size", value=f"{size} bytes", limit=f"{max_bytes} bytes")
        data = path.read_bytes()
    except OSError as error:
        raise RecognitionError(name=path.name, reason=error.strerror or type(error).__name__) from error
    return Source(path, data, kind_of(data, path.suffix))


def finished(recognized: Recognized, source: Source) -> Recognized:
    """Return ``recognized`` with the hash of its source; raises EmptyDocument where it holds no text."""
    if not recognized.text.strip():
        raise EmptyDocument(name=source.name)
    return replace(recognized, source_hash=hashlib.sha256(source.data).hexdigest())


def recognize_by(recognizer: TextRecognizer, path: Path) -> Recognized:
    """Return what a recognizer of the caller says about a file, a plain string wrapped.

    A string gets LF line ends and pages by its form feeds. Raises MissingInput, EmptyDocument, and RecognitionError
    for whatever the foreign code raises or returns beside text.
    """
    if not path.exists():
        raise MissingInput(path=path)
    try:
        answer: object = recognizer.recognize(path)
    except RaglibError:
        raise
    except Exception as error:
        reason = f"{type(recognizer).__name__} failed: {type(error).__name__}: {error}"
        raise RecognitionError(name=path.name, reason=reason) from error
    if isinstance(answer, str):
        answer = replace(recognized_text(answer, path.name), recognizer=type(recognizer).__name__)
    if not isinstance(answer, Recognized):
        reason = f"{type(recognizer).__name__} returned {type(answer).__name__} instead of text"
        raise RecognitionError(name=path.name, reason=reason)
    if answer.source_hash and answer.text.strip():
        return answer
    return finished(answer, read_source(path, max_bytes=2**63))


def expand_inputs(inputs: str | Path | Sequence[str | Path]) -> list[Path]:
    """Return the files that ``inputs`` mean, in their order, each once.

    A folder stands for its direct files sorted by name, those whose name begins with a dot left out; files of any type
    are returned, so that a build can report each. Two paths of one file count once, the first is kept.

    Raises MissingInput for a path that is not there, NoInputFiles where nothing is left.
    """
    given = [inputs] if isinstance(inputs, str | Path) else list(inputs)
    files: dict[Path, Path] = {}
    for path in map(Path, given):
        if not path.exists():
            raise MissingInput(path=path)
        for file in _files_of(path):
            files.setdefault(file.resolve(), file)
    if not files:
        raise NoInputFiles(where=", ".join(map(str, given)) or "an empty list")
    return list(files.values())


def _files_of(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    children = sorted(path.iterdir(), key=lambda child: child.name)
    return [child for child in children if child.is_file() and not child.name.startswith(".")]
