"""`raglib serve` as a process."""

import contextlib
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
    with served(libraries.index("charters").root) as address, urllib.request.urlopen(f"{address}/libraries") as answer:
        assert json.loads(answer.read())[0]["library"] == "charters"


@contextlib.contextmanager
def served(folder):
    """Serve a library in a process of its own until the block ends; nothing may stand on its stdout."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "raglib_core", "serve", str(folder), "--port", str(port)]
    server = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with socket.socket() as attempt:
                if attempt.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
        assert server.poll() is None
    finally:
        server.terminate()
        out, _ = server.communicate(timeout=20)
    assert out == b""
