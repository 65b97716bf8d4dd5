"""A small hand-made release, for tests of everything that reads one."""

from dataclasses import replace

import pytest

from callwright.pipelines import diversity
from callwright.pipelines.release import Facts, write_release
from callwright.schemas.canonical import dump
from callwright.schemas.record import RECORD_VERSION
from callwright.schemas.rows import PREFERENCE_COLUMNS, to_rows
from tests.pipelines.made import trajectory, view, world

FUNNEL = {
    "stages": [
        {"stage": "schema", "entered": 40, "kept": 40, "dropped": {}},
        {
            "stage": "audit",
            "entered": 40,
            "kept": 36,
            "dropped": {"audit.survived": 4},
            "tallies": {
                "killed.no_action": 36,
                "killed.extra_write": 33,
                "tried.no_action": 36,
                "tried.extra_write": 36,
            },
        },
        {"stage": "near", "entered": 36, "kept": 30, "dropped": {"near.duplicate": 6}},
    ],
    "cells": {},
    "rounds": 2,
}
FACTS = Facts(
    name="made",
    recipe="name: made\nseed: 1\n",
    namespace="made",
    seed=1,
    teacher="scripted/1",
    domains={"travel": "0" * 32},
    checkers={"schema": "1"},
    prompts={"rollout/user": "1" * 64},
    funnel=FUNNEL,
)


def rows(count=24):
    """Rows of all four configs, in no particular order."""
    snapshot, shown = world(), view()
    for number in reversed(range(count)):
        split = "test" if number % 6 == 0 else "train"
        skill = "single" if number % 2 else "parallel"
        made = trajectory(
            number, split=split, skill=skill, world_id=snapshot.digest(), view_id=shown.digest()
        )
        sft, rl = to_rows(made)
        yield "rl", split, rl
        yield "sft", split, sft
    for split in ("test", "train"):
        yield "preference", split, pair(split)
    yield "worlds", "train", {"id": snapshot.digest(), "snapshot": dump(snapshot.snapshot())}
    record = shown.model_dump(mode="json")
    yield "views", "train", {"id": shown.digest(), "tool": shown.tool, "view": dump(record)}


def pair(split):
    """A preference row, with as little in it as its columns hold."""
    texts = dict.fromkeys(PREFERENCE_COLUMNS, "[]")
    return texts | {"id": f"pair-{split}", "split": split, "record_version": RECORD_VERSION}


def make(folder, content=None, **changes):
    """Write the release; gives its manifest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(diversity, "_masked", lambda: masked)
        facts = replace(FACTS, **changes)
        return write_release(folder, rows() if content is None else content, facts)


def masked(request, sources, turns):
    """The masked request of a hand-made trajectory, which has no phrase pack."""
    return request[:14]
