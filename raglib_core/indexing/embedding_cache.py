"""Vectors that were computed once, kept across builds in one SQLite file at the root of an index.

Table ``vectors``: ``key`` is the SHA-256 of model name, NUL and the text as the model reads it; ``vector`` holds
float32 numbers, ``day`` when it was last used (days since 1970). Each batch is committed on its own, so a build that
dies keeps what it has paid for. A file that is no database of this kind is set aside: the cache saves time, it holds
nothing that cannot be made again.
"""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np

from raglib_core.errors import Cancelled, EmbeddingError
from raglib_core.indexing.dense import as_rows
from raglib_core.indexing.embedders import BATCH, Embedder
from raglib_core.indexing.seam import Vector
from raglib_core.model import CancelToken

_log = logging.getLogger(__name__)
#: SQLite allows 999 parameters a statement in its older versions.
_KEYS_A_QUERY = 500
_SECONDS_A_DAY = 86_400
#: The cache may hold so many times the vectors of the index, and so many more.
_KEPT_SHARE = 3
_KEPT_ALWAYS = 10_000


class EmbeddingCache:
    """An open cache; used by one writer at a time, under the lock of its index."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Keep the connection; make the table where it is missing."""
        self._connection = connection
        connection.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB, day INTEGER)")
        connection.execute("SELECT count(*) FROM (SELECT day FROM vectors LIMIT 1)")
        self._today = int(time.time()) // _SECONDS_A_DAY

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def find(self, keys: Sequence[bytes]) -> dict[bytes, Vector]:
        """Return the vectors that are there; none where the file cannot be read."""
        try:
            return self._found(keys)
        except sqlite3.Error as error:
            _log.warning("embedding cache cannot be read (%s): the vectors are made anew", error)
            return {}

    def _found(self, keys: Sequence[bytes]) -> dict[bytes, Vector]:
        found: dict[bytes, Vector] = {}
        for start in range(0, len(keys), _KEYS_A_QUERY):
            some = keys[start : start + _KEYS_A_QUERY]
            marks = ",".join("?" * len(some))
            rows = self._connection.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", some)
            found.update((key, np.frombuffer(vector, np.float32)) for key, vector in rows if len(vector) % 4 == 0)
            with self._connection:
                touch = f"UPDATE vectors SET day = ? WHERE day < ? AND key IN ({marks})"
                self._connection.execute(touch, [self._today, self._today, *some])
        return found

    def keep(self, keys: Sequence[bytes], vectors: Vector) -> None:
        """Add vectors and wait until the disk has them; where it does not take them they are only not kept."""
        rows = [(key, vector.tobytes(), self._today) for key, vector in zip(keys, vectors, strict=True)]
        try:
            with self._connection:
                self._connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)
        except sqlite3.Error as error:
            _log.warning("embedding cache cannot be written (%s): a later build makes these vectors anew", error)

    def prune(self, windows: int) -> None:
        """Keep `_KEPT_SHARE` times as many vectors as the index has windows, those that were used last.

        Their room in the file is used again by those that come.
        """
        limit = _KEPT_SHARE * windows + _KEPT_ALWAYS
        oldest = "SELECT key FROM vectors ORDER BY day, rowid LIMIT ?"
        try:
            (count,) = self._connection.execute("SELECT count(*) FROM vectors").fetchone()
            if count > limit:
                with self._connection:
                    self._connection.execute(f"DELETE FROM vectors WHERE key IN ({oldest})", [count - limit])
        except sqlite3.Error as error:
            _log.warning("embedding cache cannot be pruned (%s)", error)


@contextmanager
def open_cache(path: Path) -> Iterator[EmbeddingCache]:
    """Open the cache at ``path``; an empty one where there is none or where the file is no database of this kind.

    Where the disk does not take a file the vectors are kept in memory for this build.
    """
    if path.is_symlink():
        path.unlink()
    cache = _opened(path)
    if cache is None and path.exists():
        path.unlink()
        cache = _opened(path)
    cache = cache or EmbeddingCache(sqlite3.connect(":memory:"))
    with closing(cache):
        yield cache


def _opened(path: Path) -> EmbeddingCache | None:
    """Return the cache of a file; None where it cannot be used."""
    try:
        connection = sqlite3.connect(path)
    except sqlite3.Error as error:
        _log.warning("embedding cache %s cannot be opened: %s", path, error)
        return None
    try:
        return EmbeddingCache(connection)
    except sqlite3.Error as error:
        _log.warning("embedding cache %s is damaged (%s): starting an empty one", path, error)
        connection.close()
        return None


def key_of(model: str, text: str) -> bytes:
    """Return the key of a text for a model."""
    return hashlib.sha256(f"{model}\0{text}".encode("utf-8", "surrogatepass")).digest()


def embed_all(
    embedder: Embedder,
    texts: Sequence[str],
    cache: EmbeddingCache,
    *,
    advance: Callable[[int, int], None],
    cancelled: CancelToken,
    trusted: bool = True,
) -> Vector:
    """Return one row for each text, asking the embedder only for texts that the cache does not hold.

    Equal texts are embedded once. ``advance`` is called with the numbers of finished and of all distinct texts; between
    batches ``cancelled`` is asked and Cancelled raised. When the embedder answers with another length than the cache
    holds under its name, or the cache is not ``trusted``, it is asked for all texts anew. Raises EmbeddingError where
    its answers differ in length.
    """
    prepared = [embedder.prepare(text) for text in texts]
    keys = [key_of(embedder.name, text) for text in prepared]
    distinct = dict(zip(keys, prepared, strict=True))
    known = cache.find(list(distinct)) if trusted else {}
    for _ in range(2):
        advance(len(known), len(distinct))
        missing = [key for key in distinct if key not in known]
        for start in range(0, len(missing), BATCH):
            if cancelled():
                raise Cancelled(stage="dense")
            some = missing[start : start + BATCH]
            vectors = embedder.vectors([distinct[key] for key in some])
            cache.keep(some, vectors)
            known.update(zip(some, vectors, strict=True))
            advance(len(known), len(distinct))
        if len(missing) == len(distinct) or _is_uniform(known):
            break
        known = {}
    if not _is_uniform(known):
        raise EmbeddingError(model=embedder.name, reason="gave vectors of different lengths for texts of one build")
    return as_rows([known[key] for key in keys], len(next(iter(known.values()), ())))


def _is_uniform(known: Mapping[bytes, Vector]) -> bool:
    return len({len(vector) for vector in known.values()}) <= 1
