"""A release: the folder that holds a finished dataset, written whole or not at all.

It is built beside its place and moved there at the end, the manifest last: a folder without a
manifest is no release. `verify` proves that nothing in it was changed since.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from callwright.pipelines.buckets import Buckets
from callwright.pipelines.files import disk_errors
from callwright.pipelines.fingerprints import code_fingerprint, pins
from callwright.pipelines.measuring import Begin, Measuring, here
from callwright.pipelines.seal import MANIFEST, file_table, verify
from callwright.pipelines.shards import (
    SHARD_ROWS,
    ContentHash,
    read_rows,
    shard_paths,
    splits_of,
    write_shards,
)
from callwright.schemas.canonical import digest
from callwright.schemas.errors import OutputError
from callwright.schemas.manifest import Manifest, read_manifest
from callwright.schemas.rows import COLUMNS

if TYPE_CHECKING:
    from callwright.pipelines.diversity import Measured

__all__ = ["Facts", "Release", "open_release", "verify", "write_release"]

Row = dict[str, Any]
MOST_LOOKED_AT = 500
PLOTS = "plots"
LAST = ("worlds", "views")
"""Configs whose rows come after all others: measuring begins with the first of them."""
PART = ".release"
"""Where a release is built, inside its own folder: on the same file system."""


@dataclass(frozen=True)
class Facts:
    """What only the run knows about its release; everything must follow from the recipe."""

    name: str
    """Name of the recipe."""
    recipe: str
    """Its text."""
    namespace: str
    seed: int
    teacher: str
    domains: dict[str, str]
    """Domain -> fingerprint of its folder."""
    checkers: dict[str, str] = field(default_factory=dict[str, str])
    """Filter -> its version."""
    prompts: dict[str, str] = field(default_factory=dict[str, str])
    """Prompt file of the model teacher -> its sha256."""
    judge: str = ""
    """The judge of the model teacher's rows, as manifests name it; empty for none."""
    funnel: dict[str, Any] = field(default_factory=dict[str, Any])
    """As `RunInfo.funnel` of `accepted`."""
    rows_per_shard: int = SHARD_ROWS
    license: str = "apache-2.0"
    pretty_name: str = ""
    """Title of the card; empty for one made from the name."""

    @property
    def titles(self) -> dict[str, str]:
        """What the card says beside the manifest."""
        name = self.pretty_name or f"Callwright {self.name}"
        return {"license": self.license, "pretty_name": name}


def write_release(
    folder: Path,
    rows: Iterable[tuple[str, str, Row]],
    facts: Facts,
    measuring: Measuring = here,
) -> Manifest:
    """Write the release of `rows` into `folder`: each `(config, split, row)`, the `LAST` ones last.

    `measuring`: where its rows are measured, see `callwright.pipelines.measuring`.

    Raises:
        OutputError: the folder holds a release already, the disk is full, or an id comes twice.
    """
    if (folder / MANIFEST).exists():
        raise OutputError(f"{folder} already holds a release; choose another --out")
    part = folder / PART
    with disk_errors(folder):
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        try:
            with measuring() as begin:
                data = _write_data(part, rows, facts, begin)
            manifest = _finish(part, facts, data)
            _move(part, folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return manifest


@dataclass(frozen=True)
class _Data:
    """What was written, and what its rows measure."""

    counts: dict[str, dict[str, int]]
    """Config -> split -> rows."""
    content_sha256: str
    measured: "Measured"


def _write_data(
    part: Path, rows: Iterable[tuple[str, str, Row]], facts: Facts, begin: Begin
) -> _Data:
    buckets = Buckets(part / ".buckets")
    measured: Callable[[], Measured] | None = None
    for config, split, row in rows:
        if measured is None and config in LAST:
            measured = begin(buckets, part / PLOTS, facts.funnel)
        elif measured is not None and config not in LAST:
            raise ValueError(f"a row of {config} after those of {LAST}")
        buckets.add(config, split, row)
    measured = measured or begin(buckets, part / PLOTS, facts.funnel)
    content = ContentHash()
    counts: dict[str, dict[str, int]] = {}
    for (config, split), count in sorted(buckets.counts.items()):
        hashed = _hashed(content, config, split, buckets.rows(config, split))
        write_shards(part, config, split, hashed, count, facts.rows_per_shard)
        counts.setdefault(config, {})[split] = count
    data = _Data(counts, content.hexdigest(), measured())
    buckets.close()
    return data


def _hashed(content: ContentHash, config: str, split: str, rows: Iterator[Row]) -> Iterator[Row]:
    for row in rows:
        kept = {name: row[name] for name in COLUMNS[config]}
        content.add(config, split, kept)
        yield kept


def _finish(part: Path, facts: Facts, data: _Data) -> Manifest:
    from callwright.pipelines.card import write_card

    measured = data.measured
    manifest = Manifest(
        name=facts.name,
        recipe=facts.recipe,
        recipe_sha256=digest(facts.recipe),
        namespace=facts.namespace,
        seed=facts.seed,
        code=code_fingerprint(),
        domains=facts.domains,
        pins=pins(),
        teacher=facts.teacher,
        checkers=facts.checkers,
        prompts=facts.prompts,
        judge=facts.judge,
        counts=data.counts,
        cells=measured.cells,
        funnel=facts.funnel,
        diversity=measured.summary,
        files=(),
        content_sha256=data.content_sha256,
    )
    write_card(part, manifest, measured, _example(Release(part), data.counts), facts.titles)
    manifest = manifest.model_copy(update={"files": file_table(part)}).sealed()
    text = manifest.model_dump_json(indent=2) + "\n"
    (part / MANIFEST).write_text(text, encoding="utf-8")
    return manifest


def _example(draft: "Release", counts: dict[str, Any]) -> Row | None:
    """The first training row with more than one call, else the first row."""
    split = "train" if "train" in counts.get("sft", {}) else None
    rows = list(islice(draft.rows("sft", split), MOST_LOOKED_AT))
    return max(rows, key=lambda row: row["messages"].count('"tool_calls"') > 1, default=None)


def _move(part: Path, folder: Path) -> None:
    """Move every entry to its place, the manifest last; remains of a killed move are replaced."""
    entries = sorted(part.iterdir(), key=lambda path: path.name == MANIFEST)
    for entry in entries:
        target = folder / entry.name
        if target.is_dir():
            shutil.rmtree(target)
        entry.replace(target)


# -- reading -------------------------------------------------------------------------------
class Release:
    """A release folder for reading."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def manifest(self) -> Manifest:
        """The manifest."""
        return read_manifest((self.folder / MANIFEST).read_bytes())

    def splits(self, config: str) -> list[str]:
        """The splits of a config, sorted."""
        return splits_of(self.folder, config)

    def rows(self, config: str, split: str | None = None) -> Iterator[Row]:
        """The rows of a config, of one split or of all, by split and id."""
        for name in [split] if split else self.splits(config):
            for path in shard_paths(self.folder, config, name):
                yield from read_rows(path)


def open_release(folder: Path) -> Release:
    """The release in `folder`; `OutputError` when there is none, `RecordError` for its version."""
    if not folder.is_dir():
        raise OutputError(f"there is no folder {folder}")
    if not (folder / MANIFEST).is_file():
        raise OutputError(f"{folder} is no finished release: it has no {MANIFEST}")
    release = Release(folder)
    _ = release.manifest
    return release
