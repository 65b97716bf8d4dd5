"""What a user asks for is told, also a look-up in words of its own whose item is then used."""

from collections import Counter

import pytest

from callwright.filters.reward import is_right
from callwright.filters.scene import Scene
from callwright.generators.factory import Factory
from callwright.schemas.task import Trajectory
from callwright.schemas.values import Setting, mentions
from tests.generators.conftest import cells, families

SPOKEN = ("multi_step", "multi_turn", "error_recovery", "confirm_first")


def rows(factory: Factory, skill: str, count: int) -> list[Trajectory]:
    found = [c for c in cells() if c.skill == skill]
    return [row for cell in found for family in families(factory, cell, count) for row in family]


def setting_of(row: Trajectory, factory: Factory) -> Setting:
    return Scene.of(row.task, factory.worlds, factory.views, factory.lexicon.words).setting


def asked_for(row: Trajectory) -> list[int]:
    """The look-ups of the first turn that words of their own ask for, and not a noun phrase.

    Where a finder is called more often than asked for, which call is meant is not known here.
    """
    first = row.task.checks.turns[0]
    own = Counter(f.rsplit(".", 2)[0] for f in row.provenance.frames if not f.startswith("np."))
    made = Counter(call.tool for call in first.calls)
    used = {index for call in first.calls for index in call.after}
    means = range(len(first.calls)) if first.asks else sorted(used)
    found = [i for i in means if not first.calls[i].mutates]
    return [i for i in found if own[first.calls[i].tool] >= made[first.calls[i].tool]]


def facts_of(row: Trajectory, index: int, factory: Factory) -> int:
    """How many facts every answer about a look-up of the first turn has."""
    tool = row.task.checks.turns[0].calls[index].tool
    domain, _, name = tool.partition(".")
    return len(factory.lexicon.packs[domain].tools[name].facts)


@pytest.mark.parametrize("skill", SPOKEN)
def test_a_look_up_that_is_asked_for_is_told_before_the_rest(factory: Factory, skill: str) -> None:
    seen = 0
    for row in rows(factory, skill, 20):
        check, found = row.task.checks.turns[0], asked_for(row)
        answer = next(m.content for m in row.messages if m.role == "assistant" and m.content)
        seen += bool(found)
        if not check.asks:
            assert set(found) <= set(check.told), (row.task.turns[0].text, answer)
        setting = setting_of(row, factory)
        facts = check.facts[: sum(facts_of(row, i, factory) for i in found)]
        for fact in facts:
            said = [v for v in fact.any_of if mentions(v.typed, v.value, answer, setting)]
            assert said, (row.task.turns[0].text, answer)
    assert seen > 5


def test_what_is_only_needed_is_not_told(factory: Factory) -> None:
    seen = 0
    for row in rows(factory, "multi_step", 10):
        check = row.task.checks.turns[0]
        reads = {i for i in check.told if not check.calls[i].mutates}
        needed = {i for c in check.calls for i in c.after if not check.calls[i].mutates}
        # A noun phrase of the same finder may stand beside a request for another look-up.
        once = [i for i in needed if sum(c.tool == check.calls[i].tool for c in check.calls) == 1]
        hidden = set(once) - set(asked_for(row))
        seen += len(hidden)
        assert not hidden & reads, row.task.turns[0].text
    assert seen > 20


def test_the_reward_wants_what_was_asked_for(factory: Factory) -> None:
    """An answer with the facts of the action alone falls short, but where they say it all."""
    wrong = total = 0
    for row in rows(factory, "multi_step", 30):
        found, check = asked_for(row), row.task.checks.turns[0]
        if not found:
            continue
        setting = setting_of(row, factory)
        count = sum(facts_of(row, i, factory) for i in found)
        rest = [fact.any_of[0] for fact in check.facts[count:]]
        said = [value.typed.surfaces(value.value, setting)[0].text for value in rest]
        text = f"Done: {'; '.join(said)}."
        last = row.messages[-1].model_copy(update={"content": text})
        total += 1
        assert is_right(row.task, row.messages, setting)
        wrong += not is_right(row.task, [*row.messages[:-1], last], setting)
    assert total > 10
    assert wrong > total / 2
