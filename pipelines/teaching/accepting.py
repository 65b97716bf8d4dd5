"""From a rollout that passes to a training row: provenance, loss weights, and the row checks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import callwright
from callwright.domains.core.domain import Domain
from callwright.domains.core.lexicon import lexicon
from callwright.filters.base import Filter, judge_all
from callwright.filters.chain import proofs
from callwright.filters.oracle.context import Context, Unfounded
from callwright.filters.scene import Scene
from callwright.pipelines.teaching.attempts import Attempt
from callwright.pipelines.teaching.sources import NoSource, Place, Sources, right_calls
from callwright.schemas.canonical import canonical
from callwright.schemas.messages import Message, Weights
from callwright.schemas.rollouts import Rollout
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Task, Trajectory, UserTurn

RIGHT: Final = Weights(reasoning=0.5, calls=1.0, text=1.0)
"""A model's own words are natural, unlike embedded prose; its thinking is checked only in part."""
NOT_RIGHT: Final = Weights(reasoning=0.0, calls=0.0, text=0.0)
"""A message with a call that failed or that nothing needed."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A task to act in, with the conversation that proves it can be done."""

    reference: Trajectory
    scene: Scene
    """Of a pooled world, which every rollout forks."""

    @property
    def task(self) -> Task:
        """The task."""
        return self.reference.task

    @property
    def path(self) -> SeedPath:
        """The task's seed path."""
        return SeedPath(self.reference.provenance.seed_path)


@dataclass(frozen=True, slots=True)
class Selection:
    """The rows that the attempts at one task give."""

    accepted: tuple[Trajectory, ...]
    attempts: tuple[Attempt, ...]
    """Those that became rows, in the same order."""
    reasons: tuple[str, ...]
    """Reason code of every passing attempt that became none."""


class Accepter:
    """Makes rows out of passing rollouts.

    Args:
        domains: of the worlds.
        checks: what every row must pass; None for the proofs that releases are replayed with.
        most: rows of one task.
        language: of the tasks.
    """

    def __init__(
        self,
        domains: Mapping[str, Domain],
        checks: Sequence[Filter] | None = None,
        most: int = 2,
        language: str = "en",
    ) -> None:
        self.checks = tuple(proofs(domains, language) if checks is None else checks)
        self._most = most
        self._lexicon = lexicon(domains.values(), language)
        self._tools = {tool.id: tool for domain in domains.values() for tool in domain.tools}

    def select(self, candidate: Candidate, attempts: Sequence[Attempt]) -> Selection:
        """The shortest passing attempts with different actions that hold as rows."""
        rows: list[tuple[Trajectory, Attempt]] = []
        reasons: list[str] = []
        seen: set[bytes] = set()
        for one in sorted((a for a in attempts if a.strict), key=_length):
            actions = _actions(one.rollout)
            if actions in seen:
                reasons.append("acts.same_actions")
            elif len(rows) == self._most:
                reasons.append("acts.enough")
            else:
                row, reason = self.row(candidate, one.rollout, first=not rows)
                if row is None:
                    reasons.append(reason)
                else:
                    seen.add(actions)
                    rows.append((row, one))
        accepted, kept = tuple(r for r, _ in rows), tuple(a for _, a in rows)
        return Selection(accepted, kept, tuple(reasons))

    def row(
        self, candidate: Candidate, rollout: Rollout, *, first: bool = True
    ) -> tuple[Trajectory | None, str]:
        """The row of a passing rollout with its verdicts, or None and the reason code.

        `first`: whether it takes the place of the task's own row; others have ids of their own.
        """
        try:
            row = self.trajectory(candidate, rollout, first=first)
        except NoSource:
            return None, "acts.no_source"
        except Unfounded as error:
            return None, f"acts.{error.code}"
        verdicts = judge_all(self.checks, row, candidate.scene)
        dropped = next((v for v in verdicts if not v.keep), None)
        if dropped is not None:
            return None, dropped.reason
        return row.model_copy(update={"verdicts": verdicts}), ""

    def trajectory(
        self, candidate: Candidate, rollout: Rollout, *, first: bool = True
    ) -> Trajectory:
        """A rollout as a trajectory, not yet judged.

        Raises:
            NoSource: an argument comes from nowhere.
            Unfounded: the prompt states no clock.
        """
        reference, scene = candidate.reference, candidate.scene
        messages = rollout.conversation
        expected = right_calls(reference, messages, scene)
        path = candidate.path if first else candidate.path.at("rollout", rollout.number)
        said_as_scripted = [m.content for m in messages if m.role == "user"] == [
            turn.text for turn in reference.task.turns
        ]
        weighed = tuple(_weighed(messages, expected))
        draft = Trajectory(
            task=_task(reference.task, path, weighed),
            messages=weighed,
            provenance=reference.provenance.model_copy(
                update={
                    "seed_path": path.text,
                    "teacher": rollout.teacher,
                    "code": callwright.__version__,
                    "frames": reference.provenance.frames if said_as_scripted else (),
                    "arguments": (),
                }
            ),
        )
        context = Context.of(draft, self._lexicon, self._tools)
        found = Sources(reference, messages, expected, context, scene.views).all()
        provenance = draft.provenance.model_copy(update={"arguments": tuple(found)})
        return draft.model_copy(update={"provenance": provenance})


