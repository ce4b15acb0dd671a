"""Uploaded files before they are built: limits, the same content twice, files without content."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from raglib_core.recognition.kinds import SUPPORTED_SUFFIXES

#: suffixes the uploader offers; what a file really is, recognition decides by its content
SUFFIXES = tuple(suffix.removeprefix(".") for suffix in SUPPORTED_SUFFIXES)
#: megabytes a file, the same as server.maxUploadSize in .streamlit/config.toml
LIMIT_MB = 50


class Uploaded(Protocol):
    """What is used of streamlit's uploaded file."""

    @property
    def name(self) -> str:
        """The file name as the browser gave it."""

    def getvalue(self) -> bytes:
        """The content."""


@dataclass(frozen=True, slots=True)
class UploadedDocument:
    """A file to build: its name and content."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Sorted:
    """Uploaded files sorted: to build, given twice (each with the name it repeats), and without content."""

    documents: tuple[UploadedDocument, ...]
    repeated: tuple[tuple[str, str], ...]
    blank: tuple[str, ...]


def sort_uploads(files: Iterable[Uploaded]) -> Sorted:
    """Return the files to build in the order given, each content once; the first name of a content wins."""
    by_hash: dict[str, UploadedDocument] = {}
    repeated: list[tuple[str, str]] = []
    blank: list[str] = []
    for file in files:
        content = file.getvalue()
        digest = hashlib.sha256(content).hexdigest()
        if not content.strip():
            blank.append(file.name)
        elif digest in by_hash:
            repeated.append((file.name, by_hash[digest].name))
        else:
            by_hash[digest] = UploadedDocument(file.name, content)
    return Sorted(tuple(by_hash.values()), tuple(repeated), tuple(blank))
