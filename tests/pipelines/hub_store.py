"""Datasets as a Hub keeps them, in memory: commits, branches, tags and large objects."""

import hashlib
from dataclasses import dataclass, field
from http import HTTPStatus


class RefusedError(Exception):
    """An answer that is not 2xx, with the code the Hub's client tells its errors apart by."""

    def __init__(self, status, message, code=""):
        super().__init__(message)
        self.status, self.message, self.code = status, message, code


@dataclass(frozen=True)
class Blob:
    content: bytes
    large: bool

    @property
    def sha256(self):
        return hashlib.sha256(self.content).hexdigest()

    @property
    def git_oid(self):
        head = f"blob {len(self.content)}\0".encode()
        return hashlib.sha1(head + self.content).hexdigest()

    @property
    def etag(self):
        return self.sha256 if self.large else self.git_oid

    def entry(self, path):
        entry = {"type": "file", "path": path, "oid": self.git_oid, "size": len(self.content)}
        lfs = {"oid": self.sha256, "size": len(self.content), "pointerSize": 130}
        return entry | ({"lfs": lfs} if self.large else {})


@dataclass(frozen=True)
class Commit:
    oid: str
    parent: str | None
    message: str
    files: dict[str, Blob]


def is_large(path):
    return path.endswith(".parquet")


@dataclass
class Dataset:
    """One repository. A new one has a first commit, as on the Hub."""

    name: str
    private: bool = False
    commits: dict[str, Commit] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)

    def __post_init__(self):
        rules = Blob(b"*.parquet filter=lfs diff=lfs merge=lfs -text\n", large=False)
        self.add(Commit(self.next_oid(), None, "initial commit", {".gitattributes": rules}))

    def next_oid(self):
        return hashlib.sha1(f"{self.name} {len(self.commits)}".encode()).hexdigest()

    def add(self, commit, branch="main"):
        self.commits[commit.oid] = commit
        self.branches[branch] = commit.oid

    def at(self, revision):
        oid = self.branches.get(revision) or self.tags.get(revision) or revision
        if oid not in self.commits:
            raise RefusedError(HTTPStatus.NOT_FOUND, f"no revision {revision}", "RevisionNotFound")
        return self.commits[oid]

    def change(self, message, changes, parent=None, branch="main"):
        """Commit `changes` (path to blob, or to None for a deletion) on a branch."""
        head = self.at(branch)
        if parent is not None and parent != head.oid:
            raise RefusedError(HTTPStatus.PRECONDITION_FAILED, "a commit has happened since")
        files = {path: blob for path, blob in (head.files | changes).items() if blob is not None}
        commit = Commit(self.next_oid(), head.oid, message, files)
        self.add(commit, branch)
        return commit

    def tag(self, name, revision):
        if name in self.tags:
            raise RefusedError(HTTPStatus.CONFLICT, f"tag {name} exists")
        self.tags[name] = self.at(revision).oid

    def history(self, revision):
        commit = self.at(revision)
        while commit is not None:
            yield commit
            commit = self.commits.get(commit.parent) if commit.parent else None

    def info(self, revision):
        commit = self.at(revision)
        siblings = [{"rfilename": path} for path in sorted(commit.files)]
        return {
            "id": self.name,
            "sha": commit.oid,
            "private": self.private,
            "tags": [],
            "siblings": siblings,
        }

    def tree(self, revision, folder="", recursive=False):
        prefix = f"{folder}/" if folder else ""
        files = self.at(revision).files
        below = {path: blob for path, blob in files.items() if path.startswith(prefix)}
        if not below and folder:
            raise RefusedError(HTTPStatus.NOT_FOUND, f"no entry {folder}", "EntryNotFound")
        folders = {prefix + path.removeprefix(prefix).split("/")[0] for path in below} - set(below)
        if recursive:
            folders = {path[:at] for path in below for at in slashes(path) if at > len(prefix)}
        shown = [
            b.entry(p) for p, b in below.items() if recursive or p.count("/") == prefix.count("/")
        ]
        return sorted([*shown, *map(folder_entry, folders)], key=lambda entry: entry["path"])

    def entries(self, revision, paths):
        """What paths-info answers: files and folders that exist, and nothing for the others."""
        files = self.at(revision).files
        found = [files[path].entry(path) for path in paths if path in files]
        folders = {path[:at] for path in files for at in slashes(path)}
        return found + [folder_entry(path) for path in paths if path in folders]


def slashes(path):
    return [at for at, letter in enumerate(path) if letter == "/"]


def folder_entry(path):
    return {
        "type": "directory",
        "path": path,
        "oid": hashlib.sha1(path.encode()).hexdigest(),
        "size": 0,
    }