def _task(task: Task, path: SeedPath, messages: Sequence[Message]) -> Task:
    """The task as it was lived: with the words that the user found, and the thinking there was."""
    said = [m.content or "" for m in messages if m.role == "user"]
    turns = tuple(_turn(turn, text) for turn, text in zip(task.turns, said, strict=True))
    thinking = any(m.reasoning for m in messages)
    changes = {"turns": turns, "dials": {**task.dials, "thinking": thinking}}
    return task.model_copy(update={"id": path.digest(), **changes})


def _turn(turn: UserTurn, text: str) -> UserTurn:
    return turn if turn.text == text else turn.model_copy(update={"text": text})


def _weighed(messages: Sequence[Message], expected: Mapping[Place, Place]) -> Iterator[Message]:
    """The messages with loss weights; thinking stands in every message of the assistant or none."""
    acting = [m for m in messages if m.role == "assistant"]
    thinks = all((m.reasoning or "").strip() for m in acting)
    for at, message in enumerate(messages):
        if message.role != "assistant":
            yield message
            continue
        right = all((at, number) in expected for number in range(len(message.tool_calls)))
        changes = {
            "weights": RIGHT if right else NOT_RIGHT,
            "reasoning": message.reasoning if thinks else None,
        }
        yield message.model_copy(update=changes)


def alike(rows: Sequence[Trajectory]) -> tuple[Trajectory, ...]:
    """The rows of one family, which think in all its members or in none.

    A trainer sets per row whether a model thinks: it must not tell the twin that acts.
    """
    thinking = [bool(row.task.dials["thinking"]) for row in rows]
    return tuple(rows) if all(thinking) or not any(thinking) else tuple(map(_unthinking, rows))


def _unthinking(row: Trajectory) -> Trajectory:
    messages = tuple(m.model_copy(update={"reasoning": None}) for m in row.messages)
    task = row.task.model_copy(update={"dials": {**row.task.dials, "thinking": False}})
    return row.model_copy(update={"messages": messages, "task": task})


def _actions(rollout: Rollout) -> bytes:
    """What a rollout did, message by message, without its words."""
    groups = [m.tool_calls for m in rollout.conversation if m.tool_calls]
    return canonical([[[call.name, call.arguments] for call in group] for group in groups])


def _length(one: Attempt) -> tuple[int, int, int, int]:
    rollout = one.rollout
    return rollout.steps, len(rollout.errors), rollout.usage.completion_tokens, rollout.number
