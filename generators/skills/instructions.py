"""A rule about the form of the answer: in a user's turn or the system prompt, once or for good.

The twin is the same conversation without the rule, in which the answer is free.
"""

from dataclasses import replace

from callwright.generators.errors import CannotPlan
from callwright.generators.forms.asking import fill, in_system, in_turn, joined, wishes
from callwright.generators.forms.base import Draft, Source
from callwright.generators.forms.choosing import choose_rules
from callwright.generators.forms.drafts import drafts
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script, Turn
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import choose, one_call
from callwright.generators.skills.dialogue import Dialogue
from callwright.generators.skills.formed import form_source, silent_about_form, under
from callwright.generators.studio import Studio
from callwright.schemas.forms import FormRule

LASTING = 0.6
"""Share of conversations of three turns, in which the rule holds throughout."""
LEAST_TURNS = 3
IN_SYSTEM = 0.35
"""Share of rules that the system prompt gives."""


def family(studio: Studio) -> list[Script]:
    """A conversation under a rule, and the same one without it."""
    studio, plan = silent_about_form(studio), Plan()
    lasting = studio.rng.random() < LASTING
    base = _conversation(studio, plan) if lasting else _request(studio, plan)
    source = form_source(studio)
    asked_in_system = studio.rng.random() < IN_SYSTEM
    voice = studio.register == "voice"
    aloud = voice and not asked_in_system
    teller = studio.teller()
    options = [drafts(teller, [plan.steps[i] for i in turn.told]) for turn in base.turns]
    rules, formed = choose_rules(options, source, voice)
    phrases = wishes(rules, source, lasting or asked_in_system, aloud)
    text = joined(phrases, source, aloud)
    gist = phrases[0]
    turns = [_formed(t, rules, d, gist, source) for t, d in zip(base.turns, formed, strict=True)]
    system = studio.system
    if asked_in_system:
        frame = source.rng.choice(source.pack.system_frames)
        system = in_system(system, fill(frame, {"x": text}, source))
    else:
        turns[0].user = in_turn(turns[0].user, text, studio.register, source, lasting)
    script = under(studio, system).script("instructions", plan, turns, base.tools, base.frames)
    return [script, base]


def _formed(
    turn: Turn, rules: tuple[FormRule, ...], draft: Draft, gist: str, source: Source
) -> Turn:
    made = replace(turn, answer=draft.text, form=rules)
    if turn.thoughts and source.rng.random() < 0.5:
        thought = fill(source.rng.choice(source.pack.thoughts), {"gist": gist}, source)
        made.thoughts = [*turn.thoughts[:-1], thought]
    return made


# -- what is asked -------------------------------------------------------------------------
def _request(studio: Studio, plan: Plan) -> Script:
    goal = studio.walker().direct(plan, choose(studio, studio.graph.direct))
    return one_call(studio, plan, goal, "single")


def _conversation(studio: Studio, plan: Plan) -> Script:
    """Three or four turns: something, what follows from it, and maybe another thing."""
    dialogue = Dialogue(studio, plan)
    if studio.rng.random() < 0.6:
        dialogue.open_with_search(rounds=0, use=True, question=0)
    else:
        dialogue.open_with_creation()
    dialogue.go_on(studio.rng.choice((3, 3, 4)))
    if len(dialogue.turns) < LEAST_TURNS:
        raise CannotPlan("plan.too_short")
    return dialogue.script("multi_turn")


skill = Skill(
    name="instructions",
    what="a rule about the form of the answer, given by the user or the prompt, once or for good",
    proof="a checker per rule, in every turn it holds for; calls and facts as without it",
    family=family,
    twins=("single", "multi_turn"),
)
