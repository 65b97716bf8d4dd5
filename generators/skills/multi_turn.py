"""Two to six user turns: later ones refer back, change, add to or leave what came before."""

from callwright.generators.errors import CannotPlan
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.dialogue import ROUNDS, Dialogue
from callwright.generators.studio import Studio

TURNS = {2: 34, 3: 30, 4: 18, 5: 11, 6: 7}
"""Number of user turns aimed at -> weight; where nothing fits, a conversation is shorter."""


def family(studio: Studio) -> list[Script]:
    """An opening of the cell's kind, then further moves."""
    dialogue = Dialogue(studio)
    turns = studio.rng.choices(list(TURNS), list(TURNS.values()))[0]
    _open(studio, dialogue, turns)
    dialogue.go_on(turns)
    if len(dialogue.turns) < 2:
        raise CannotPlan("plan.one_turn")
    return [dialogue.script("multi_turn")]


def _open(studio: Studio, dialogue: Dialogue, turns: int) -> None:
    if len(studio.cell.domains) > 1:
        dialogue.open_with_carrying()
        return
    draw = studio.rng.random()
    if draw < 0.3:
        dialogue.open_with_creation()
    elif draw < 0.4:
        dialogue.open_with_question()
    else:
        rounds = min(turns - 1, studio.rng.choices(range(len(ROUNDS)), ROUNDS)[0])
        dialogue.open_with_search(rounds, use=turns > rounds + 1)


skill = Skill(
    name="multi_turn",
    what="two to six user turns: references across turns, corrections, additions, other topics",
    proof="per-turn calls and state; provenance of every reference and repeated value",
    family=family,
    crosses=True,
)
