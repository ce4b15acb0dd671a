"""Who may come in to a server: by host, origin, token and size."""

import asyncio
import json

import pytest

from raglib_core.errors import BadSettings, MissingInput
from raglib_core.serving import Guard, check_open_door, is_loopback, read_token


async def open_application(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"in"})


def status(guard, **headers):
    sent = []

    async def send(message):
        sent.append(message)

    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    asyncio.run(guard({"type": "http", "headers": named}, None, send))
    if sent[0]["status"] != 200:
        assert json.loads(sent[1]["body"])["message"]
    return sent[0]["status"]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost", "LOCALHOST"])
def test_this_machine_has_many_names(host):
    assert is_loopback(host)
    check_open_door(host, "")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org", "127.0.0.1.evil.example", ""])
def test_other_addresses_need_a_token(host):
    assert not is_loopback(host)
    check_open_door(host, "token")
    with pytest.raises(BadSettings):
        check_open_door(host, "")


@pytest.mark.parametrize(
    ("headers", "right"),
    [
        ({"host": "127.0.0.1:8765"}, 200),
        ({"host": "localhost"}, 200),
        ({"host": "[::1]:8765"}, 200),
        ({"host": "evil.example:8765"}, 421),
        ({}, 421),
        ({"host": "localhost:1", "origin": "http://localhost:5173"}, 200),
        ({"host": "localhost:1", "origin": "https://ok.example"}, 200),
        ({"host": "localhost:1", "origin": "https://evil.example"}, 403),
        ({"host": "localhost:1", "origin": "null"}, 403),
        ({"host": "localhost:1", "origin": "http://[bad"}, 403),
        ({"host": "localhost:1", "content_length": "999999999"}, 413),
    ],
)
def test_the_door_of_this_machine(headers, right):
    assert status(Guard(open_application, host="127.0.0.1", origins=["https://ok.example/"]), **headers) == right


@pytest.mark.parametrize(
    ("headers", "right"),
    [
        ({"host": "law.example", "authorization": "Bearer ключ"}, 200),
        ({"host": "law.example", "authorization": "Bearer ключ", "origin": "https://law.example"}, 200),
        ({"host": "law.example", "authorization": "Bearer ключ", "origin": "http://localhost"}, 403),
        ({"host": "law.example", "authorization": "Bearer ключик"}, 401),
        ({"host": "law.example"}, 401),
    ],
)
def test_the_door_for_other_machines(headers, right):
    guard = Guard(open_application, host="0.0.0.0", token="ключ")
    assert status(guard, **headers) == right


def test_a_token_comes_from_a_file_or_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("RAGLIB_TOKEN", " from-environment ")
    (tmp_path / "token").write_text("from-file\n", encoding="utf-8")
    (tmp_path / "empty").write_text("\n", encoding="utf-8")
    assert read_token(tmp_path / "token") == "from-file"
    assert read_token(None) == "from-environment"
    with pytest.raises(BadSettings):
        read_token(tmp_path / "empty")
    with pytest.raises(MissingInput):
        read_token(tmp_path / "net")
