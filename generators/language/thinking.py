"""Short thinking: what the words resolve to, what is looked up and why, never the plan recited."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any

from callwright.domains.core.lexicon import Lexicon
from callwright.domains.core.template import Slot
from callwright.generators.language.builder import Builder, Marked
from callwright.generators.language.core import CorePack
from callwright.generators.language.person import about, neutral
from callwright.generators.language.realise import emit, flatten
from callwright.generators.planner.plan import Pick, Plan, Step
from callwright.schemas.values import Date, DateTime

Json = Any
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class Thinker:
    """Writes the thoughts of one family member."""

    rng: Random
    core: CorePack
    lexicon: Lexicon
    plan: Plan

    def before(self, group: Sequence[int], user: Marked, first: bool, turn: Sequence[int]) -> str:
        """The thought of an assistant message that calls `group`, in a turn that calls `turn`."""
        parts = self._resolved(group, user)[:1]
        step = self.plan.steps[group[0]]
        if len(group) > 1:
            parts.append(self._say("parallel", group[0], count=len(group)))
        elif self._goal_of(group[0], turn):
            parts.append(self._say("lookup", group[0]))
        elif not first and step.picks():
            parts.append(self._say("pick", group[0]))
        else:
            parts.append(self._say("act", group[0]))
        return " ".join(parts)

    def _goal_of(self, step: int, among: Sequence[int]) -> Step | None:
        """The step, one of `among`, for which step `step` is a look-up; None for a goal."""
        for index in among:
            picks = self.plan.steps[index].picks().values()
            if any(p.step == step and p.op != "made" for p in picks):
                return self.plan.steps[index]
        return None

    def plain(self, section: str, step: int = 0, param: str = "") -> str:
        """A thought of a section that needs no more than a tool's phrases."""
        return self._say(section, step, param=param)

    def _resolved(self, group: Sequence[int], user: Marked) -> list[str]:
        found: list[str] = []
        for mark in user.marks:
            if not (
                isinstance(mark.tag, tuple) and mark.tag[0] == "value" and mark.tag[1] in group
            ):
                continue
            step = self.plan.steps[mark.tag[1]]
            kind, value = step.tool.param(mark.tag[2]).kind, step.args[mark.tag[2]]
            said = user.text[mark.start : mark.end]
            if isinstance(kind, Date | DateTime) and not _DIGIT.search(said.split(" at ")[0]):
                found.append(self._fill("resolve", {"said": said, "value": _absolute(value)}))
        return found

    def _say(self, section: str, index: int, param: str = "", count: int = 0) -> str:
        step = self.plan.steps[index]
        goal = self._goal_of(index, range(len(self.plan.steps))) or step
        phrases = self.lexicon.tool(goal.tool if section == "lookup" else step.tool)
        pick = next(iter(goal.picks().values()), None)
        return self._fill(
            section,
            {
                "able": about(self.rng.choice(neutral(phrases.able)), "their"),
                "noun": self._noun(pick),
                "param": _gist(step.tool.param(param).doc) if param else "",
                "count": str(count),
            },
        )

    def _noun(self, pick: Pick | None) -> str:
        return self.rng.choice(self.lexicon.entities[pick.entity].nouns) if pick else ""

    def _fill(self, section: str, values: dict[str, str]) -> str:
        have = frozenset(k for k, v in values.items() if v)
        builder = Builder(capital=True)

        def fill(slot: Slot, out: Builder) -> None:
            out.add(values[slot.name])

        options = [t for t in self.core.thinking[section] if _holds(t, have)]
        emit(flatten(self.rng.choice(options), have, self.rng), builder, fill)
        return builder.finish().text


def _holds(template: str, have: frozenset[str]) -> bool:
    return all(f"{{{name}}}" not in template for name in {"able", "noun", "param", "count"} - have)


def _gist(doc: str) -> str:
    """The first words of a parameter's description, as the middle of a sentence."""
    text = re.split(r"[.;:,]", doc, maxsplit=1)[0]
    return text[:1].lower() + text[1:]


def _absolute(value: Json) -> str:
    day = date.fromisoformat(value[:10])
    return f"{day:%A} {day.day} {day:%B}"
