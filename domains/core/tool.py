"""`@tool`: a plain typed function whose JSON Schema derives from its signature and docstring.

A tool without a docstring, or with a parameter that has no value kind or no description, is
refused when it is declared.
"""

import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import jsonschema_rs

from callwright.domains.core.docs import Docs, parse_docs
from callwright.domains.core.table import Output
from callwright.schemas.errors import DomainError
from callwright.schemas.values import Kind

Json = Any
MISSING = inspect.Parameter.empty


@dataclass(frozen=True, slots=True)
class Profile:
    """Marks a parameter whose value may come from the person's profile, when it is shown."""

    key: str
    """Attribute of `Person`, e.g. `home_city`."""


@dataclass(frozen=True)
class Param:
    """One parameter of a tool."""

    name: str
    kind: Kind
    doc: str
    default: Json = MISSING
    """Default value; `None` means that absence has its own meaning."""
    profile: str | None = None

    @property
    def required(self) -> bool:
        """Whether a call must carry it."""
        return self.default is MISSING

    @property
    def shown_default(self) -> bool:
        """Whether the schema states a default value."""
        return self.default is not MISSING and self.default is not None


@dataclass(frozen=True, eq=False)
class Tool:
    """A tool of a domain. `name` is canonical; a task shows it through a view.

    Compared by identity: a domain makes each of its tools once.
    """

    name: str
    fn: Callable[..., Output]
    doc: str
    """The description: first paragraph of the docstring."""
    params: tuple[Param, ...]
    output: type[Output]
    mutates: bool
    confirm: bool
    """Whether it is costly or irreversible, so that policy wants a yes first."""
    alike: tuple[str, ...] = ()
    """Canonical names of tools that could serve (part of) the same request: never distractors."""
    ends: bool = False
    """Whether it ends what it is about (cancels, deletes): nobody asks for that at once after
    having it made."""
    suits: tuple[str, ...] = ()
    """Entities whose times it makes sense to hand to it, also of other domains; empty: any."""
    serves: Mapping[str, str] = field(default_factory=dict[str, str])
    """Filter -> the argument, of a call that takes what is found, which it may be given as well."""
    domain: str = ""
    """Set when a `Domain` takes the tool in."""

    @cached_property
    def id(self) -> str:
        """`domain.name`."""
        return f"{self.domain}.{self.name}"

    @cached_property
    def sayable(self) -> bool:
        """Whether a user can say all required arguments."""
        return all(p.kind.sayable for p in self.params if p.required)

    @cached_property
    def _by_name(self) -> dict[str, Param]:
        return {p.name: p for p in self.params}

    def param(self, name: str) -> Param:
        """The parameter named `name`."""
        return self._by_name[name]

    @cached_property
    def schema(self) -> dict[str, Json]:
        """JSON Schema of the canonical arguments."""
        properties: dict[str, Json] = {}
        for p in self.params:
            properties[p.name] = {**p.kind.schema(), "description": p.doc}
            if p.shown_default:
                properties[p.name]["default"] = p.default
        return {
            "type": "object",
            "properties": properties,
            "required": [p.name for p in self.params if p.required],
            "additionalProperties": False,
        }

    @cached_property
    def validator(self) -> Any:
        """Compiled validator of canonical arguments, formats on."""
        return jsonschema_rs.Draft202012Validator(self.schema, validate_formats=True)


def tool(
    *,
    mutates: bool = False,
    confirm: bool = False,
    alike: tuple[str, ...] = (),
    ends: bool = False,
    suits: tuple[str, ...] = (),
    serves: Mapping[str, str] | None = None,
) -> Callable[[Callable[..., Output]], Tool]:
    """Declare a function of a domain's state as a tool. `DomainError` names what is missing.

    Args:
        mutates: whether a successful call changes the state.
        confirm: whether policy wants the user's yes before it.
        alike: names of tools of the same domain that could serve the same request.
        ends: whether it ends what it is about: cancels or deletes it.
        suits: entities of any domain whose start and end it makes sense to hand to it; none named:
            any. Names of domains that are not there do no harm.
        serves: of a look-up, filter -> name of the argument of another name that fills it as well
            where something is looked up for a call: tables with `seats` for so many `guests`. A
            filter and an argument of one name need no mention.
    """

    def declare(fn: Callable[..., Output]) -> Tool:
        docs = parse_docs(fn)
        hints = get_type_hints(fn, include_extras=True)
        output = hints.pop("return", None)
        if not (inspect.isclass(output) and issubclass(output, Output)):
            raise DomainError(f"tool {_where(fn)} must return an Output, not {output!r}")
        signature = list(inspect.signature(fn).parameters.values())[1:]
        params = tuple(_param(fn, p, hints.get(p.name), docs) for p in signature)
        return Tool(
            fn.__name__,
            fn,
            docs.text,
            params,
            output,
            mutates,
            confirm,
            alike,
            ends,
            suits,
            serves or {},
        )

    return declare


def kind_of_hint(hint: Any) -> Kind | None:
    """The value kind of an annotation `Annotated[..., Kind()]`, also under `| None`; else None."""
    if get_origin(hint) in (Union, types.UnionType):
        options = [a for a in get_args(hint) if a is not type(None)]
        return kind_of_hint(options[0]) if len(options) == 1 else None
    if get_origin(hint) is Annotated:
        return next((a for a in get_args(hint)[1:] if isinstance(a, Kind)), None)
    return None


def _param(fn: Callable[..., Output], p: inspect.Parameter, hint: Any, docs: Docs) -> Param:
    kind = kind_of_hint(hint)
    if kind is None:
        raise DomainError(
            f"parameter {p.name} of tool {_where(fn)} has no value kind: "
            "annotate it like `Annotated[str, Date()]`"
        )
    if p.name not in docs.params:
        raise DomainError(f"parameter {p.name} of tool {_where(fn)} has no line under `Args:`")
    marks = get_args(hint) if get_origin(hint) is Annotated else ()
    profile = next((m.key for m in marks if isinstance(m, Profile)), None)
    return Param(p.name, kind, docs.params[p.name], p.default, profile)


def _where(fn: Callable[..., Any]) -> str:
    return f"{fn.__module__}.{fn.__qualname__}"
