"""How deep every discovered domain is: how many tools, entities, and ways to say each thing.

One bar for all domains, so that none is shallower than another and a new one knows what to reach.
That golden episodes cover every tool and every failure is held by `test_examples.py`.
"""

import ast

import pytest

from callwright.domains.core import output as shapes
from callwright.domains.core.discovery import discover
from callwright.domains.core.graph import graph, roles
from callwright.domains.core.pack import load_pack
from callwright.domains.core.template import slots, sure_slots
from callwright.generators.language.person import neutral
from callwright.generators.language.system import PROFILE_FACTS
from callwright.schemas.values import Choice, EntityId, Flag

DOMAINS = discover()
EACH_DOMAIN = pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS)
EACH_TOOL = pytest.mark.parametrize(
    "tool", [pytest.param(t, id=t.id) for d in DOMAINS.values() for t in d.tools]
)
ENTITIES = [
    (name, entity) for name, domain in DOMAINS.items() for entity in sorted(graph([domain]).finders)
]
EACH_ENTITY = pytest.mark.parametrize(("name", "entity"), ENTITIES, ids=lambda x: x)
NOT_ASKED = {("cheapest_days", "first_day"), ("change_stay", "check_in")}
"""Values that a sensible assistant takes from the situation: today, the arrival already booked."""


def pack_of(name):
    return load_pack(DOMAINS[name].folder)


def phrases_of(tool):
    return pack_of(tool.domain).tools[tool.name]


def frames_of(tool):
    words = phrases_of(tool)
    return (*words.imperatives, *words.sentences, *words.terse)


def params_of(name):
    return [(t, p) for t in DOMAINS[name].tools for p in t.params]


def view_words(tool, param):
    params = pack_of(tool.domain).params
    return params.get(f"{tool.name}.{param.name}") or params[param.name]


@EACH_DOMAIN
def test_a_domain_has_many_tools_that_read_and_that_write(domain):
    writes = sum(t.mutates for t in domain.tools)
    assert len(domain.tools) >= 14
    assert min(writes, len(domain.tools) - writes) >= 4


@EACH_DOMAIN
def test_a_domain_has_things_that_people_refer_to_without_ids(domain):
    links = graph([domain])
    assert len(set(links.finders) & set(links.users)) >= 4


@EACH_DOMAIN
def test_a_domain_has_something_costly_or_final(domain):
    assert sum(t.confirm for t in domain.tools) >= 2
    assert all(t.mutates for t in domain.tools if t.confirm or t.ends)


@EACH_DOMAIN
def test_a_domain_knows_its_person(domain):
    """Some required value stands in the profile, and some look-up tells the person's own habits."""
    needed = [p for t in domain.tools for p in t.params if p.profile and p.required]
    assert needed
    assert {p.profile for p in needed} <= set(PROFILE_FACTS)
    own = [t for t in domain.tools if not t.mutates and not t.params]
    assert any(len(list(shapes.leaves(t.output))) >= 3 for t in own)


@EACH_DOMAIN
def test_a_domain_has_a_policy_of_a_sensible_length(domain):
    assert 150 <= len(domain.policy.split()) <= 320


@EACH_TOOL
def test_there_are_many_ways_to_ask_for_a_tool(tool):
    words = phrases_of(tool)
    for section, least in (("imperatives", 14), ("sentences", 8), ("terse", 6)):
        frames = getattr(words, section)
        assert len(set(frames)) == len(frames) >= least, section
    if any(not p.required for p in tool.params):
        assert sum("{*}" in f for f in frames_of(tool)) >= 16


@EACH_TOOL
def test_any_value_that_can_be_said_can_be_withheld(tool):
    needed = [p for p in tool.params if p.required]
    if not needed or not all(p.kind.sayable for p in needed):
        return  # what a look-up fills is always referred to
    assert sum(not slots(f) for f in phrases_of(tool).imperatives) >= 3
    assert sum(not slots(f) for f in phrases_of(tool).terse) >= 2


@EACH_TOOL
def test_every_parameter_can_be_said_and_asked_for(tool):
    words, frames = phrases_of(tool), frames_of(tool)
    for p in tool.params:
        inside = sum(p.name in slots(f) for f in frames) >= 8
        clauses = words.clauses.get(p.name, ())
        assert len(set(clauses)) >= 3 or inside, p.name
        assert all(sure_slots(c) == {p.name} for c in clauses if slots(c)), p.name
        assert inside or not isinstance(p.kind, EntityId), p.name
        if p.required and (tool.name, p.name) not in NOT_ASKED:
            assert len(set(words.ask[p.name])) >= 4, p.name


