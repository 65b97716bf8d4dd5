"""The judge of a rollout, as one text that fits into a trainer's ground-truth column.

It holds a task's checks and says how much of a conversation they are held against: the `whole` of
it, or the `first` reply alone, for trainers that make one completion and run no tool. Nothing that
a model writes raises here: what cannot be read earns 0. A broken ground truth does raise, since it
is ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from pydantic import ValidationError

from callwright.filters.reward import Reward, score
from callwright.filters.rollout import Conversation, as_list, as_object
from callwright.filters.setting import setting_of
from callwright.schemas.calls.reply import Tools
from callwright.schemas.canonical import dump, load
from callwright.schemas.checks import Change, Checks, ExpectedCall, TurnCheck
from callwright.schemas.errors import RecordError
from callwright.schemas.messages import Message, ToolSpec
from callwright.schemas.record import RECORD_VERSION
from callwright.schemas.task import Task
from callwright.schemas.values import Setting

Reply = Literal["whole", "first"]

LONGEST: Final = 400_000
"""Characters of one text of a rollout; with a longer one it earns nothing, and none is read."""
_CLOSED: Final = {"role": "assistant", "content": "Done."}


@dataclass(frozen=True, slots=True)
class Judge:
    """Scores rollouts of one task."""

    checks: Checks
    setting: Setting
    tools: Tools = ()
    """That are offered, for call formats that leave types to the tool's schema."""
    reply: Reply = "whole"

    def reward(self, messages: Conversation, state: Sequence[Change] | None = None) -> Reward:
        """The reward of a conversation, all of it or what came after the first user turn.

        Args:
            messages: records or OpenAI-shaped data.
            state: the changes it made to the world; None when that is not known.
        """
        if any(map(_is_overlong, messages)):
            return Reward(0.0, False)
        given = _first_reply(messages) if self.reply == "first" else messages
        return score(self, given, self.setting, state)


def ground_truth(task: Task, reply: Reply = "whole") -> str:
    """A task's judge as text; `judge_of` reads it."""
    checks = first_reply_checks(task.checks) if reply == "first" else task.checks
    return dump(
        {
            "record_version": task.record_version,
            "reply": reply,
            "language": task.language,
            "checks": checks.model_dump(mode="json", exclude_defaults=True),
            "tools": [tool.model_dump(mode="json") for tool in _offered(task, reply)],
        }
    )


def _offered(task: Task, reply: Reply) -> Tools:
    return task.tools_at(0 if reply == "first" else len(task.turns) - 1)


@lru_cache(maxsize=1024)
def judge_of(text: str) -> Judge:
    """The judge that `ground_truth` wrote; `RecordError` for anything else."""
    data = as_object(load(text))
    if data.get("record_version") != RECORD_VERSION:
        raise RecordError(f"not a ground truth of record version {RECORD_VERSION}: {text[:80]}")
    if data.get("reply") not in ("whole", "first"):
        raise RecordError(f"a ground truth judges {data.get('reply')!r}, not 'whole' or 'first'")
    try:
        checks = Checks.model_validate(data.get("checks"))
        tools = tuple(ToolSpec.model_validate(tool) for tool in as_list(data.get("tools")))
    except ValidationError as error:
        raise RecordError(f"a ground truth is broken: {error}") from error
    setting = setting_of(checks, language=data.get("language", "en"))
    return Judge(checks, setting, tools, data["reply"])


def first_reply_checks(checks: Checks) -> Checks:
    """What the first reply to the first user turn is held to.

    These are all the calls that need no earlier result, and not what an answer must say about
    their results; a turn without calls keeps all of its checks.
    """
    turn = checks.turns[0]
    calls = _at_once(turn.calls)
    others = tuple(map(_at_once, turn.others))
    first = TurnCheck(calls=calls, others=others) if calls else turn
    return Checks(turns=(first,), state=(), now=checks.now)


def _at_once(calls: tuple[ExpectedCall, ...]) -> tuple[ExpectedCall, ...]:
    return tuple(call for call in calls if not call.after)


def _first_reply(messages: Conversation) -> list[Message | Mapping[str, Any]]:
    """The first assistant message, closed, since no more is asked of a reply that calls."""
    first = next((m for m in messages if _head(m)[0] == "assistant"), None)
    if first is None:
        return []
    return [first, _CLOSED] if _head(first)[1] else [first]


def _head(message: object) -> tuple[Any, bool]:
    """Role, and whether there are calls."""
    if isinstance(message, Message):
        return message.role, bool(message.tool_calls)
    data = as_object(message)
    return data.get("role"), bool(as_list(data.get("tool_calls")))


def _is_overlong(message: object) -> bool:
    """Whether a message holds a text that is longer than any honest rollout's."""
    if isinstance(message, Message):
        return len(message.content or "") > LONGEST
    data = as_object(message)
    texts = [data.get("content")]
    for call in as_list(data.get("tool_calls")):
        function = as_object(as_object(call).get("function"))
        texts += [function.get("name"), function.get("arguments")]
    return any(isinstance(text, str) and len(text) > LONGEST for text in texts)
