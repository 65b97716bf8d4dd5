"""`callwright publish`: put a finished release on the Hub under a tag that never moves."""

from pathlib import Path
from typing import Annotated

import typer


def publish(
    folder: Annotated[Path, typer.Argument(help="A finished release, as `run` writes it.")],
    repo: Annotated[str, typer.Option(help="The dataset on the Hub, as owner/name.")],
    tag: Annotated[str, typer.Option(help="The version, such as v1; it is never moved.")],
    private: Annotated[bool, typer.Option("--private", help="Make a new dataset private.")] = False,
    endpoint: Annotated[
        str | None, typer.Option(help="Another Hub than the public one.", envvar="HF_ENDPOINT")
    ] = None,
) -> None:
    """Publish a release to the Hugging Face Hub in one commit and one tag."""
    from callwright.pipelines.publish import publish as publish_release

    done = publish_release(folder, repo, tag, private=private, endpoint=endpoint)
    state = "already published" if done.already else "published"
    typer.echo(f"{state}: {done.repo} {done.tag} at commit {done.commit}")
