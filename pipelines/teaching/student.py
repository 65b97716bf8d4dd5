"""Calibrates the model behind an endpoint, and keeps the figures under a checkpoint's name.

Replies go to a completion store of that checkpoint, so that the same command goes on after a kill.
A name stands for one state of the weights: another state needs another name, even where the server
calls both the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from callwright.generators.rollout import Player
from callwright.generators.teachers.openai.build import run_fast
from callwright.pipelines.serving.episode import EpisodeSource
from callwright.pipelines.teaching.calibrate import Group, calibrate
from callwright.pipelines.teaching.checkpoints import file_of, folder_of, save
from callwright.pipelines.teaching.connection import connection_of
from callwright.pipelines.teaching.store import CompletionStore
from callwright.pipelines.teaching.stored import StoredTeacher
from callwright.schemas.completions import Sampling, Teacher
from callwright.schemas.errors import CallwrightError, OutputError

Json = Any


@dataclass(frozen=True)
class Student:
    """The model and the endpoints that serve it."""

    model: str
    urls: tuple[str, ...]
    key_env: str = ""
    """Name of the environment variable that holds the key."""
    call_format: str | None = None
    """How it writes calls, where the server does not parse them."""

    def teacher(self) -> Teacher:
        """A client; `CallwrightError` for a wrong URL, a missing key or extra, or a format."""
        connection = connection_of(self.urls, self.key_env, None)
        if connection is None:
            raise CallwrightError("--endpoint: name a URL at which the model answers")
        return connection.teacher(self.model, self.call_format)


@dataclass(frozen=True)
class Options:
    """What the user asked for."""

    name: str
    """Of the checkpoint."""
    rollouts: int = 16
    split: str | None = None
    limit: int | None = None
    seed: int = 0
    temperature: float = 1.0
    max_tokens: int = 1024
    concurrency: int = 64
    out: Path | None = None
    """Folder of the figures; None for the one beside the release."""
    domain_paths: tuple[str, ...] = ()

    def sampling(self) -> Sampling:
        """How replies are sampled."""
        return Sampling(temperature=self.temperature, max_tokens=self.max_tokens)


def calibrate_student(
    dataset: Path,
    student: Student,
    options: Options,
    show: Callable[[Group], None] = lambda group: None,
) -> tuple[Path, list[Group]]:
    """Calibrate a model over the `rl` rows of a release; the file of groups, and the groups.

    Args:
        dataset: a release.
        student: the model.
        options: what was asked for.
        show: told of every group as it is done.

    Raises:
        OutputError: no release, no such split, or a wrong name.
        CallwrightError: a wrong endpoint, or one that gave no reply to anything.
    """
    folder = options.out or folder_of(dataset)
    store = file_of(folder, options.name).with_suffix(".completions")
    source = EpisodeSource(dataset, options.split, domain_paths=options.domain_paths)
    if not source.has_worlds:
        raise OutputError(f"{dataset} carries no worlds, so nobody can act in its tasks")
    teacher = student.teacher()
    kept = StoredTeacher(teacher, CompletionStore(store))
    groups = run_fast(_all(source, kept, student, options, show))
    if not any(group.stats.counted for group in groups):
        codes = sorted({code for group in groups for code in group.codes})
        raise CallwrightError(f"no rollout could be played to its end: {', '.join(codes)}")
    about: dict[str, Json] = {
        "teacher": teacher.name,
        "rollouts": options.rollouts,
        "seed": options.seed,
        "sampling": options.sampling().model_dump(),
        "split": options.split,
        "limit": options.limit,
    }
    return save(folder, options.name, groups, about), groups


async def _all(
    source: EpisodeSource,
    teacher: StoredTeacher,
    student: Student,
    options: Options,
    show: Callable[[Group], None],
) -> list[Group]:
    player = Player(teacher, student.model, options.sampling())
    found: list[Group] = []
    try:
        async for group in calibrate(
            source,
            player,
            options.rollouts,
            seed=options.seed,
            limit=options.limit,
            concurrency=options.concurrency,
        ):
            found.append(group)
            show(group)
    finally:
        await teacher.close()
    return found
