"""Hand-made trajectories for tests of what comes after generation: rows, releases, cards, views."""

import random

from callwright.schemas.checks import Checks, ExpectedCall, Leaf, TurnCheck
from callwright.schemas.messages import Message, ToolCall, ToolSpec, Weights
from callwright.schemas.provenance import ArgumentSource, Provenance, Source, Span
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Task, Trajectory, UserTurn, Verdict, ViewUse

PLACE = {"kind": "place"}
SYSTEM = "It is Tuesday 10 March 2026, 08:12 (Europe/London)."
CITIES = ("Lisbon", "Oslo", "Rome", "Cairo", "Quito", "Perth", "Seoul")


def tool_spec(name="look_up_city"):
    properties = {"city": {"type": "string", "description": "The city."}}
    schema = {"type": "object", "properties": properties, "required": ["city"]}
    return ToolSpec(name=name, description="Looks a city up.", parameters=schema)


def view(name="look_up_city"):
    from callwright.domains.core.view import ParamView, View

    return View(
        tool="travel.look_up", spec=tool_spec(name), params={"city": ParamView(path=("city",))}
    )


def world():
    from callwright.domains.core import World
    from callwright.domains.core.people import make_clock, make_person

    rng = random.Random(7)
    person = make_person(rng, "en_GB")
    return World(person, make_clock(rng, person), ())


def trajectory(
    number, *, split="train", skill="single", domain="travel", world_id="w" * 32, view_id="v" * 16
):
    """One call about one city; every number gives another row."""
    path = SeedPath.root("made", 1).at(skill, domain, split, number)
    city = CITIES[number % len(CITIES)]
    text = f"please look up {city} for me, case {number}"
    start = text.index(city)
    messages = conversation(text, city)
    source = Source(origin="span", span=Span(message=1, start=start, end=start + len(city)))
    argument = ArgumentSource(message=2, call=0, path="/city", kind=PLACE, source=source)
    provenance = Provenance(
        seed_path=path.text,
        teacher="scripted/1",
        code="0.1.0",
        frames=(f"travel.look_up.imperatives.{number % 12}",),
        clock=Span(message=0, start=6, end=len(SYSTEM) - 1),
        arguments=(argument,),
    )
    return Trajectory(
        task=task(
            path, text, city, view_id, split=split, skill=skill, domain=domain, world=world_id
        ),
        messages=messages,
        provenance=provenance,
        verdicts=(Verdict(filter="schema", keep=True), Verdict(filter="match", keep=True)),
    )


def task(path, text, city, view_id, **coordinates):
    call = ExpectedCall(
        name="look_up_city",
        tool="travel.look_up",
        arguments={"city": city},
        leaves={"/city": Leaf(kind=PLACE)},
        mutates=False,
    )
    return Task(
        id=path.digest(),
        family_id=path.at("family").digest(),
        dials={"register": "terse", "thinking": True, "visible_tools": 1, "gold_positions": [0]},
        views={"look_up_city": ViewUse(tool="travel.look_up", view=view_id)},
        system=SYSTEM,
        tools=(tool_spec(),),
        turns=(UserTurn(text=text, reveals=(city,)),),
        checks=Checks(turns=(TurnCheck(calls=(call,)),), state=()),
        **coordinates,
    )


def conversation(text, city):
    call = ToolCall(id="call_1", name="look_up_city", arguments={"city": city})
    return (
        Message(role="system", content=SYSTEM),
        Message(role="user", content=text),
        Message(role="assistant", reasoning="A look-up.", tool_calls=(call,), weights=Weights()),
        Message(
            role="tool",
            content=f'{{"name": "{city}", "people": 2000}}',
            tool_call_id="call_1",
            name="look_up_city",
        ),
        Message(
            role="assistant",
            reasoning="Tell it.",
            content=f"{city} has 2000 people.",
            weights=Weights(),
        ),
    )
