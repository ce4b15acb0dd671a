"""mcp and serve: libraries for programs."""

from __future__ import annotations

import argparse
import functools
import importlib
from collections.abc import Callable
from types import ModuleType

from raglib_core.cli import providers
from raglib_core.cli.application import check_address
from raglib_core.cli.console import Console
from raglib_core.errors import MissingExtra
from raglib_core.serving import Libraries, check_open_door, read_token

DONE = 0


def mcp(options: argparse.Namespace, console: Console) -> int:
    """Serve libraries to assistants: over stdin and stdout until they are closed, with --http until it is stopped."""
    room = _room("mcp_server", feature="raglib mcp", extra="mcp")
    if not options.http:
        room.serve_stdio(_libraries(options), language=console.language)
        return DONE
    return _served(room.serve_http, "/mcp", options, console)


def serve(options: argparse.Namespace, console: Console) -> int:
    """Serve libraries as JSON over HTTP until the process is stopped."""
    room = _room("http_api", feature="raglib serve", extra="http")
    run = functools.partial(room.serve, llm=providers.language_model(options.llm))
    return _served(run, "/openapi.json", options, console)


def _served(run: Callable[..., None], path: str, options: argparse.Namespace, console: Console) -> int:
    token = read_token(options.token_file)
    check_open_door(options.host, token)
    libraries = _libraries(options)
    check_address(options.host, options.port)
    console.remark(console.say("cli.serve.serving", host=options.host, port=options.port, path=path))
    run(
        libraries,
        host=options.host,
        port=options.port,
        token=token,
        origins=options.allow_origin or (),
        language=console.language,
    )
    return DONE


def _libraries(options: argparse.Namespace) -> Libraries:
    return Libraries(options.indexes, embeddings=providers.embeddings(options.embeddings))


def _room(name: str, *, feature: str, extra: str) -> ModuleType:
    """Return a package of raglib that needs an extra; raises MissingExtra where its packages are not installed."""
    try:
        return importlib.import_module(f"raglib_core.{name}")
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "raglib_core":
            raise
        raise MissingExtra(feature=feature, package=package, extra=extra) from error
