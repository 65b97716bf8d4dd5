"""Whether a server answers, asked over plain HTTP without any proxy."""

import json
from http.client import HTTPConnection, HTTPException
from typing import Final

from callwright.schemas.narrow import is_array, is_object

MOST_BYTES: Final = 1_000_000


def is_well(host: str, port: int, seconds: float) -> bool:
    """Whether `/health` answers 200 within so many seconds."""
    return _get(host, port, "/health", {}, seconds) is not None


def serves(host: str, port: int, key: str, model: str, seconds: float) -> bool:
    """Whether `/v1/models` takes the key and names the model."""
    said = _get(host, port, "/v1/models", {"Authorization": f"Bearer {key}"}, seconds)
    try:
        listed = json.loads(said or b"null")
    except ValueError:
        return False
    models = listed.get("data") if is_object(listed) else None
    names = [one.get("id") for one in models if is_object(one)] if is_array(models) else []
    return model in names


def _get(host: str, port: int, path: str, headers: dict[str, str], seconds: float) -> bytes | None:
    """What a path says with status 200; None for any other end."""
    connection = HTTPConnection(host, port, timeout=seconds)
    try:
        connection.request("GET", path, headers=headers)
        reply = connection.getresponse()
        said = reply.read(MOST_BYTES)
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()
    return said if reply.status == 200 else None
