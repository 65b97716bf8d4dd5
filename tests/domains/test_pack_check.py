"""A pack that does not fit its domain is one message that names the place and what would fit."""

import pytest

from callwright.domains.core.discovery import discover
from callwright.domains.core.pack import Pack, load_pack
from callwright.domains.core.pack_check import check_pack, faults
from callwright.schemas.errors import PhraseError

DOMAIN = discover()["calendar"]
PACK = load_pack(DOMAIN.folder)


@pytest.mark.parametrize("name", discover())
def test_packaged_packs_fit(name: str) -> None:
    domain = discover()[name]
    assert list(faults(domain, load_pack(domain.folder))) == []


def broken(change) -> Pack:
    """The calendar's pack with one change to its data."""
    data = PACK.model_dump()
    change(data)
    return Pack.model_validate(data)


def drop_tool(data):
    del data["tools"]["next_event"]


def add_tool(data):
    data["tools"]["nxt_event"] = data["tools"]["next_event"]


def wrong_slot(data):
    data["tools"]["move_event"]["imperatives"] = ("move {event_id} to {begin}",)


def wrong_clause(data):
    data["tools"]["find_events"]["clauses"]["date"] = ("on {words}",)


def wrong_path(data):
    data["tools"]["next_event"]["tell"]["done"] = ("Next is {titel}.",)


def wrong_fact(data):
    data["tools"]["next_event"]["facts"] = ("titel",)


def no_entity(data):
    del data["entities"]["meeting_room"]


def wrong_finder(data):
    phrases = data["entities"]["meeting_room"]
    phrases["np"] = {"find_room": next(iter(phrases["np"].values()))}


def wrong_reference(data):
    data["entities"]["meeting_room"]["refer"] = {"min size": ("smallest",)}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (drop_tool, "tools: next_event is missing"),
        (add_tool, "tools: nxt_event is unknown; there are: accept_invitation, "),
        (wrong_slot, r"tools\.move_event\.imperatives: .*: begin is unknown; there are: event_id"),
        (wrong_clause, r"tools\.find_events\.clauses\.date: 'on {words}': words is unknown"),
        (wrong_path, r"tools\.next_event\.tell\.done: 'Next is {titel}\.': titel is unknown"),
        (wrong_fact, r"tools\.next_event\.facts: titel is unknown"),
        (no_entity, "entities: meeting_room is missing"),
        (wrong_finder, r"entities\.meeting_room\.np: find_room is unknown; there are: find_rooms"),
        (wrong_reference, r"entities\.meeting_room\.refer: size is unknown; there are: "),
    ],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_faults_name_their_place(change, message: str) -> None:
    with pytest.raises(PhraseError, match=f"^calendar/phrases: {message}"):
        check_pack(DOMAIN, broken(change))
