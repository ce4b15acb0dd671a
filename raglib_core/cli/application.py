"""app: serves the pages on this machine."""

from __future__ import annotations

import argparse
import importlib.util
import os
import socket
import subprocess
import sys
from pathlib import Path

import raglib_core
from raglib_core.cli.console import Console
from raglib_core.errors import BadSettings, MissingExtra, MissingInput
from raglib_core.texts import say


def application_folder() -> Path:
    """Return the folder of app.py: inside an installed package, else beside the package of a checkout.

    Raises MissingInput where neither is there.
    """
    package = Path(raglib_core.__file__).resolve().parent
    for folder in (package / "application", package.parent):
        if (folder / "app.py").is_file():
            return folder
    raise MissingInput(path=package / "application" / "app.py")


def app(options: argparse.Namespace, console: Console) -> int:
    """Serve the application until it is stopped; returns the exit code of the server."""
    if importlib.util.find_spec("streamlit") is None:
        raise MissingExtra(feature="raglib app", package="streamlit", extra="app")
    folder = application_folder()
    check_address(options.host, options.port)
    environment = dict(os.environ)
    if options.workspace is not None:
        environment["RAGLIB_WORKSPACE"] = str(options.workspace.resolve())
    console.remark(console.say("cli.app.serving", host=options.host, port=options.port))
    command = server_command(folder, options)
    if os.name == "posix":
        # the server takes the place of this process, so that signals and the exit code are its own
        sys.stdout.flush()
        sys.stderr.flush()
        os.execve(command[0], command, environment)
    return subprocess.call(command, env=environment)


def check_address(host: str, port: int) -> None:
    """Return where a server can listen here; raises BadSettings that names the address and what is wrong with it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadSettings(
            name="--host/--port",
            value=f"{host}:{port}",
            allowed=say("cli.app.address", "en", reason=reason),
            allowed_ru=say("cli.app.address", "ru", reason=reason),
        ) from error


def server_command(folder: Path, options: argparse.Namespace) -> list[str]:
    """Return the command of the server; its other settings lie beside app.py in .streamlit/config.toml."""
    return [
        *(sys.executable, "-m", "streamlit", "run", str(folder / "app.py")),
        *("--server.address", options.host),
        *("--server.port", str(options.port)),
        *("--server.headless", "false" if opens_browser(options) else "true"),
        *("--server.showEmailPrompt", "false"),
    ]


def opens_browser(options: argparse.Namespace) -> bool:
    """Return whether a browser window can open here: not on a Linux machine without a display."""
    has_display = not sys.platform.startswith("linux") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    return has_display and not options.no_browser
