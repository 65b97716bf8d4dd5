"""`callwright run`: from a recipe to a proved release folder, or on from where a run stopped."""

from pathlib import Path
from typing import Annotated

import typer

RecipeName = Annotated[
    str, typer.Argument(help="A recipe file, or a packaged one such as assistant.")
]
Out = Annotated[Path, typer.Option(help="Folder of the release; its own folder resumes.")]
EngineName = Annotated[str, typer.Option(help="local, or ray.")]
Workers = Annotated[int, typer.Option(help="Workers that make chunks.")]
ChunkSize = Annotated[
    int | None, typer.Option(help="Candidates per chunk; never changes the content.")
]
DomainPaths = Annotated[
    list[Path] | None, typer.Option(help="A folder with further domains; may be repeated.")
]
Endpoints = Annotated[
    list[str] | None,
    typer.Option(
        "--endpoint",
        help="URL at which the recipe's model answers, up to /v1; may be repeated.",
    ),
]
KeyEnv = Annotated[
    str, typer.Option(help="Name of the environment variable that holds the endpoints' key.")
]
ConnectionFile = Annotated[
    Path | None,
    typer.Option(help="YAML with endpoints, prices, limits and budget: see docs/teachers.md."),
]
WithoutFailed = Annotated[
    bool, typer.Option("--without-failed", help="Release without tasks that got no reply.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Show no progress.")]


def run(
    recipe: RecipeName,
    out: Out,
    engine: EngineName = "local",
    workers: Workers = 1,
    chunk_size: ChunkSize = None,
    domains_path: DomainPaths = None,
    endpoints: Endpoints = None,
    key_env: KeyEnv = "",
    connection: ConnectionFile = None,
    without_failed: WithoutFailed = False,
    quiet: Quiet = False,
) -> None:
    """Make the dataset of a recipe: exact counts, every row proved."""
    from callwright.pipelines.progress import open_progress
    from callwright.pipelines.recipe import find_recipe
    from callwright.pipelines.run import Options
    from callwright.pipelines.run import run as run_recipe
    from callwright.pipelines.teaching.connection import connection_of

    options = Options(
        out,
        engine,
        workers,
        chunk_size,
        tuple(map(str, domains_path or ())),
        connection=connection_of(tuple(endpoints or ()), key_env, connection),
        without_failed=without_failed,
    )
    outcome = run_recipe(find_recipe(recipe), options, open_progress(quiet))
    rows = sum(outcome.manifest.counts["sft"].values())
    state = f"{rows} rows in" if outcome.fresh else f"already complete, {rows} rows:"
    typer.echo(f"{state} {out} (content_sha256 {outcome.manifest.content_sha256})")
