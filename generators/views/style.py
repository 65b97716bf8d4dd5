"""The house style of an imaginary tool server: one style shows all tools of a domain alike."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Literal

from callwright.domains.core.result_text import Envelope
from callwright.domains.core.view import Dialect
from callwright.schemas.seeds import SeedPath

Casing = Literal["snake", "camel", "pascal", "kebab"]
Nesting = Literal["flat", "options", "body"]
Words = Literal["full", "terse", "other", "absent"]

POOL = 64
"""Views per tool: enough for diversity, few enough to intern with their JSON and validators."""
TEST_POOL = 12
"""Of these, the last ones belong to the test split."""


@dataclass(frozen=True)
class Style:
    """Every choice that a server makes once."""

    index: int
    tool_case: Casing
    param_case: Literal["snake", "camel"]
    prefix: Literal["", "_", ".", "__"]
    """How the domain's name is put before tool names; empty for not at all."""
    renames: bool
    """Whether tools and parameters have other names than canonical ones."""
    words: Words
    param_words: Literal["full", "other", "absent"]
    nesting: Nesting
    dialect: Dialect
    defaults_in_prose: bool
    envelope: Envelope
    bare_errors: bool
    shuffle: bool
    """Whether parameters are shown in another order."""
    format_seed: int
    """Picks the wire format of each kind."""


@cache
def style(index: int) -> Style:
    """Style number `index` of the pool, the same in every recipe."""
    rng = SeedPath.root("views", 1).at("style", index).rng("style")
    return Style(
        index=index,
        tool_case=_draw(rng, snake=5, camel=3, pascal=1, kebab=1),
        param_case=_draw(rng, snake=3, camel=2),
        prefix=rng.choice(["", "", "", "", "_", ".", "__"]),
        renames=rng.random() < 0.75,
        words=_draw(rng, full=4, terse=2, other=4, absent=1),
        param_words=_draw(rng, full=3, other=4, absent=1),
        nesting=_draw(rng, flat=6, options=2, body=1),
        dialect=_draw(rng, json_schema=5, python=2, openapi=2, pydantic=2),
        defaults_in_prose=rng.random() < 0.4,
        envelope=_draw(rng, object=5, list=1, text=2, mcp=2),
        bare_errors=rng.random() < 0.2,
        shuffle=rng.random() < 0.6,
        format_seed=rng.randrange(2**32),
    )


def _draw(rng: Random, **weights: int) -> Any:
    """One of the names, by weight."""
    return rng.choices(list(weights), list(weights.values()))[0]
