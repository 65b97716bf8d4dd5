"""The proof that a release is what was written: file table, manifest keys, content hash."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq

from callwright.pipelines.files import sha256
from callwright.pipelines.shards import ContentHash, read_rows, shard_paths, splits_of
from callwright.schemas.canonical import digest
from callwright.schemas.errors import OutputError, RecordError
from callwright.schemas.manifest import File, Manifest, read_manifest
from callwright.schemas.rows import COLUMNS

MANIFEST = "manifest.json"


def file_table(folder: Path) -> tuple[File, ...]:
    """Every file under `folder` but the manifest and work files, sorted by path."""
    return tuple(_entry(folder, path) for path in _files(folder))


def verify(folder: Path) -> Manifest:
    """The manifest of the release in `folder`, once everything is proved to be as written.

    Raises:
        RecordError: a manifest key was edited, or the manifest cannot be read.
        OutputError: there is no release, or a file of it is missing, new, edited or damaged.
    """
    if not (folder / MANIFEST).is_file():
        raise OutputError(f"{folder} is no finished release: it has no {MANIFEST}")
    manifest = read_manifest((folder / MANIFEST).read_bytes())
    edited = manifest.edited()
    if edited:
        raise RecordError(
            f"{MANIFEST} was edited: key {edited[0]!r} no longer fits its seal"
            + (f" (also {', '.join(edited[1:])})" if edited[1:] else "")
        )
    if digest(manifest.recipe) != manifest.recipe_sha256:
        raise RecordError(f"{MANIFEST} was edited: recipe_sha256 is not the digest of recipe")
    _verify_files(folder, manifest)
    _verify_content(folder, manifest)
    return manifest


def _verify_files(folder: Path, manifest: Manifest) -> None:
    stated = {file.path: file for file in manifest.files}
    there = {path.relative_to(folder).as_posix() for path in _files(folder)}
    for path in sorted(stated.keys() - there):
        raise OutputError(f"{folder} lacks {path}, which {MANIFEST} lists")
    for path in sorted(there - stated.keys()):
        raise OutputError(f"{folder} holds {path}, which {MANIFEST} does not list: remove it")
    for path, file in sorted(stated.items()):
        found = sha256(folder / path)
        if found != file.sha256:
            raise OutputError(
                f"{path} was edited or damaged: its sha256 is {found[:12]}..., {MANIFEST} says "
                f"{file.sha256[:12]}..."
            )


def _verify_content(folder: Path, manifest: Manifest) -> None:
    content = ContentHash()
    counts: dict[str, dict[str, int]] = {}
    for config in sorted(COLUMNS):
        for split in splits_of(folder, config):
            rows = 0
            for path in shard_paths(folder, config, split):
                for row in read_rows(path):
                    content.add(config, split, row)
                    rows += 1
            counts.setdefault(config, {})[split] = rows
    if counts != manifest.counts:
        raise RecordError(
            f"{MANIFEST} was edited: key 'counts' says {manifest.counts}, not {counts}"
        )
    if content.hexdigest() != manifest.content_sha256:
        raise RecordError(f"{MANIFEST} was edited: key 'content_sha256' is not that of the rows")


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if path.is_file() and relative.name != MANIFEST and not _hidden(relative):
            yield path


def _hidden(relative: Path) -> bool:
    return any(part.startswith(".") for part in relative.parts)


def _entry(folder: Path, path: Path) -> File:
    rows = pq.read_metadata(path).num_rows if path.suffix == ".parquet" else None
    relative = path.relative_to(folder).as_posix()
    return File(path=relative, sha256=sha256(path), bytes=path.stat().st_size, rows=rows)
