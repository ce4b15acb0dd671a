"""Every failure that raglib itself raises.

The tree (each class also derives from the builtin in brackets, so that callers of raglib who catch builtins go on
working)::

    RaglibError
    ├── InputError [ValueError]              what the caller passed is unusable
    │   ├── NoInputFiles
    │   ├── BadSettings
    │   ├── BadQuery
    │   │   ├── BadPattern [re.error]
    │   │   └── UnknownMethod
    │   ├── AmbiguousDocument
    │   ├── BadCorrection
    │   ├── BadGoldenSet
    │   └── BadRunFile
    ├── MissingInput [FileNotFoundError]
    ├── RecognitionError [RuntimeError]      a file could not be turned into text
    │   ├── UnsupportedFormat
    │   ├── UndecodableText
    │   ├── EmptyDocument
    │   ├── LimitExceeded
    │   └── MissingProgram               a program beside Python that this kind of file needs
    ├── NotFound [KeyError]                  a name that the index does not hold
    │   ├── UnknownDocument
    │   ├── UnknownSection
    │   ├── UnknownClause
    │   └── UnknownCorrection
    ├── DocumentExists [FileExistsError]     another file of that content or id is in the index
    ├── IndexProblem [RuntimeError]
    │   ├── NotARaglibIndexError [ValueError]
    │   ├── DamagedIndex
    │   ├── IndexLocked
    │   └── IndexClosed
    ├── MethodUnavailable [RuntimeError]     the index cannot do what was asked by name
    ├── MissingExtra [RuntimeError]          an optional package is not installed
    ├── EmbeddingError [RuntimeError]        an embedder failed or answered with something else than vectors
    ├── ModelError [RuntimeError]            a language model failed or answered with something unusable
    ├── SearchTimeout [TimeoutError]
    └── Cancelled

A class holds its English sentence as ``template``; an instance holds the values for it in ``values``, so that
`raglib_core.texts` can say the same in Russian. ``str(error)`` is the English sentence.
"""

from __future__ import annotations

import re
from typing import ClassVar


