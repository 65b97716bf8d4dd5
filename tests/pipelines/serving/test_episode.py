"""An episode plays a row as the release says it went, refuses what is wrong, and sees no other."""

import json
import random
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callwright.filters.setting import setting_of
from callwright.pipelines.serving.episode import EpisodeSource, Limits
from callwright.schemas.errors import OutputError, RecordError
from tests.pipelines.serving.play import assistant, play

LONE = "\ud800"


def first_call(source, row):
    call = source.task(row).checks.turns[0].calls[0]
    return call.name, call.arguments


# -- the reference -------------------------------------------------------------------------
def test_every_reference_plays_to_its_own_messages_and_a_reward_of_one(source, conversations):
    for row, messages in conversations.items():
        episode = source.episode(row)
        play(episode, messages)
        assert episode.messages == [
            {k: v for k, v in message.items() if k != "weights"} for message in messages
        ]
        assert (episode.done, episode.reason) == (True, "finished")
        assert episode.reward().value == 1
    assert len(conversations) == 93


def test_the_prompt_and_tools_are_those_of_the_row(source, conversations):
    for number, head in enumerate(source.heads):
        episode = source.episode(number)
        assert episode.id == head.id
        assert episode.prompt == conversations[head.id][:2] == episode.messages
        assert episode.tools == [tool.openai() for tool in episode.task.tools]


def test_doing_nothing_earns_less(source):
    for head in source.heads:
        assert source.episode(head.id).reward().value < 1


def test_arguments_may_be_json_text(source, writing):
    name, arguments = first_call(source, writing)
    as_object, as_text = source.episode(writing), source.episode(writing)
    assert as_object.call(name, arguments) == as_text.call(name, json.dumps(arguments))
    assert as_object.messages == as_text.messages
    assert as_object.reward() == as_text.reward()


def test_calls_said_in_one_message_are_one_step(source):
    row = next(head.id for head in source.heads if head.skill == "parallel")
    episode = source.episode(row)
    wanted = [(c.name, c.arguments) for c in episode.task.checks.turns[0].calls]
    results = episode.calls(wanted)
    assert len(results) == len(wanted) > 1
    assert (episode.spent.steps, episode.spent.calls) == (1, len(wanted))
    assert [m["role"] for m in episode.messages[2:]] == ["assistant", *["tool"] * len(wanted)]
    assert episode.calls([]) == []
    assert episode.spent.steps == 1


def test_a_tool_is_there_once_it_is_offered(source, offering, conversations):
    episode = source.episode(offering)
    name = episode.task.turns[1].offers[0].name
    before = [tool["function"]["name"] for tool in episode.tools]
    assert name not in before
    refused = episode.call(name, episode.task.checks.turns[1].calls[0].arguments)
    assert "unknown_tool" in refused
    assert episode.say("I cannot.") == episode.task.turns[1].text
    assert [tool["function"]["name"] for tool in episode.tools] == [*before, name]
    assert episode.tools_changed
    granted = episode.call(name, episode.task.checks.turns[1].calls[0].arguments)
    assert granted == next(m for m in conversations[offering] if m["role"] == "tool")["content"]
    assert episode.reward().value < 1


def test_the_setting_of_the_reward_is_that_of_the_world(source):
    for head in source.heads:
        episode = source.episode(head.id)
        words = episode._setting.words
        assert setting_of(episode.task.checks, words) == episode._scene.setting


# -- isolation -----------------------------------------------------------------------------
def test_two_episodes_on_one_world_do_not_see_each_other(source, writing):
    name, arguments = first_call(source, writing)
    one, other = source.episode(writing), source.episode(writing)
    told = one.call(name, arguments)
    assert one._scene.world.diff()
    assert not other._scene.world.diff()
    assert other.call(name, arguments) == told
    assert one._scene.world.digest() == other._scene.world.digest() != one.task.world


@pytest.mark.parametrize("seed", range(3))
def test_interleaved_episodes_go_as_they_go_alone(source, conversations, seed):
    """Every row three times at once, one message at a time in a random order."""
    rng = random.Random(seed)
    live = [(source.episode(row), assistant(messages)) for row, messages in conversations.items()]
    live += [(source.episode(e.id), list(said)) for e, said in live for _ in range(2)]
    waiting = [n for n, (_, said) in enumerate(live) for _ in said]
    rng.shuffle(waiting)
    for n in waiting:
        episode, said = live[n]
        episode.step(said.pop(0))
    for episode, _ in live:
        alone = source.episode(episode.id)
        play(alone, conversations[episode.id])
        assert episode.messages == alone.messages
        assert episode.reward().value == 1


