"""The official client over stdin and stdout and over HTTP: every tool, bad arguments, 50 calls at once."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from tests.mcp.conftest import environment

Client = pytest.importorskip("mcp").Client

CALLS = {
    "search_documents": {"query": "крупные сделки"},
    "get_document": {"doc_id": "charter.md", "locator": "13.1"},
    "rerank_results": {"query": "крупные сделки", "doc_ids": ["law.txt", "charter.md", "net.md"]},
    "find_clause": {"number": "13.1"},
    "read_section": {"doc_id": "charter.md", "section": "13"},
    "table_of_contents": {},
    "grep_clauses": {"pattern": "сделк"},
    "check_document": {"doc_id": "law.txt"},
    "references": {"doc_id": "charter.md"},
    "verify_citation": {"quote": "Крупной сделкой признаётся сделка"},
}
BAD = [
    ("search_documents", {"query": "  "}),
    ("search_documents", {"query": "доля", "top_k": -1}),
    ("search_documents", {"query": "доля", "top_k": {"a": []}}),
    ("search_documents", {"query": "слово " * 180_000}),
    ("get_document", {}),
]
TOKEN = "тайна-secret"


async def exercise(client):
    """All that a client can ask; returns how many tools there were."""
    tools = (await client.list_tools()).tools
    assert {tool.name for tool in tools} == CALLS.keys()
    for name, arguments in CALLS.items():
        result = await client.call_tool(name, arguments)
        assert not result.is_error, (name, result.content)
        assert result.structured_content
    for name, arguments in BAD:
        assert (await client.call_tool(name, arguments)).is_error
    rows = (await client.call_tool("search_documents", {"query": "общество", "top_k": 1000})).structured_content
    assert len(rows["result"]) <= 20
    many = [client.call_tool("search_documents", {"query": f"собрание участников {n}", "top_k": 3}) for n in range(50)]
    found = await asyncio.gather(*many)
    assert all(not one.is_error and 1 <= len(one.structured_content["result"]) <= 3 for one in found)
    assert not (await client.call_tool(*next(iter(CALLS.items())))).is_error
    return len(tools)


def connected(server, **options):
    async def run():
        async with Client(server, **options) as client:
            return await exercise(client)

    return asyncio.run(run())


def test_over_stdin_and_stdout(over_stdio):
    assert connected(over_stdio) == 10


def test_nothing_but_the_protocol_is_on_stdout(over_stdio):
    hello = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }  # fmt: skip
    talk = json.dumps(hello) + "\n" + "это не JSON\n"
    ran = subprocess.run(
        [over_stdio.command, *over_stdio.args], input=talk.encode(), env=environment(), capture_output=True, timeout=60
    )
    assert ran.returncode == 0
    lines = ran.stdout.decode().splitlines()
    assert lines
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in lines)


def test_a_folder_that_is_no_index_leaves_stdout_empty(tmp_path):
    command = [sys.executable, "-m", "raglib_core", "mcp", str(tmp_path)]
    ran = subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert ran.stderr.decode().count("\n") == 1


@pytest.fixture(scope="module")
def address(rag, charters, tmp_path_factory):
    """`raglib mcp --http` with a token, in a process of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    token = tmp_path_factory.mktemp("token") / "token"
    token.write_text(f"{TOKEN.encode().hex()}\n", encoding="utf-8")
    command = [sys.executable, "-m", "raglib_core", "mcp", str(rag), str(charters), "--http", "--port", str(port)]
    command += ["--token-file", str(token), "--allow-origin", "https://assistant.example"]
    server = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        for _ in range(300):
            if server.poll() is not None:
                pytest.fail(server.stderr.read().decode())
            with socket.socket() as attempt:
                if attempt.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/mcp"
        assert server.poll() is None
    finally:
        server.terminate()
        server.wait(timeout=20)
        server.stderr.close()


def over_http(address):
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    client = httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN.encode().hex()}"}, timeout=60)
    return streamable_http_client(address, http_client=client)


def test_over_http(address):
    assert connected(over_http(address)) == 10


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": TOKEN.encode().hex()}, 401),
        ({"Authorization": "Bearer " + TOKEN.encode().hex(), "Origin": "https://evil.example"}, 403),
        ({"Authorization": "Bearer " + TOKEN.encode().hex(), "Host": "evil.example"}, 421),
        ({"Authorization": "Bearer " + TOKEN.encode().hex(), "Content-Length": "99999999"}, 413),
        ({"Authorization": "Bearer " + TOKEN.encode().hex(), "Origin": "https://assistant.example"}, 200),
        ({"Authorization": "Bearer " + TOKEN.encode().hex()}, 200),
    ],
)
def test_the_door_over_http(address, headers, status):
    body = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }  # fmt: skip
    sent = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **headers}
    request = urllib.request.Request(address, json.dumps(body).encode(), sent)
    given, answer = asked(request)
    assert given == status
    assert status == 200 or json.loads(answer)["message"]


def asked(request):
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def test_other_machines_are_answered_with_a_token_only(rag):
    command = [sys.executable, "-m", "raglib_core", "mcp", str(rag), "--http", "--host", "0.0.0.0"]
    without = {name: value for name, value in environment().items() if name != "RAGLIB_TOKEN"}
    ran = subprocess.run(command, env=without, capture_output=True, timeout=60)
    assert ran.returncode == 2
    assert "токен" in ran.stderr.decode()
    assert os.linesep not in ran.stderr.decode().rstrip()
