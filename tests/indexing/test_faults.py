"""A build that fails at any moment leaves the old index or the new one, whole, and the next build works."""

import errno
import gc
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections import Counter
from pathlib import Path

import pytest

from raglib_core.indexing import checking, generation
from raglib_core.indexing.embedders import HashingEmbeddings
from raglib_core.indexing.generation import Kept
from raglib_core.settings import BuildSettings

HASHING = HashingEmbeddings(8)
SETTINGS = BuildSettings(normalizer="none")
OPERATIONS = ("write", "pwrite", "fsync", "rename", "replace", "mkdir", "unlink")
CHECKOUT = Path(generation.__file__).parents[2]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")


def write(root, *pieces):
    return generation.write(root, pieces, settings=SETTINGS, embedder=HASHING)


def names(root):
    return [record.doc_id for record in generation.open_index(root).records]


class Fault:
    """Lets the operations of the system pass and fails the one whose turn it is; syncs cost nothing here."""

    def __init__(self, monkeypatch, turn):
        self.done, self._turn = [], turn
        for name in OPERATIONS:
            monkeypatch.setattr(os, name, self._failing(name, getattr(os, name)))

    def _failing(self, name, real):
        def operation(*arguments, **options):
            self.done.append(name)
            if len(self.done) == self._turn:
                raise OSError(errno.ENOSPC, "No space left on device")
            return None if name == "fsync" else real(*arguments, **options)

        return operation


def operations_of(act):
    with pytest.MonkeyPatch.context() as patch:
        fault = Fault(patch, 0)
        act()
    return fault.done


def failed(act, turn):
    """Run until the operation of this turn fails; return whether the caller was told."""
    with pytest.MonkeyPatch.context() as patch:
        Fault(patch, turn)
        try:
            act()
        except OSError as error:
            return error.errno == errno.ENOSPC
    return False


@pytest.mark.parametrize(("kind", "step"), [("rebuild", 1), ("add", 4)])
def test_error_at_every_operation_in_turn(tmp_path, charter, rich, make, kind, step):
    root = tmp_path / "index"
    write(root, charter)
    other = make("другой", {"ДОЛИ": ["Доля."]})

    def change():
        if kind == "rebuild":
            return write(root, rich, other)
        index = generation.open_index(root)
        return write(root, *(Kept(index, number) for number in range(len(index.records))), other)

    after = ["rich", "другой"] if kind == "rebuild" else ["устав", "другой"]
    done = operations_of(change)
    assert names(root) == after
    assert Counter(done)["fsync"] > 20
    for turn in range(1, len(done) + 1, step):
        write(root, charter)
        told = failed(change, turn)
        found = names(root)
        assert found in (["устав"], after), f"{done[turn - 1]} {turn}"
        assert told or found == after
        assert checking.check(root).problems == ()
    assert write(root, rich)
    gc.collect()
    write(root, rich)
    assert len(list((root / "generations").iterdir())) == 1


# ---------------------------------------------------------------- kill -9

#: Builds one of two states after the other for ever, and notes in a shared file what it is about to do. Where it is
#: told to, it waits at that place to be killed.
WRITER = textwrap.dedent("""
    import mmap, os, sys, time
    from pathlib import Path
    from raglib_core.indexing import folder, generation
    from raglib_core.indexing.embedders import HashingEmbeddings
    from raglib_core.settings import BuildSettings

    root, source, board, stop_at = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4]
    documents = [generation.open_index(source).document(name) for name in ("устав", "rich")]
    with open(board, "r+b") as file:
        phases = mmap.mmap(file.fileno(), 16)

    def note(phase):
        phases[:16] = phase.encode().ljust(16)
        if phase == stop_at:
            print("waiting", flush=True)
            time.sleep(60)

    def noting(before, real, after):
        def operation(*arguments):
            note(before)
            real(*arguments)
            note(after)
        return operation

    os.rename = noting("rename", os.rename, "renamed")
    os.replace = noting("switch", os.replace, "switched")
    folder._clear = noting("clear", folder._clear, "cleared")
    print("started", flush=True)
    turn = 0
    while True:
        turn += 1
        generation.write(root, documents[: 1 + turn % 2], settings=BuildSettings(normalizer="none"),
                         embedder=HashingEmbeddings(8), progress=lambda stage, *_: note(stage))
        note("between")
""")
AT_THE_SWITCH = ("switch", "switched", "rename", "renamed", "clear")


