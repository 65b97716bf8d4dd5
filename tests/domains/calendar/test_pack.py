"""The English phrase pack of the calendar: complete and deep."""

import re

import pytest

from callwright.domains.calendar import domain
from callwright.domains.core import output as shapes
from callwright.domains.core.pack import load_pack
from callwright.domains.core.template import slots, sure_slots
from callwright.schemas.values import Choice, EntityId, Flag

PACK = load_pack(domain.folder)
TOOLS = pytest.mark.parametrize("tool", domain.tools, ids=lambda t: t.name)
FINDERS = {
    (tool.name, shapes.entity(row))
    for tool in domain.tools
    for row in shapes.lists(tool.output).values()
    if shapes.entity(row)
}


def test_the_pack_speaks_of_this_domain_only():
    assert set(PACK.tools) == set(domain.by_name)


@TOOLS
def test_frames_are_many_and_use_known_parameters(tool):
    phrases, params = PACK.tools[tool.name], {p.name for p in tool.params}
    assert len(phrases.imperatives) >= 14
    assert len(phrases.sentences) >= 8
    assert len(phrases.terse) >= 6
    for frames in (phrases.imperatives, phrases.sentences, phrases.terse):
        assert len(set(frames)) == len(frames)
    for frame in (*phrases.imperatives, *phrases.sentences, *phrases.terse):
        assert slots(frame) <= params
        assert "{*}" in frame
    assert sum(not slots(f) for f in phrases.imperatives) >= 3
    assert sum(not slots(f) for f in phrases.terse) >= 2


@TOOLS
def test_imperatives_follow_could_you_and_sentences_end(tool):
    phrases = PACK.tools[tool.name]
    for frame in (*phrases.imperatives, *phrases.terse):
        assert not re.search(r"[.?!]$", frame)
        assert not re.match(r"[A-Z](?!SVP)", frame)
    assert all(s.endswith((".", "?")) for s in phrases.sentences)


@TOOLS
def test_every_parameter_can_be_said_asked_for_and_renamed(tool):
    phrases = PACK.tools[tool.name]
    for p in tool.params:
        said = phrases.clauses.get(p.name, ())
        assert all(slots(c) == {p.name} for c in said)
        if not said:  # said inside the frames only; a frame without it says that it is missing
            for frames in (phrases.imperatives, phrases.sentences, phrases.terse):
                assert sum(p.name in sure_slots(f) for f in frames) >= 4, p.name
        views = PACK.params.get(f"{tool.name}.{p.name}") or PACK.params[p.name]
        assert len(views.names) >= 4
        assert len(views.describe) >= 3
        if p.required:
            assert len(phrases.ask[p.name]) >= 4
            words = phrases.ask_words[p.name]
            for question in phrases.ask[p.name]:
                assert any(w in question.lower() for w in words), question
        if isinstance(p.kind, EntityId):
            frames = (*phrases.imperatives, *phrases.sentences, *phrases.terse)
            assert sum(p.name in slots(f) for f in frames) >= 8


@TOOLS
def test_results_are_told_in_many_ways_that_hold_the_facts(tool):
    phrases = PACK.tools[tool.name]
    listed = shapes.lists(tool.output)
    for part in ("one", "some", "none") if listed else ("done",):
        assert len(getattr(phrases.tell, part)) >= 6, part
    for template in (*phrases.tell.done, *phrases.tell.one):
        for fact in phrases.facts:
            if not re.fullmatch(r".*:(clock|day)", fact) or ":clock" in fact:
                assert fact.partition(":")[0].replace("*", "0") in sure_slots(template), template
    assert len(phrases.names) == len(set(phrases.names)) >= 5
    assert len(phrases.describe) >= 4
    assert len(phrases.able) >= 3
    assert 1 <= len(phrases.topic) <= 4


@TOOLS
def test_tellings_use_fields_that_are_always_there(tool):
    known = {".".join(p).replace("*", "0") for p, _ in shapes.leaves(tool.output)}
    known |= {k.replace(".0.", ".1.") for k in known} | {f"arg.{p.name}" for p in tool.params}
    for section in PACK.tools[tool.name].tell:
        for template in section[1]:
            assert slots(template) <= known | {"each", "number"}, template


@pytest.mark.parametrize("finder", sorted(FINDERS), ids=lambda f: f[0])
def test_entities_are_referred_to_through_every_finder(finder):
    name, entity = finder
    frames, params = PACK.entities[entity].np[name], {p.name for p in domain.by_name[name].params}
    assert len(frames) >= 8
    assert all(slots(f) <= params | {"which"} for f in frames)
    with_which = sum("which" in slots(f) for f in frames)
    assert min(with_which, len(frames) - with_which) >= 4


@pytest.mark.parametrize("entity", sorted({e for _, e in FINDERS}))
def test_entities_have_words_for_everything_people_ask(entity):
    phrases = PACK.entities[entity]
    assert sum(map(len, phrases.refer.values())) >= 8
    assert len(phrases.which) >= 5
    assert len(phrases.it) >= 4
    assert len(phrases.item) >= 5
    assert set(phrases.ask_field) == set(phrases.tell_field)
    for field, questions in phrases.ask_field.items():
        assert len(questions) >= 5
        assert all(slots(q) == {"ref"} and q.endswith("?") for q in questions)
        assert len(phrases.tell_field[field]) >= 5
        marks = {"clock" if ":clock}" in t else "" for t in phrases.tell_field[field]}
        assert len(marks) == 1, "all tellings of a field must say the same part of it"


def test_every_failure_is_told_with_its_details():
    sources = "".join(p.read_text(encoding="utf-8") for p in domain.folder.glob("*.py"))
    codes = {*re.findall(r"ToolError\(\s*\"(\w+)\"", sources), "not_found"}
    assert codes == set(PACK.errors)
    assert all(len(tellings) >= 5 for tellings in PACK.errors.values())


def test_choices_and_flags_have_words():
    for tool in domain.tools:
        kinds = [p.kind for p in tool.params] + [kind for _, kind in shapes.leaves(tool.output)]
        for kind in kinds:
            if isinstance(kind, Choice):
                assert set(PACK.words[kind.enum]) == set(kind.values)
            if isinstance(kind, Flag):
                assert set(PACK.words[kind.flag]) <= {"true", "false"}
