"""Proposers of the tools about alarms, timers and quiet times."""

from datetime import datetime, time, timedelta

from callwright.domains.core import Ask, NoProposal
from callwright.domains.core.proposing import pick, sure
from callwright.domains.device import kinds as k
from callwright.domains.device import names
from callwright.domains.device.base import delta
from callwright.domains.device.proposals.common import Args, finding, state_of
from callwright.domains.device.rows import Alarm, Quiet, Timer
from callwright.domains.device.state import LONGEST_TIMER, MOST_ALARMS, MOST_TIMERS
from callwright.domains.device.tools import clock

AFTER = ("06:00", "07:00", "08:00", "12:00", "14:00", "17:00", "18:00", "20:00")
BEFORE = ("07:00", "08:00", "09:00", "10:00", "12:00", "13:00", "16:00", "19:00", "22:00")
WEEK = (
    ["Monday"], ["Wednesday"], ["Friday"], ["Monday", "Wednesday"], ["Tuesday", "Thursday"],
    ["Monday", "Wednesday", "Friday"], ["Tuesday", "Friday"],
)  # fmt: skip
WEEKEND = (["Saturday", "Sunday"], ["Saturday"], ["Sunday"])
DAYS = {"work": WEEK, "all": WEEK + WEEKEND, "some": WEEK + WEEKEND, "one": WEEK, "end": WEEKEND}
EXTRA = ("PT2M", "PT5M", "PT5M", "PT10M", "PT10M", "PT15M", "PT20M", "PT30M")


# -- alarms --------------------------------------------------------------------------------
def list_alarms(ask: Ask) -> Args:
    """All alarms, by label, or in a part of the day."""
    row = pick(ask, Alarm, state_of(ask).alarms)
    way, args = ask.rng.random(), Args()
    after = [t for t in AFTER if t <= row.time][-2:]
    before = [t for t in BEFORE if t > row.time][:2]
    if way < (0.4 if ask.target else 0.15):
        args["label"] = row.label
    elif way < 0.6 and after and ask.target is None:
        args["after"] = ask.rng.choice(after)
    elif way < 0.8 and before and ask.target is None:
        args["before"] = ask.rng.choice(before)
    return finding(ask, clock.list_alarms, args)


def set_alarm(ask: Ask) -> Args:
    """An alarm at a usual time that is still free."""
    state = state_of(ask)
    sure(state.may_ring)
    if len(state.alarms) >= MOST_ALARMS:
        raise NoProposal
    label, times, repeat = ask.rng.choice(names.ALARMS)
    args: Args = {"time": _free(ask, times)}
    if repeat in DAYS and ask.maybe(0.45):
        args["days"] = ask.rng.choice(DAYS[repeat])
    if ask.maybe(0.45) and label not in {a.label for a in state.alarms}:
        args["label"] = label
    return args


def move_alarm(ask: Ask) -> Args:
    """An alarm, an hour or less earlier or later."""
    row = pick(ask, Alarm, state_of(ask).alarms)
    minutes = int(row.time[:2]) * 60 + int(row.time[3:])
    near = [minutes + by for by in (-60, -45, -30, -15, 15, 30, 45, 60)]
    times = [f"{m // 60:02}:{m % 60:02}" for m in near if 0 <= m < 24 * 60]
    return {"alarm_id": row.alarm_id, "time": _free(ask, times)}


def alarm_sound(ask: Ask) -> Args:
    """Any alarm, with another sound."""
    row = pick(ask, Alarm, state_of(ask).alarms)
    return {"alarm_id": row.alarm_id, "sound": ask.choose(s for s in k.SOUNDS if s != row.sound)}


def delete_alarm(ask: Ask) -> Args:
    """Any alarm."""
    return {"alarm_id": pick(ask, Alarm, state_of(ask).alarms).alarm_id}


def _free(ask: Ask, times: tuple[str, ...] | list[str]) -> str:
    taken = {a.time for a in state_of(ask).alarms}
    return ask.choose(t for t in times if t not in taken)


# -- timers --------------------------------------------------------------------------------
def list_timers(ask: Ask) -> Args:
    """No arguments; there is a timer to be told."""
    return finding(ask, clock.list_timers, {})


def start_timer(ask: Ask) -> Args:
    """A usual timer, mostly with its label."""
    state = state_of(ask)
    sure(state.may_ring)
    if len(state.timers) >= MOST_TIMERS:
        raise NoProposal
    running = {t.label for t in state.timers}
    label, lengths = ask.choose(t for t in names.TIMERS if t[0] not in running)
    named = {"label": label} if ask.maybe(0.5) else {}
    return {"length": ask.rng.choice(lengths)} | named


def extend_timer(ask: Ask) -> Args:
    """A few minutes more for a timer."""
    row = pick(ask, Timer, state_of(ask).timers)
    short = [e for e in EXTRA if delta(e) <= delta(row.length)]
    extra = ask.choose(e for e in short if delta(row.length) + delta(e) <= LONGEST_TIMER)
    return {"timer_id": row.timer_id, "extra": extra}


def cancel_timer(ask: Ask) -> Args:
    """Any timer."""
    return {"timer_id": pick(ask, Timer, state_of(ask).timers).timer_id}


# -- quiet times ---------------------------------------------------------------------------
def list_quiet_times(ask: Ask) -> Args:
    """All of them, or those of a day."""
    row = pick(ask, Quiet, state_of(ask).quiet_times)
    args: Args = {"date": row.start[:10]} if ask.maybe(0.5) else {}
    return finding(ask, clock.list_quiet_times, args)


def plan_quiet_time(ask: Ask) -> Args:
    """A usual stretch on a day ahead that is still free."""
    state = state_of(ask)
    title, first, last = ask.rng.choice(names.QUIET)
    day = state.now.date() + timedelta(ask.rng.randint(1, 9))
    zone = state.now.tzinfo
    start, end = (datetime.combine(day, time.fromisoformat(c), zone) for c in (first, last))
    sure(lambda: state.no_overlap(start, end))
    args: Args = {"start": start.isoformat(), "end": end.isoformat()}
    if ask.maybe(0.45):
        args["title"] = title
    if ask.maybe(0.3):
        args["calls"] = "favourites"
    return args


def let_caller_through(ask: Ask) -> Args:
    """A contact, mostly by first name, who does not get through yet."""
    row = pick(ask, Quiet, state_of(ask).quiet_times)
    people = [c.name for c in state_of(ask).person.contacts if c.name not in row.allowed]
    name = ask.choose(people)
    return {"quiet_id": row.quiet_id, "person": name.split()[0] if ask.maybe(0.6) else name}


def cancel_quiet_time(ask: Ask) -> Args:
    """Any quiet time."""
    return {"quiet_id": pick(ask, Quiet, state_of(ask).quiet_times).quiet_id}
