"""JSON in and out of the HTTP door: bodies within limits, answers, and refusals."""

import asyncio
from typing import Any, TypeVar

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from callwright.pipelines.serving.errors import ServeError
from callwright.pipelines.serving.sessions import Caps
from callwright.schemas.canonical import load
from callwright.schemas.errors import RecordError

B = TypeVar("B", bound="Body")


class Body(BaseModel):
    """The body of a request; a key that is not known is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def reply(data: Any, status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(orjson.dumps(data), status, media_type="application/json")


def refuse(error: ServeError) -> Response:
    """A refusal as JSON."""
    answer = reply(error.data(), error.status)
    if error.code == "unauthorized":
        answer.headers["www-authenticate"] = "Bearer"
    return answer


async def read_body(request: Request, shape: type[B], caps: Caps) -> B:
    """The body of a request; `ServeError` for one too large, too slow or of another shape."""
    try:
        async with asyncio.timeout(caps.body_seconds):
            raw = await _bytes(request, caps.body)
    except TimeoutError as error:
        raise ServeError("timeout", f"no body came in {caps.body_seconds:g} seconds") from error
    except ClientDisconnect as error:
        raise ServeError("bad_request", "the body broke off") from error
    try:
        return shape.model_validate(load(raw or b"{}"))
    except RecordError as error:
        raise ServeError("bad_json", str(error)) from error
    except ValidationError as error:
        raise ServeError("bad_request", _said(error)) from error


async def _bytes(request: Request, most: int) -> bytes:
    raw = bytearray()
    async for part in request.stream():
        raw += part
        if len(raw) > most:
            raise ServeError("too_large", f"a body has at most {most:,} bytes")
    return bytes(raw)


def _said(error: ValidationError) -> str:
    first = error.errors(include_input=False, include_url=False)[0]
    where = ".".join(map(str, first["loc"])) or "the body"
    return f"{where}: {first['msg']}"
