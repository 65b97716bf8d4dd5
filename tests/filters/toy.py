"""A toy domain (three tools, two tables) and small true trajectories in it, written by hand."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

from callwright.domains.core import (
    Domain,
    Output,
    Person,
    Row,
    State,
    Table,
    ToolError,
    World,
    tool,
)
from callwright.domains.core.view import ParamView, View, call_through
from callwright.filters.scene import Scene
from callwright.schemas.checks import Checks, ExpectedCall, Fact, FactValue, Leaf, TurnCheck
from callwright.schemas.forms import FormRule
from callwright.schemas.messages import Message, ToolCall, ToolSpec
from callwright.schemas.provenance import Provenance, Span
from callwright.schemas.task import Task, Trajectory, UserTurn, ViewUse
from callwright.schemas.values import (
    Choice,
    Count,
    Date,
    DateTime,
    EntityId,
    Flag,
    Money,
    Time,
    Title,
)

RoomId = Annotated[str, EntityId("room", prefix="RM")]
BookingId = Annotated[str, EntityId("booking", sayable=True, prefix="BK")]
NOW = datetime(2026, 3, 10, 8, 12, tzinfo=ZoneInfo("Europe/London"))
SYSTEM = "You assist Priya Nair. It is Tuesday 10 March 2026, 08:12 (Europe/London)."
PERSON = Person(
    seed="toy",
    name="Priya Nair",
    email="priya@example.com",
    phone="+442079460123",
    home_city="London",
    zone="Europe/London",
    locale="en_GB",
    currency="GBP",
    employer="Acme",
    contacts=(),
    devices=(),
    vehicle="",
    cards=(),
    interests=(),
)


class Room(Row):
    room_id: RoomId
    name: Annotated[str, Title()]
    price: Annotated[dict[str, str], Money()]
    seats: Annotated[int, Count()]
    quiet: Annotated[bool, Flag("quiet")]
    opens: Annotated[str, DateTime()]


class Booking(Row):
    booking_id: BookingId
    room_id: RoomId
    start: Annotated[str, DateTime()]
    title: Annotated[str | None, Title()] = None


class RoomList(Output):
    rooms: list[Room]


class Rooms(State):
    rooms: Table[Room]
    bookings: Table[Booking]


@tool()
def find_rooms(
    state: Rooms,
    date: Annotated[str, Date()],
    seats: Annotated[int | None, Count()] = None,
    quiet: Annotated[bool, Flag("quiet")] = False,
) -> RoomList:
    """Look up meeting rooms for a day.

    Args:
        date: the day.
        seats: how many people must fit in.
        quiet: only quiet rooms.
    """
    fit = (r for r in state.rooms if r.seats >= (seats or 0) and (r.quiet or not quiet))
    return RoomList(rooms=list(fit))


@tool(mutates=True)
def book_room(
    state: Rooms,
    room_id: RoomId,
    start: Annotated[str, DateTime()],
    title: Annotated[str | None, Title()] = None,
) -> Booking:
    """Book a meeting room.

    Args:
        room_id: the room.
        start: when it starts.
        title: what it is for.
    """
    room = state.rooms.need(room_id)
    if state.bookings.where(room_id=room_id, start=start):
        raise ToolError("taken", f"{room.name} is taken then.")
    key = state.new_id(state.bookings, "BK", room_id, start)
    return state.bookings.insert(Booking(booking_id=key, room_id=room_id, start=start, title=title))


@tool(mutates=True)
def swap_rooms(state: Rooms, first: RoomId, second: RoomId) -> Room:
    """Swap the names of two rooms.

    Args:
        first: one room.
        second: the other room.
    """
    one, two = state.rooms.need(first), state.rooms.need(second)
    state.rooms.update(second, name=one.name)
    return state.rooms.update(first, name=two.name)


ROOMS = [
    Room(room_id="RM-A1B2", name="Oak", price={"amount": "94.00", "currency": "GBP"}, seats=4,
         quiet=True, opens="2026-03-27T07:25:00+00:00"),
    Room(room_id="RM-C3D4", name="Elm", price={"amount": "120.50", "currency": "GBP"}, seats=8,
         quiet=False, opens="2026-03-27T09:00:00+00:00"),
    Room(room_id="RM-E5F6", name="Ash", price={"amount": "60.00", "currency": "GBP"}, seats=2,
         quiet=True, opens="2026-03-27T06:30:00+00:00"),
]  # fmt: skip


def no_two_rooms_of_one_name(state) -> Iterable[str]:
    names = [room.name for room in state.rooms]
    if len(set(names)) < len(names):
        yield "two rooms have one name"


def populate(state, rng):
    for room in ROOMS:
        state.rooms.insert(room)


def nothing(ask):
    return {}


TOOLS = (find_rooms, book_room, swap_rooms)
DOMAIN = Domain(
    name="desk",
    title="Desk",
    state=Rooms,
    tools=TOOLS,
    populate=populate,
    proposers={t.name: nothing for t in TOOLS},
    folder=Path(),
    invariants=(no_two_rooms_of_one_name,),
)


def world():
    made = World(PERSON, NOW, [DOMAIN])
    populate(made.states["desk"], None)
    made.journal.clear()
    return made


def view(name, **over):
    owned = DOMAIN.by_name[name]
    spec = ToolSpec(name=name, description=owned.doc, parameters=owned.schema)
    params = {p.name: ParamView(path=(p.name,)) for p in owned.params}
    return View(**{"tool": owned.id, "spec": spec, "params": params, **over})


def scene(**views):
    made = world()
    shown = {name: view(name) for name in DOMAIN.by_name} | views
    words = {"quiet": {"true": ("quiet",), "false": ("noisy",)}}
    return Scene(made, shown, made.setting(words))


def expected(name, arguments, after=(), fails=""):
    owned = DOMAIN.by_name[name]
    defaults = {
        f"/{p.name}": p.default for p in owned.params if p.shown_default and p.name not in arguments
    }
    leaves = {f"/{p.name}": Leaf(kind=p.kind.spec()) for p in owned.params}
    return ExpectedCall(
        name=name,
        tool=owned.id,
        arguments=arguments,
        leaves=leaves,
        defaults=defaults,
        mutates=owned.mutates,
        after=after,
        fails=fails,
    )


def fact(kind, value):
    return Fact(any_of=(FactValue(kind=kind.spec(), value=value),))


def turn(user, steps, answer, thoughts=None, **check):
    """One turn: `steps` are lists of calls `(name, arguments)` made at once."""
    return {"user": user, "steps": steps, "answer": answer, "thoughts": thoughts, "check": check}


def build(*turns, place=None, system=SYSTEM):
    """The trajectory in which the turns really happen in the toy world."""
    place = place or scene()
    mark = place.world.mark()
    messages = [Message(role="system", content=system)]
    checks = []
    for one in turns:
        messages.append(Message(role="user", content=one["user"]))
        thoughts = iter(one["thoughts"] or [None] * (len(one["steps"]) + 1))
        calls = []
        for step in one["steps"]:
            calls += step
            messages += happen(step, place, len(messages), next(thoughts))
        messages.append(Message(role="assistant", content=one["answer"], reasoning=next(thoughts)))
        checks.append(checked(calls, one["steps"], one["check"]))
    state = place.world.diff(mark)
    place.world.rollback(mark)
    return Trajectory(
        task=task(turns, checks, state, place, system), messages=messages, provenance=PROVENANCE
    )


def happen(step, place, at, thought):
    calls = [
        ToolCall(id=f"call_{at}_{i}", name=name, arguments=arguments)
        for i, (name, arguments) in enumerate(step)
    ]
    yield Message(role="assistant", tool_calls=calls, reasoning=thought)
    for call in calls:
        _, text = call_through(place.world, place.views, call.name, call.arguments, place.setting)
        yield Message(role="tool", content=text, tool_call_id=call.id, name=call.name)


def checked(calls, steps, check):
    starts = [sum(map(len, steps[:i])) for i in range(len(steps))]
    before = [range(start) for start, step in zip(starts, steps, strict=True) for _ in step]
    fails = check.pop("fails", "")
    wanted = [
        expected(*call, after=tuple(b), fails=fails) for call, b in zip(calls, before, strict=True)
    ]
    return TurnCheck(calls=wanted, **check)


def task(turns, checks, state, place, system):
    return Task(
        id="t",
        family_id="f",
        split="train",
        skill="single",
        domain="desk",
        dials={},
        world="w",
        views={n: ViewUse(tool=v.tool, view="v") for n, v in place.views.items()},
        system=system,
        tools=[v.spec for v in place.views.values()],
        turns=[UserTurn(text=one["user"]) for one in turns],
        checks=Checks(turns=checks, state=state, readers=("find_rooms",)),
    )


PROVENANCE = Provenance(
    seed_path="v1/toy/1/single/0",
    teacher="hand",
    code="0",
    frames=(),
    clock=Span(message=0, start=0, end=1),
    arguments=(),
)

FIND = ("find_rooms", {"date": "2026-03-27", "seats": 2})
START = "2026-03-27T10:00:00+00:00"


def book(room="RM-E5F6", start=START, **more):
    return ("book_room", {"room_id": room, "start": start, **more})


def single():
    """One look-up."""
    return build(
        turn(
            "Which rooms fit two people on Friday 27 March?",
            [[FIND]],
            "There are 3 rooms: Oak for £94, Elm for £120.50 and Ash for £60. Ash opens at 06:30.",
            facts=(fact(Money(), {"amount": "60.00", "currency": "GBP"}), fact(Time(), "06:30")),
        )
    )


def steps():
    """A look-up, then two bookings at once that need it."""
    return build(
        turn(
            "Book the two cheapest rooms for Friday 27 March at 10:00, I need 2 seats",
            [[FIND], [book("RM-E5F6", title="Stand-up"), book("RM-A1B2")]],
            "Ash and Oak are booked for Friday 27 March at 10:00.",
            facts=(fact(Time(), "10:00"),),
        )
    )


def swap():
    signs = ("swap_rooms", {"first": "RM-A1B2", "second": "RM-C3D4"})
    return build(
        turn(
            "Swap the signs of Oak and Elm, I am there on 27 March for 2",
            [[FIND], [signs]],
            "Done, Oak and Elm are swapped.",
        )
    )


def declines():
    return build(
        turn(
            "Order a cake for Friday",
            [],
            "Sorry, I can't order a cake with these tools.",
            declines=("cake",),
        )
    )


def asks():
    """A missing day is asked for; then the call follows."""
    return build(
        turn(
            "Which rooms seat 2?", [], "Which day do you need it for?", asks=("day", "date", "when")
        ),
        turn(
            "On 27 March",
            [[FIND]],
            "Oak, Elm and Ash are free on 27 March.",
            facts=(fact(Date(), "2026-03-27"),),
        ),
    )


def formed():
    """One sentence in two turns, without commas."""
    rules = (FormRule(type="sentences_exactly", args={"count": 1}), FormRule(type="no_commas"))
    return build(
        turn(
            "When does Ash open on 27 March? I need 2 seats. Always answer in one sentence",
            [[FIND]],
            "Ash opens at 06:30.",
            facts=(fact(Time(), "06:30"),),
            form=rules,
        ),
        turn("Thanks", [], "You are welcome.", form=rules),
    )


def document():
    """The cheapest room as a document."""
    money = FactValue(
        kind=Money().spec(), value={"amount": "60.00", "currency": "GBP"}, format="text"
    )
    name = FactValue(kind=Title().spec(), value="Ash")
    schema = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "price": {"type": "string"}},
        "required": ["name", "price"],
        "additionalProperties": False,
    }
    return build(
        turn(
            "Which room is the cheapest on 27 March for 2? JSON only, with name and price",
            [[FIND]],
            '{"name": "Ash", "price": "60.00 GBP"}',
            facts=(Fact(any_of=(name,), path="/name"), Fact(any_of=(money,), path="/price")),
            form=(FormRule(type="json_schema", args={"schema": schema}),),
        )
    )


def empty():
    """A look-up that finds nothing."""
    return build(
        turn(
            "Which rooms seat 20 on 27 March? I'm there at 9:35 pm on the 26th",
            [[("find_rooms", {"date": "2026-03-27", "seats": 20})]],
            "There's no room for 20 people on 27 March.",
            facts=(fact(Date(), "2026-03-27"),),
            finds_nothing=True,
        )
    )


def refused():
    """A booking, and the same again, which the world refuses."""
    return build(
        turn(
            "Book Ash for Friday 27 March at 10:00, there are 2 of us",
            [[FIND], [book()]],
            "Ash is booked for 10:00.",
            facts=(fact(Time(), "10:00"),),
        ),
        turn(
            "Once more, please",
            [[book()]],
            "Ash is taken at 10:00 by now.",
            facts=(fact(Time(), "10:00"),),
            fails="taken",
        ),
    )


def state():
    """A look-up of which one of two states is told."""
    return build(
        turn(
            "Is Ash quiet on 27 March? There will be 2 of us",
            [[FIND]],
            "Ash is quiet on 27 March.",
            facts=(fact(Choice("noise", ("quiet", "loud")), "quiet"),),
        )
    )


ALL = (single, steps, swap, declines, asks, formed, document, empty, refused, state)
