"""The English pack is complete, and every slot names something that is there."""

import pytest

from callwright.domains.core import output as shapes
from callwright.domains.core.pack import load_pack
from callwright.domains.core.template import slots, sure_slots
from callwright.domains.vehicle import domain
from callwright.schemas.values import Choice, EntityId, Flag

PACK = load_pack(domain.folder)
TOOLS = {t.name: t for t in domain.tools}
DETAILS = {
    "not_found": {"id"},
    "not_while_driving": {"gear"},
    "battery_too_low": {"battery"},
    "door_open": {"door"},
    "limit_reached": {"battery", "charge_limit"},
    "wrong_plug": {"station", "plug", "needed"},
    "out_of_range": {"place", "distance", "range"},
    "trip_overlap": {"destination", "depart"},
    "level_too_low": {"level", "battery_needed"},
    "slot_taken": {"garage", "start"},
}


def listed(tool):
    return next(iter(shapes.lists(tool.output)), None)


def known(tool):
    """Slots that a telling of the tool may have."""
    found = {f"arg.{p.name}" for p in tool.params} | {"number", "each"}
    for path, _ in shapes.leaves(tool.output):
        found.add(".".join("0" if part == "*" else part for part in path))
    return found


def test_every_tool_is_there():
    assert set(PACK.tools) == set(TOOLS)


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_requests(name):
    tool, phrases = TOOLS[name], PACK.tools[name]
    params = {p.name for p in tool.params}
    assert len(phrases.imperatives) >= 14
    assert len(phrases.sentences) >= 8
    assert len(phrases.terse) >= 6
    for frame in (*phrases.imperatives, *phrases.sentences, *phrases.terse):
        assert slots(frame) <= params, frame
        assert "{*}" in frame, frame
    required = any(p.required for p in tool.params)
    assert len([f for f in phrases.imperatives if not slots(f)]) >= 2 + required
    assert len([f for f in phrases.terse if not slots(f)]) >= 2
    assert not any(f[0].isupper() or f[-1] in ".?!" for f in phrases.imperatives)
    assert not any(f[0] == "{" for f in phrases.imperatives)
    assert all(f[-1] in ".?" for f in phrases.sentences)
    assert len(set(phrases.imperatives)) == len(phrases.imperatives)


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_every_argument_can_be_said_and_asked_for(name):
    tool, phrases = TOOLS[name], PACK.tools[name]
    frames = (*phrases.imperatives, *phrases.sentences)
    for param in tool.params:
        if param.name not in phrases.clauses:  # said inside the frames only
            assert sum(param.name in slots(f) for f in frames) >= 8, param.name
        texts = phrases.clauses.get(param.name, ("{" + param.name + "}",) * 3)
        few = isinstance(param.kind, EntityId) or (name, param.name) == ("drive_history", "date")
        assert len(texts) >= (1 if few else 3)
        assert all(sure_slots(t) == {param.name} for t in texts), texts
        if isinstance(param.kind, EntityId):
            assert sum(param.name in sure_slots(f) for f in frames) >= 8
        if param.required:
            assert len(phrases.ask[param.name]) >= 4


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_every_value_can_be_left_out(name):
    """Of both pools some frame holds any set of values but the missing one."""
    tool, phrases = TOOLS[name], PACK.tools[name]
    for frames in (phrases.imperatives, phrases.terse):
        order = sorted(range(len(frames)), key=lambda i: (sorted(sure_slots(frames[i])), i))
        tests = [frames[i] for rank, i in enumerate(order) if rank % 5 == 1]
        for pool in (tests, [f for f in frames if f not in tests]):
            for param in tool.params:
                assert any(param.name not in slots(f) for f in pool), (name, param.name)


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_tellings_hold_their_facts(name):
    tool, phrases = TOOLS[name], PACK.tools[name]
    tell, field = phrases.tell, listed(tool)
    sections = (tell.one, tell.some, tell.none) if field else (tell.done,)
    assert all(len(section) >= 6 for section in sections)
    for text in (*tell.done, *tell.one, *tell.some, *tell.none):
        assert slots(text) <= known(tool), text
    assert phrases.facts
    leaves = {".".join(path) for path, _ in shapes.leaves(tool.output)}
    for fact in phrases.facts:
        path = fact.partition(":")[0]
        assert path in leaves, fact
        for text in tell.done + tell.one:
            assert path.replace(".*.", ".0.") in sure_slots(text), (fact, text)
        if field:
            assert all(path.rpartition(".")[2] in sure_slots(i) for i in items_of(tool)), fact


