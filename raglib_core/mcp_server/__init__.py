"""MCP server: the verbs of kept libraries as tools, resources and a prompt for assistants; needs the extra ``mcp``."""

from raglib_core.mcp_server.server import http_application, make_server, serve_http, serve_stdio

__all__ = ["http_application", "make_server", "serve_http", "serve_stdio"]
