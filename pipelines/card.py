"""The card of a release: README.md with the front matter that the Hub and `datasets` read.

Every number in it comes from the manifest or from the rows; nothing is typed in by hand.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from callwright.pipelines.card_tables import (
    audit_table,
    cells_table,
    diversity_tables,
    dropped_table,
    funnel_table,
    table,
)
from callwright.pipelines.diversity import Measured
from callwright.pipelines.render import render_text
from callwright.schemas.manifest import Manifest
from callwright.schemas.rows import from_row

Json = Any
Row = dict[str, Any]
CARD = "README.md"
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
CONFIGS = {
    "sft": "whole conversations for supervised fine-tuning, with the source of every argument",
    "rl": "prompts with checks that score any rollout, and the reference calls",
    "preference": "an accepted rollout of a task beside one that nearly passed",
    "worlds": "the world snapshots in which calls execute; rows name theirs by digest",
    "views": "how tools are shown; rows name theirs by digest",
}


def write_card(
    folder: Path,
    manifest: Manifest,
    measured: Measured,
    example: Row | None,
    titles: Mapping[str, str],
) -> None:
    """Write README.md for the release in `folder`, whose plots are there.

    Args:
        folder: where the release is being built.
        manifest: its manifest, still without files.
        measured: what was measured over its rows.
        example: an `sft` row to print in full.
        titles: `license` and `pretty_name`.
    """
    sections = [
        _front_matter(manifest, titles),
        *_head(manifest, titles),
        *_load(manifest),
        *_counts(manifest),
        *_funnel(manifest),
        *_diversity(manifest),
        *_example(example),
        *_provenance(manifest, titles),
    ]
    (folder / CARD).write_text("\n\n".join(sections) + "\n", encoding="utf-8")


def _front_matter(manifest: Manifest, titles: Mapping[str, str]) -> str:
    configs = [
        {
            "config_name": config,
            "data_files": [
                {"split": split, "path": f"{config}/{split}-*.parquet"}
                for split in sorted(manifest.counts[config], reverse=True)
            ],
            **({"default": True} if config == "sft" else {}),
        }
        for config in CONFIGS
        if config in manifest.counts
    ]
    data = {
        "pretty_name": titles["pretty_name"],
        "license": titles["license"],
        "language": ["en"],
        "task_categories": ["text-generation"],
        "tags": ["tool-use", "function-calling", "synthetic", "callwright"],
        "size_categories": [_size(rows_of(manifest, "sft"))],
        "configs": configs,
    }
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    return f"---\n{text}---"


def _size(rows: int) -> str:
    return next((name for limit, name in SIZES if rows < limit), "n>1M")


def rows_of(manifest: Manifest, config: str) -> int:
    """Rows of a config over all splits."""
    return sum(manifest.counts.get(config, {}).values())


def _head(manifest: Manifest, titles: Mapping[str, str]) -> Iterator[str]:
    yield f"# {titles['pretty_name']}"
    yield (
        f"{rows_of(manifest, 'sft'):,} tool-use trajectories, made by callwright "
        f"{manifest.code.version} from the recipe "
        f"`{manifest.name}`. Each was planned and executed in a simulated world before a word of "
        "it was written, and each was proved: its calls replay to the same results, every "
        "argument is found in the text above its call, and its checks were attacked with wrong "
        "calls before the task was admitted. People, places to write to and numbers to call are "
        "made up and from ranges reserved for that."
    )
    rows = [
        (
            f"`{config}`",
            *(f"{manifest.counts[config].get(s, 0):,}" for s in ("train", "test")),
            what,
        )
        for config, what in CONFIGS.items()
        if config in manifest.counts
    ]
    yield table(("config", "train", "test", "holds"), rows)


def _load(manifest: Manifest) -> Iterator[str]:
    yield "## Load it"
    yield (
        "```python\nimport json\n\nfrom datasets import load_dataset\n\n"
        'rows = load_dataset("path/or/owner/name", "sft", split="train")\n'
        'messages = json.loads(rows[0]["messages"])\ntools = json.loads(rows[0]["tools"])\n```'
    )
    yield (
        "Nested columns are JSON strings, so that nothing is filled in or changed on the way: "
        "`messages` and `tools` have the OpenAI shape, with `arguments` as an object and thinking "
        "as `reasoning_content`. `callwright show FOLDER` prints rows to read, and "
        "`callwright replay FOLDER` proves all of them again from this folder alone."
    )


def _counts(manifest: Manifest) -> Iterator[str]:
    yield "## Rows by skill, domain and split"
    yield cells_table(manifest.cells)
    yield "![Rows per cell](plots/cells.png)"
    yield (
        "The split is drawn before anything is made: persons, worlds, phrase frames and tool views "
        "come from pools of their own for each split (what both share is counted under diversity). "
        "A task and its twins (the same request with a tool removed, a value withheld, or the "
        "answer already given) share `family_id` and lie in one split."
    )


def _funnel(manifest: Manifest) -> Iterator[str]:
    yield "## What was made, and what fell"
    yield funnel_table(manifest.funnel)
    yield "![Funnel](plots/funnel.png)"
    dropped = dropped_table(manifest.funnel)
    if dropped:
        yield "### Reasons"
        yield dropped
    audit = audit_table(manifest.funnel)
    if audit:
        yield "### The audit: wrong trajectories that the checks had to catch"
        yield audit
        yield (
            "The shares are those before repair: a candidate with a wrong trajectory that passes "
            "is dropped. Each candidate met as many attacks as `audit_operators` of the recipe "
            "says; `callwright audit FOLDER` tries every one on every row, and what is equally "
            "right besides."
        )


def _diversity(manifest: Manifest) -> Iterator[str]:
    yield "## Diversity"
    yield from diversity_tables(manifest.diversity)
    yield "![Request length and visible tools by skill](plots/requests.png)"


def _example(example: Row | None) -> Iterator[str]:
    if example is not None:
        yield "## One row in full"
        yield f"````text\n{render_text(from_row(example))}\n````"


def _provenance(manifest: Manifest, titles: Mapping[str, str]) -> Iterator[str]:
    yield "## Provenance and licence"
    facts = [
        ("content_sha256", f"`{manifest.content_sha256}`"),
        ("seed", f"{manifest.seed}, namespace `{manifest.namespace}`"),
        ("teacher", f"`{manifest.teacher}`"),
        *([("judge", f"`{manifest.judge}`")] if manifest.judge else []),
        ("code", f"{manifest.code.version}, fingerprint `{manifest.code.fingerprint}`"),
        *((f"domain {name}", f"`{mark}`") for name, mark in manifest.domains.items()),
        ("licence", titles["license"]),
    ]
    yield table(("what", "value"), facts)
    yield (
        "No human data, no model output and no benchmark item is in these rows: the worlds are "
        "generated, and the words come from hand-written phrase packs. `manifest.json` holds the "
        "recipe, the package versions and the digest of every file. The same recipe with the same "
        "code gives the same `content_sha256`, whatever the engine and the number of workers."
    )
    yield (
        "Limits: the language is English and templated, so it is narrower than what people "
        "write; the tools are simulated; a model trained on these rows alone will not have seen "
        "real tools fail in every way they do."
    )