def items_of(tool):
    (row,) = shapes.lists(tool.output).values()
    return PACK.entities[shapes.entity(row) or row.__name__.lower()].item


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_names_and_descriptions_for_views(name):
    tool, phrases = TOOLS[name], PACK.tools[name]
    assert len(set(phrases.names)) >= 5
    assert len(set(phrases.describe)) >= 4
    assert len(phrases.able) >= 3
    used = {}
    for param in tool.params:
        words = PACK.params.get(f"{name}.{param.name}") or PACK.params[param.name]
        assert len(set(words.names)) >= 4
        assert len(set(words.describe)) >= 3
        for other in {param.name.replace("_", " "), *words.names}:
            assert used.setdefault(other, param.name) == param.name, (name, other)
    for path, _ in shapes.leaves(tool.output):
        for part in path:
            assert part == "*" or len(PACK.fields[part]) >= 2


def test_field_names_of_one_result_do_not_collide():
    for tool in domain.tools:
        used = {}
        for part in {p for path, _ in shapes.leaves(tool.output) for p in path} - {"*"}:
            for name in {part.replace("_", " "), *PACK.fields[part]}:
                assert used.setdefault(name, part) == part, (tool.name, name)


def test_every_choice_has_words():
    kinds = [p.kind for t in domain.tools for p in t.params]
    kinds += [kind for t in domain.tools for _, kind in shapes.leaves(t.output)]
    for kind in kinds:
        if isinstance(kind, Choice):
            assert set(PACK.words[kind.enum]) == set(kind.values)
        if isinstance(kind, Flag):
            assert set(PACK.words[kind.flag]) == {"true", "false"}


ROWS = {shapes.entity(row): row for t in domain.tools for row in shapes.lists(t.output).values()}


@pytest.mark.parametrize("entity", sorted(ROWS))
def test_entities(entity):
    phrases, fields = PACK.entities[entity], set(shapes.fields(ROWS[entity]))
    assert sum(map(len, phrases.refer.values())) >= 8
    for how, words in phrases.refer.items():
        op, field = how.split()
        assert op in {"min", "max", "equals"}
        assert field in fields
        assert all(slots(w) <= {field} for w in words)
    assert set(phrases.fields) | set(phrases.ask_field) | set(phrases.tell_field) <= fields
    assert set(phrases.ask_field) == set(phrases.tell_field)
    assert all(len(v) >= 4 for v in phrases.fields.values())
    assert all(len(v) >= 5 for v in (*phrases.ask_field.values(), *phrases.tell_field.values()))
    assert all(slots(t) == {"ref"} for v in phrases.ask_field.values() for t in v)
    assert all(slots(t) == {"value"} for v in phrases.tell_field.values() for t in v)
    assert len(phrases.which) >= 5
    assert len(phrases.it) >= 4
    assert len(phrases.item) >= 5
    required = {n for n, f in ROWS[entity].model_fields.items() if f.is_required()}
    assert all(slots(i) <= required for i in phrases.item)


@pytest.mark.parametrize("entity", sorted(ROWS))
def test_noun_phrases_exist_in_both_pools(entity):
    """Train takes four of five frames, test the fifth: both need phrases of either sort."""
    for finder, frames in PACK.entities[entity].np.items():
        params = {p.name for p in TOOLS[finder].params}
        assert len(frames) >= 8
        assert all(slots(f) <= params | {"which"} for f in frames)
        order = sorted(range(len(frames)), key=lambda i: (sorted(sure_slots(frames[i])), i))
        tests = [frames[i] for rank, i in enumerate(order) if rank % 5 == 1]
        for pool in (tests, [f for f in frames if f not in tests]):
            assert any(sure_slots(f) == set() for f in pool), (finder, tests)
            assert any(sure_slots(f) == {"which"} for f in pool), (finder, tests)


def raised():
    """Every error code that stands in the domain's sources."""
    found = {"not_found"}
    for path in domain.folder.rglob("*.py"):
        parts = path.read_text(encoding="utf-8").split("ToolError(")[1:]
        found |= {p.lstrip().split('"')[1] for p in parts if p.lstrip().startswith('"')}
    return found


def test_every_error_is_told():
    assert set(PACK.errors) == raised()
    for code, texts in PACK.errors.items():
        assert len(texts) >= 5
        if code in DETAILS:
            assert all(slots(t) <= DETAILS[code] for t in texts), code


def test_the_policy_is_of_a_sensible_length():
    assert 150 <= len(domain.policy.split()) <= 320
