"""Views are reversible, distinct between splits, and accept exactly what the tool accepts."""

from random import Random

import jsonschema_rs
import pytest

from callwright.domains.core import Ask, ToolError
from callwright.domains.core.domain import NoProposal
from callwright.domains.core.result_text import ENVELOPES, read_result, write_result
from callwright.domains.core.view import View, call_through, decode_arguments, encode_arguments
from callwright.filters.dialects import to_json_schema
from callwright.generators.factory import Factory
from callwright.generators.views.style import POOL, TEST_POOL

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
    """Visible arguments with one fault."""
    yield {**visible, "surprise": 1}
    for key in list(visible):
        yield {k: v for k, v in visible.items() if k != key}
        yield {**visible, key: rng.choice([None, [], {}, "", -1, "?" * 3])}


def test_a_view_accepts_exactly_what_the_tool_accepts(factory: Factory) -> None:
    """Through a view, arguments are executed or refused as invalid, never anything else, and a
    refused call changes nothing."""
    rng = Random(7)
    for world, tool, args in proposals(factory, seeds=1):
        setting = world.setting(factory.lexicon.words)
        for index in rng.sample(INDEXES, 6):
            view, _ = factory.pool.get(tool, index)
            visible = encode_arguments(view, tool, args, setting)
            for given in broken(view, visible, rng):
                outcome, _ = call_through(world, {view.name: view}, view.name, given, setting)
                assert outcome.ok or outcome.error["error"]["code"]
                if outcome.ok:
                    canonical = decode_arguments(view, tool, given, setting)
                    assert tool.validator.is_valid(canonical)
                elif outcome.error["error"]["code"] == "invalid_arguments":
                    assert not world.journal
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