class RaglibError(Exception):
    """Base of all errors of raglib; ``code`` is the class name, ``values`` fills the message of any language."""

    template: ClassVar[str] = "{reason}"

    def __init__(self, **values: object) -> None:
        """Keep the values of the message; a value that the template does not name is kept for callers."""
        self.values: dict[str, object] = values
        super().__init__(self.template.format_map(values))

    def __str__(self) -> str:
        """Return the English sentence (KeyError alone would return its repr)."""
        return self.template.format_map(self.values)

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error cross a process border with its values."""
        return (_rebuild, (type(self), self.values))

    @property
    def code(self) -> str:
        """Name of the kind of error, stable across languages."""
        return type(self).__name__


def _rebuild(kind: type[RaglibError], values: dict[str, object]) -> RaglibError:
    return kind(**values)


class InputError(RaglibError, ValueError):
    """What the caller passed is unusable."""


class NoInputFiles(InputError):
    """Nothing to build from."""

    template = "no input files in {where}: pass files or a folder that directly holds supported files"


class BadSettings(InputError):
    """A setting has a value outside its range."""

    template = "{name}={value!r} is not allowed: {allowed}"


class BadQuery(InputError):
    """A query or its options cannot be answered."""

    template = "bad query: {reason}"


class BadPattern(BadQuery, re.error):
    """A regular expression that does not compile."""

    template = "bad pattern {pattern!r}: {reason}"

    def __init__(self, **values: object) -> None:
        """Set what `re.error` promises beside the values: ``msg`` and ``pattern``."""
        super().__init__(**values)
        self.msg = str(values.get("reason", ""))
        self.pattern = str(values.get("pattern", ""))
        self.pos = None


class UnknownMethod(BadQuery):
    """A search method or strategy that does not exist."""

    template = "unknown {what} {value!r}: choose one of {allowed}"


class AmbiguousDocument(InputError):
    """A file name that several documents carry."""

    template = "document name {name!r} is ambiguous: use one of the ids {ids}"


class BadCorrection(InputError):
    """A correction that cannot be applied, or a kept one that cannot be read."""

    template = "{what}: {reason}"


class BadGoldenSet(InputError):
    """Questions with answers that cannot be read, or that name what the index does not hold; lines are named."""

    template = "{name}: {reason}"


class BadRunFile(InputError):
    """A file that should hold a stored run of an evaluation and does not."""

    template = "{path}: {reason}; give a file that raglib eval --save wrote"


class MissingInput(RaglibError, FileNotFoundError):
    """A file or folder that is not there."""

    template = "no such file or folder: {path}"


class RecognitionError(RaglibError, RuntimeError):
    """A file could not be turned into text."""

    template = "{name}: cannot be recognized: {reason}"


class UnsupportedFormat(RecognitionError):
    """No recognizer takes this kind of file."""

    template = "{name}: unsupported type of file ({found}); supported: {supported}"


class UndecodableText(RecognitionError):
    """Bytes that are no text in any known encoding."""

    template = "{name}: is not text in any known encoding (tried {tried}); save it as UTF-8 and try again"


class EmptyDocument(RecognitionError):
    """A file without any text."""

    template = "{name}: holds no text; check the file, or recognize its scan first"


class LimitExceeded(RecognitionError):
    """A file larger than what is safe to read."""

    template = "{name}: {what} is {value}, more than the limit of {limit}"


class MissingProgram(RecognitionError):
    """A file that only a program beside Python can read, and the program is not installed."""

    template = "{name}: needs {program}, which is not installed; on Debian: {command}"


class NotFound(RaglibError, KeyError):
    """A name that the index does not hold."""


class UnknownDocument(NotFound):
    """No document of this id or file name."""

    template = "no document {name!r} in the index; there are: {known}"


class UnknownSection(NotFound):
    """No section or clause of this key, number or title in the document."""

    template = "no section {name!r} in {document}; there are: {known}"


class UnknownClause(NotFound):
    """No clause of this locator in the document."""

    template = "no clause {name!r} in {document}; nearest: {known}"


class UnknownCorrection(NotFound):
    """No correction of this id is kept with the index."""

    template = "no correction {name!r} is kept with this index; list them with: raglib corrections"


class DocumentExists(RaglibError, FileExistsError):
    """The same content is in the index already."""

    template = "{name}: is already in the index as {doc_id!r}"


class IndexProblem(RaglibError, RuntimeError):
    """An index folder cannot be used."""


class NotARaglibIndexError(IndexProblem, ValueError):
    """A folder that is no index of this library, or of a version it cannot read."""

    template = "{path}: is not a raglib index ({reason}); nothing in it was touched"


class DamagedIndex(IndexProblem):
    """An index whose part {part} is missing or does not match its hash."""

    template = (
        "{path}: the index is damaged in {part} ({reason}); "
        "mend it with raglib check-index --repair, or rebuild it from the source files"
    )


class IndexLocked(IndexProblem):
    """Another process writes to the index."""

    template = "{path}: another process ({owner}) is writing to this index; try again when it has finished"


class IndexClosed(IndexProblem):
    """A verb of an index object that was deleted or closed."""

    template = "{path}: this index was closed or deleted; load it again"


class MethodUnavailable(RaglibError, RuntimeError):
    """The index cannot do what was asked by name."""

    template = "method {method!r} is not available: {reason}"


class MissingExtra(RaglibError, RuntimeError):
    """An optional package is not installed."""

    template = "{feature} needs the package {package}: pip install 'raglib-core[{extra}]'"


class EmbeddingError(RaglibError, RuntimeError):
    """An embedder failed or answered with something else than vectors."""

    template = "embeddings {model}: {reason}"


class ModelError(RaglibError, RuntimeError):
    """A language model failed or answered with something unusable."""

    template = "language model {model}: {reason}"


class SearchTimeout(RaglibError, TimeoutError):
    """A search ran into its time limit."""

    template = "search for {query!r} did not finish in {seconds} s; simplify the pattern or narrow it to a document"


class Cancelled(RaglibError):
    """The caller asked a long verb to stop; what was there before it is unchanged."""

    template = "cancelled during {stage}"
