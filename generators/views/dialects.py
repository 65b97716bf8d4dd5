"""Type dialects: how a parameter's schema is written down.

`json_schema` is JSON Schema as it is; `python` uses the type names of Python docs (`dict`,
`float`); `openapi` marks optional values nullable; `pydantic` adds titles and null unions.
"""

from typing import Any

from callwright.domains.core.view import Dialect

Json = Any
_PYTHON = {"object": "dict", "number": "float", "array": "list"}


def write(
    fragment: dict[str, Json], dialect: Dialect, name: str, optional: bool
) -> dict[str, Json]:
    """A parameter's fragment (with description and default) in a dialect."""
    if dialect == "python":
        return _python(fragment)
    if dialect == "openapi" and optional and "default" not in fragment:
        return {**fragment, "nullable": True}
    if dialect == "pydantic":
        return _pydantic(fragment, name, optional)
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


def _pydantic(fragment: dict[str, Json], name: str, optional: bool) -> dict[str, Json]:
    title = name.replace("_", " ").title()
    if not optional or "default" in fragment:
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
