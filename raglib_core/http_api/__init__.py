"""HTTP API: the verbs of kept libraries as JSON, with a generated OpenAPI description; needs the extra ``http``."""

from raglib_core.http_api.application import create_application, guarded, serve

__all__ = ["create_application", "guarded", "serve"]
