"""What a person would ask of the tools about drivers."""

from callwright.domains.core import Ask, NoProposal
from callwright.domains.core.proposing import sure
from callwright.domains.vehicle import kinds as k
from callwright.domains.vehicle.proposals.common import Args, state_of


def my_driving_habits(ask: Ask) -> Args:
    """Nothing to say."""
    return {}


def call_roadside_help(ask: Ask) -> Args:
    """A problem of a car that stands, mostly with the person's own number."""
    state = state_of(ask)
    sure(lambda: state.standing("be helped"))
    if len(state.call_outs):
        raise NoProposal
    others = [c.phone for c in state.person.contacts]
    phone = state.person.phone if ask.maybe(0.75) else ask.choose(others)
    return {"problem": ask.rng.choice(k.PROBLEMS), "phone": phone}
