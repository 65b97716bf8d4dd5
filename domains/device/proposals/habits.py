"""Proposers of the tools about habits, reports and alarms ahead of something."""

from datetime import datetime, time, timedelta

from callwright.domains.core import Ask, NoProposal
from callwright.domains.core.proposing import sure
from callwright.domains.device import kinds as k
from callwright.domains.device import names
from callwright.domains.device.base import delta
from callwright.domains.device.proposals.common import Args, state_of
from callwright.domains.device.state import MOST_ALARMS, later

LEADS = ("PT15M", "PT30M", "PT45M", "PT90M", "PT2H", "PT3H")
STARTS = ("06:30", "07:45", "08:30", "09:00", "10:30", "13:00", "16:15", "18:00", "19:30")


def my_routine(ask: Ask) -> Args:
    """Nothing to say."""
    return {}


def email_report(ask: Ask) -> Args:
    """A report that was not sent there, mostly to the person's own address."""
    state = state_of(ask)
    others = [c.email for c in state.person.contacts]
    email = state.person.email if ask.maybe(0.75) else ask.choose(others)
    sent = {r.report for r in state.reports if r.email == email}
    return {"report": ask.choose(r for r in k.REPORTS if r not in sent), "email": email}


def alarm_ahead(ask: Ask) -> Args:
    """Something in the next days, with or without how long before it the alarm rings."""
    state = state_of(ask)
    sure(state.may_ring)
    if len(state.alarms) >= MOST_ALARMS:
        raise NoProposal
    day = state.now.date() + timedelta(days=ask.rng.randint(1, 9))
    clock = time.fromisoformat(ask.rng.choice(STARTS))
    start = datetime.combine(day, clock, state.now.tzinfo)
    args: Args = {"start": start.isoformat()}
    if ask.maybe(0.6):
        args["lead"] = ask.rng.choice(LEADS)
    rings = later(start, -delta(args.get("lead", "PT1H")))
    sure(lambda: state.free_time(f"{rings:%H:%M}"))
    if ask.maybe(0.3):
        labels = [a[0] for a in names.ALARMS]
        args["label"] = ask.choose(x for x in labels if x not in {a.label for a in state.alarms})
    return args
