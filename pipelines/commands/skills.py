"""`callwright skills`: what a trajectory can teach, how it is proved, which domain can serve it."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table


def skills(
    domains: Annotated[
        bool, typer.Option("--domains", help="Which domain can serve which skill, and why not.")
    ] = False,
) -> None:
    """List the skills: what happens, what the checks hold, and which twins come along."""
    from rich.console import Console

    console = Console()
    if domains:
        console.print(_served())
        return
    console.print(_listed())
    typer.echo("A twin is the same request in a setting where acting at once is right.")


def _listed() -> "Table":
    from rich.table import Table

    from callwright.generators.skills import discover_skills

    table = Table("skill", "what happens", "proof", "twins")
    for skill in discover_skills().values():
        table.add_row(skill.name, skill.what, skill.proof, ", ".join(skill.twins) or "-")
    return table


def _served() -> "Table":
    from rich.table import Table

    from callwright.domains.core.discovery import discover
    from callwright.generators.skills import discover_skills
    from callwright.pipelines.toolkit import lacks

    found = discover()
    table = Table("skill", "domains", "cannot serve it", "crosses domains")
    for skill in discover_skills().values():
        reasons = lacks(skill, found)
        able = ", ".join(name for name in found if name not in reasons)
        why = "; ".join(f"{name}: {reason}" for name, reason in reasons.items())
        table.add_row(skill.name, able, why or "-", "yes" if skill.crosses else "no")
    return table