@EACH_TOOL
def test_every_kind_of_result_is_told_in_many_ways(tool):
    tell, listed = phrases_of(tool).tell, shapes.lists(tool.output)
    for part in ("one", "some", "none") if listed else ("done",):
        texts = getattr(tell, part)
        assert len(set(texts)) == len(texts) >= 6, part
    assert phrases_of(tool).facts


@EACH_TOOL
def test_a_tool_can_be_shown_in_many_ways(tool):
    words, fields = phrases_of(tool), pack_of(tool.domain).fields
    assert len(set(words.names)) == len(words.names) >= 5
    assert len(set(words.describe)) == len(words.describe) >= 4
    assert len(set(words.able)) == len(words.able) >= 3
    for p in tool.params:
        assert len(set(view_words(tool, p).names)) >= 4, p.name
        assert len(set(view_words(tool, p).describe)) >= 3, p.name
    parts = {part for path, _ in shapes.leaves(tool.output) for part in path} - {"*"}
    assert [part for part in sorted(parts) if len(set(fields[part])) < 2] == []


@EACH_ENTITY
def test_there_are_many_ways_to_refer_to_an_entity(name, entity):
    phrases = pack_of(name).entities[entity]
    assert len({t for texts in phrases.refer.values() for t in texts}) >= 8
    assert len(phrases.refer) >= 2
    assert len(set(phrases.which)) >= 5
    assert len(set(phrases.it)) >= 4
    assert len(set(phrases.item)) >= 5
    assert all(len(set(texts)) >= 4 for texts in phrases.fields.values())
    for section in (phrases.ask_field, phrases.tell_field):
        assert all(len(set(texts)) >= 5 for texts in section.values())


@EACH_DOMAIN
def test_what_is_made_and_takes_time_can_stand_in_a_calendar(domain):
    """Its start and end feed other domains, so there are words for them and for the entry."""
    for entity, makers in graph([domain]).creators.items():
        given = set(roles(makers[0].output).values())
        if given and any(all(p.kind.sayable for p in t.params if p.required) for t in makers):
            phrases = load_pack(domain.folder).entities[entity]
            assert phrases.titles, entity
            assert given <= set(phrases.fields), entity


@EACH_ENTITY
def test_an_entity_is_referred_to_through_every_finder(name, entity):
    """Train takes four of five frames, test the fifth: both need phrases of either sort."""
    for finder, _ in graph([DOMAINS[name]]).finders[entity]:
        frames = pack_of(name).entities[entity].np[finder.name]
        given = {p.name for p in finder.params if p.required}
        assert len(set(frames)) == len(frames) >= 8
        order = sorted(range(len(frames)), key=lambda i: (sorted(sure_slots(frames[i])), i))
        tests = [frames[i] for rank, i in enumerate(order) if rank % 5 == 1]
        for pool in (tests, [f for f in frames if f not in tests]):
            assert any(sure_slots(f) <= given for f in pool), (finder.name, pool)
            assert any("which" in sure_slots(f) <= given | {"which"} for f in pool), finder.name


@EACH_DOMAIN
def test_every_failure_is_told_in_many_ways(domain):
    errors = load_pack(domain.folder).errors
    assert {code for code, texts in errors.items() if len(set(texts)) < 5} == set()
    assert set(raised(domain)) - set(errors) == set()


def raised(domain):
    """Every error code that stands in the domain's sources."""
    for path in domain.folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ToolError":
                code = node.args[0]
                yield from [code.value] if isinstance(code, ast.Constant) else []


@EACH_DOMAIN
def test_choices_and_flags_have_words(domain):
    """A choice of proper names (airlines, brands) needs none: its values are the words."""
    words = load_pack(domain.folder).words
    kinds = [p.kind for t in domain.tools for p in t.params]
    kinds += [kind for t in domain.tools for _, kind in shapes.leaves(t.output)]
    for kind in kinds:
        if isinstance(kind, Choice) and not any(v[:1].isupper() for v in kind.values):
            assert set(words[kind.enum]) == set(kind.values), kind.enum
        if isinstance(kind, Flag):
            assert set(words[kind.flag]) == {"true", "false"}, kind.flag


@EACH_TOOL
def test_what_cancels_or_leaves_a_thing_ends_it(tool):
    """Nobody plans around a thing that they have just called off."""
    verbs = ("cancel", "decline", "delete", "leave", "return")
    named = tool.name.split("_")[0] in verbs and tool.mutates
    assert tool.ends or not named


@EACH_TOOL
def test_what_a_tool_can_do_can_be_said_about_the_user(tool):
    """Rules and thoughts speak of the user: one phrase at least says no more than `your`."""
    assert neutral(phrases_of(tool).able)
