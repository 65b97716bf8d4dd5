"""Preference pairs: an accepted rollout beside a near miss at the same task.

Both go on from the same prompt. A near miss is the rollout of those that do not pass which earned
most, so that what tells the two apart is small; the reason says what it is.
"""

from collections.abc import Sequence

from callwright.pipelines.teaching.attempts import Attempt
from callwright.schemas.canonical import dump
from callwright.schemas.messages import Message
from callwright.schemas.rows import NAMES, PREFERENCE_COLUMNS, Row
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Trajectory


def near_miss(attempts: Sequence[Attempt], prompt: Sequence[Message]) -> Attempt | None:
    """The best attempt that does not pass and goes on from `prompt`; None when there is none.

    One whose last reply could not be read is none: nobody should be trained against such a text.
    """
    found = [
        one
        for one in attempts
        if one.rollout.counts
        and not one.strict
        and one.rollout.ended != "unreadable"
        and not one.rollout.asides
        and len(one.rollout.messages) > len(prompt)
        and list(one.rollout.messages[: len(prompt)]) == list(prompt)
    ]
    return max(found, key=lambda one: (one.value, -one.rollout.number), default=None)


def preference(row: Trajectory, chosen: Attempt, attempts: Sequence[Attempt]) -> Row | None:
    """The row that pairs an accepted trajectory with a near miss; None when there is none.

    Args:
        row: the trajectory that was accepted.
        chosen: the attempt it was made of.
        attempts: all attempts at the task.
    """
    prompt = _prompt(row.messages)
    rejected = near_miss(attempts, prompt)
    if rejected is None:
        return None
    better, worse = row.messages[len(prompt) :], rejected.rollout.messages[len(prompt) :]
    # Whether there is thinking must not tell which of the two is better.
    thinks = all((m.reasoning or "").strip() for m in (*better, *worse) if m.role == "assistant")
    task, path = row.task, SeedPath(row.provenance.seed_path).at("preference")
    values = {
        **{name: getattr(task, name) for name in NAMES},
        "id": path.digest(),
        "prompt": _openai(prompt, thinks=False),
        "tools": f"[{','.join(tool.text for tool in task.tools)}]",
        "chosen": _openai(better, thinks=thinks),
        "rejected": _openai(worse, thinks=thinks),
        "reason": next(iter(rejected.reasons), "the world is not as it should be"),
        "code": rejected.code,
        "rewards": dump({"chosen": chosen.value, "rejected": rejected.value}),
        "record_version": row.record_version,
    }
    return {name: values[name] for name in PREFERENCE_COLUMNS}


def _prompt(messages: Sequence[Message]) -> Sequence[Message]:
    """The messages up to and with the first user turn."""
    return messages[: 1 + next(at for at, m in enumerate(messages) if m.role == "user")]


def _openai(messages: Sequence[Message], *, thinks: bool) -> str:
    changes = {"weights": None} if thinks else {"weights": None, "reasoning": None}
    return dump([message.model_copy(update=changes).openai() for message in messages])