def killed(root, source, board, stop_at, delay):
    """Kill a writer and return what it was doing."""
    board.write_bytes(b" " * 16)
    command = [sys.executable, "-c", WRITER, str(root), str(source), str(board), stop_at]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=CHECKOUT) as writer:
        assert writer.stdout.readline() == b"started\n"
        if stop_at:
            assert writer.stdout.readline() == b"waiting\n"
        else:
            time.sleep(delay)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
    return board.read_bytes().decode().strip() or "start"


def survive_kills(tmp_path, charter, rich, stops):
    source, root, board = tmp_path / "source", tmp_path / "index", tmp_path / "board"
    write(source, charter, rich)
    write(root, charter)
    histogram = Counter()
    for number, stop_at in enumerate(stops):
        histogram[killed(root, source, board, stop_at, delay=0.013 * (number % 17))] += 1
        assert names(root) in (["устав"], ["устав", "rich"])
        assert checking.check(root).problems == ()
        write(root, charter)
        assert names(root) == ["устав"]
    sys.stdout.write(f"\nphases of the kills: {dict(histogram.most_common())}\n")
    return histogram


@posix
def test_fifteen_writers_killed(tmp_path, charter, rich):
    histogram = survive_kills(tmp_path, charter, rich, [*AT_THE_SWITCH, *[""] * 10])
    assert histogram.total() == 15
    assert set(AT_THE_SWITCH) <= set(histogram)
    gc.collect()
    write(tmp_path / "index", charter)
    assert len(list((tmp_path / "index" / "generations").iterdir())) == 1


@posix
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_two_hundred_writers_killed(tmp_path, charter, rich):
    histogram = survive_kills(tmp_path, charter, rich, [*AT_THE_SWITCH * 8, *[""] * 160])
    assert histogram.total() == 200
    assert {"lexical", "dense", "write", *AT_THE_SWITCH} <= set(histogram)


# ---------------------------------------------------------------- a full disk

#: Builds with files that may not grow beyond a limit: the system itself refuses the write.
LIMITED = textwrap.dedent("""
    import resource, sys
    from pathlib import Path
    from raglib_core.indexing import generation
    from raglib_core.indexing.embedders import HashingEmbeddings
    from raglib_core.settings import BuildSettings
    root, source, limit = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    documents = [generation.open_index(source).document(name) for name in ("устав", "rich")]
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    try:
        generation.write(root, documents, settings=BuildSettings(normalizer="none"), embedder=HashingEmbeddings(8))
    except OSError as error:
        sys.exit(f"told: {error}")
""")


@posix
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_disk_without_room_at_any_size(tmp_path, charter, rich):
    source, root = tmp_path / "source", tmp_path / "index"
    write(source, charter, rich)
    write(root, charter)
    largest = max(path.stat().st_size for path in source.rglob("*") if path.suffix != ".sqlite")
    outcomes = Counter()
    for limit in (*range(0, 600, 40), *range(600, largest + 200, 200)):
        command = [sys.executable, "-c", LIMITED, str(root), str(source), str(limit)]
        ran = subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT, check=False)
        told = "told: [Errno 27]" in ran.stderr
        assert told or ran.returncode == 0, ran.stderr
        assert names(root) == (["устав"] if told else ["устав", "rich"])
        assert checking.check(root).problems == ()
        write(root, charter)
        outcomes["refused" if told else "written"] += 1
    sys.stdout.write(f"\nlimits of size: {dict(outcomes)}\n")
    assert min(outcomes["refused"], outcomes["written"]) > 0
