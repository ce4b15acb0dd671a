"""The language of the messages of one request."""

from __future__ import annotations

from fastapi import Request


def asked_language(request: Request, default: str) -> str:
    """Return the language of the first entry of Accept-Language, the default where it is neither of ours."""
    asked = request.headers.get("accept-language", "").strip().lower()[:2]
    return asked if asked in ("ru", "en") else default
