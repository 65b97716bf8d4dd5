"""Canonical JSON and digests: one text, and so one hash, for one value.

Sorted keys, UTF-8, no white space. NaN, infinities and lone surrogates are refused, not mended.
"""

import hashlib
import json
import math
from typing import Any, cast

import orjson

from callwright.schemas.errors import RecordError
from callwright.schemas.narrow import is_object

PLAIN = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
"""JSON data alone, though orjson could write more."""
_PLAIN_JSON = json.JSONEncoder(check_circular=False, allow_nan=False).encode
"""The encoder in C meets every float in a fraction of the time that a loop takes."""


def canonical(value: Any) -> bytes:
    """`value` as canonical JSON bytes; `RecordError` for what JSON or UTF-8 cannot carry."""
    try:
        text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError as error:
        raise RecordError(f"not canonical JSON: {error}") from error
    # orjson writes NaN and infinities as null, so only a text with a null can hide one; that of
    # a type, `"null"`, hides none.
    nulls = text.count(b"null")
    if nulls and nulls > text.count(b'"null"') and not finite(value):
        raise RecordError("NaN and infinities have no JSON form; use null or leave the field out")
    return text


def finite(value: Any) -> bool:
    """Whether every float in `value`, at any depth, is a finite number."""
    try:
        _PLAIN_JSON(value)
    except (ValueError, TypeError, RecursionError):  # or it holds what this encoder does not take
        return _all_finite(value)
    return True


def _all_finite(value: Any) -> bool:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str) or item is None:
            continue
        if isinstance(item, float):
            if not math.isfinite(item):
                return False
        elif is_object(item):
            waiting += item.values()
        elif isinstance(item, list | tuple):
            waiting += cast("list[Any]", item)
    return True


def digest(value: Any, length: int = 64) -> str:
    """Lower-case hex sha256 of the canonical JSON of `value`, cut to `length` digits."""
    return hashlib.sha256(canonical(value)).hexdigest()[:length]


def dump(value: Any) -> str:
    """`value` as compact JSON text that keeps key order, as rows store nested data.

    Key order matters inside arguments: it is what the model is trained to write. `ValueError` for
    NaN and infinities. Unlike `canonical` it carries what a model may have said: whole numbers of
    any size, and lone surrogates as they are.
    """
    try:
        text = orjson.dumps(value, option=PLAIN)
    except TypeError:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    if b"null" in text and not finite(value):
        raise ValueError("NaN and infinities have no JSON form")
    return text.decode()


def load(text: str | bytes) -> Any:
    """The value of JSON text; `RecordError` names the place of a fault."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise RecordError(f"broken JSON: {error}") from error


def as_utf8(text: str) -> str:
    """`text` with every lone surrogate as a question mark."""
    return text.encode(errors="replace").decode()
