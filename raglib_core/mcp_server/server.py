"""The server object, and its two ways to a client: standard streams and streamable HTTP."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Sequence
from typing import Any

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPDeprecationWarning
from mcp_types import CallToolResult, InputRequiredResult
from pydantic import ValidationError

import raglib_core
from raglib_core.mcp_server.resources import add_prompt, add_resources
from raglib_core.mcp_server.tools import add_tools
from raglib_core.serving import Guard, Libraries, check_open_door
from raglib_core.texts import say

#: the path of the endpoint over HTTP
PATH = "/mcp"


class _Server(MCPServer):
    """A server that tells what is wrong with arguments on one line, without repeating them."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; raises ToolError, for arguments of another shape with the name and fault of each."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            faults = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.__cause__.errors()]
            raise ToolError(f"{name}: {'; '.join(faults)}") from error


def make_server(libraries: Libraries, *, language: str = "ru") -> MCPServer:
    """Return a server over opened libraries; its texts are in ``language``."""
    # messages to the client's log are deprecated in the newest protocol only; a client that wants none gets none
    warnings.filterwarnings("ignore", category=MCPDeprecationWarning)
    # the SDK would set up the root logger of the process itself; ours are lines on stderr
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    server = _Server(
        "raglib",
        title=say("mcp.title", language),
        description=say("mcp.description", language),
        instructions=say("mcp.instructions", language, libraries=", ".join(libraries.names)),
        version=raglib_core.__version__,
        log_level="WARNING",
    )
    add_tools(server, libraries, language)
    add_resources(server, libraries, language)
    add_prompt(server, language)
    return server


def serve_stdio(libraries: Libraries, *, language: str = "ru") -> None:
    """Serve one client over stdin and stdout until it closes them; nothing but the protocol is written to stdout."""
    make_server(libraries, language=language).run("stdio")


def http_application(
    libraries: Libraries, *, host: str, token: str = "", origins: Sequence[str] = (), language: str = "ru"
) -> Guard:
    """Return the server as an ASGI application with its endpoint at /mcp, behind a guard.

    Raises BadSettings where ``host`` is not the loopback and there is no token.
    """
    check_open_door(host, token)
    # Origin and Host are checked by the guard, which also knows the origins that the user allows
    application = make_server(libraries, language=language).streamable_http_app(
        streamable_http_path=PATH,
        host=host,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    return Guard(application, host=host, token=token, origins=origins, language=language)


def serve_http(
    libraries: Libraries, *, host: str, port: int, token: str = "", origins: Sequence[str] = (), language: str = "ru"
) -> None:
    """Serve over streamable HTTP until the process is stopped; raises as `http_application`."""
    application = http_application(libraries, host=host, token=token, origins=origins, language=language)
    uvicorn.run(application, host=host, port=port, log_level="warning", access_log=False)
