"""Readers and writers in several processes: everybody sees one whole state, and nothing is kept that nobody uses."""

import gc
import json
import subprocess
import sys
import textwrap
import threading
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest

from raglib_core import building
from raglib_core.api import RagIndex
from raglib_core.errors import IndexLocked
from raglib_core.indexing import checking, generation
from raglib_core.recognition import MockRecognizer
from raglib_core.settings import BuildSettings

CHECKOUT = Path(generation.__file__).parents[2]
CHARTER = "## Статья 1. Общие положения\n\n1.1. Общество создано.\n\n1.2. Устав утверждён собранием.\n"
RULES = "1.1. Правила утверждены собранием.\n"
ORDERS = "1. Собрание созывается раз в год.\n\n2. Протокол собрания подписывает председатель.\n"


@contextmanager
def process(program, *arguments):
    command = [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=CHECKOUT, text=True) as child:
        try:
            yield child
        finally:
            child.kill()


def generations(root):
    return sorted(path.name for path in (root / "generations").iterdir())


@pytest.fixture
def texts(tmp_path):
    paths = []
    for name, text in (("устав.md", CHARTER), ("правила.md", RULES), ("порядок.md", ORDERS)):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return paths


# ---------------------------------------------------------------- readers

#: Two threads that load, search, match, read and compare without pause until a line comes in; tells how it went.
READER = """
    import json, sys, threading, traceback
    from raglib_core.api import RagIndex
    stop, told = threading.Event(), {"rounds": 0, "states": [], "errors": []}
    def read():
        while not stop.is_set():
            try:
                index = RagIndex.load(sys.argv[1])
                hits = [*index.search("собрание", method="bm25", top_k=10), *index.grep("собрани")]
                assert hits, "nothing found"
                for hit in hits:
                    document = index.document(hit.doc_id)
                    assert hit.text == document.text[hit.start:hit.stop], "another text"
                state = "+".join(index.documents)
                told["rounds"] += 1
                told["states"] = sorted({*told["states"], state})
            except BaseException:
                told["errors"].append(traceback.format_exc())
    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads: thread.start()
    print("reading", flush=True)
    sys.stdin.readline()
    stop.set()
    for thread in threads: thread.join()
    print(json.dumps(told), flush=True)
"""


def test_four_readers_through_fifty_rebuilds_and_fifty_changes(tmp_path, texts):
    root, recognizer, words = tmp_path / "index", MockRecognizer(), BuildSettings(normalizer="none")
    building.build(texts[:2], root, recognizer=recognizer, settings=words)
    with process(READER, root) as one, process(READER, root) as two:
        readers = (one, two)
        assert [reader.stdout.readline() for reader in readers] == ["reading\n"] * 2
        for turn in range(50):
            building.build(texts[: 2 + turn % 2], root, recognizer=recognizer, settings=words)
        index = RagIndex.load(root)
        for turn in range(50):
            if turn % 2:
                index.add(texts[2], recognizer=recognizer)
            else:
                index.remove("порядок.md")
        told = []
        for reader in readers:
            reader.stdin.write("\n")
            reader.stdin.flush()
            told.append(json.loads(reader.stdout.readline()))
    assert [error for reader in told for error in reader["errors"]] == []
    assert all(reader["rounds"] > 0 for reader in told)
    assert {state for reader in told for state in reader["states"]} <= {"устав+правила", "устав+правила+порядок"}
    sys.stdout.write(f"\nrounds of reading: {[reader['rounds'] for reader in told]}\n")
    del index
    gc.collect()
    building.build(texts, root, recognizer=recognizer, settings=words)
    assert len(generations(root)) == 1
    assert checking.check(root).problems == ()


HOLDER = """
    import sys
    from pathlib import Path
    from raglib_core.indexing import generation
    index = generation.open_index(Path(sys.argv[1]))
    print("open", flush=True)
    for line in sys.stdin:
        print([index.document(record.doc_id).name for record in index.records], flush=True)
"""


def test_generation_stays_while_any_process_reads_it(tmp_path, texts):
    root, words = tmp_path / "index", BuildSettings(normalizer="none")

    def build(*paths):
        building.build(list(paths), root, recognizer=MockRecognizer(), settings=words)
        gc.collect()

    build(texts[0])
    with process(HOLDER, root) as first:
        assert first.stdout.readline() == "open\n"
        build(texts[1])
        with process(HOLDER, root) as second:
            assert second.stdout.readline() == "open\n"
            for path in (texts[2], texts[0], texts[2]):
                build(path)
            assert generations(root) == ["000001", "000002", "000005"]
            for reader, name in ((first, "устав.md"), (second, "правила.md")):
                reader.stdin.write("\n")
                reader.stdin.flush()
                assert reader.stdout.readline() == f"{[name]}\n"
            second.kill()  # the system lets go for a reader that dies
            second.wait()
        build(texts[0])
        assert generations(root) == ["000001", "000006"]
    build(texts[1])
    assert generations(root) == ["000007"]


# ---------------------------------------------------------------- writers


def test_six_threads_that_build_into_one_folder(tmp_path, texts):
    root, told = tmp_path / "index", []

    def build(number):
        try:
            report = building.build(texts[number % 3], root, recognizer=MockRecognizer())
            told.append(f"built {report.files[0].doc_id}")
        except IndexLocked as error:
            told.append("told to wait" if "is writing to this index" in str(error) else str(error))

    threads = [threading.Thread(target=build, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(told) == 6
    assert Counter(told)["told to wait"] < 6
    assert set(told) <= {"told to wait", "built устав", "built правила", "built порядок"}
    assert checking.check(root).problems == ()
    assert len(generation.open_index(root).records) == 1


WRITER = """
    import sys, time
    from raglib_core.api import RagIndex
    from raglib_core.errors import IndexLocked
    from raglib_core.recognition import MockRecognizer
    root, name, path = sys.argv[1:]
    print("ready", flush=True)
    sys.stdin.readline()
    refused = done = 0
    while done < 8:
        try:
            index = RagIndex.load(root)
            if name in index.documents:
                index.remove(name)
            else:
                index.add(path, recognizer=MockRecognizer())
            done += 1
        except IndexLocked as error:
            assert "process" in str(error) or "meanwhile" in str(error), error
            refused += 1
            time.sleep(0.01)
    index = RagIndex.load(root)
    print(refused, flush=True)
"""


def test_two_writers_at_once_lose_no_change_of_each_other(tmp_path, texts):
    root = tmp_path / "index"
    building.build(texts[0], root, recognizer=MockRecognizer(), settings=BuildSettings(normalizer="none"))
    with process(WRITER, root, "правила", texts[1]) as one, process(WRITER, root, "порядок", texts[2]) as two:
        for writer in (one, two):
            assert writer.stdout.readline() == "ready\n"
        for writer in (one, two):
            writer.stdin.write("\n")
            writer.stdin.flush()
        refused = [int(writer.stdout.readline()) for writer in (one, two)]
    # eight changes each: both documents were added and removed four times, and none was brought back by the other
    assert [record.doc_id for record in generation.open_index(root).records] == ["устав"]
    assert generation.open_index(root).generation == 17
    sys.stdout.write(f"\nrefused while the other one wrote: {refused}\n")
