"""Every error of a service is a sentence, and has its status."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from warzoo.envs.core.errors import OutOfOrder, UsageError

from .room import Denied
from .searches import Busy, Late


def say_errors(app: FastAPI) -> None:
    """Every error is a sentence, and has its status."""
    for kind, status in ((UsageError, 400), (OutOfOrder, 409), (Denied, 403), (LookupError, 404)):
        app.add_exception_handler(kind, refused(status))

    @app.exception_handler(Late)
    @app.exception_handler(Busy)
    async def busy(request: Request, error: Exception) -> Response:
        return refusal(503, str(error), {"Retry-After": "2"})

    @app.exception_handler(sqlite3.Error)
    async def unwritten(request: Request, error: Exception) -> Response:
        return refusal(503, f"this cannot be written down, and is not done: {error}", {"Retry-After": "10"})

    @app.exception_handler(HTTPException)
    async def unknown(request: Request, error: HTTPException) -> Response:
        return refusal(error.status_code, error.detail, dict(error.headers or {}))

    @app.exception_handler(RequestValidationError)
    async def misread(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        return refusal(422, f"{'.'.join(str(part) for part in first['loc'][1:]) or 'the request'}: {first['msg']}")


def refusal(status: int, words: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": words}, status, headers)


def refused(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Says an error in its sentence."""

    async def handler(request: Request, error: Exception) -> Response:
        return refusal(status, str(error.args[0]) if error.args else "refused")

    return handler
