"""Fills the device domain: things, apps, alarms, timers and quiet times."""

from datetime import datetime, time, timedelta
from random import Random

from callwright.domains.device import kinds as k
from callwright.domains.device import names
from callwright.domains.device.base import delta
from callwright.domains.device.make_apps import make_apps, make_more_apps
from callwright.domains.device.make_things import (
    make_accessories,
    make_devices,
    make_more_networks,
    make_networks,
    make_settings,
)
from callwright.domains.device.rows import Alarm, Quiet, Routine, Timer
from callwright.domains.device.state import DeviceState, later


def populate(state: DeviceState, rng: Random) -> None:
    """Fill an empty state."""
    make_devices(state, rng)
    make_apps(state, rng)
    make_settings(state, rng)
    make_networks(state, rng)
    make_accessories(state, rng)
    _make_alarms(state, rng)
    _make_timers(state, rng)
    _make_quiet(state, rng)
    make_more_apps(state, rng)
    make_more_networks(state, rng)
    _make_routine(state, rng)


def _make_alarms(state: DeviceState, rng: Random) -> None:
    taken: set[str] = set()
    for label, times, repeat in rng.sample(names.ALARMS, rng.randint(4, 7)):
        clock = rng.choice(times)
        if clock in taken:
            continue
        taken.add(clock)
        key = state.new_id(state.alarms, "AL", label)
        days = _days(rng, repeat)
        state.alarms.insert(
            Alarm(alarm_id=key, label=label, time=clock, days=days, sound=rng.choice(k.SOUNDS))
        )


def _days(rng: Random, repeat: str) -> list[str]:
    week = k.WEEKDAYS
    picked = {
        "work": week[:5],
        "all": week,
        "end": week[5:],
        "one": (rng.choice(week[:5]),),
        "some": rng.choice((("Monday", "Thursday"), ("Tuesday", "Friday"), week[:5:2])),
        "once": (),
    }
    return list(picked[repeat])


def _make_timers(state: DeviceState, rng: Random) -> None:
    for label, lengths in rng.sample(names.TIMERS, rng.choice((0, 1, 1, 2, 2, 3, 3, 4))):
        length = rng.choice(lengths)
        gone = rng.randint(1, max(1, int(delta(length).total_seconds()) // 60 - 1))
        start = later(state.now, -timedelta(minutes=gone))
        end = later(start, delta(length))
        row = Timer(
            timer_id=state.new_id(state.timers, "TM", label),
            label=label,
            length=length,
            start=start.isoformat(),
            end=end.isoformat(),
        )
        state.timers.insert(row)


def _make_quiet(state: DeviceState, rng: Random) -> None:
    days = sorted(rng.sample(range(1, 12), rng.randint(3, 5)))
    chosen = rng.sample(names.QUIET, len(days))
    for ahead, (title, first, last) in zip(days, chosen, strict=True):
        start, end = (_at(state, ahead, clock) for clock in (first, last))
        state.quiet_times.insert(
            Quiet(
                quiet_id=state.new_id(state.quiet_times, "QT", title, start),
                title=title,
                start=start,
                end=end,
                calls=rng.choice(k.CALLS[:2]),
                allowed=[],
            )
        )


def _at(state: DeviceState, ahead: int, clock: str) -> str:
    day = state.now.date() + timedelta(ahead)
    return datetime.combine(day, time.fromisoformat(clock), state.now.tzinfo).isoformat()


def _make_routine(state: DeviceState, rng: Random) -> None:
    row = Routine(
        routine_id=state.new_id(state.routines, "RT"),
        wake_up=rng.choice(("05:50", "06:10", "06:40", "07:05", "07:20", "07:40")),
        bedtime=rng.choice(("21:30", "21:50", "22:20", "22:40", "23:00")),
        sound=rng.choice(k.SOUNDS),
        calls=rng.choice(k.CALLS),
        focus=rng.choice(("PT20M", "PT25M", "PT40M", "PT50M", "PT1H30M")),
    )
    state.routines.insert(row)
