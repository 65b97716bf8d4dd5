"""One dataset on the Hugging Face Hub, and its refusals as errors that say what to do.

It compares content by the hashes the Hub keeps, so it downloads nothing; it never forces a commit
and never moves a tag. The token comes from HF_TOKEN or the Hub's own cache, and is never shown.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import httpx2
from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi
from huggingface_hub.errors import HfHubHTTPError, HFValidationError
from huggingface_hub.hf_api import RepoFile
from huggingface_hub.utils.sha import git_hash, sha_fileobj

from callwright.schemas.errors import OutputError

Files = dict[str, Path]
"""Local files by their path in the dataset."""

HUB_OWN_FILES = frozenset({".gitattributes"})
"""The Hub writes these itself; a release neither carries nor deletes them."""


@dataclass(frozen=True)
class HubDataset:
    """The dataset `repo` (owner/name) as one endpoint of the Hub holds it."""

    api: HfApi
    repo: str

    def create(self, private: bool) -> None:
        """Make the dataset unless it exists; one that exists keeps its visibility.

        Raises:
            OutputError: `private` is asked of a dataset that everybody can already read.
        """
        self.api.create_repo(self.repo, repo_type="dataset", private=private or None, exist_ok=True)
        if private and not self.api.repo_info(self.repo, repo_type="dataset").private:
            raise OutputError(f"{self.repo} is public already: --private is for a new dataset")

    def head(self) -> str:
        """The commit the main branch points to."""
        return str(self.api.repo_info(self.repo, repo_type="dataset", revision="main").sha)

    def tagged(self, tag: str) -> str | None:
        """The commit a tag points to, or None where there is no such tag."""
        tags = self.api.list_repo_refs(self.repo, repo_type="dataset").tags
        return next((ref.target_commit for ref in tags if ref.name == tag), None)

    def files(self, commit: str) -> dict[str, RepoFile]:
        """What the dataset holds at a commit, without the files the Hub writes itself."""
        tree = self.api.list_repo_tree(
            self.repo, recursive=True, revision=commit, repo_type="dataset"
        )
        files = (entry for entry in tree if isinstance(entry, RepoFile))
        return {entry.path: entry for entry in files if entry.path not in HUB_OWN_FILES}

    def holds(self, commit: str, files: Files) -> bool:
        """Whether the dataset at a commit is these files, byte for byte and no others."""
        remote = self.files(commit)
        return remote.keys() == files.keys() and all(
            same_bytes(remote[name], path) for name, path in files.items()
        )

    def commit(self, parent: str, files: Files, message: str) -> str | None:
        """One commit on `parent` after which the dataset is `files`; None if the parent moved."""
        stale = [CommitOperationDelete(name) for name in self.files(parent) if name not in files]
        added = [CommitOperationAdd(name, path) for name, path in files.items()]
        try:
            made = self.api.create_commit(
                self.repo,
                [*added, *stale],
                commit_message=message,
                repo_type="dataset",
                parent_commit=parent,
            )
        except HfHubHTTPError as error:
            if error.response.status_code == HTTPStatus.PRECONDITION_FAILED:
                return None
            raise
        return made.oid

    def tag(self, tag: str, commit: str) -> bool:
        """Set a tag that is not there; False, and nothing changed, where it is."""
        try:
            self.api.create_tag(self.repo, tag=tag, revision=commit, repo_type="dataset")
        except HfHubHTTPError as error:
            if error.response.status_code == HTTPStatus.CONFLICT:
                return False
            raise
        return True


def same_bytes(remote: RepoFile, path: Path) -> bool:
    """Compare by size, then by the hash the Hub keeps: sha256 for large files, git's otherwise."""
    if remote.size != path.stat().st_size:
        return False
    if remote.lfs is None:
        return remote.blob_id == git_hash(path.read_bytes())
    with path.open("rb") as content:
        return remote.lfs.sha256 == sha_fileobj(content).hex()


@contextmanager
def hub_errors(repo: str, endpoint: str) -> Iterator[None]:
    """Turn what the Hub's client raises into one message that says what to do."""
    try:
        yield
    except HFValidationError as error:
        raise OutputError(f"{repo!r} is no name for a dataset: {error}") from error
    except HfHubHTTPError as error:
        said = error.server_message or error.response.reason_phrase
        raise OutputError(f"{repo}: {refusal(error.response.status_code)} ({said})") from error
    except httpx2.HTTPError as error:
        raise OutputError(f"the Hub at {endpoint} cannot be reached: {error}") from error
    except RuntimeError as error:
        # The client's wrapper for a failed upload; its cause may quote a signed address.
        cause = type(error.__cause__).__name__
        raise OutputError(f"{repo}: {error} ({cause}); nothing was committed") from error


def refusal(status: int) -> str:
    """What a refusal of the Hub means for the one who publishes."""
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return "the Hub refused: log in with `hf auth login`, or set HF_TOKEN, with write access"
    return f"the Hub answered {status}"
