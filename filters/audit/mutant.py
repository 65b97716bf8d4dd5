"""Mutants: wrong conversations made from a right one, and the edits of which operators are made."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from callwright.filters.arguments import flatten, same
from callwright.filters.scene import Scene
from callwright.schemas.checks import ExpectedCall, TurnCheck
from callwright.schemas.messages import Message, ToolCall
from callwright.schemas.record import Json
from callwright.schemas.same import Same
from callwright.schemas.task import Trajectory


@dataclass(frozen=True, slots=True)
class Mutant:
    """A conversation that is wrong by construction, so a good verifier rejects it."""

    operator: str
    messages: tuple[Message, ...]


Operator = Callable[[Trajectory, Scene, Random], Mutant | None]
"""Makes one mutant, or None where it does not apply. Its name is that of the function."""


@dataclass(frozen=True, slots=True)
class Site:
    """One call of the right conversation."""

    message: int
    """Index of its message."""
    call: int
    """Index in that message."""
    turn: int
    made: ToolCall
    expected: ExpectedCall


@dataclass(frozen=True, slots=True)
class TurnSpan:
    """One turn: its check and where its assistant's messages stand."""

    turn: int
    check: TurnCheck
    start: int
    """Index of the first message after the user's."""
    end: int
    """Index after the last message of the turn; that message is the answer."""


def spans(trajectory: Trajectory) -> tuple[TurnSpan, ...]:
    """The turns of a trajectory that have a check; kept, as every operator asks for them."""
    return _spans(Same(trajectory))


@lru_cache(maxsize=16)
def _spans(kept: Same[Trajectory]) -> tuple[TurnSpan, ...]:
    trajectory = kept.value
    users = [i for i, m in enumerate(trajectory.messages) if m.role == "user"]
    ends = [*users[1:], len(trajectory.messages)]
    checks = trajectory.task.checks.turns
    return tuple(
        TurnSpan(turn, check, start + 1, end)
        for turn, (check, start, end) in enumerate(zip(checks, users, ends, strict=False))
    )


def sites(trajectory: Trajectory) -> tuple[Site, ...]:
    """Every call that stands in the conversation just as it is expected; kept like `spans`."""
    return _sites(Same(trajectory))


@lru_cache(maxsize=16)
def _sites(kept: Same[Trajectory]) -> tuple[Site, ...]:
    trajectory = kept.value
    found: list[Site] = []
    for span in spans(trajectory):
        left = list(span.check.calls)
        for index in range(span.start, span.end):
            for number, call in enumerate(trajectory.messages[index].tool_calls):
                expected = next((e for e in left if is_made(call, e)), None)
                if expected is not None:
                    left.remove(expected)
                    found.append(Site(index, number, span.turn, call, expected))
    return tuple(found)


def is_made(call: ToolCall, expected: ExpectedCall) -> bool:
    """Whether a call is written just as expected."""
    return call.name == expected.name and same(call.arguments, expected.arguments)


def choose_site(trajectory: Trajectory, rng: Random) -> Site | None:
    """One call by chance; None when the conversation has none."""
    found = sites(trajectory)
    return rng.choice(found) if found else None


def leaves(site: Site) -> list[tuple[str, Json]]:
    """JSON pointer and value of the leaves that the call sets."""
    found = flatten(site.made.arguments, site.expected.leaves)
    return [(path, value) for path, value in found if path in site.expected.leaves]


def with_call(trajectory: Trajectory, site: Site, call: ToolCall | None) -> tuple[Message, ...]:
    """The messages with another call, or none, at a site; its result goes with it."""
    messages = list(trajectory.messages)
    calls = list(messages[site.message].tool_calls)
    calls[site.call : site.call + 1] = [] if call is None else [call]
    messages[site.message] = messages[site.message].model_copy(update={"tool_calls": tuple(calls)})
    if call is None:
        messages = [m for m in messages if m.tool_call_id != site.made.id]
    if not calls:
        # Only from behind it: a message that neither calls nor speaks would be an empty answer.
        messages = [m for i, m in enumerate(messages) if i != site.message]
    return tuple(messages)


def with_arguments(
    trajectory: Trajectory, site: Site, arguments: dict[str, Json]
) -> tuple[Message, ...]:
    """The messages with other arguments at a site."""
    call = site.made.model_copy(update={"arguments": arguments})
    return with_call(trajectory, site, call)


def put(arguments: Json, path: str, *value: Json) -> dict[str, Json]:
    """A copy of arguments with the leaf at a pointer set to `value`, or left out without it."""
    head, _, rest = path[1:].partition("/")
    key = head.replace("~1", "/").replace("~0", "~")
    copy = dict(arguments)
    if rest:
        copy[key] = put(copy.get(key, {}), f"/{rest}", *value)
    elif value:
        copy[key] = value[0]
    else:
        copy.pop(key, None)
    return copy


def only_text(trajectory: Trajectory, span: TurnSpan, text: str) -> tuple[Message, ...]:
    """The messages with nothing but a text in one turn."""
    messages = trajectory.messages
    answer = messages[span.end - 1].model_copy(update={"content": text, "tool_calls": ()})
    return (*messages[: span.start], answer, *messages[span.end :])


def with_answer(trajectory: Trajectory, span: TurnSpan, text: str | None) -> tuple[Message, ...]:
    """The messages with another answer at the end of a turn, or without it."""
    messages = list(trajectory.messages)
    answer = messages[span.end - 1].model_copy(update={"content": text})
    messages[span.end - 1 : span.end] = [answer] if text is not None else []
    return tuple(messages)


def choose_span(
    trajectory: Trajectory, rng: Random, fits: Callable[[TurnCheck], Sequence[object]]
) -> TurnSpan | None:
    """One turn by chance whose check has what `fits` names; None when there is none."""
    found = [span for span in spans(trajectory) if fits(span.check)]
    return rng.choice(found) if found else None
