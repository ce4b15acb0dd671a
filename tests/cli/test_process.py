"""The command line as a process of its own: streams, pipes, the application."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from raglib_core.cli.application import application_folder

RAGLIB = [sys.executable, "-m", "raglib_core"]


def environment(**values):
    path = os.pathsep.join(entry for entry in (str(application_folder()), os.environ.get("PYTHONPATH")) if entry)
    return os.environ | {"PYTHONPATH": path} | values


def test_from_a_file_to_an_answer(charter, tmp_path):
    build = [*RAGLIB, "build", str(charter), "--index", "index", "--embeddings", "none"]
    built = subprocess.run(build, cwd=tmp_path, env=environment(), capture_output=True, timeout=100)
    assert built.returncode == 0, built.stderr.decode()
    search = [*RAGLIB, "search", "index", "крупные сделки", "--method", "bm25", "--json"]
    # also where the system speaks no Cyrillic
    poor = environment(LC_ALL="C", PYTHONIOENCODING="ascii")
    found = subprocess.run(search, cwd=tmp_path, env=poor, capture_output=True, timeout=100)
    assert found.returncode == 0, found.stderr.decode()
    assert json.loads(found.stdout.decode("utf-8"))["hits"][0]["clause_number"] == "13.1"


def test_a_reader_that_leaves_early_is_no_error(shared_index):
    command = [*RAGLIB, "check", str(shared_index), "--json"]
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    complaint = process.stderr.read().decode()
    assert process.wait(timeout=60) == 0
    assert complaint == ""


def test_the_application_is_served_on_this_machine_alone(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [*RAGLIB, "app", "--port", str(port), "--no-browser", "--workspace", str(tmp_path)]
    server = subprocess.Popen(command, env=environment(), cwd=tmp_path, stdout=subprocess.DEVNULL)
    try:
        assert answers(f"http://127.0.0.1:{port}/_stcore/health")
    finally:
        server.terminate()
        server.wait(timeout=20)


def answers(address):
    for _ in range(120):
        try:
            with urllib.request.urlopen(address, timeout=5) as response:
                return response.status == 200
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    return False
