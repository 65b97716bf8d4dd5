"""Type dialects: how a parameter's schema is written down.

`json_schema` is JSON Schema as it is; `python` uses the type names of Python docs (`dict`,
`float`); `openapi` marks optional values nullable; `pydantic` adds titles and null unions.
"""

from typing import Any

from callwright.domains.core.view import Dialect

Json = Any
_PYTHON = {"object": "dict", "number": "float", "array": "list"}


def nullable(optional: bool, has_default: bool, dialect: Dialect) -> bool:
    """Whether a dialect writes an optional parameter so that null may stand for leaving it out."""
    return optional and not has_default and dialect in {"openapi", "pydantic"}


def write(
    fragment: dict[str, Json], dialect: Dialect, name: str, optional: bool
) -> dict[str, Json]:
    """A parameter's fragment (with description and default) in a dialect."""
    if dialect == "python":
        return _python(fragment)
    null = nullable(optional, "default" in fragment, dialect)
    if dialect == "openapi" and null:
        return {**fragment, "nullable": True}
    if dialect == "pydantic":
        return _pydantic(fragment, name, null)
    return fragment


def _python(value: Json) -> Json:
    if isinstance(value, list):
        return [_python(v) for v in value]
    if not isinstance(value, dict):
        return value
    return {
        k: _PYTHON.get(v, v) if k == "type" and isinstance(v, str) else _inner(k, v)
        for k, v in value.items()
    }


def _inner(key: str, value: Json) -> Json:
    return value if key in {"enum", "default", "required", "const"} else _python(value)


def _pydantic(fragment: dict[str, Json], name: str, null: bool) -> dict[str, Json]:
    title = name.replace("_", " ").title()
    if not null:
        return {"title": title, **fragment}
    outer = {k: v for k, v in fragment.items() if k == "description"}
    inner = {k: v for k, v in fragment.items() if k not in outer}
    return {"title": title, "anyOf": [inner, {"type": "null"}], **outer, "default": None}


def root(
    properties: dict[str, Json], required: list[str], dialect: Dialect, title: str
) -> dict[str, Json]:
    """The schema of an object of properties."""
    if dialect == "python":
        return {"type": "dict", "properties": properties, "required": required}
    base: dict[str, Json] = {"type": "object", "properties": properties}
    if required or dialect != "pydantic":
        base["required"] = required
    if dialect == "pydantic":
        return {"title": title, **base}
    if dialect == "json_schema":
        base["additionalProperties"] = False
    return base
