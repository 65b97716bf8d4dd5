"""Publishes a finished release to the Hugging Face Hub: one commit, then one tag.

It refuses an incomplete or edited release, never moves a tag, and never forces a commit: when the
branch moved under it, it tries again on the new parent and then gives up.
"""

from dataclasses import dataclass
from pathlib import Path

from huggingface_hub import HfApi

from callwright.pipelines.hub import Files, HubDataset, hub_errors
from callwright.schemas.errors import OutputError

ATTEMPTS = 3
"""One commit and two more on a moved parent; by then somebody else is publishing in earnest."""


@dataclass(frozen=True)
class Published:
    """Where a release now stands; `already` when this call had nothing to do."""

    repo: str
    tag: str
    commit: str
    already: bool


def publish(
    folder: Path, repo: str, tag: str, *, private: bool = False, endpoint: str | None = None
) -> Published:
    """Publish the release in `folder` as the dataset `repo` (owner/name) under `tag`.

    Raises:
        OutputError: the release is incomplete or edited, the tag holds other content, or the Hub
            refused or could not be reached.
    """
    files = release_files(folder)
    if repo.count("/") != 1:
        raise OutputError(f"--repo is owner/name, not {repo!r}")
    hub = HubDataset(HfApi(endpoint=endpoint), repo)
    with hub_errors(repo, hub.api.endpoint):
        hub.create(private)
        if hub.tagged(tag) is not None:
            return confirm_tag(hub, tag, files)
        return set_tag(hub, tag, push(hub, tag, files), files)


def release_files(folder: Path) -> Files:
    """The files of a release by their path in the dataset, after proving it complete.

    Names that begin with a dot are work files of the run, not parts of the release.
    """
    if not (folder / "manifest.json").is_file():
        raise OutputError(f"{folder} is no finished release: it has no manifest.json")
    from callwright.pipelines.release import verify

    verify(folder)
    paths = (path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        path.as_posix(): folder / path
        for path in paths
        if not any(part.startswith(".") for part in path.parts)
    }


def push(hub: HubDataset, tag: str, files: Files) -> str:
    """Make the main branch hold exactly `files`; gives the commit that does."""
    for _ in range(ATTEMPTS):
        head = hub.head()
        if hub.holds(head, files):
            return head
        commit = hub.commit(head, files, message=f"Release {tag}")
        if commit is not None:
            return commit
    raise OutputError(
        f"{hub.repo} was changed by somebody else {ATTEMPTS} times while publishing; nothing was "
        "forced: publish again when the other writer is done"
    )


def set_tag(hub: HubDataset, tag: str, commit: str, files: Files) -> Published:
    """Tag the commit, once it is seen to hold the release."""
    if not hub.holds(commit, files):
        raise OutputError(f"{hub.repo} at {commit} does not hold the release as sent; not tagged")
    if not hub.tag(tag, commit):
        return confirm_tag(hub, tag, files)
    return Published(hub.repo, tag, commit, already=False)


def confirm_tag(hub: HubDataset, tag: str, files: Files) -> Published:
    """The tag exists: fine where it holds this very release, an error where it does not."""
    commit = hub.tagged(tag)
    if commit is not None and hub.holds(commit, files):
        return Published(hub.repo, tag, commit, already=True)
    raise OutputError(
        f"{hub.repo} already has the tag {tag}, with other content (commit {commit}). "
        "A tag is never moved: publish under a new one"
    )
