"""Every argument can be recomputed from the visible context alone, and the oracle can fail."""

import json

import pytest

from callwright.domains.core.discovery import discover
from callwright.filters.oracle import OracleFilter
from callwright.filters.scene import Scene
from callwright.generators.factory import Factory
from callwright.schemas.messages import Message
from callwright.schemas.task import Trajectory
from tests.generators.conftest import RARE, cells, families

ORACLE = OracleFilter(discover())


def faults(row: Trajectory, factory: Factory) -> list[str]:
    scene = Scene.of(row.task, factory.worlds, factory.views, factory.lexicon.words)
    return [f"{fault.code}: {fault.evidence}" for fault in ORACLE.faults(row, scene)]


@pytest.mark.parametrize("cell", [*cells("train"), *cells("test")], ids=lambda c: c.name)
def test_every_argument_is_recomputed(factory: Factory, cell) -> None:
    rows = [row for family in families(factory, cell, 15) for row in family]
    assert rows or cell.skill in RARE, "no candidate of this cell can be planned"
    assert [(r.task.id, f) for r in rows for f in faults(r, factory)] == []


def edited(row: Trajectory, at: int, **changes) -> Trajectory:
    messages = list(row.messages)
    messages[at] = messages[at].model_copy(update=changes)
    return row.model_copy(update={"messages": tuple(messages)})


def some(factory: Factory, skill: str, domain: str, origin: str, op: str | None = None):
    """A row, and one of its argument sources, of the wanted origin."""
    cell = next(c for c in cells() if (c.skill, c.domain) == (skill, domain))
    for family in families(factory, cell, 60):
        for source in family[0].provenance.arguments:
            found = source.source
            if found.origin == origin and (
                op is None or (found.reference and found.reference.op == op)
            ):
                return family[0], source
    raise AssertionError("no such row")


def test_other_words_give_another_value(factory: Factory) -> None:
    row, source = some(factory, "single", "travel", "span")
    span = source.source.span
    text = row.messages[span.message].content
    broken = text[: span.start] + "x" * (span.end - span.start) + text[span.end :]
    assert faults(edited(row, span.message, content=broken), factory)


def test_another_argument_is_seen(factory: Factory) -> None:
    row, source = some(factory, "multi_step", "travel", "result")
    message = row.messages[source.message]
    calls = json.loads(json.dumps([c.arguments for c in message.tool_calls]))
    target = calls[source.call]
    *outer, last = source.path.split("/")[1:]
    for key in outer:
        target = target[key]
    target[last] = "XX-0000"
    changed = tuple(
        c.model_copy(update={"arguments": a})
        for c, a in zip(message.tool_calls, calls, strict=True)
    )
    assert faults(edited(row, source.message, tool_calls=changed), factory)


def test_a_result_in_which_the_words_mean_another_item(factory: Factory) -> None:
    """The items change places: the pointer no longer leads to what the words single out."""
    cell = next(c for c in cells() if (c.skill, c.domain) == ("multi_step", "travel"))
    for family in families(factory, cell, 80):
        for source in family[0].provenance.arguments:
            reference = source.source.reference
            if reference and reference.op in {"min", "max"} and reference.items:
                at = source.source.message
                data = (
                    json.loads(family[0].messages[at].content)
                    if _is_json(family[0].messages[at])
                    else None
                )
                if isinstance(data, dict) and isinstance(data.get(reference.items[1:]), list):
                    data[reference.items[1:]].reverse()
                    broken = edited(family[0], at, content=json.dumps(data))
                    assert faults(broken, factory)
                    return
    raise AssertionError("no row with a superlative over a shown object")


def _is_json(message: Message) -> bool:
    return (message.content or "").startswith("{")


def test_a_call_without_a_source(factory: Factory) -> None:
    row, source = some(factory, "single", "calendar", "span")
    kept = tuple(a for a in row.provenance.arguments if a is not source)
    provenance = row.provenance.model_copy(update={"arguments": kept})
    assert any(
        "no_source" in f for f in faults(row.model_copy(update={"provenance": provenance}), factory)
    )


def test_a_prompt_without_its_clock(factory: Factory) -> None:
    row, _ = some(factory, "single", "calendar", "span")
    assert faults(edited(row, 0, content="?" * len(row.messages[0].content or "")), factory)
