"""The folder that holds the libraries of the application, and what one library is on disk.

The folder is ``$RAGLIB_WORKSPACE``, or ``~/.raglib`` without it::

    <workspace>/libraries/<library id>/
        library.json     {"title": "Уставы", "created": "2026-01-31T12:00:00+00:00"}
        sources/<start of the hash of the content>/<file name>
        index/           one index of raglib_core, see raglib_core.indexing.generation

A library without an index is one that is being built, or whose build failed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from raglib_core.api import RagIndex
from raglib_core.errors import MissingInput
from raglib_core.indexing.generation import is_index

ENVIRONMENT = "RAGLIB_WORKSPACE"
DEMO = "demo"
_SAFE_ID = re.compile(r"[a-z0-9]{1,32}")
_UNSAFE_IN_NAME = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
MAX_NAME = 120


@dataclass(frozen=True, slots=True)
class Library:
    """A named set of documents with one index; ``library_id`` is what a URL carries and never changes."""

    library_id: str
    title: str
    created: str
    folder: Path

    @property
    def index(self) -> Path:
        """The folder of the index, which may not be there yet."""
        return self.folder / "index"

    @property
    def ready(self) -> bool:
        """Whether there is an index; False while the first build runs."""
        return is_index(self.index)

    @property
    def sources(self) -> Path:
        """The folder of the uploaded files."""
        return self.folder / "sources"


def workspace_folder() -> Path:
    """Return the folder of the workspace; it need not exist."""
    chosen = os.environ.get(ENVIRONMENT, "")
    return Path(chosen).expanduser() if chosen else Path.home() / ".raglib"


def libraries() -> list[Library]:
    """Return the libraries that have an index, the newest first; empty for a workspace that is empty or not there."""
    folder = workspace_folder() / "libraries"
    found = [_read(path) for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []
    ready = [library for library in found if library is not None and library.ready]
    return sorted(ready, key=lambda library: (library.created, library.library_id), reverse=True)


def library(library_id: str) -> Library | None:
    """Return a library by its id; None where there is none, or the id could not be one."""
    if not _SAFE_ID.fullmatch(library_id):
        return None
    return _read(workspace_folder() / "libraries" / library_id)


def _read(folder: Path) -> Library | None:
    try:
        described = json.loads((folder / "library.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(described, dict):
        return None
    return Library(folder.name, str(described.get("title") or folder.name), str(described.get("created", "")), folder)


def create(title: str, library_id: str = "") -> Library:
    """Make the folder of a new library and return it; an existing one of the same id gets the new title.

    Raises OSError where the workspace cannot be written.
    """
    chosen = library_id or secrets.token_hex(4)
    folder = workspace_folder() / "libraries" / chosen
    folder.mkdir(parents=True, exist_ok=True)
    created = datetime.now(UTC).isoformat(timespec="seconds")
    described = json.dumps({"title": title, "created": created}, ensure_ascii=False, indent=1)
    (folder / "library.json").write_text(described, encoding="utf-8")
    return Library(chosen, title, created, folder)


def keep_source(target: Library, name: str, content: bytes) -> Path:
    """Keep an uploaded file under its own name and return where; the same content again is the same file."""
    path = source_path(target, name, hashlib.sha256(content).hexdigest())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def source_path(target: Library, name: str, digest: str) -> Path:
    """Return where the uploaded file of a name and a hash of its content lies, or would lie."""
    return target.sources / digest[:16] / safe_name(name)


def safe_name(name: str) -> str:
    """Return a file name that stays in its folder: «../a:b.txt» is ``a_b.txt``, long names keep their suffix."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    cleaned = _UNSAFE_IN_NAME.sub("_", last).strip(" .") or "document"
    stem, suffix = Path(cleaned).stem, Path(cleaned).suffix
    return stem[: MAX_NAME - len(suffix)] + suffix


def delete(library_id: str) -> None:
    """Delete a library with its index and its sources.

    Raises MissingInput where there is none, and what deleting an index raises; the sources go last, so that a failed
    deletion loses nothing.
    """
    target = library(library_id)
    if target is None:
        raise MissingInput(path=library_id)
    if target.index.is_dir():
        RagIndex.delete_index(target.index)
    shutil.rmtree(target.folder)
