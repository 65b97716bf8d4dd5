"""Episodes out of a release: any row, any number of times, in any order.

A world is loaded once per process and never changes: each episode gets a fork of it. What a
release names by digest is checked against the digest. A source may be used by several threads.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from threading import RLock
from typing import Final

from callwright.domains.core.discovery import discover
from callwright.domains.core.lexicon import lexicon
from callwright.domains.core.view import View
from callwright.domains.core.world import World
from callwright.filters.reward import Reward
from callwright.filters.scene import Scene
from callwright.filters.setting import setting_of
from callwright.pipelines.release import open_release
from callwright.pipelines.serving.limits import Limits, Reason
from callwright.pipelines.serving.live import Episode
from callwright.pipelines.serving.table import ConfigTable
from callwright.schemas.canonical import digest, load
from callwright.schemas.errors import OutputError, RecordError
from callwright.schemas.rows import rl_task
from callwright.schemas.task import Task
from callwright.schemas.values import Setting

__all__ = ["Episode", "EpisodeSource", "Head", "Limits", "Reason", "Reward"]

WORLDS: Final = 256
"""Worlds kept in memory; a release may have more."""
TASKS: Final = 1_024
"""Tasks kept in memory."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a row is, in short."""

    id: str
    split: str
    skill: str
    domain: str


class EpisodeSource:
    """The tasks of a release as live episodes.

    Args:
        folder: a release.
        split: `train` or `test`; None for both.
        limits: of every episode.
        domain_paths: folders with further domains.

    Raises:
        OutputError: there is no release in `folder`, or no task in `split`.
    """

    def __init__(
        self,
        folder: Path | str,
        split: str | None = None,
        *,
        limits: Limits | None = None,
        domain_paths: Iterable[str] = (),
    ) -> None:
        release = open_release(Path(folder))
        self.limits = limits or Limits()
        self._rows = ConfigTable(release, "rl", split, ("split", "skill", "domain"))
        if not self._rows.heads:
            raise OutputError(
                f"{folder} holds no task in split {split}; it has {release.splits('rl')}"
            )
        self._snapshots = ConfigTable(release, "worlds", groups=1)
        self._shown = ConfigTable(release, "views")
        self._domains = discover(tuple(domain_paths))
        self._words = lexicon(self._domains.values()).words
        self._lock = RLock()
        self._task = lru_cache(TASKS)(self._read_task)
        self._world = lru_cache(WORLDS)(self._load_world)
        self._views: dict[str, View] = {}

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def has_worlds(self) -> bool:
        """Whether the release carries any world; without one there are tasks, but no episodes."""
        return bool(self._snapshots.heads)

    @cached_property
    def heads(self) -> tuple[Head, ...]:
        """What every row is, by split and id: the order of indexes."""
        return tuple(Head(**head) for head in self._rows.heads)

    def index(self, row: str | int) -> int:
        """The index of a row by its id or index; `OutputError` when there is none."""
        if isinstance(row, str) and row in self._rows.numbers:
            return self._rows.numbers[row]
        if type(row) is int and 0 <= row < len(self):
            return row
        raise OutputError(
            f"there is no row {row!r}: name an id, or an index from 0 to {len(self) - 1}"
        )

    def pick(self, seed: int, split: str | None = None, skill: str | None = None) -> int:
        """The index of a row chosen by `seed` alone; `OutputError` when none fits."""
        fits = [
            number
            for number, head in enumerate(self._rows.heads)
            if split in (None, head["split"]) and skill in (None, head["skill"])
        ]
        if not fits:
            raise OutputError(f"there is no row with split {split!r} and skill {skill!r}")
        return Random(seed).choice(fits)

    def task(self, row: str | int) -> Task:
        """The task of a row."""
        with self._lock:
            return self._task(self.index(row))

    def episode(
        self,
        row: str | int,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> Episode:
        """A new episode of a row, named by its id or index, in a world of its own.

        Args:
            row: id or index.
            limits: None for those of the source.
            clock: seconds, monotonic; the episode begins now.

        Raises:
            OutputError: there is no such row.
            RecordError: the release lacks its world or a view, or was edited.
        """
        task, scene = self.scene(row)
        return Episode(task, scene, self.setting(task, scene), limits or self.limits, clock)

    def scene(self, row: str | int) -> tuple[Task, Scene]:
        """The task of a row with a scene of its own world; raises what `episode` does."""
        with self._lock:
            task = self._task(self.index(row))
            views = {use.view: self._view(use.view) for use in task.views.values()}
            worlds = {task.world: self._world(task.world).fork()}
            return task, Scene.of(task, worlds, views, self._words)

    def setting(self, task: Task, scene: Scene | None = None) -> Setting:
        """The setting in which a reward is taken.

        Raises:
            RecordError: there is no scene, and the checks state no clock of their own.
        """
        if scene is not None and not task.checks.now:
            return scene.setting  # rows before version 2 state no clock: theirs is the world's
        return setting_of(task.checks, self._words, task.language)

    def _read_task(self, number: int) -> Task:
        return rl_task(self._rows.row(number))

    def _load_world(self, name: str) -> World:
        if name not in self._snapshots.numbers:
            raise RecordError(f"the release has no snapshot of world {name}")
        row = self._snapshots.row(self._snapshots.numbers[name])
        snapshot = load(row["snapshot"])
        if digest(snapshot, len(name)) != name:
            raise RecordError(f"the snapshot of world {name} is of another world")
        return World.load(snapshot, self._domains)

    def _view(self, name: str) -> View:
        if name not in self._views:
            if name not in self._shown.numbers:
                raise RecordError(f"the release has no view {name}")
            row = self._shown.row(self._shown.numbers[name])
            view = View.model_validate_json(row["view"])
            if view.digest() != name:
                raise RecordError(f"the view {name} of {row['tool']} is another view")
            self._views[name] = view
        return self._views[name]
