"""Runs with the fake toolkit and a release of two keys; also as a program, for tests that kill it.

python -m tests.pipelines.fakerun RECIPE OUT ENGINE WORKERS CHUNK_SIZE
"""

import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from callwright.pipelines import run as module
from callwright.pipelines.progress import Quiet
from callwright.pipelines.run import Options
from callwright.pipelines.shards import ContentHash
from callwright.schemas.errors import CallwrightError
from callwright.schemas.manifest import Code, Manifest

RECIPE = """recipe_version: 1
name: fake
namespace: fake
seed: 3
test_share: 0.2
mixture:
  - {skill: single, domains: {travel: 80, calendar: 30}}
  - {skill: multi_step, domains: {travel: 40, travel+calendar: 15}}
  - {skill: parallel, domains: {travel: 30}}
  - {skill: irrelevance, domains: {travel: 25, calendar: 20}}
  - {skill: already_known, domains: {travel: 35}}
"""


def write_release(folder, rows, facts, measuring=None):
    """As the real one, without files but the manifest: what a test of the pipeline looks at."""
    content, counts = ContentHash(), {}
    for config, split, row in sorted(rows, key=lambda item: (*item[:2], item[2]["id"])):
        content.add(config, split, row)
        splits = counts.setdefault(config, {})
        splits[split] = splits.get(split, 0) + 1
    manifest = Manifest(
        **{name: getattr(facts, name) for name in ("name", "recipe", "namespace", "seed")},
        **{name: getattr(facts, name) for name in ("domains", "teacher", "checkers", "funnel")},
        recipe_sha256="",
        code=Code(version="0", fingerprint=""),
        pins={},
        counts=counts,
        cells={},
        diversity={},
        files=(),
        content_sha256=content.hexdigest(),
    ).sealed()
    (folder / "manifest.json").write_text(manifest.model_dump_json(), encoding="utf-8")
    return manifest


def fake_run(recipe, out, engine="local", workers=1, chunk_size=None, progress=None):
    options = Options(out, engine, workers, chunk_size, toolkit="tests.pipelines.fake")
    code = Code(version="0", fingerprint="0" * 32)
    with (
        patch.object(module, "write_release", write_release),
        # Files may change while a test kills and resumes.
        patch.object(module, "code_fingerprint", lambda: code),
    ):
        return module.run(recipe, options, progress or Quiet())


class StopAfter:
    """A progress that ends the run after some chunks, as a crash would."""

    def __init__(self, chunks):
        self.left = chunks + 1

    def __enter__(self):
        return self

    def __exit__(self, *trouble):
        pass

    def show(self, quotas):
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("stopped by the test")

    def say(self, text):
        self.said = text


def stop_early(recipe_file, out, chunks=9, **options):
    with pytest.raises(RuntimeError, match="stopped by the test"):
        fake_run(recipe_file, out, progress=StopAfter(chunks), **options)
    return sorted((out / ".callwright" / "chunks").glob("*.parquet"))


def main(recipe, out, engine, workers, chunk_size):
    try:
        made = fake_run(Path(recipe), Path(out), engine, int(workers), int(chunk_size))
    except CallwrightError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    sys.stdout.write(f"{made.manifest.content_sha256}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