def test_no_episode_changes_the_world_it_was_forked_from(folder, conversations):
    source = EpisodeSource(folder)
    for row, messages in conversations.items():
        play(source.episode(row), messages)
    for head in source.heads:
        world = source._world(source.task(head.id).world)
        assert world.journal == []
        assert world.digest() == source.task(head.id).world


def test_what_a_caller_does_to_its_tools_no_other_sees(source, writing):
    one = source.episode(writing)
    for tool in one.tools:
        tool["function"]["parameters"].clear()
    other = source.episode(writing)
    assert all(tool["function"]["parameters"] for tool in other.tools)
    assert all(tool.parameters for tool in source.task(writing).tools)


def test_threads_share_a_source(folder, conversations):
    source = EpisodeSource(folder)

    def one(pair):
        episode = source.episode(pair[0])
        play(episode, pair[1])
        return episode.reward().value

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(one, list(conversations.items()) * 3)) == {1}


@pytest.mark.parametrize("role", ["user", "tool", "system", None, 7])
def test_a_message_of_another_role_is_the_callers_mistake(source, role):
    episode = source.episode(0)
    with pytest.raises(RecordError, match="takes assistant messages"):
        episode.step({"role": role, "content": "x"})
    assert len(episode.messages) == 2


# -- what a model gets wrong ---------------------------------------------------------------
DEEP = "[" * 5000
WRONG = [
    '{"a": ',
    "",
    "[]",
    "null",
    "7",
    '"{}"',
    '{"a": NaN}',
    '{"a": 1e999}',
    '{"a": "\\ud800"}',
    f'{{"a": "{LONE}"}}',
    f'{{"a": {DEEP}',
    '{"a": ' + "[" * 100 + "]" * 100 + "}",
    None,
    7,
    [],
    {"a": float("nan")},
    {"a": float("inf")},
    {"a": LONE},
    {LONE: 1},
    {"a": 2**70},
    {"a": object()},
    {("a",): 1},
    b"{}",
]


@pytest.mark.parametrize("arguments", WRONG, ids=range(len(WRONG)))
def test_wrong_arguments_are_told_and_change_nothing(source, writing, arguments):
    name, _ = first_call(source, writing)
    episode = source.episode(writing)
    told = episode.call(name, arguments)
    assert "argument" in told
    assert not episode.done
    assert not episode._scene.world.diff()
    json.dumps(episode.messages, allow_nan=False, ensure_ascii=False).encode()
    assert 0 <= episode.reward().value < 1


@pytest.mark.parametrize("name", ["nothing", "", "a" * 10_000, LONE, None, 7, ["x"], {}])
def test_an_unknown_tool_is_told(source, writing, name):
    episode = source.episode(writing)
    assert "unknown_tool" in episode.call(name, {})
    assert "unknown_tool" in episode.call(name, "{")
    json.dumps(episode.messages, ensure_ascii=False).encode()


def test_a_circle_is_told(source, writing):
    circle = {}
    circle["a"] = circle
    assert "argument" in source.episode(writing).call(first_call(source, writing)[0], circle)


def test_what_the_caller_changes_later_is_not_seen(source, writing):
    name, arguments = first_call(source, writing)
    given_arguments = json.loads(json.dumps(arguments))
    episode = source.episode(writing)
    episode.call(name, given_arguments)
    given_arguments.clear()
    assert episode.messages[2]["tool_calls"][0]["function"]["arguments"] == arguments


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=12,
)


@settings(max_examples=80, deadline=None)
@given(data=st.data(), row=st.integers(0, 92))
def test_no_message_raises(source, data, row):
    """Junk in the right places: known tools and argument names with any value."""
    episode = source.episode(row)
    for _ in range(3):
        tool = data.draw(st.sampled_from(episode.tools))["function"]
        keys = st.sampled_from(sorted(tool["parameters"].get("properties", {})) or ["x"])
        arguments = data.draw(st.dictionaries(keys, JUNK, max_size=5) | JUNK)
        call = {"function": {"name": tool["name"], "arguments": arguments}}
        extra = data.draw(JUNK)
        message = {"role": "assistant", "content": extra, "tool_calls": [call, extra]}
        episode.step(data.draw(st.sampled_from([message, extra])))
    json.dumps(episode.messages, allow_nan=False, ensure_ascii=False).encode()
    assert 0 <= episode.reward().value <= 1


