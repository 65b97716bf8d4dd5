"""`callwright prove`: what a chat template makes of every sample of a dataset."""

from pathlib import Path
from typing import Annotated

import typer


def prove(
    dataset: Annotated[
        Path | None, typer.Argument(help="A release folder, or a .jsonl or .parquet file.")
    ] = None,
    template: Annotated[
        str | None, typer.Option(help="A template of the package trl; see --list.")
    ] = None,
    tokenizer: Annotated[
        Path | None, typer.Option(help="A folder with a tokenizer, and its template.")
    ] = None,
    split: Annotated[str | None, typer.Option(help="Only train or test.")] = None,
    unit: Annotated[
        str | None, typer.Option(help="turn, as far as the template allows it; or step.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="A .jsonl file for the rendered samples and their loss.")
    ] = None,
    list_templates: Annotated[bool, typer.Option("--list", help="List the templates.")] = False,
) -> None:
    """Render every sample, read its calls back, and check its loss; exit 1 when one fails."""
    from callwright.pipelines.proving.templates import template_names

    if list_templates:
        typer.echo("\n".join(template_names()))
        return
    if dataset is None or (template is None and tokenizer is None):
        raise typer.BadParameter("give a dataset and --template or --tokenizer; or --list")
    from callwright.pipelines.adapters.export import as_unit
    from callwright.pipelines.adapters.format import Source
    from callwright.pipelines.adapters.report import Report
    from callwright.pipelines.proving.renderer import open_renderer
    from callwright.pipelines.proving.run import open_proving, prove_dataset

    renderer = open_renderer(template, tokenizer)
    source = Source(dataset, Report(), split, as_unit(unit) or "turn")
    summary = prove_dataset(source, open_proving(renderer), out)
    for outcome in summary.shown:
        typer.echo(f"{outcome.id}  {outcome.reason}  {outcome.detail}")
    for name, value in summary.summary(renderer.counts).items():
        typer.echo(f"{name:<9} {_told(value)}")
    if summary.failed or not summary.proved:
        raise typer.Exit(1)


def _told(value: object) -> str:
    if not isinstance(value, dict):
        return f"{value:,}"
    return ", ".join(f"{key} {inner}" for key, inner in value.items()) or "none"
