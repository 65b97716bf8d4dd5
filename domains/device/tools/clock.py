"""Tools about alarms, timers and quiet times."""

from datetime import datetime

from callwright.domains.core import tool
from callwright.domains.device import kinds as k
from callwright.domains.device.base import named
from callwright.domains.device.rows import Alarm, AlarmList, Quiet, QuietList, Timer, TimerList
from callwright.domains.device.state import DeviceState

UNTITLED = "untitled"


# -- alarms --------------------------------------------------------------------------------
@tool()
def list_alarms(
    state: DeviceState,
    label: k.Text | None = None,
    after: k.Clock | None = None,
    before: k.Clock | None = None,
) -> AlarmList:
    """List the alarms that are set on the phone, by time of day.

    Args:
        label: Only alarms whose label has these words.
        after: Only alarms at or after this time of day.
        before: Only alarms before this time of day.
    """
    found = [
        a
        for a in state.alarms
        if named(label, [a.label])
        and (after is None or a.time >= after)
        and (before is None or a.time < before)
    ]
    return AlarmList(alarms=sorted(found, key=lambda a: a.time))


@tool(mutates=True, alike=("move_alarm", "start_timer", "alarm_ahead"))
def set_alarm(
    state: DeviceState,
    time: k.Clock,
    days: k.Days | None = None,
    label: k.Text | None = None,
) -> Alarm:
    """Set a new alarm; it rings once at the next such time unless days to repeat it are given.

    Args:
        time: When it rings.
        days: Weekdays on which it repeats.
        label: What it is called.
    """
    week = sorted(days or [], key=k.WEEKDAYS.index)
    return state.set_alarm(time, week, label or UNTITLED)


@tool(mutates=True, alike=("set_alarm",), ends=True)
def move_alarm(state: DeviceState, alarm_id: k.AlarmId, time: k.Clock) -> Alarm:
    """Change the time of an alarm; its label and its days stay.

    Args:
        alarm_id: The alarm.
        time: When it rings from now on.
    """
    return state.move_alarm(alarm_id, time)


@tool(mutates=True)
def alarm_sound(state: DeviceState, alarm_id: k.AlarmId, sound: k.Sound) -> Alarm:
    """Choose what an alarm sounds like; its time and days stay.

    Args:
        alarm_id: The alarm.
        sound: What it plays from now on.
    """
    return state.sound_alarm(alarm_id, sound)


@tool(mutates=True, ends=True)
def delete_alarm(state: DeviceState, alarm_id: k.AlarmId) -> Alarm:
    """Delete an alarm for good.

    Args:
        alarm_id: The alarm.
    """
    return state.alarms.delete(alarm_id)


# -- timers --------------------------------------------------------------------------------
@tool()
def list_timers(state: DeviceState) -> TimerList:
    """List the timers that are running and when each of them ends."""
    found = sorted(state.timers, key=lambda t: datetime.fromisoformat(t.end))
    return TimerList(timers=found)


@tool(mutates=True, alike=("extend_timer", "set_alarm"))
def start_timer(state: DeviceState, length: k.Length, label: k.Text | None = None) -> Timer:
    """Start a countdown that rings when it is over.

    Args:
        length: How long it runs.
        label: What it is for.
    """
    return state.start_timer(length, label or UNTITLED)


@tool(mutates=True, alike=("start_timer",), ends=True)
def extend_timer(state: DeviceState, timer_id: k.TimerId, extra: k.Length) -> Timer:
    """Give a running timer more time.

    Args:
        timer_id: The timer.
        extra: How much time is added.
    """
    return state.extend_timer(timer_id, extra)


@tool(mutates=True, ends=True)
def cancel_timer(state: DeviceState, timer_id: k.TimerId) -> Timer:
    """Stop a running timer before its time is up.

    Args:
        timer_id: The timer.
    """
    return state.timers.delete(timer_id)


# -- quiet times ---------------------------------------------------------------------------
@tool()
def list_quiet_times(state: DeviceState, date: k.Day | None = None) -> QuietList:
    """List the stretches of time ahead for which the phone is scheduled to be silent.

    Args:
        date: Only those that start on this day.
    """
    found = [q for q in state.quiet_times if date in (None, q.start[:10])]
    return QuietList(periods=sorted(found, key=lambda q: datetime.fromisoformat(q.start)))


@tool(
    mutates=True,
    alike=("flip_switch",),
    suits=(
        *("calendar_event", "fitness_class", "reservation", "show", "ticket_order"),
        *("booking", "flight", "train"),
    ),
)
def plan_quiet_time(
    state: DeviceState,
    start: k.Start,
    end: k.End,
    title: k.Text | None = None,
    calls: k.Calls = "none",
) -> Quiet:
    """Schedule a stretch of time in which the phone stays silent by itself.

    Args:
        start: When the silence begins.
        end: When the phone may make a sound again.
        title: What it is for.
        calls: Whose calls ring all the same.
    """
    return state.plan_quiet(start, end, title or "quiet time", calls)


@tool(mutates=True)
def let_caller_through(state: DeviceState, quiet_id: k.QuietId, person: k.Name) -> Quiet:
    """Let the calls of one contact ring during a scheduled quiet time.

    Args:
        quiet_id: The quiet time.
        person: The contact, by full name or first name.
    """
    return state.let_through(quiet_id, person)


@tool(mutates=True, ends=True)
def cancel_quiet_time(state: DeviceState, quiet_id: k.QuietId) -> Quiet:
    """Drop a scheduled quiet time, so that the phone sounds as usual.

    Args:
        quiet_id: The quiet time.
    """
    return state.quiet_times.delete(quiet_id)
