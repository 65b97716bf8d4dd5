"""The declared shape of a tool's result: its JSON Schema and the kind at every leaf."""

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import jsonschema_rs

from callwright.domains.core.table import Output
from callwright.domains.core.tool import kind_of_hint
from callwright.schemas.errors import DomainError
from callwright.schemas.values import EntityId, Kind

Json = Any


@cache
def fields(output: type[Output]) -> dict[str, "Kind | Items | type[Output]"]:
    """Each field of an output: its kind, the `Items` of a list of outputs, or a nested output."""
    found: dict[str, Kind | Items | type[Output]] = {}
    for name, hint in get_type_hints(output, include_extras=True).items():
        if name in output.model_fields:
            found[name] = _field(output, name, hint)
    return found


class Items:
    """A list of outputs of one type."""

    def __init__(self, row: type[Output]) -> None:
        self.row = row


def _field(output: type[Output], name: str, hint: Any) -> "Kind | Items | type[Output]":
    kind = kind_of_hint(hint)
    if kind is not None:
        return kind
    options = [a for a in (hint, *get_args(hint)) if a is not type(None)]
    for option in options:
        if isinstance(option, type) and get_origin(option) is None and issubclass(option, Output):
            return option if option is hint or get_origin(hint) is not list else Items(option)
    raise DomainError(
        f"field {name} of output {output.__name__} has no value kind and is no Output or list"
    )


@cache
def schema(output: type[Output]) -> dict[str, Json]:
    """JSON Schema of the canonical result."""
    properties: dict[str, Json] = {}
    for name, shape in fields(output).items():
        if isinstance(shape, Kind):
            properties[name] = shape.schema()
        elif isinstance(shape, Items):
            properties[name] = {"type": "array", "items": schema(shape.row)}
        else:
            properties[name] = schema(shape)
    required = [n for n, f in output.model_fields.items() if f.is_required()]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


@cache
def validator(output: type[Output]) -> Any:
    """Compiled validator of the canonical result, formats on."""
    return jsonschema_rs.Draft202012Validator(schema(output), validate_formats=True)


@cache
def leaves(output: type[Output]) -> tuple[tuple[tuple[str, ...], Kind], ...]:
    """Every leaf of the result: its path (`*` stands for a list index) and its kind."""
    return tuple(_leaves(output, ()))


def _leaves(output: type[Output], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Kind]]:
    for name, shape in fields(output).items():
        if isinstance(shape, Kind):
            yield (*path, name), shape
        elif isinstance(shape, Items):
            yield from _leaves(shape.row, (*path, name, "*"))
        else:
            yield from _leaves(shape, (*path, name))


@cache
def lists(output: type[Output]) -> dict[str, type[Output]]:
    """Top-level list fields of the result and the output type of their items."""
    return {n: f.row for n, f in fields(output).items() if isinstance(f, Items)}


@cache
def entity(output: type[Output]) -> str | None:
    """The entity an output is one of: that of its first field, when this is an `EntityId`."""
    first = next(iter(fields(output).values()), None)
    return first.entity if isinstance(first, EntityId) else None
