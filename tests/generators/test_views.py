"""Views are reversible, distinct between splits, and accept exactly what the tool accepts."""

import json
from random import Random

import jsonschema_rs
import pytest

from callwright.domains.core import Ask, ToolError
from callwright.domains.core import output as shapes
from callwright.domains.core.domain import NoProposal
from callwright.domains.core.result_text import ENVELOPES, read_result, write_result
from callwright.domains.core.view import View, call_through, decode_arguments, encode_arguments
from callwright.generators.factory import Factory
from callwright.generators.views.style import POOL, TEST_POOL
from callwright.schemas.dialects import to_json_schema

INDEXES = range(POOL)


def proposals(factory: Factory, seeds: int = 2):
    """(world, tool, arguments) of every tool, as its proposer proposes them."""
    world, _ = factory.worlds_pool.get("train", 0)
    for tool in world.tools.values():
        for seed in range(seeds):
            setting = world.setting(factory.lexicon.words)
            ask = Ask(world.states[tool.domain], Random(seed), setting)
            try:
                yield world, tool, world.domains[tool.domain].proposers[tool.name](ask)
            except NoProposal:
                continue


def test_arguments_come_back_through_every_view(factory: Factory) -> None:
    for world, tool, args in proposals(factory):
        setting = world.setting(factory.lexicon.words)
        for index in INDEXES:
            view, _ = factory.pool.get(tool, index)
            visible = encode_arguments(view, tool, args, setting)
            back = decode_arguments(view, tool, visible, setting)
            assert set(back) == set(args)
            for name, value in back.items():
                assert tool.param(name).kind.equal(value, args[name]), (view.spec, visible)


def test_the_visible_schema_accepts_visible_arguments(factory: Factory) -> None:
    for world, tool, args in proposals(factory, seeds=1):
        setting = world.setting(factory.lexicon.words)
        for index in INDEXES:
            view, _ = factory.pool.get(tool, index)
            check = jsonschema_rs.Draft202012Validator(
                to_json_schema(view.spec.parameters), validate_formats=True
            )
            check.validate(encode_arguments(view, tool, args, setting))


def broken(view: View, visible: dict, rng: Random):
    """Visible arguments, and ones with a fault in each place."""
    yield visible
    for place in view.params.values():
        yield changed(visible, place.path, None, drop=True)
        for value in (None, [], {}, "", -1, 10**9, True, "2026-02-30", "?" * 2100):
            yield changed(visible, place.path, value)
    for place in rng.sample(list(view.params.values()), min(1, len(view.params))):
        yield changed(visible, place.path, "XX-0000")


def changed(visible: dict, path: tuple, value, drop: bool = False) -> dict:
    """A copy with another value at a path, or without it."""
    copy = json.loads(json.dumps(visible))
    inner = copy
    for key in path[:-1]:
        inner = inner.setdefault(key, {})
    inner.pop(path[-1], None)
    if not drop:
        inner[path[-1]] = value
    return copy


def accepted(view: View, tool, given: dict, setting) -> bool:
    """Whether the tool takes these arguments through the view."""
    try:
        return tool.validator.is_valid(decode_arguments(view, tool, given, setting))
    except ToolError:
        return False


def test_the_visible_schema_accepts_exactly_what_the_tool_accepts(factory: Factory) -> None:
    rng = Random(7)
    for world, tool, args in proposals(factory, seeds=1):
        setting = world.setting(factory.lexicon.words)
        for index in rng.sample(INDEXES, 5):
            view, _ = factory.pool.get(tool, index)
            check = jsonschema_rs.Draft202012Validator(
                to_json_schema(view.spec.parameters), validate_formats=True
            )
            for given in broken(view, encode_arguments(view, tool, args, setting), rng):
                seen = (tool.id, index, view.spec.parameters, given)
                assert check.is_valid(given) == accepted(view, tool, given, setting), seen


def test_contracts_hold_through_views(factory: Factory) -> None:
    """Whatever is called: a result of the declared shape or an error, honest about changes; a
    failed call changes nothing, the state stays valid, and a second run tells the same."""
    rng = Random(11)
    for world, tool, args in proposals(factory, seeds=1):
        setting = world.setting(factory.lexicon.words)
        view, _ = factory.pool.get(tool, rng.choice(INDEXES))
        views = {view.name: view}
        for given in broken(view, encode_arguments(view, tool, args, setting), rng):
            outcome, told = call_through(world, views, view.name, given, setting)
            if outcome.ok:
                assert shapes.validator(tool.output).is_valid(outcome.value)
                assert tool.mutates or not world.diff()
                assert not world.violations()
            else:
                assert not world.journal
            world.rollback()
            assert call_through(world, views, view.name, given, setting)[1] == told
            world.rollback()


def test_calls_through_views_do_what_plain_calls_do(factory: Factory) -> None:
    rng = Random(3)
    for world, tool, args in proposals(factory):
        setting = world.setting(factory.lexicon.words)
        plain = world.call(tool.id, args)
        changed = world.diff()
        world.rollback()
        view, _ = factory.pool.get(tool, rng.choice(INDEXES))
        visible = encode_arguments(view, tool, args, setting)
        outcome, _ = call_through(world, {view.name: view}, view.name, visible, setting)
        assert outcome.data == plain.data
        assert world.diff() == changed
        world.rollback()


def test_splits_share_no_view(factory: Factory) -> None:
    for tool in factory.domains["travel"].tools:
        train = {factory.pool.get(tool, i)[1] for i in range(POOL - TEST_POOL)}
        test = {factory.pool.get(tool, i)[1] for i in range(POOL - TEST_POOL, POOL)}
        assert not train & test


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_results_are_found_again_in_their_envelope(envelope: str) -> None:
    data = {"rows": [{"a": "x: y", "b": "2"}, {"a": "z"}]}
    back = read_result(write_result(data, envelope))
    assert back == (data["rows"] if envelope == "list" else data)


def test_an_unknown_argument_is_named(factory: Factory) -> None:
    tool = factory.domains["travel"].tools[0]
    view, _ = factory.pool.get(tool, 0)
    with pytest.raises(ToolError, match="unknown argument nonsense"):
        decode_arguments(
            view, tool, {"nonsense": 1}, factory.worlds_pool.get("train", 0)[0].setting({})
        )
