"""Holds a user simulator to its task: it may say what its turns say, all of it, and nothing else.

Values are read back by the value kinds and by the extractor that also judges answers, so a figure,
a name or a choice that no turn has given is found whatever words it stands in.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from callwright.filters.grounding.claims import claims
from callwright.filters.grounding.context import Context
from callwright.schemas.checks import ExpectedCall
from callwright.schemas.forms.document import NO_DOCUMENT, at_pointer
from callwright.schemas.marks import OBJECT, TEMPLATE_TOKEN, names_tool
from callwright.schemas.record import Json
from callwright.schemas.rollouts import ViolationCode
from callwright.schemas.task import Task
from callwright.schemas.values import UNREAD, Choice, Kind, Setting, mentions

Broken = tuple[ViolationCode, str]
"""The rule that was broken, and the words that break it."""

FAREWELL: Final = re.compile(
    r"\b(?:good ?bye|bye|farewell|(?:that is|that's|that will be|that'll be) (?:all|it)"
    r"|(?:nothing|no) (?:else|more|further)\b|(?:we are|we're|i am|i'm) (?:done|finished)"
    r"|end of (?:the )?conversation)\b",
    re.IGNORECASE,
)
"""Words that end a conversation."""


def violations(
    task: Task,
    turn: int,
    text: str,
    setting: Setting,
    *,
    aside: bool = False,
    shown: Sequence[str] = (),
) -> list[Broken]:
    """The rules that a simulator's words break, the gravest first.

    Args:
        task: whose turns give the facts; those after `turn` are not said yet.
        turn: the turn that is said, or in whose course a question is answered.
        text: the simulator's words.
        setting: in which values are read.
        aside: whether it answers a question, and so need not say the turn.
        shown: contents of the tool messages so far, which no user sees.
    """
    if text == task.turns[turn].text and not aside:
        return []
    own = text
    for spec in task.turns[turn].offers if not aside else ():
        own = own.replace(spec.text, "")
    allowed = "\n".join(t.text for t in task.turns[: turn + 1])
    found = [*_solving(task, own, allowed), *_added(task, turn, own, allowed, setting, shown)]
    if not aside:
        found += [*_ending(task, turn, own, allowed), *_omitted(task, turn, own, setting)]
    return found


def _solving(task: Task, text: str, allowed: str) -> Iterator[Broken]:
    """Names of tools, and calls as they are written."""
    call = TEMPLATE_TOKEN.search(text) or OBJECT.search(text)
    if call is not None and call.group() not in allowed:
        yield "solves_task", call.group()
    for name in task.views:
        if names_tool(name, text) and name not in allowed:
            yield "solves_task", name


def _ending(task: Task, turn: int, text: str, allowed: str) -> Iterator[Broken]:
    """A farewell, where there is more to say."""
    farewell = FAREWELL.search(text)
    if farewell and turn < len(task.turns) - 1 and farewell.group().lower() not in allowed.lower():
        yield "ends_early", farewell.group()


def _added(
    task: Task, turn: int, text: str, allowed: str, setting: Setting, shown: Sequence[str]
) -> Iterator[Broken]:
    """Values that no turn so far has given: claims, choices, and texts of later turns."""
    known = Context(setting)
    known.add_text(allowed)
    given = [value for one in task.turns[: turn + 1] for value in one.reveals]
    known.add_text("\n".join(value for value in given if isinstance(value, str)))
    known.add_data(given)
    for claim in claims(text, setting.now.date()):
        if not known.supports(claim):
            of_result = any(claim.text.lower() in content.lower() for content in shown)
            yield "adds_fact", f"{claim.text} (of a result)" if of_result else claim.text
    for kind, value in _other_choices(task):
        if mentions(kind, value, text, setting) and not mentions(kind, value, allowed, setting):
            yield "adds_fact", str(value)
    for value in (v for t in task.turns[turn + 1 :] for v in t.reveals):
        if isinstance(value, str) and len(value) > 3 and _has(text, value, allowed):
            yield "adds_fact", value


def _has(text: str, value: str, allowed: str) -> bool:
    return value.lower() in text.lower() and value.lower() not in allowed.lower()


def _omitted(task: Task, turn: int, text: str, setting: Setting) -> Iterator[Broken]:
    """Values of the turn that can be read in its own words, and no longer in these."""
    scripted = task.turns[turn].text
    for value in task.turns[turn].reveals:
        kinds = [kind for kind, given in _values(task, setting) if kind.equal(given, value)]
        readable = [kind for kind in kinds if mentions(kind, value, scripted, setting)]
        if readable and not any(mentions(kind, value, text, setting) for kind in readable):
            yield "omits_fact", str(value)


def _values(task: Task, setting: Setting) -> Iterator[tuple[Kind, Json]]:
    """Every value that an expected call has, canonical, with its kind."""
    for call in _calls(task):
        for path, leaf in call.leaves.items():
            wire = at_pointer(call.arguments, path)
            value = UNREAD if wire is NO_DOCUMENT else leaf.typed.decode(wire, leaf.format, setting)
            if value is not UNREAD:
                yield leaf.typed, value


def _other_choices(task: Task) -> Iterator[tuple[Kind, Json]]:
    """Every value of every choice that the expected calls have."""
    kinds = {leaf.typed for call in _calls(task) for leaf in call.leaves.values()}
    for kind in sorted((k for k in kinds if isinstance(k, Choice)), key=repr):
        yield from ((kind, option) for option in kind.values)


def _calls(task: Task) -> Iterator[ExpectedCall]:
    return (call for check in task.checks.turns for call in check.calls)
