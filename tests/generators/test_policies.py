"""No policy that does not read is right on more than half of any family of twins."""

import pytest

from callwright.filters.reward import score
from callwright.filters.setting import setting_of
from callwright.generators.factory import Factory
from callwright.generators.skills import discover_skills
from callwright.schemas.messages import Message, ToolCall
from tests.generators.conftest import RARE, cells, families


def says(text):
    """After every user turn the same words, in which `{said}` is what the user said."""

    def play(row):
        for turn in row.task.turns:
            yield Message(role="user", content=turn.text)
            yield Message(role="assistant", content=text.format(said=turn.text))

    return play


def likeliest_tool(row):
    """The tool whose name shares most words with the request, with nothing said to it."""
    for turn in row.task.turns:
        words = set(turn.text.lower().split())
        tools = row.task.tools_at(0)
        best = max(tools, key=lambda t: len(words & set(t.name.lower().split("_"))))
        yield Message(role="user", content=turn.text)
        yield Message(
            role="assistant", tool_calls=(ToolCall(id="1", name=best.name, arguments={}),)
        )
        yield Message(role="tool", content="{}", tool_call_id="1", name=best.name)
        yield Message(role="assistant", content=turn.text)


POLICIES = {
    "refuse": says("Sorry, I can't do that with my tools: {said}"),
    "ask": says("Shall I go ahead, and which one, when, where, how long? {said}"),
    "copy": says("{said}"),
    "likeliest": likeliest_tool,
}
ABSTAINING = [
    cell
    for cell in cells()
    if discover_skills()[cell.skill].abstains
    and cell.skill not in RARE
    and cell.domain in {"travel", "device"}
]


@pytest.mark.parametrize("name", POLICIES)
def test_no_blind_policy_is_right_on_more_than_half_of_a_family(factory: Factory, name) -> None:
    right = tried = 0
    for cell in ABSTAINING:
        for family in families(factory, cell, 6):
            made = [
                score(
                    row.task,
                    [row.messages[0], *POLICIES[name](row)],
                    setting_of(row.task.checks, factory.lexicon.words),
                )
                for row in family
            ]
            strict = [got.strict for got in made]
            assert sum(strict) / len(strict) <= 0.5, (cell, family[0].task.id)
            right, tried = right + sum(strict), tried + len(strict)
    assert tried > 50
    assert name != "refuse" or right, "a refusal is right somewhere, or nothing was tried"
