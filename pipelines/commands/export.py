"""`callwright export`: a dataset in the form that one trainer reads."""

from pathlib import Path
from typing import Annotated

import typer


def export(
    dataset: Annotated[
        Path | None, typer.Argument(help="A release folder, or a .jsonl or .parquet file.")
    ] = None,
    to: Annotated[str | None, typer.Option(help="The consumer; see --list.")] = None,
    out: Annotated[Path | None, typer.Option(help="A folder that is new or empty.")] = None,
    split: Annotated[str | None, typer.Option(help="Only train or test.")] = None,
    unit: Annotated[
        str | None,
        typer.Option(help="turn: a sample per user turn; step: one per message of the assistant."),
    ] = None,
    no_thinking: Annotated[
        bool, typer.Option("--no-thinking", help="Leave all thinking away.")
    ] = False,
    list_formats: Annotated[bool, typer.Option("--list", help="List the formats.")] = False,
) -> None:
    """Write a dataset for a trainer, unrolled so that every loss is on the right context."""
    from callwright.pipelines.adapters.formats import discover_formats

    if list_formats:
        for form in discover_formats().values():
            typer.echo(f"{form.name:<14} {form.what}")
        return
    if dataset is None or to is None or out is None:
        raise typer.BadParameter("give a dataset, --to and --out; or --list")
    from callwright.pipelines.adapters.export import Options, as_unit
    from callwright.pipelines.adapters.export import export as write

    report = write(dataset, out, Options(to, split, as_unit(unit), thinking=not no_thinking))
    samples = ", ".join(f"{name} {count:,}" for name, count in sorted(report.samples.items()))
    typer.echo(f"{report.rows:,} rows: {samples} samples in {out}")
    for what, counts in (("adapted", +report.adapted), ("refused", report.refused)):
        for reason, count in sorted(counts.items()):
            typer.echo(f"{what} {count:,}: {reason}")