# -- limits and the end --------------------------------------------------------------------
class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(steps=1), "steps"),
        (Limits(calls=1), "calls"),
        (Limits(argument_bytes=200), "argument_bytes"),
    ],
)
def test_the_message_that_passes_a_limit_ends_the_episode(source, limits, reason):
    episode = source.episode(0, limits)
    episode.call("nothing", {"a": "x" * 120})
    before, reward = episode.messages, episode.reward()
    assert not episode.done
    told = episode.call("nothing", {"a": "x" * 120})
    assert "episode_over" in told
    assert reason in told
    assert (episode.reason, episode.messages, episode.reward()) == (reason, before, reward)
    assert episode.say("more") is None
    assert episode.step({"role": "assistant", "content": "more"}) == []
    assert len(episode.calls([("a", {}), ("b", {})])) == 2
    assert episode.messages == before


def test_text_and_reasoning_count(source):
    limits = Limits(text_characters=10)
    assert not source.episode(0, limits).say("x" * 11)
    episode = source.episode(0, limits)
    episode.step({"content": "x" * 5, "reasoning_content": "x" * 6})
    assert episode.reason == "text_characters"
    assert len(episode.messages) == 2


def test_huge_arguments_are_not_parsed(source):
    episode = source.episode(0)
    assert "episode_over" in episode.call("nothing", "[" * 10_000_000)
    assert episode.reason == "argument_bytes"


def test_time_ends_an_episode(source):
    clock = Clock()
    episode = source.episode(0, Limits(seconds=5), clock)
    clock.now = 5.0
    episode.call("nothing", {})
    assert not episode.done
    clock.now = 5.1
    episode.call("nothing", {})
    assert episode.reason == "seconds"


def test_after_the_dialogue_nothing_happens(source, conversations):
    row = source.heads[0].id
    episode = source.episode(row)
    play(episode, conversations[row])
    before = episode.messages
    assert "episode_over" in episode.call("nothing", {})
    assert episode.messages == before
    assert episode.reward().value == 1


# -- the source ----------------------------------------------------------------------------
def test_rows_are_found_by_id_and_index(source):
    assert len(source) == len(source.heads) == 93
    assert source.episode(3).id == source.heads[3].id
    for wrong in ("nothing", "", -1, 93, True, None, 1.0):
        with pytest.raises(OutputError, match="there is no row"):
            source.episode(wrong)


def test_a_split_is_a_part(folder, source):
    train, test = EpisodeSource(folder, "train"), EpisodeSource(folder, "test")
    assert len(train) + len(test) == len(source)
    assert {head.split for head in test.heads} == {"test"}
    with pytest.raises(OutputError, match="no task in split other"):
        EpisodeSource(folder, "other")


def test_a_seed_picks_the_same_row(source):
    picked = [source.pick(seed, "train", "single") for seed in range(50)]
    assert picked == [source.pick(seed, "train", "single") for seed in range(50)]
    assert len(set(picked)) > 5
    assert {source.heads[n].skill for n in picked} == {"single"}
    with pytest.raises(OutputError, match="no row with split"):
        source.pick(1, skill="juggling")


def test_an_edited_world_or_view_is_refused(folder, monkeypatch):
    source = EpisodeSource(folder)
    row = source._rows.row
    table = source._snapshots
    whole = table.row
    monkeypatch.setattr(table, "row", lambda n: {**whole(n), "snapshot": other(whole(n))})
    with pytest.raises(RecordError, match="of another world"):
        source.episode(0)
    del source._snapshots.numbers[row(0)["world"]]
    with pytest.raises(RecordError, match="no snapshot of world"):
        source.episode(0)


def test_a_release_whose_files_cannot_be_read_is_named(folder, tmp_path):
    copy = shutil.copytree(folder, tmp_path / "copy")
    for shard in (copy / "views").glob("*.parquet"):
        shard.write_bytes(b"nothing")
    with pytest.raises(OutputError, match="no readable parquet file"):
        EpisodeSource(copy)


def other(row):
    snapshot = json.loads(row["snapshot"])
    snapshot["person"]["first_name"] = "Someone"
    return json.dumps(snapshot)
