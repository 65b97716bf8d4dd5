"""`callwright generate`: a few proved rows of one skill in one domain, at once."""

from pathlib import Path
from typing import Annotated

import typer


def generate(
    domain: Annotated[str, typer.Option(help="A domain, or several joined by +.")],
    skill: Annotated[str, typer.Option(help="A skill; see `callwright skills`.")],
    count: Annotated[int, typer.Option("--count", "-n", help="How many rows.")] = 3,
    seed: Annotated[int, typer.Option(help="The same seed gives the same rows.")] = 7,
    split: Annotated[str, typer.Option(help="train or test.")] = "train",
    out: Annotated[
        Path | None, typer.Option(help="A .jsonl or .parquet file; without it rows are shown.")
    ] = None,
    domains_path: Annotated[
        list[Path] | None, typer.Option(help="A folder with further domains; may be repeated.")
    ] = None,
) -> None:
    """Generate and prove a few trajectories without a recipe."""
    from callwright.pipelines.adhoc import Request, check_out, write_rows
    from callwright.pipelines.adhoc import generate as make

    if out is not None:
        check_out(out)
    paths = tuple(str(path.resolve()) for path in domains_path or ())
    found = make(Request(domain, skill, count, seed, split, paths))
    if out is not None:
        write_rows(out, found)
        typer.echo(f"{len(found)} rows in {out}")
        return
    from rich.console import Console

    from callwright.pipelines.render import render

    console = Console(highlight=False)
    for trajectory in found:
        console.print(render(trajectory))
        console.print()
