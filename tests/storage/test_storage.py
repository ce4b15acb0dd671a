"""Files, locks and names."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raglib_core import storage
from raglib_core.errors import IndexLocked


def test_atomic_write_replaces_and_leaves_nothing_beside(tmp_path):
    path = tmp_path / "CURRENT"
    storage.write_atomic(path, b"one")
    storage.write_atomic(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_failed_write_keeps_the_old_file(tmp_path):
    path = tmp_path / "CURRENT"
    storage.write_atomic(path, b"one")
    with pytest.raises(TypeError):
        storage.write_atomic(path, "not bytes")
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need rights on Windows")
def test_atomic_write_replaces_a_link_and_spares_its_target(tmp_path):
    target = tmp_path / "target"
    target.write_bytes(b"other")
    link = tmp_path / "CURRENT"
    link.symlink_to(target)
    storage.write_atomic(link, b"mine")
    assert target.read_bytes() == b"other"
    assert not link.is_symlink()


def test_hash_of_file_and_bytes_agree(tmp_path):
    path = tmp_path / "part"
    path.write_bytes(b"abc" * 1_000_000)
    assert storage.sha256_of_file(path) == storage.sha256_of(b"abc" * 1_000_000)


def test_second_holder_is_told_who_the_first_is(tmp_path):
    lock = tmp_path / "lock"
    with (
        storage.exclusive_lock(lock, subject=tmp_path),
        pytest.raises(IndexLocked, match=f"process {os.getpid()}"),
        storage.exclusive_lock(lock, subject=tmp_path),
    ):
        pass


def test_lock_can_be_taken_again(tmp_path):
    for _ in range(2):
        with storage.exclusive_lock(tmp_path / "lock"):
            pass


def test_lock_is_released_when_its_holder_is_killed(tmp_path):
    program = textwrap.dedent("""
        import sys, time
        from pathlib import Path
        from raglib_core.storage import exclusive_lock
        with exclusive_lock(Path(sys.argv[1])):
            print("held", flush=True)
            time.sleep(60)
    """)
    lock = tmp_path / "lock"
    root = Path(storage.__file__).parents[1]
    with subprocess.Popen([sys.executable, "-c", program, str(lock)], stdout=subprocess.PIPE, cwd=root) as holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(IndexLocked, match=f"process {holder.pid}"), storage.exclusive_lock(lock):
            pass
        holder.kill()
        holder.wait()
    with storage.exclusive_lock(lock):
        pass


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Устав.md", "Устав"),
        ("Устав (ред. 2025).md", "Устав_ред._2025"),
        ("a/b\\c.txt", "c"),
        ("...md", "doc"),
        ("..", "doc"),
        (".", "doc"),
        ("№№.md", "doc"),
        ("", "doc"),
        ("44-ФЗ.pdf", "44-ФЗ"),
        ("CON.md", "doc-CON"),
        ("й" + "\u0438\u0306.txt", "йй"),
    ],
)
def test_document_id_from_a_file_name(name, stem):
    assert storage.safe_stem(name) == stem


@given(st.text())
def test_every_name_gives_a_plain_id(name):
    stem = storage.safe_stem(name)
    assert storage.is_plain_name(stem)
    assert len(stem) <= 104
    assert stem[0] != "."


def test_taken_ids_are_taken_in_any_letter_case():
    assert storage.unique_stem("Устав", {"устав"}) == "Устав-2"
    assert storage.unique_stem("устав", {"Устав", "УСТАВ-2"}) == "устав-3"
    assert storage.unique_stem("устав", set()) == "устав"


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\\b", "c:", "a\0"])
def test_names_that_leave_a_folder(name):
    assert not storage.is_plain_name(name)
