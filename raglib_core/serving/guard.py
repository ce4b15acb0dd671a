"""The door of a server: who may come in from where, and how much one may bring."""

from __future__ import annotations

import hmac
import ipaddress
import json
import os
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from raglib_core.errors import BadSettings, MissingInput
from raglib_core.texts import say

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

#: the environment variable that a token is read from, so that no list of processes shows it
TOKEN_VARIABLE = "RAGLIB_TOKEN"
#: bytes of one request
MAX_BODY = 4 * 1024 * 1024


def is_loopback(host: str) -> bool:
    """Return whether a host name or address means this machine alone."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def read_token(file: Path | None) -> str:
    """Return the bearer token of a file, else of the environment variable RAGLIB_TOKEN, else "".

    Raises MissingInput for a file that is not there and BadSettings for an empty one.
    """
    if file is None:
        return os.environ.get(TOKEN_VARIABLE, "").strip()
    if not file.is_file():
        raise MissingInput(path=file)
    token = file.read_text(encoding="utf-8").strip()
    if not token:
        raise _bad_settings("--token-file", file, "serving.empty_token")
    return token


def check_open_door(host: str, token: str) -> None:
    """Raise BadSettings where a server would answer other machines without a token."""
    if not is_loopback(host) and not token:
        raise _bad_settings("--host", host, "serving.needs_token")


def _bad_settings(name: str, value: object, key: str) -> BadSettings:
    values = {"variable": TOKEN_VARIABLE}
    return BadSettings(
        name=name, value=str(value), allowed=say(key, "en", **values), allowed_ru=say(key, "ru", **values)
    )


class Guard:
    """Refuses a request before the application sees it (ASGI).

    403 for an Origin that is neither allowed nor the server itself, 421 for a Host that is not this machine where the
    server listens on the loopback (a page of a foreign site could rebind its name to it), 401 without the bearer token
    where there is one, 413 for a body over the limit that it announces.
    """

    def __init__(
        self, application: Application, *, host: str, token: str = "", origins: Sequence[str] = (), language: str = "ru"
    ) -> None:
        """Keep who may come in: ``host`` is the address listened on; ``origins`` may ask beside the server itself."""
        self._application = application
        self._on_loopback = is_loopback(host)
        self._token = token
        self._origins = frozenset(origin.rstrip("/") for origin in origins)
        self._language = language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on or refuse it; what is no request (the life of the server) passes."""
        refusal = self._refusal(_headers(scope)) if scope["type"] == "http" else None
        if refusal is None:
            await self._application(scope, receive, send)
            return
        status, key = refusal
        body = json.dumps({"error": key, "message": say(f"serving.{key}", self._language)}, ensure_ascii=False).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers += [(b"www-authenticate", b"Bearer")] if status == 401 else []
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _refusal(self, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if self._on_loopback and not is_loopback(urlsplit(f"//{host}").hostname or ""):
            return 421, "foreign_host"
        origin = headers.get("origin", "").rstrip("/")
        if origin and origin not in self._origins and not self._is_own(origin, host):
            return 403, "foreign_origin"
        given = headers.get("authorization", "")
        if self._token and not hmac.compare_digest(given.encode("latin-1"), f"Bearer {self._token}".encode()):
            return 401, "no_token"
        length = headers.get("content-length", "0")
        return (413, "too_large") if length.isdecimal() and int(length) > MAX_BODY else None

    def _is_own(self, origin: str, host: str) -> bool:
        """Return whether a page of the server itself asks, or any page of this machine where it serves only that."""
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.netloc == host or (self._on_loopback and is_loopback(parts.hostname or ""))


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
