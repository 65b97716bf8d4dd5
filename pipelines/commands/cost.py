"""`callwright cost`: what a recipe's model would take, told by a pilot before the run."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from callwright.pipelines.commands.run import (
    ConnectionFile,
    DomainPaths,
    Endpoints,
    KeyEnv,
    RecipeName,
)

if TYPE_CHECKING:
    from callwright.pipelines.teaching.pilot import Pilot


class LaneName(StrEnum):
    """What a model can be asked to do."""

    words = "words"
    acts = "acts"


def cost(
    recipe: RecipeName,
    families: Annotated[int, typer.Option(min=1, help="Families of the pilot.")] = 20,
    lane: Annotated[
        list[LaneName] | None,
        typer.Option(help="Instead of the recipe's own lane; may be repeated."),
    ] = None,
    domains_path: DomainPaths = None,
    endpoints: Endpoints = None,
    key_env: KeyEnv = "",
    connection: ConnectionFile = None,
) -> None:
    """Estimate tokens, money and time of a recipe's model from a small pilot."""
    from rich.console import Console

    from callwright.pipelines.recipe import find_recipe
    from callwright.pipelines.run import Options
    from callwright.pipelines.teaching.connection import connection_of
    from callwright.pipelines.teaching.pilot import pilot

    options = Options(
        Path(),
        domain_paths=tuple(map(str, domains_path or ())),
        connection=connection_of(tuple(endpoints or ()), key_env, connection),
    )
    lanes = tuple(one.value for one in lane or ())
    console = Console(highlight=False)
    for one in pilot(find_recipe(recipe), options, families, lanes):
        for line in told(one):
            console.print(line, markup=False, soft_wrap=True)


def told(one: "Pilot") -> list[str]:
    """The lines for people."""
    taken, usage, whole = one.taken, one.taken.usage, one.scale
    rate = f"{one.accepted / one.rows:.1%}" if one.rows else "none"
    lines = [
        (
            f"lane {one.lane}, {one.model}: {one.families:,} families, {one.rows:,} rows, "
            f"{one.accepted:,} accepted ({rate}), {one.failed:,} tasks without a reply"
        ),
        (
            f"  {taken.replies:,} replies, {usage.prompt_tokens:,} prompt and "
            f"{usage.completion_tokens:,} reply tokens, cost {usage.cost:,.4f}, "
            f"{one.seconds:,.1f} s; {taken.mended:,} mended, {taken.unread:,} with unreadable calls"
        ),
        *(f"  {name:44} {count:,}" for name, count in sorted(one.tallies.items())),
    ]
    if whole is None:
        return [*lines, "  no row came back, so nothing can be said of the whole recipe"]
    return [
        *lines,
        (
            f"  {one.wanted:,} rows would take about {usage.prompt_tokens * whole:,.0f} prompt and "
            f"{usage.completion_tokens * whole:,.0f} reply tokens, cost {usage.cost * whole:,.2f}, "
            f"{one.seconds * whole / 3600:,.1f} h at this rate"
        ),
    ]
