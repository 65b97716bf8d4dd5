"""The whole state of the device domain: alarms, timers and quiet times on top of the rest."""

from datetime import UTC, datetime, timedelta

from callwright.domains.core import ToolError
from callwright.domains.device.base import delta
from callwright.domains.device.library import CLOCK, Library
from callwright.domains.device.rows import Alarm, Quiet, Timer
from callwright.schemas.values.durations import to_iso

MOST_TIMERS = 4
MOST_ALARMS = 12
LONGEST_TIMER = timedelta(hours=24)
LONGEST_QUIET = timedelta(hours=72)


class DeviceState(Library):
    """Everything on a person's phone."""

    def may_ring(self) -> None:
        """Refuse alarms and timers while the Clock app may not send notifications."""
        for app in self.apps.where(name=CLOCK):
            if "notifications" not in app.granted:
                message = "The Clock app lacks the notifications permission, so it would be silent."
                raise ToolError(
                    "permission_missing", message, name=app.name, permission="notifications"
                )

    # -- alarms ----------------------------------------------------------------------------
    def free_time(self, time: str) -> None:
        """Refuse a second alarm at one time of day."""
        for other in self.alarms.where(time=time):
            message = f"There is an alarm at {time} already: {other.label}."
            raise ToolError("alarm_exists", message, time=time, label=other.label)

    def set_alarm(self, time: str, days: list[str], label: str) -> Alarm:
        """A new alarm."""
        self.may_ring()
        self.free_time(time)
        if len(self.alarms) >= MOST_ALARMS:
            message = f"The phone holds {MOST_ALARMS} alarms at most."
            raise ToolError("alarm_limit", message, limit=MOST_ALARMS)
        key = self.new_id(self.alarms, "AL", time, days, label)
        return self.alarms.insert(Alarm(alarm_id=key, label=label, time=time, days=days))

    def move_alarm(self, alarm_id: str, time: str) -> Alarm:
        """Another time for an alarm."""
        self.alarms.need(alarm_id)
        self.free_time(time)
        return self.alarms.update(alarm_id, time=time)

    def sound_alarm(self, alarm_id: str, sound: str) -> Alarm:
        """Another sound for an alarm."""
        if self.alarms.need(alarm_id).sound == sound:
            raise ToolError("sound_unchanged", f"The alarm plays {sound} already.", sound=sound)
        return self.alarms.update(alarm_id, sound=sound)

    # -- timers ----------------------------------------------------------------------------
    def timer_length(self, length: timedelta) -> None:
        """Refuse timers that are over at once or run for more than a day."""
        if not timedelta(seconds=1) <= length <= LONGEST_TIMER:
            message = "A timer runs for a second at least and 24 hours at most."
            raise ToolError("bad_length", message, longest=to_iso(24 * 3600))

    def start_timer(self, length: str, label: str) -> Timer:
        """A new timer from now on."""
        self.may_ring()
        self.timer_length(delta(length))
        if len(self.timers) >= MOST_TIMERS:
            message = f"{MOST_TIMERS} timers run already, which is the limit."
            raise ToolError("timer_limit", message, limit=MOST_TIMERS)
        key = self.new_id(self.timers, "TM", length, label)
        end = later(self.now, delta(length)).isoformat()
        start = self.now.isoformat()
        whole = to_iso(int(delta(length).total_seconds()))
        row = Timer(timer_id=key, label=label, length=whole, start=start, end=end)
        return self.timers.insert(row)

    def extend_timer(self, timer_id: str, extra: str) -> Timer:
        """More time for a timer that runs."""
        row = self.timers.need(timer_id)
        length = delta(row.length) + delta(extra)
        self.timer_length(length)
        end = later(datetime.fromisoformat(row.start), length).isoformat()
        whole = to_iso(int(length.total_seconds()))
        return self.timers.update(timer_id, length=whole, end=end)

    # -- quiet times -----------------------------------------------------------------------
    def plan_quiet(self, start: str, end: str, title: str, calls: str) -> Quiet:
        """A stretch of silence ahead that overlaps no other."""
        begins, ends = self.moment(start), self.moment(end)
        if begins < self.now:
            raise ToolError("in_the_past", f"{start} is over already.", start=begins.isoformat())
        if not timedelta(0) < ends - begins <= LONGEST_QUIET:
            message = "Quiet time ends after it starts and lasts three days at most."
            raise ToolError("bad_period", message, start=begins.isoformat(), end=ends.isoformat())
        self.no_overlap(begins, ends)
        key = self.new_id(self.quiet_times, "QT", begins.isoformat(), ends.isoformat())
        times = {"start": begins.isoformat(), "end": ends.isoformat()}
        return self.quiet_times.insert(
            Quiet(quiet_id=key, title=title, calls=calls, allowed=[], **times)
        )

    def let_through(self, quiet_id: str, person: str) -> Quiet:
        """Let a contact, by full or first name, through in a quiet time."""
        row = self.quiet_times.need(quiet_id)
        name = self.contact(person)
        if name in row.allowed or row.calls == "everyone":
            raise ToolError("already_allowed", f"{name} gets through already.", person=name)
        return self.quiet_times.update(quiet_id, allowed=[*row.allowed, name])

    def contact(self, person: str) -> str:
        """The full name of a contact who is named in full or by the first name."""
        said = person.casefold()
        for contact in self.person.contacts:
            if said in (contact.name.casefold(), contact.name.split()[0].casefold()):
                return contact.name
        raise ToolError("unknown_contact", f"{person} is not among the contacts.", person=person)

    def no_overlap(self, begins: datetime, ends: datetime) -> None:
        """Refuse a stretch that another quiet time is in."""
        for other in self.quiet_times:
            first, last = (datetime.fromisoformat(t) for t in (other.start, other.end))
            if first < ends and last > begins:
                message = f"{other.title} is a quiet time in that stretch already."
                details = {"title": other.title, "start": other.start, "end": other.end}
                raise ToolError("quiet_already", message, **details)


def later(start: datetime, length: timedelta) -> datetime:
    """The moment `length` of real time after `start`, in the zone of `start`."""
    return (start.astimezone(UTC) + length).astimezone(start.tzinfo)
