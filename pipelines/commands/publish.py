"""`callwright publish`: put a finished release on the Hub under a tag that never moves.

A run attacks each row with a few operators; what leaves the house has met all of them.
"""

from pathlib import Path
from typing import Annotated

import typer

from callwright.pipelines.commands.audit import holds
from callwright.schemas.errors import CallwrightError


def publish(
    folder: Annotated[Path, typer.Argument(help="A finished release, as `run` writes it.")],
    repo: Annotated[str, typer.Option(help="The dataset on the Hub, as owner/name.")],
    tag: Annotated[str, typer.Option(help="The version, such as v1; it is never moved.")],
    private: Annotated[bool, typer.Option("--private", help="Make a new dataset private.")] = False,
    endpoint: Annotated[
        str | None, typer.Option(help="Another Hub than the public one.", envvar="HF_ENDPOINT")
    ] = None,
    audited: Annotated[
        bool,
        typer.Option("--audit/--no-audit", help="Attack every row with every operator first."),
    ] = True,
    workers: Annotated[int, typer.Option(min=1, help="Processes of the audit.")] = 1,
    domains_path: Annotated[
        list[Path] | None, typer.Option(help="A folder with further domains; may be repeated.")
    ] = None,
) -> None:
    """Publish a release to the Hugging Face Hub in one commit and one tag, once its audit holds."""
    if audited and not holds(folder, None, workers, (), domains_path):
        raise CallwrightError(
            f"{folder} does not hold against the audit, and nothing was sent; see above for the "
            "rows (--no-audit publishes it all the same)"
        )
    from callwright.pipelines.publish import publish as publish_release

    done = publish_release(folder, repo, tag, private=private, endpoint=endpoint)
    state = "already published" if done.already else "published"
    typer.echo(f"{state}: {done.repo} {done.tag} at commit {done.commit}")
