"""`callwright skills`: what a trajectory can teach, and how it is proved."""

import typer


def skills() -> None:
    """List the skills: what happens, what the checks hold, and which twins come along."""
    from rich.console import Console
    from rich.table import Table

    from callwright.generators.skills import discover_skills

    table = Table("skill", "what happens", "proof", "twins")
    for skill in discover_skills().values():
        table.add_row(skill.name, skill.what, skill.proof, ", ".join(skill.twins) or "-")
    console = Console()
    console.print(table)
    typer.echo("A twin is the same request in a setting where acting at once is right.")
