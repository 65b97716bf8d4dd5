"""How a user asks for the calls of a plan: frames, clauses, orders and registers, composed.

Every value that the words give is marked, so that provenance can point at it. The user says what
the plan's bindings say they say, and nothing else.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from callwright.domains.core.lexicon import Lexicon
from callwright.domains.core.template import CLAUSES, Slot, slots
from callwright.generators.errors import CannotPlan
from callwright.generators.language.builder import Builder
from callwright.generators.language.core import CorePack
from callwright.generators.language.frames import pool
from callwright.generators.language.parts import PARTS, kind_at, part, say
from callwright.generators.language.realise import (
    Flat,
    emit,
    flatten,
    readable,
    slot_names,
    split_end,
    with_clause_place,
)
from callwright.generators.planner.plan import Again, Feed, FromProfile, Pick, Plan, Step
from callwright.generators.settings import Split
from callwright.schemas.values import Setting

ODD_ORDER = 0.2
"""Share of requests whose optional clauses come in another order than the tool lists them."""
PARTICLES = frozenset({"off", "up", "out", "down", "over"})
"""Words of verbs like `call off`, after which `it` cannot stand."""
FROM = frozenset({"from", "between", "of", "for"})
"""Words after which the start of a stretch of time can stand."""
SHORT = frozenset({"terse", "voice"})
"""Registers without capitals and final punctuation."""


@dataclass(frozen=True)
class Intent:
    """One thing the user asks for in a turn."""

    step: int
    missing: frozenset[str] = frozenset()
    """Arguments that the user leaves out by mistake."""
    look_ups_said: frozenset[int] = frozenset()
    """Look-up steps that were asked for in words of their own: their item is `the … one` now."""
    named: bool = False
    """Whether the item is named by its noun all the same, since other things came between."""


@dataclass
class Speaker:
    """The user's voice in one family member."""

    rng: Random
    setting: Setting
    lexicon: Lexicon
    core: CorePack
    plan: Plan
    register: str
    split: Split
    frames: list[str] = field(default_factory=list[str])
    """Ids of the frames used, for provenance."""

    # -- frames ----------------------------------------------------------------------------
    def draw(
        self,
        where: str,
        frames: tuple[str, ...],
        have: frozenset[str],
        need: frozenset[str] = frozenset(),
    ) -> list[str | Slot]:
        """A reading of a drawn frame whose slots are in `have` and which holds all of `need`."""
        able = [(i, f) for i, f in pool(frames, self.split) if readable(f, have)]
        for index, frame in self._shuffled(able, have):
            flat = flatten(frame, have, self.rng)
            if need <= set(slot_names(flat)):
                self.frames.append(f"{where}.{index}")
                return flat
        raise CannotPlan("language.no_frame")

    def _shuffled(
        self, frames: list[tuple[int, str]], have: frozenset[str]
    ) -> list[tuple[int, str]]:
        """In random order, frames that hold more of the arguments themselves rather earlier."""
        weights = [1 + 2 * len(slots(f) & have) for _, f in frames]
        keys = [self.rng.random() ** (1 / w) for w in weights]
        order = sorted(range(len(frames)), key=keys.__getitem__, reverse=True)
        return [frames[i] for i in order]

    def have(self, intent: Intent) -> frozenset[str]:
        """The arguments an intent's words may hold."""
        step = self.plan.steps[intent.step]
        silent = {p for p, b in step.bindings.items() if isinstance(b, FromProfile | Again)}
        return frozenset(step.bindings) - silent - intent.missing

    def clause_args(self, step: Step) -> frozenset[str]:
        """Arguments that a clause can add."""
        return frozenset(self.lexicon.tool(step.tool).clauses)

    # -- saying one intent -----------------------------------------------------------------
    def verb_phrase(self, intent: Intent, builder: Builder) -> None:
        """The intent as a verb phrase that can follow `could you`."""
        step = self.plan.steps[intent.step]
        frames = self.lexicon.tool(step.tool).imperatives
        flat = self._frame(intent, f"{step.tool.id}.imperatives", frames)
        self._emit(flat, intent, builder)

    def sentence(
        self, intent: Intent, builder: Builder, section: Literal["sentences", "terse"]
    ) -> None:
        """The intent as a whole request that stands alone."""
        step = self.plan.steps[intent.step]
        frames = getattr(self.lexicon.tool(step.tool), section)
        flat, end = split_end(self._frame(intent, f"{step.tool.id}.{section}", frames))
        self._emit(flat, intent, builder)
        if self.register not in SHORT:
            builder.add(end or ".")

    def clause(self, step: int, param: str, builder: Builder) -> None:
        """One argument alone, as the clause that could be added to a request."""
        made = self.plan.steps[step]
        (flat,) = self._clauses(made, [param])
        emit(flat, builder, lambda slot, b: self._argument(slot, Intent(step), b))

    def _frame(self, intent: Intent, where: str, frames: tuple[str, ...]) -> list[str | Slot]:
        step = self.plan.steps[intent.step]
        have = self.have(intent)
        need = have - self.clause_args(step)
        return self.draw(where, frames, have, need)

    def _emit(self, flat: Flat, intent: Intent, builder: Builder) -> None:
        step = self.plan.steps[intent.step]
        todo = [p for p in self.have(intent) if p not in slot_names(flat)]
        rest = self._clauses(step, todo)

        def fill(slot: Slot, out: Builder) -> None:
            if slot.name == CLAUSES:
                self._add_clauses(rest, intent, out)
            else:
                self._argument(slot, intent, out)

        emit(with_clause_place(list(flat)), builder, fill)

    def _clauses(
        self, step: Step, params: Iterable[str], odd: float = ODD_ORDER
    ) -> list[list[str | Slot]]:
        texts = self.lexicon.tool(step.tool).clauses
        wanted = set(params)
        fixed = [p.name for p in step.tool.params if p.name in wanted and p.required]
        free = [p.name for p in step.tool.params if p.name in wanted and not p.required]
        if self.rng.random() < odd:  # start and end keep their order, filters need not
            self.rng.shuffle(free)
        ordered = fixed + free
        return [flatten(self.rng.choice(texts[p]), frozenset({p}), self.rng) for p in ordered]

    def _add_clauses(self, clauses: list[list[str | Slot]], intent: Intent, out: Builder) -> None:
        for clause in clauses:
            out.add(" ")
            emit(clause, out, lambda slot, b: self._argument(slot, intent, b))

    # -- saying one argument ---------------------------------------------------------------
    def _argument(self, slot: Slot, intent: Intent, out: Builder) -> None:
        step = self.plan.steps[intent.step]
        binding = step.bindings[slot.name]
        if isinstance(binding, Pick):
            self._reference(slot.name, binding, intent, out)
        elif isinstance(binding, Feed):
            texts = self.lexicon.entities[binding.pick.entity].fields.get(binding.field)
            if not texts:
                raise CannotPlan("language.no_field_words")
            span = {
                p.kind.role for p in step.tool.params if isinstance(step.bindings.get(p.name), Feed)
            }
            starts = step.tool.param(slot.name).kind.role == "start" and "end" in span
            if starts and not slot.mark and _last_word(out.text) not in FROM:
                out.add("from ")  # `block when it begins to when it ends` is no English
            self._prepared(
                slot, ("field", intent.step, slot.name), self.rng.choice(texts), True, out
            )
        else:
            self.value(slot, intent.step, out)

    def value(self, slot: Slot, step: int, out: Builder) -> None:
        """The words of a said value, after its preposition where one fits."""
        made = self.plan.steps[step]
        kind = made.tool.param(slot.name).kind
        style = {"voice": "spoken", "terse": "terse"}.get(self.register, "plain")
        after = "" if slot.mark else _last_word(out.text)
        surface = say(kind, made.args[slot.name], self.setting, self.rng, style, after)
        text = surface.text
        if out.capital and not slot.mark:  # the value begins a sentence
            begun = text[:1].upper() + text[1:]
            known = kind.read(begun, self.setting)
            text = begun if kind.equal(known, made.args[slot.name]) else text
        self._prepared(slot, ("value", step, slot.name), text, surface.bare, out)

    def _prepared(self, slot: Slot, tag: object, text: str, bare: bool, out: Builder) -> None:
        if slot.mark and slot.mark not in PARTS and not bare:
            out.add(f"{slot.mark} ")
        out.mark(tag, text)

    # -- referring -------------------------------------------------------------------------
    def _reference(self, param: str, pick: Pick, intent: Intent, out: Builder) -> None:
        tag = ("ref", intent.step, param)
        if pick.op == "made":
            out.mark(tag, self._it(pick, out))
        elif pick.step in intent.look_ups_said:
            self.short_reference(pick, tag, out, intent.named)
        else:
            self.noun_phrase(pick, tag, out)

    def short_reference(self, pick: Pick, tag: object, out: Builder, named: bool = False) -> None:
        """`it` or `the cheapest one`: the look-up was asked for before."""
        phrases = self.lexicon.entities[pick.entity]
        if named:
            out.add("the ")
            self._which(pick, tag, out)
            out.add(f" {self.rng.choice(phrases.nouns)}")
            return
        if pick.op == "only":
            out.mark(tag, self._it(pick, out))
            return
        flat = flatten(self.rng.choice(phrases.which), frozenset({"which"}), self.rng)
        emit(flat, out, lambda _, b: self._which(pick, tag, b))

    def _it(self, pick: Pick, out: Builder) -> str:
        """Words for the thing just made or shown; no pronoun after `call off` or `look up`."""
        words = self.lexicon.entities[pick.entity].it
        if _last_word(out.text) in PARTICLES:
            words = tuple(w for w in words if " " in w) or words
        return self.rng.choice(words)

    def noun_phrase(self, pick: Pick, tag: object, out: Builder) -> None:
        """A noun phrase that says the look-up's arguments: `the cheapest flight to Lisbon`."""
        finder = self.plan.steps[pick.step]
        inner = Intent(pick.step)
        have = self.have(inner)
        which = frozenset({"which"}) if pick.op != "only" else frozenset[str]()
        frames = self.lexicon.entities[pick.entity].np[finder.tool.name]
        need = which | (have - self.clause_args(finder))
        flat = self.draw(f"np.{pick.entity}.{finder.tool.name}", frames, have | which, need)
        rest = self._clauses(finder, [p for p in have if p not in slot_names(flat)], odd=0)
        opened = out.open()

        def fill(slot: Slot, b: Builder) -> None:
            if slot.name == CLAUSES:
                self._add_clauses(rest, inner, b)
            elif slot.name == "which":
                self._which(pick, tag, b)
            else:
                self._argument(slot, inner, b)

        emit(with_clause_place(list(flat)), out, fill)
        if pick.op == "only":
            out.close(tag, opened)

    def _which(self, pick: Pick, tag: object, out: Builder) -> None:
        output = self.plan.steps[pick.step].tool.output
        opened = out.open()

        def fill(slot: Slot, b: Builder) -> None:
            whole = kind_at(output, (*pick.item, pick.field))
            item_value = self.plan.value_at(pick.step, (*pick.item, pick.field))
            kind, value = part(whole, item_value, slot.mark)
            b.add(say(kind, value, self.setting, self.rng, "plain", after="the").text)

        case, out.plain_case = out.plain_case, ""
        emit(flatten(pick.template, frozenset({pick.field}), self.rng), out, fill)
        out.plain_case = case
        out.close(tag, opened)


def _last_word(text: str) -> str:
    words = text.split()
    return words[-1].lower() if words else ""
