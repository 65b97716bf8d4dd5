"""The form of every discovered phrase pack: what makes each phrase fit where it is put."""

import re

import pytest

from callwright.domains.core import output as shapes
from callwright.domains.core.discovery import discover
from callwright.domains.core.pack import load_pack
from callwright.domains.core.template import slots, sure_slots
from tests.domains.test_depth import EACH_DOMAIN, EACH_TOOL, frames_of, pack_of, phrases_of
from tests.domains.test_depth import view_words as words_for
from tests.domains.test_examples import EPISODES, run

PARTED = re.compile(
    r"\b(call off|give up|give back|hand back|take back|send back) \{\w+_(id|ref)\b"
)
WAITING = {
    "at",
    "by",
    "during",
    "for",
    "from",
    "in",
    "of",
    "off",
    "on",
    "or",
    "to",
    "until",
    "with",
}
ROWS = {
    (name, shapes.entity(row) or row.__name__.lower()): row
    for name, domain in discover().items()
    for tool in domain.tools
    for row in shapes.lists(tool.output).values()
}
EACH_ROW = pytest.mark.parametrize(
    ("key", "row"), [pytest.param(k, v, id="-".join(k)) for k, v in sorted(ROWS.items())]
)


@EACH_TOOL
def test_imperatives_follow_could_you_and_sentences_end(tool):
    words = phrases_of(tool)
    for frame in (*words.imperatives, *words.terse):
        assert not re.search(r"[.?!]$", frame)
        assert not re.match(r"[A-Z][a-z]", frame)
    assert all(s[-1] in ".?" for s in words.sentences)


@EACH_TOOL
def test_a_verb_keeps_its_particle_behind_a_pronoun(tool):
    """`call off {x}` would become `call off it`."""
    assert [frame for frame in frames_of(tool) if PARTED.search(frame)] == []


@EACH_TOOL
def test_the_names_of_what_acts_are_whole(tool):
    """An answer may say `Done: pause deliveries`, so no name waits for a value to follow it."""
    names = phrases_of(tool).names if tool.mutates else ()
    assert [n for n in names if n.split()[-1] in WAITING] == []


@EACH_TOOL
def test_of_both_pools_some_frame_leaves_any_value_out(tool):
    words = phrases_of(tool)
    if not all(p.kind.sayable for p in tool.params if p.required):
        return  # what a look-up fills is always referred to
    for frames in (words.imperatives, words.terse):
        order = sorted(range(len(frames)), key=lambda i: (sorted(sure_slots(frames[i])), i))
        tests = [frames[i] for rank, i in enumerate(order) if rank % 5 == 1]
        for pool in (tests, [f for f in frames if f not in tests]):
            for p in (p for p in tool.params if p.required):
                assert any(p.name not in slots(f) for f in pool), p.name


@EACH_TOOL
def test_tellings_hold_their_facts(tool):
    words, listed = phrases_of(tool), shapes.lists(tool.output)
    for fact in words.facts:
        path = fact.partition(":")[0]
        told = path.replace(".*.", ".0.")
        for text in words.tell.done + words.tell.one:
            assert {told, "each"} & sure_slots(text), (fact, text)
        if listed and "*" in path:
            row = next(iter(listed.values()))
            entity = shapes.entity(row) or row.__name__.lower()
            for item in pack_of(tool.domain).entities[entity].item:
                assert path.rpartition(".")[2] in sure_slots(item), (fact, item)


@EACH_TOOL
def test_names_of_parameters_do_not_collide(tool):
    used = {}
    for p in tool.params:
        for name in {p.name.replace("_", " "), *words_for(tool, p).names}:
            assert used.setdefault(name, p.name) == p.name, name


@EACH_ROW
def test_an_entity_is_spoken_of_by_what_is_always_there(key, row):
    phrases = pack_of(key[0]).entities[key[1]]
    required = {name for name, f in row.model_fields.items() if f.is_required()}
    assert all(slots(item) <= required for item in phrases.item)
    if shapes.entity(row) is None:
        return
    shown = set(shapes.fields(row))
    for how, texts in phrases.refer.items():
        op, field = how.split()
        assert op in {"min", "max", "equals"}
        assert all(slots(t) <= {field} for t in texts)
    assert set(phrases.fields) | set(phrases.ask_field) <= shown
    assert set(phrases.ask_field) == set(phrases.tell_field)


@EACH_DOMAIN
def test_questions_and_answers_about_a_field_are_about_the_same(domain):
    for phrases in load_pack(domain.folder).entities.values():
        for field, questions in phrases.ask_field.items():
            assert all(slots(q) == {"ref"} for q in questions)
            assert all(slots(t) == {"value"} for t in phrases.tell_field[field])
            marks = {":clock}" in t for t in phrases.tell_field[field]}
            assert len(marks) == 1, "all tellings of a field must say the same part of it"


@EACH_DOMAIN
def test_tellings_of_a_failure_use_its_details(domain):
    """Details as they come in the golden episodes, which cause every failure."""
    errors = load_pack(domain.folder).errors
    for episode in (p.values[1] for p in EPISODES if p.values[0] is domain):
        for _, _, outcome in run(domain, episode):
            if not outcome.ok:
                details = set(outcome.error["error"]) - {"code", "message"}
                for text in errors[outcome.code]:
                    assert sure_slots(text) <= details, (outcome.code, text)
