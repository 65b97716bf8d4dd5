"""What every value kind is: one class that says everything about a value (architecture, idea 2).

A *canonical value* is plain JSON (str, int, float, bool, dict, list) as tools and checks hold it.
A kind never guesses: text that it cannot read with certainty reads as `UNREAD`.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Final

Json = Any
"""A JSON value: None, bool, int, float, str, list or dict with string keys."""


class _Unread:
    def __repr__(self) -> str:
        return "UNREAD"

    def __bool__(self) -> bool:
        return False


UNREAD: Final = _Unread()
"""What `Kind.read` returns for text that names no value of the kind (None may be a value)."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What the visible context fixes for saying and reading values.

    Everything here must stand in the model's context: `now` in the system prompt, `words` in the
    language itself (phrase pack: choice name -> canonical value -> words for it).
    """

    now: datetime
    """Aware; its tzinfo is the user's zone (a ZoneInfo)."""
    language: str = "en"
    words: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Surface:
    """One way people say a value. Reading `text` back gives the value."""

    text: str
    bare: bool = False
    """True when no preposition may stand before it: `tomorrow`, against `on` `Friday`."""
    style: str = "plain"
    """`plain` fits anywhere; `terse` is short or numeric; `spoken` has digits in words."""


@dataclass(frozen=True, slots=True)
class Format:
    """One wire format of a kind: how a tool's JSON carries the value. The first is canonical."""

    name: str
    schema: Mapping[str, Json]
    """JSON Schema fragment; different formats of one kind have different fragments."""
    hint: str = ""
    """What a description must say so that a caller knows the format (`DD/MM/YYYY`), or empty."""


class Kind(ABC):
    """A value kind. Instances are immutable and compare by `spec()` and `role`."""

    name: ClassVar[str]
    """The kind's name in specs, e.g. `date`; unique among kinds."""
    sayable: bool = True
    """Whether a user can know and say such a value (a flight's internal id is not sayable)."""
    role: str | None = None
    """What the value is for (`start`, `end`), so that it may feed parameters of the same role."""

    # -- form ------------------------------------------------------------------------------
    @abstractmethod
    def schema(self) -> dict[str, Json]:
        """JSON Schema 2020-12 of the canonical value. Accepts exactly what `check` accepts."""

    @abstractmethod
    def check(self, value: Json) -> bool:
        """Whether `value` is a canonical value of this kind, written without the schema's help."""

    def params(self) -> dict[str, Json]:
        """What tells this instance from others of its class, as JSON."""
        return {}

    def spec(self) -> dict[str, Json]:
        """The kind as plain data, for rows: `{"kind": name, **params()}`."""
        return {"kind": self.name, **self.params()}

    # -- language --------------------------------------------------------------------------
    @abstractmethod
    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        """How people say `value`; at least one, every one of which `read` returns to `value`."""

    @abstractmethod
    def read(self, text: str, setting: Setting) -> Json:
        """The canonical value that `text` (the whole of it, any case) names, else `UNREAD`."""

    # -- judgement -------------------------------------------------------------------------
    def equal(self, a: Json, b: Json) -> bool:
        """Whether two canonical values are the same value. `True` never equals `1`."""
        return type(a) is type(b) and a == b

    @abstractmethod
    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        """Plausible mistakes for `value`: canonical values, none equal to it; may be empty."""

    @abstractmethod
    def sample(self, rng: Random, setting: Setting) -> Json:
        """A plausible canonical value."""

    # -- wire formats ----------------------------------------------------------------------
    def formats(self) -> tuple[Format, ...]:
        """Wire formats, the canonical one first; reversible by `encode` and `decode`."""
        return (Format("canonical", self.schema()),)

    def encode(self, value: Json, form: str, setting: Setting) -> Json:
        """`value` in the wire format named `form`."""
        return value

    def decode(self, wire: Json, form: str, setting: Setting) -> Json:
        """The canonical value of `wire`, else `UNREAD` when it does not have that format."""
        return wire if self.check(wire) else UNREAD

    def __eq__(self, other: object) -> bool:
        """Role included: `typing` interns `Annotated` by equality; start must not become end."""
        if self is other:
            return True
        return isinstance(other, Kind) and (self._spec, self.role) == (other._spec, other.role)

    def __hash__(self) -> int:
        return hash((self._spec, self.role))

    @cached_property
    def _spec(self) -> str:
        """The spec as text: caches ask for it again and again."""
        return json.dumps(self.spec(), sort_keys=True)

    def __repr__(self) -> str:
        inner = ", ".join(f"{k}={v!r}" for k, v in self.params().items())
        return f"{type(self).__name__}({inner})"
