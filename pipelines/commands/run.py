"""`callwright run`: from a recipe to a proved release folder, or on from where a run stopped."""

from pathlib import Path
from typing import Annotated

import typer


def run(
    recipe: Annotated[
        str, typer.Argument(help="A recipe file, or a packaged one such as assistant.")
    ],
    out: Annotated[Path, typer.Option(help="Folder of the release; its own folder resumes.")],
    engine: Annotated[str, typer.Option(help="local, or ray.")] = "local",
    workers: Annotated[int, typer.Option(help="Workers that make chunks.")] = 1,
    chunk_size: Annotated[
        int | None, typer.Option(help="Candidates per chunk; never changes the content.")
    ] = None,
    domains_path: Annotated[
        list[Path] | None, typer.Option(help="A folder with further domains; may be repeated.")
    ] = None,
    endpoint: Annotated[
        list[str] | None,
        typer.Option(help="URL at which the recipe's model answers, up to /v1; may be repeated."),
    ] = None,
    key_env: Annotated[
        str, typer.Option(help="Name of the environment variable that holds its key.")
    ] = "",
    connection: Annotated[
        Path | None,
        typer.Option(help="YAML with endpoints, prices, limits, budget: see docs/teachers.md."),
    ] = None,
    without_failed: Annotated[
        bool, typer.Option("--without-failed", help="Release without tasks that got no reply.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress.")] = False,
) -> None:
    """Make the dataset of a recipe: exact counts, every row proved."""
    from callwright.pipelines.progress import open_progress
    from callwright.pipelines.recipe import find_recipe
    from callwright.pipelines.run import Options
    from callwright.pipelines.run import run as run_recipe
    from callwright.pipelines.teaching.connection import connection_of

    paths = tuple(map(str, domains_path or ()))
    options = Options(
        out,
        engine,
        workers,
        chunk_size,
        paths,
        connection=connection_of(tuple(endpoint or ()), key_env, connection),
        without_failed=without_failed,
    )
    outcome = run_recipe(find_recipe(recipe), options, open_progress(quiet))
    rows = sum(outcome.manifest.counts["sft"].values())
    state = f"{rows} rows in" if outcome.fresh else f"already complete, {rows} rows:"
    typer.echo(f"{state} {out} (content_sha256 {outcome.manifest.content_sha256})")
