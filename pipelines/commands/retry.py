"""`callwright retry`: take up the tasks of a run whose model gave no reply, and go on."""

import typer

from callwright.pipelines.commands.run import (
    ChunkSize,
    ConnectionFile,
    DomainPaths,
    Endpoints,
    EngineName,
    KeyEnv,
    Out,
    Quiet,
    RecipeName,
    WithoutFailed,
    Workers,
    run,
)


def retry(
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
    """Try again the tasks of a run that got no reply; nothing that was answered is sent again."""
    from callwright.pipelines.teaching.failures import forget_failed
    from callwright.pipelines.workfolder import WorkFolder

    chunks = forget_failed(WorkFolder(out))
    typer.echo(f"{chunks} chunks with failed tasks are made anew")
    run(
        recipe,
        out,
        engine,
        workers,
        chunk_size,
        domains_path,
        endpoints,
        key_env,
        connection,
        without_failed,
        quiet,
    )
