"""`callwright serve-env`: the tasks of a release as live sessions, over HTTP and MCP."""

from pathlib import Path
from typing import Annotated

import typer


def serve_env(
    dataset: Annotated[Path, typer.Argument(help="A release folder.")],
    split: Annotated[str | None, typer.Option(help="train or test; both without it.")] = None,
    host: Annotated[
        str, typer.Option(help="Address to bind; any but 127.0.0.1 needs a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for one that is free.")] = 8080,
    sessions: Annotated[int, typer.Option(min=1, help="Sessions at once.")] = 1_024,
    idle: Annotated[
        float, typer.Option(min=1, help="Seconds after which an unused session is closed.")
    ] = 900.0,
    body: Annotated[int, typer.Option(min=1_024, help="Bytes of a request.")] = 1_048_576,
    steps: Annotated[int, typer.Option(min=1, help="Assistant messages of a session.")] = 128,
    calls: Annotated[int, typer.Option(min=1, help="Calls of a session.")] = 256,
    seconds: Annotated[float, typer.Option(min=1, help="Life of a session.")] = 3_600.0,
    domains_path: Annotated[
        list[Path] | None, typer.Option(help="A folder with further domains; may be repeated.")
    ] = None,
) -> None:
    """Serve a release as an environment: one isolated world per session, HTTP and MCP at once."""
    from callwright.pipelines.release import open_release, verify
    from callwright.pipelines.serving.episode import EpisodeSource, Limits
    from callwright.pipelines.serving.extra import need_extra

    need_extra()
    from callwright.pipelines.serving.run import TOKEN, serve, token_for
    from callwright.pipelines.serving.sessions import Caps, Sessions

    open_release(dataset)
    verify(dataset)
    limits = Limits(steps=steps, calls=calls, seconds=seconds)
    paths = tuple(map(str, domains_path or ()))
    source = EpisodeSource(dataset, split, limits=limits, domain_paths=paths)
    token, made = token_for(host)
    if made:
        typer.echo(f"token (set {TOKEN} to choose it): {token}")
    opened = Sessions(source, Caps(sessions=sessions, idle=idle, body=body))

    def say(url: str) -> None:
        typer.echo(f"{len(source):,} rows at {url} and, over MCP, {url}/mcp?index=0")

    serve(opened, host, port, token, say)
