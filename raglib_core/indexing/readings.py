"""What a build has read of its files so far, kept until it is done: a build that stops goes on from there.

One SQLite file at the root of an index, table ``readings``: ``key`` is the hash of a source with the name of its
reading (see `DocumentRecord.reading`), ``document`` a recognized and segmented document as JSON, ``checksum`` that of
the JSON. Nothing in it is needed: a row that cannot be used is a file that is read again.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import suppress
from pathlib import Path

from raglib_core.indexing.codec import pack, unpack
from raglib_core.indexing.folder import READINGS
from raglib_core.indexing.parts import from_json, to_json
from raglib_core.model import Document
from raglib_core.storage import checksum

_log = logging.getLogger(__name__)


class Readings:
    """The readings of one build at the root of its index; without a file until the first one is kept."""

    def __init__(self, root: Path) -> None:
        """Look at ``root``, which need not exist."""
        self._path = root / READINGS
        self._connection: sqlite3.Connection | None = None

    def find(self, source_hash: str, reading: str) -> Document | None:
        """Return the document that was read from a source; None where it is not there or not as it was written."""
        if self._path.is_symlink() or not self._path.is_file():
            return None
        try:
            query = "SELECT document, checksum FROM readings WHERE key = ?"
            row = self._opened().execute(query, [f"{source_hash} {reading}"]).fetchone()
            return unpack(Document, from_json(row[0])) if row and checksum(row[0]) == row[1] else None
        except (sqlite3.Error, ValueError) as error:
            _log.warning("%s cannot be used (%s): the files are read again", self._path, error)
            self.forget()
            return None

    def keep(self, document: Document, reading: str) -> None:
        """Keep a document until `forget`; where that fails it is only not kept."""
        line = to_json(pack(document))
        key = f"{document.recognized.source_hash} {reading}"
        try:
            with self._opened() as connection:
                connection.execute("INSERT OR REPLACE INTO readings VALUES (?, ?, ?)", [key, line, checksum(line)])
        except (sqlite3.Error, OSError) as error:
            _log.warning("%s cannot be written (%s): a build that stops will start anew", self._path, error)

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._path.is_symlink():
                self._path.unlink()
            self._connection = sqlite3.connect(self._path)
            # a row that a power cut spoils is found by its checksum
            self._connection.execute("PRAGMA synchronous = OFF")
            self._connection.execute("CREATE TABLE IF NOT EXISTS readings (key TEXT PRIMARY KEY, document, checksum)")
        return self._connection

    def close(self) -> None:
        """Close the file; it stays for the next build."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def forget(self) -> None:
        """Remove the file: the build is done."""
        self.close()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
