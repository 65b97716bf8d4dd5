"""The answer is a JSON document: of a given JSON Schema, or with keys that are described.

The twin is the same request without that, and its answer is prose.
"""

import json
from dataclasses import replace
from typing import Any

from callwright.generators.forms.asking import after, fill, in_system
from callwright.generators.forms.base import Source
from callwright.generators.forms.documents import Document, document
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script, Turn
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import choose, one_call
from callwright.generators.skills.formed import form_source, silent_about_form, under
from callwright.generators.studio import Studio
from callwright.schemas.forms import FormRule

Json = Any
IN_SYSTEM = 0.4
"""Share of documents that the system prompt asks for; aloud, all of them."""
BY_SCHEMA = 0.55
"""Share of documents that a JSON Schema describes, against words."""
INDENTED = 0.4


def family(studio: Studio) -> list[Script]:
    """A request answered by a document, and the same one answered in prose."""
    studio, plan = silent_about_form(studio), Plan()
    goal = studio.walker().direct(plan, choose(studio, studio.graph.direct))
    base = one_call(studio, plan, goal, "single")
    source, step = form_source(studio), plan.steps[goal]
    facts = studio.lexicon.tool(step.tool).facts
    view, _ = studio.pool.get(step.tool, studio.styles[step.tool.domain])
    held = document(step, facts, view.formats, studio.setting, source.rng)
    turn = _formed(base.turns[0], held, source)
    system = studio.system
    if studio.register == "voice" or source.rng.random() < IN_SYSTEM:
        system = in_system(system, _asked(held, "system", source))
    else:
        turn.user = after(turn.user, _asked(held, studio.register, source), studio.register)
    made = under(studio, system)
    return [made.script("structured_output", plan, [turn], base.tools, base.frames), base]


def _formed(turn: Turn, held: Document, source: Source) -> Turn:
    rule = FormRule(type="json_schema", args={"schema": held.schema(counted=True)})
    made = replace(turn, answer=_text(held.data, source), form=(rule,), facts=held.facts)
    if turn.thoughts:
        made.thoughts = [*turn.thoughts[:-1], source.rng.choice(source.pack.document_thoughts)]
    return made


def _asked(held: Document, register: str, source: Source) -> str:
    """What the user of a register, or the `system` prompt, says about the document."""
    phrases = source.pack.documents
    by = "by_schema" if source.rng.random() < BY_SCHEMA else "by_keys"
    templates = phrases.system[by] if register == "system" else getattr(phrases, by)[register]
    values = {"schema": _text(held.schema(), source), "keys": held.keys()}
    asked = fill(source.rng.choice(templates), values, source)
    if by == "by_schema" or held.count < 2:  # a schema says so itself
        return asked
    order = source.rng.choice(phrases.order)
    return f"{asked} {order}" if asked.endswith((".", "!", "?")) else f"{asked}. {order}"


def _text(data: Json, source: Source) -> str:
    indent = 2 if source.rng.random() < INDENTED else None
    return json.dumps(data, ensure_ascii=False, indent=indent)


skill = Skill(
    name="structured_output",
    what="the answer is a JSON document: of a JSON Schema that is given, or with keys in words",
    proof="the document validates and holds the result's values at their paths, and no others",
    family=family,
    twins=("single",),
)
