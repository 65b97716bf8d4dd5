"""One sample of one row: its reward, with the state of the world, and whether it held back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from callwright.filters.reward import score_turns
from callwright.filters.rollout import read_turns
from callwright.filters.scene import Scene
from callwright.pipelines.scoring.effects import effects
from callwright.pipelines.scoring.predictions import Fault, Sample
from callwright.pipelines.scoring.raw import Parsed, parse
from callwright.pipelines.scoring.restraint import over_acted, over_refused
from callwright.pipelines.serving.episode import EpisodeSource
from callwright.schemas.calls import CallFormat
from callwright.schemas.task import Task

SCENES: Final = 256
"""Worlds of rows that are kept for their next samples."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What one sample earned."""

    value: float = 0.0
    strict: bool = False
    components: Mapping[str, float] = field(default_factory=dict[str, float])
    over_acted: bool = False
    over_refused: bool = False
    fault: Fault | None = None
    """Why it was not scored, and earned 0."""
    unread: tuple[str, ...] = ()
    """The fault of each reply whose raw text breaks the call format."""


class Judge:
    """Scores samples against the rows of a release.

    Args:
        source: the rows, with their worlds where the release has them.
        form: the call format of raw text; None where replies carry their calls as data.
    """

    def __init__(self, source: EpisodeSource, form: CallFormat | None = None) -> None:
        self.source = source
        self._form = form
        # Every sample leaves its world as it was, so those of a row can share a fork.
        self._scene = lru_cache(SCENES)(self._forked)

    def judge(self, sample: Sample) -> Scored:
        """What a sample earned; its row must be there.

        Raises:
            RecordError: the release was edited. Nothing is raised for what a model wrote.
        """
        task = self.source.task(sample.id)
        fault = self._fault(sample, task)
        if fault is not None:
            return Scored(components=self.nothing(task), fault=fault)
        parsed = self._parsed(sample, task)
        scene = self._scene(task.id) if self.source.has_worlds else None
        setting, turns = self.source.setting(task, scene), read_turns(parsed.messages)
        state = None if scene is None else effects(task, scene, turns)
        reward = score_turns(task, turns, setting, state)
        return Scored(
            reward.value,
            reward.strict,
            reward.components,
            over_acted(task.checks, turns),
            over_refused(task.checks, turns, setting),
            unread=parsed.faults,
        )

    def nothing(self, task: Task) -> dict[str, float]:
        """Every component that a conversation without a word has, as 0."""
        state = () if self.source.has_worlds else None
        scene = None if task.checks.now else self._scene(task.id)
        silent = score_turns(task, (), self.source.setting(task, scene), state)
        return dict.fromkeys(silent.components, 0.0)

    def _forked(self, row: str) -> Scene:
        return self.source.scene(row)[1]

    def _fault(self, sample: Sample, task: Task) -> Fault | None:
        if sample.fault is None and sample.reply and len(task.turns) > 1:
            return "reply_for_many_turns"
        if sample.fault is None and sample.raw and self._form is None:
            return "text_without_parse"
        return sample.fault

    def _parsed(self, sample: Sample, task: Task) -> Parsed:
        if self._form is None:
            return Parsed(sample.messages)
        return parse(sample.messages, task.tools_at(len(task.turns)), self._form)
