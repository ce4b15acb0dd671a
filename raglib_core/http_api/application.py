"""The application object, what becomes of errors, and how it is served."""

from __future__ import annotations

from collections.abc import Sequence

import uvicorn
from fastapi import FastAPI, Request, Security
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPBearer
from starlette.exceptions import HTTPException

import raglib_core
from raglib_core.errors import (
    InputError,
    MethodUnavailable,
    MissingExtra,
    NotFound,
    RaglibError,
    SearchTimeout,
)
from raglib_core.http_api.language import asked_language
from raglib_core.http_api.routes import Verbs, router_of
from raglib_core.http_api.schemas import Problem
from raglib_core.serving import Guard, Libraries, check_open_door
from raglib_core.texts import explain_error, say

#: kind of error -> status, the first that fits; any other means that an index cannot be read now
STATUSES: tuple[tuple[type[RaglibError], int], ...] = (
    (NotFound, 404),
    (InputError, 422),
    (SearchTimeout, 408),
    (MethodUnavailable, 409),
    (MissingExtra, 409),
)
UNAVAILABLE = 503


def create_application(
    libraries: Libraries, *, llm: object | None = None, language: str = "ru", needs_token: bool = False
) -> FastAPI:
    """Return the API over opened libraries, to be served or mounted; its description is at /openapi.json.

    ``llm`` plans and judges for /ask. ``language`` is that of messages; a request may ask for the other one by
    Accept-Language. ``needs_token`` only says in the description that a guard asks for a token.
    """
    application = FastAPI(
        title="raglib",
        version=raglib_core.__version__,
        description=say("http.about", "en"),
        # its pages would load their scripts from the network
        docs_url=None,
        redoc_url=None,
        dependencies=[Security(HTTPBearer(auto_error=False))] if needs_token else [],
        responses={
            status: {"model": Problem, "description": say(f"http.status.{status}", "en")}
            for status in (400, 404, 408, 409, 422, UNAVAILABLE)
        },
    )
    application.include_router(router_of(Verbs(libraries, llm, language)))
    _answer_errors(application, language)
    return application


def _answer_errors(application: FastAPI, language: str) -> None:
    @application.exception_handler(RaglibError)
    def of_library(request: Request, error: RaglibError) -> JSONResponse:
        status = next((status for kind, status in STATUSES if isinstance(error, kind)), UNAVAILABLE)
        return _problem(status, error.code, explain_error(error, asked_language(request, language)))

    @application.exception_handler(RequestValidationError)
    def of_arguments(request: Request, error: RequestValidationError) -> JSONResponse:
        faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
        return _problem(422, "BadArguments", "; ".join(faults))

    @application.exception_handler(HTTPException)
    def of_protocol(request: Request, error: HTTPException) -> JSONResponse:
        answer = _problem(error.status_code, "HTTP", str(error.detail))
        answer.headers.update(error.headers or {})
        return answer


def _problem(status: int, error: str, message: str) -> JSONResponse:
    # what a request holds may come back in a message; half a character cannot be sent
    clean = message.encode("utf-8", "replace").decode("utf-8")
    return JSONResponse({"error": error, "message": clean}, status)


def guarded(
    libraries: Libraries,
    *,
    host: str,
    token: str = "",
    origins: Sequence[str] = (),
    llm: object | None = None,
    language: str = "ru",
) -> Guard:
    """Return the API behind a guard; raises BadSettings where ``host`` is not the loopback and there is no token."""
    check_open_door(host, token)
    application = create_application(libraries, llm=llm, language=language, needs_token=bool(token))
    return Guard(application, host=host, token=token, origins=origins, language=language)


def serve(
    libraries: Libraries,
    *,
    host: str,
    port: int,
    token: str = "",
    origins: Sequence[str] = (),
    llm: object | None = None,
    language: str = "ru",
) -> None:
    """Serve the API until the process is stopped; raises as `guarded`."""
    application = guarded(libraries, host=host, token=token, origins=origins, llm=llm, language=language)
    uvicorn.run(application, host=host, port=port, log_level="warning", access_log=False)
