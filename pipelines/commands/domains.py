"""`callwright domains`: what domains there are, and the start of a new one."""

from pathlib import Path
from typing import Annotated

import typer

domains = typer.Typer(help="List the domains, or begin a new one.", invoke_without_command=True)


@domains.callback()
def list_domains(
    context: typer.Context,
    domains_path: Annotated[
        list[Path] | None, typer.Option(help="A folder with further domains; may be repeated.")
    ] = None,
) -> None:
    """List the domains: tools, entities, writes, languages."""
    if context.invoked_subcommand is not None:
        return
    from rich.console import Console
    from rich.table import Table

    from callwright.domains.core.discovery import discover
    from callwright.pipelines.overview import domain_line

    table = Table("domain", "title", "tools", "writes", "entities", "languages", "from")
    for domain in discover(map(str, domains_path or ())).values():
        table.add_row(*domain_line(domain))
    Console().print(table)


@domains.command()
def new(
    name: Annotated[str, typer.Argument(help="Lower-case letters, digits and underscores.")],
    path: Annotated[Path, typer.Option(help="The folder in which to make it.")] = Path(),
) -> None:
    """Write a small working domain to start from."""
    from callwright.pipelines.new_domain import new_domain

    folder = new_domain(name, path)
    typer.echo(f"wrote {folder}; try: callwright domains --domains-path {folder}")
