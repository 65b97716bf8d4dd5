"""Provenance of arguments: from a plan's bindings and the marks in the words to visible places."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from callwright.domains.core.view import View, shown_pointer
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.plan import Again, Feed, FromProfile, Own, Pick, Plan
from callwright.schemas.provenance import Reference, Source, Span


@dataclass
class Places:
    """Where things stand in the conversation so far."""

    marks: dict[Hashable, Span] = field(default_factory=dict[Hashable, Span])
    """Tag -> the first place where its words stand."""
    results: dict[int, int] = field(default_factory=dict[int, int])
    """Plan step -> message index of its result."""
    calls: list[int] = field(default_factory=list[int])
    """Plan steps called so far, in order."""


def source_of(
    step: int, param: str, plan: Plan, views: Mapping[str, View], places: Places
) -> Source:
    """The source of one argument. An argument without one is a defect: `CannotPlan`."""
    binding = plan.steps[step].bindings[param]
    if isinstance(binding, Again):
        return source_of(binding.step, param, plan, views, places)
    if isinstance(binding, Pick):
        words = places.marks.get(("ref", step, param))
        return _picked(binding, words, binding.path, None, plan, views, places)
    if isinstance(binding, Feed):
        words = places.marks.get(("field", step, param))
        path = (*binding.pick.item, binding.field)
        chosen = _words_of(binding.pick, plan, places) or words
        return _picked(binding.pick, chosen, path, words, plan, views, places)
    if isinstance(binding, Own):
        return _own(step, param, binding, plan, views, places)
    tag = ("profile", binding.key) if isinstance(binding, FromProfile) else ("value", step, param)
    span = places.marks.get(tag)
    if span is None:
        raise CannotPlan("assemble.no_source")
    return Source(origin="span", span=span)


def _own(
    step: int, param: str, own: Own, plan: Plan, views: Mapping[str, View], places: Places
) -> Source:
    where, what = places.marks.get(("own", own.step)), places.marks.get(("field", step, param))
    if where is None or what is None:
        raise CannotPlan("assemble.no_reference_words")
    giver = plan.steps[own.step].tool
    view = views[giver.id]
    return Source(
        origin="result",
        message=places.results[own.step],
        pointer=shown_pointer(view, (own.field,)),
        format=view.formats.get(own.field, "canonical"),
        reference=Reference(span=where, op="own", entity=giver.id),
        field_span=what,
        field=own.field,
    )


def _words_of(pick: Pick, plan: Plan, places: Places) -> Span | None:
    for index, step in enumerate(plan.steps):
        for param, binding in step.bindings.items():
            if binding == pick and ("ref", index, param) in places.marks:
                return places.marks["ref", index, param]
    return None


def _picked(
    pick: Pick,
    words: Span | None,
    path: tuple[str | int, ...],
    field_span: Span | None,
    plan: Plan,
    views: Mapping[str, View],
    places: Places,
) -> Source:
    giver = plan.steps[pick.step]
    view = views[giver.tool.id]
    if words is None:
        raise CannotPlan("assemble.no_reference_words")
    ranked = (*pick.item, pick.field)
    reference = Reference(
        span=words,
        op=pick.op,  # pyright: ignore[reportArgumentType]
        entity=pick.entity,
        items=shown_pointer(view, pick.item[:-1]) if len(pick.path) > 1 else "",
        field=pick.field,
        key=f"/{view.fields.get(pick.field, pick.field)}" if pick.field else "",
        format=view.formats.get(_leaf(ranked), "canonical"),
        value=pick.value,
    )
    return Source(
        origin="result",
        message=places.results[pick.step],
        pointer=shown_pointer(view, path),
        format=view.formats.get(_leaf(path), "canonical"),
        reference=reference,
        field_span=field_span,
        field=str(path[-1]) if field_span else "",
    )


def _leaf(path: tuple[str | int, ...]) -> str:
    return ".".join("*" if isinstance(p, int) else p for p in path)
