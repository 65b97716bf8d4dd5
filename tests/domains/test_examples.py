"""Runs the golden episodes of every domain: `examples.yaml`, each with a prose why.

Arguments and expectations may point elsewhere: `$0.flights.0.flight_id` into the result of call 0,
`@flights.2.price` into the third row of a table, `@flights[carrier=Tejo Air].flight_id` into the
first row with that field, `@person.contacts.0.name` into the person.
"""

import re

import pytest
import yaml

from callwright.domains.core.discovery import discover
from callwright.domains.core.pack import load_pack
from tests.domains.worlds import make_world

DOMAINS = discover()
ROW = re.compile(r"@(\w+)\[(\w+)=([^\]]*)\]\.(.+)")
EPISODES = [
    pytest.param(domain, episode, id=f"{domain.name}-{number}")
    for domain in DOMAINS.values()
    for number, episode in enumerate(
        yaml.safe_load((domain.folder / "examples.yaml").read_text(encoding="utf-8"))
    )
]


def walk(data, path):
    for key in path.split("."):
        data = data[int(key)] if isinstance(data, list | tuple) else data[key]
    return data


def point(text, start, results):
    """What a pointer stands for, in the populated state before the first call."""
    if text.startswith("$"):
        number, _, path = text[1:].partition(".")
        return walk(results[int(number)], path)
    if found := ROW.fullmatch(text):
        table, field, value, path = found.groups()
        return walk(next(r for r in start[table] if str(r.get(field)) == value), path)
    return walk(start, text[1:])


def resolved(value, start, results):
    if isinstance(value, dict):
        return {k: resolved(v, start, results) for k, v in value.items()}
    if isinstance(value, list):
        return [resolved(v, start, results) for v in value]
    if isinstance(value, str) and re.match(r"\$\d|@\w+[.\[]", value):
        return point(value, start, results)
    return value


def holds(expected, found):
    """Whether everything expected is found; lists must agree in length where items are plain."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            k in found and holds(v, found[k]) for k, v in expected.items()
        )
    if isinstance(expected, list) and expected and isinstance(expected[0], dict):
        return len(found) >= len(expected) and all(map(holds, expected, found))
    return expected == found


def run(domain, episode):
    """(call, outcome) of every call of an episode."""
    world = make_world(episode["world"]["seed"], [domain], episode["world"].get("locale"))
    snapshot = world.snapshot()
    start = {**snapshot["states"][domain.name], "person": snapshot["person"]}
    results = []
    for call in episode["calls"]:
        arguments = resolved(call["arguments"], start, results)
        outcome = world.call(f"{domain.name}.{call['tool']}", arguments)
        results.append(outcome.data)
        yield call, resolved(call["expect"], start, results), outcome
    assert world.violations() == []


@pytest.mark.parametrize(("domain", "episode"), EPISODES)
def test_an_episode_goes_as_its_why_says(domain, episode):
    assert episode["why"]
    for call, expect, outcome in run(domain, episode):
        code = None if outcome.ok else outcome.error["error"]["code"]
        assert code == expect.get("error"), (episode["why"], call, outcome.data)
        if "count" in expect:
            assert outcome.value[expect["count"]], (episode["why"], call, outcome.data)
        assert holds(expect.get("result", {}), outcome.data), (episode["why"], call, outcome.data)


@pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS)
def test_every_tool_and_every_told_failure_has_an_episode(domain):
    episodes = [p.values[1] for p in EPISODES if p.values[0] is domain]
    calls = [call for episode in episodes for call in episode["calls"]]
    assert {call["tool"] for call in calls} == set(domain.by_name)
    failures = {call["expect"].get("error") for call in calls} - {None}
    assert set(load_pack(domain.folder).errors) - failures == set()
