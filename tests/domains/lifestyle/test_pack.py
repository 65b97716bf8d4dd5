"""The phrase pack is as deep as docs/domains.md asks, and its phrases survive every filling."""

import re

import pytest
import yaml

from callwright.domains.lifestyle import domain

PACK = yaml.safe_load((domain.folder / "phrases" / "en.yaml").read_text(encoding="utf-8"))
TOOLS = PACK["tools"]
EACH_TOOL = pytest.mark.parametrize("name", TOOLS)
EACH_ENTITY = pytest.mark.parametrize("name", PACK["entities"])
VERBS_APART = re.compile(r"\b(call off|give up|give back|hand back|take back|send back) \{")


def slotless(frames):
    return [frame for frame in frames if "{" not in frame.replace("{*}", "")]


def test_every_tool_has_its_words():
    assert set(TOOLS) == set(domain.by_name)


@EACH_TOOL
def test_a_tool_is_deep_enough(name):
    words = TOOLS[name]
    least = {"names": 5, "describe": 4, "imperatives": 12, "sentences": 6, "terse": 5, "able": 3}
    assert {key: len(words[key]) >= low for key, low in least.items()} == dict.fromkeys(least, True)
    assert all(len(phrases) >= 3 for phrases in words.get("clauses", {}).values())
    assert all(len(phrases) >= 4 for phrases in words.get("ask", {}).values())
    assert set(words["tell"]) in ({"done"}, {"one", "some", "none"})
    assert all(len(phrases) >= 6 for phrases in words["tell"].values())


@EACH_TOOL
def test_any_value_can_be_withheld(name):
    assert len(slotless(TOOLS[name]["imperatives"])) >= 3
    assert len(slotless(TOOLS[name]["terse"])) >= 2


@EACH_TOOL
def test_no_phrase_comes_twice(name):
    for section in ("imperatives", "sentences", "terse", "describe", "names", "able"):
        assert len(TOOLS[name][section]) == len(set(TOOLS[name][section]))


@EACH_TOOL
def test_a_verb_keeps_its_particle_behind_a_pronoun(name):
    """`call off {x}` would become `call off it`."""
    frames = [*TOOLS[name]["imperatives"], *TOOLS[name]["sentences"], *TOOLS[name]["terse"]]
    assert [frame for frame in frames if VERBS_APART.search(frame)] == []


@EACH_ENTITY
def test_an_entity_is_deep_enough(name):
    entity = PACK["entities"][name]
    assert sum(map(len, entity["refer"].values())) >= 8
    for phrases in entity["np"].values():
        assert len(phrases) >= 8
        assert len([p for p in phrases if "{which}" in p]) * 2 == len(phrases)
    assert len(entity["which"]) >= 5
    assert len(entity["it"]) >= 4
    assert len(entity["item"]) >= 5
    assert all(len(words) >= 4 for words in entity.get("fields", {}).values())
    for section in ("ask_field", "tell_field"):
        assert all(len(phrases) >= 5 for phrases in entity[section].values())


def test_every_failure_has_five_tellings():
    assert {code for code, tellings in PACK["errors"].items() if len(tellings) < 5} == set()


def test_every_parameter_has_names_and_descriptions():
    for tool in domain.tools:
        for param in tool.params:
            words = PACK["params"].get(f"{tool.name}.{param.name}") or PACK["params"][param.name]
            assert len(words["names"]) >= 4
            assert len(words["describe"]) >= 3
