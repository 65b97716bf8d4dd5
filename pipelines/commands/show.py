"""`callwright show`: trajectories of a dataset, as a person wants to read them."""

from pathlib import Path
from typing import Annotated

import typer


def show(
    dataset: Annotated[
        Path, typer.Argument(help="A release folder, or a .jsonl or .parquet file.")
    ],
    row_id: Annotated[str | None, typer.Option("--id", help="An id, or the start of one.")] = None,
    skill: Annotated[str | None, typer.Option(help="Only this skill.")] = None,
    domain: Annotated[str | None, typer.Option(help="Only this domain.")] = None,
    split: Annotated[str | None, typer.Option(help="train or test.")] = None,
    n: Annotated[int, typer.Option("--n", "-n", min=1, help="How many.")] = 3,
    whole: Annotated[bool, typer.Option("--whole", help="Show long results in full.")] = False,
) -> None:
    """Show trajectories: tools, turns, calls, results, provenance, checks and verdicts."""
    from rich.console import Console

    from callwright.pipelines.dataset import select
    from callwright.pipelines.render import render

    console = Console(highlight=False)
    found = select(dataset, count=n, row_id=row_id, skill=skill, domain=domain, split=split)
    for trajectory in found:
        console.print(render(trajectory, whole=whole))
        console.print()
