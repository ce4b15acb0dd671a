"""`raglib serve` as a process."""

import json
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

from tests.mcp.conftest import environment

pytest.importorskip("fastapi")


def test_raglib_serve_answers_over_http(libraries):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = libraries.index("charters").root
    command = [sys.executable, "-m", "raglib_core", "serve", str(folder), "--port", str(port)]
    server = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert json.loads(first_answer(server, f"http://127.0.0.1:{port}/libraries"))[0]["library"] == "charters"
    finally:
        server.terminate()
        out, _ = server.communicate(timeout=20)
    assert out == b""


def first_answer(server, address):
    for _ in range(300):
        assert server.poll() is None, server.stderr.read().decode()
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return answer.read()
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(address)
