"""Four weeks of a calendar: the last one and the three that follow."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from random import Random

from callwright.domains.calendar.rows import (
    WEEKDAYS,
    Busy,
    Event,
    Hold,
    Invitation,
    MeetingDefaults,
    Room,
    Subscription,
    WorkDay,
)
from callwright.domains.calendar.state import AT_WORK, SHARES_CALENDAR, CalendarState, spans
from callwright.domains.calendar.times import at, later, parse
from callwright.domains.calendar.titles import (
    GROUPS,
    MORE_ROOMS,
    ROOMS,
    SUBSCRIPTIONS,
    TEAM,
    WEIGHTS,
    Group,
)
from callwright.domains.core import Contact

WEEKS_BACK, WEEKS = 1, 4
FRIENDLY = ("friend", "neighbour", "flatmate", "partner", "trainer")
KIN = ("partner", "sister", "brother", "mother", "father", "cousin", "aunt", "uncle")
REMINDERS = ("PT10M", "PT15M", "PT30M", "PT1H", "P1D")


def populate(state: CalendarState, rng: Random) -> None:
    """Fill an empty calendar, consistent with the person and the clock."""
    _set_hours(state, rng)
    _build_rooms(state, rng)
    _Writer(state, rng).write()
    _take_rooms(state, rng)
    _fill_others(state, rng)
    _invite(state, rng)
    _build_more_rooms(state, rng)
    _follow(state, rng)
    _set_defaults(state, rng)


def days(state: CalendarState) -> Iterator[date]:
    """The days of the four weeks, from a Monday on."""
    today = state.now.date()
    monday = today - timedelta(days=today.weekday() + 7 * WEEKS_BACK)
    yield from (monday + timedelta(days=n) for n in range(7 * WEEKS))


def _set_hours(state: CalendarState, rng: Random) -> None:
    opens, closes = rng.choice(("08:00", "08:30", "09:00")), rng.choice(("17:00", "17:30", "18:00"))
    for weekday in WEEKDAYS[:5]:
        key = f"WD-{weekday[:3].upper()}"
        row = WorkDay(workday_id=key, weekday=weekday, opens=opens, closes=closes)
        state.hours.insert(row)


def _build_rooms(state: CalendarState, rng: Random) -> None:
    capacities = (4, 4, 6, 8, 10, 12, 16, 24)
    for name, capacity in zip(rng.sample(ROOMS, len(capacities)), capacities, strict=True):
        key = state.new_id(state.rooms, "RM", name)
        floor, screen = rng.randint(1, 6), capacity > 4 and rng.random() < 0.6
        row = Room(room_id=key, name=name, floor=floor, capacity=capacity, screen=screen)
        state.rooms.insert(row)


def _follow(state: CalendarState, rng: Random) -> None:
    """Four to nine public calendars, each with its own number of dates."""
    able = [(n, topic) for topic, names in SUBSCRIPTIONS.items() for n in names]
    count = rng.randint(4, 9)
    entries = rng.sample(range(3, 60), count)
    for (name, topic), number in zip(rng.sample(able, count), entries, strict=True):
        added = state.now.date() - timedelta(days=rng.randint(10, 900))
        key = state.new_id(state.subscriptions, "SB", name)
        row = Subscription(
            subscription_id=key, name=name, topic=topic, entries=number, added=added.isoformat()
        )
        state.subscriptions.insert(row)


def _set_defaults(state: CalendarState, rng: Random) -> None:
    row = MeetingDefaults(
        defaults_id=state.new_id(state.defaults, "MD"),
        length=rng.choice(("PT25M", "PT30M", "PT45M", "PT50M", "PT1H")),
        before=rng.choice(("PT5M", "PT10M", "PT15M", "PT20M", "PT30M")),
        location=rng.choice(("Corner Café", "Hub Central", "Pier 9", "Meridian House")),
    )
    state.defaults.insert(row)


def _build_more_rooms(state: CalendarState, rng: Random) -> None:
    """Some employers have a large office; these rooms nobody has taken yet."""
    if rng.random() < 0.5:
        return
    for name in rng.sample(MORE_ROOMS, rng.randint(6, len(MORE_ROOMS))):
        key, capacity = state.new_id(state.rooms, "RM", name), rng.choice((5, 7, 9, 14, 18, 20, 30))
        floor, screen = rng.randint(1, 9), rng.random() < 0.5
        row = Room(room_id=key, name=name, floor=floor, capacity=capacity, screen=screen)
        state.rooms.insert(row)


class _Writer:
    """Writes the events. Titles are used once in a world, apart from two weekly ones."""

    def __init__(self, state: CalendarState, rng: Random) -> None:
        self.state, self.rng = state, rng
        self.used: set[str] = set()
        self.busy: list[tuple[float, float]] = []
        self.manager = next(c for c in state.person.contacts if c.relation == "manager")

    def write(self) -> None:
        """Write all days."""
        team = [c for c in self.state.person.contacts if c.relation in AT_WORK]
        for day in days(self.state):
            self.busy = []
            wanted = self.rng.randint(3, 6) if day.weekday() < 5 else self.rng.randint(1, 2)
            if day.weekday() == 0:
                wanted -= self._put(TEAM, "Weekly team meeting", team[:4], day)
            if day.weekday() == 2:
                first = self.manager.name.split()[0]
                wanted -= self._put(TEAM, f"1:1 with {first}", [self.manager], day)
            self._fill(day, wanted)

    def _fill(self, day: date, wanted: int) -> None:
        for _ in range(wanted + 6):
            if wanted <= 0:
                return
            group = self.rng.choices(GROUPS, WEIGHTS)[0]
            if day.weekday() < 5 or group.weekend:
                wanted -= self._draw(group, day)

    def _draw(self, group: Group, day: date) -> bool:
        people = self._people(group)
        if people is None:
            return False
        names = {"name": people[0].name.split()[0]} if people else {}
        title = self.rng.choice(group.titles).format(**names)
        if title in self.used or (title.startswith("Sunday") and day.weekday() != 6):
            return False
        return self._put(group, title, people, day)

    def _people(self, group: Group) -> list[Contact] | None:
        """Who comes; None when the person knows nobody of that sort."""
        if group.who == "nobody":
            return []
        wanted = {"friend": FRIENDLY, "family": KIN}.get(group.who, AT_WORK)
        pool = [c for c in self.state.person.contacts if c.relation in wanted]
        count = self.rng.randint(2, 4) if group.who == "team" else 1
        return self.rng.sample(pool, min(count, len(pool))) or None

    def _put(self, group: Group, title: str, people: list[Contact], day: date) -> bool:
        """Write one event where the day still has room for it."""
        zone, minutes = self.state.now.tzinfo, self.rng.choice(group.minutes)
        low, high = (at(day, f"{h:02}:00", zone) for h in group.hours)
        hours = self.state.day_hours(day)
        if group.calendar == "work" and hours is not None:
            low, high = max(low, hours[0]), min(high, hours[1])
        steps = (high - low - timedelta(minutes=minutes)) // timedelta(minutes=30)
        if steps < 0:
            return False
        for _ in range(6):
            start = low + timedelta(minutes=30 * self.rng.randint(0, steps))
            end = later(start, timedelta(minutes=minutes))
            if all(end.timestamp() <= a or start.timestamp() >= b for a, b in self.busy):
                self.busy.append((start.timestamp(), end.timestamp()))
                self.used.add(title)
                self._insert(group, title, people, spans(start, end))
                return True
        return False

    def _insert(
        self, group: Group, title: str, people: list[Contact], times: dict[str, str]
    ) -> None:
        state, rng = self.state, self.rng
        names = [c.name for c in people]
        others = group.calendar == "work" and bool(names) and rng.random() < 0.25
        room = self._room(len(names) + 1, times) if group is TEAM and rng.random() < 0.5 else None
        place = rng.choice(group.places) if group.places and rng.random() < 0.8 else None
        state.events.insert(
            Event(
                event_id=state.new_id(state.events, "EV", title, times["start"]),
                title=title,
                **times,
                calendar=group.calendar,
                organiser=names[0] if others else state.person.name,
                attendees=names,
                location=room.name if room else place,
                room_id=room.room_id if room else None,
                reminder=rng.choice(REMINDERS) if rng.random() < 0.3 else None,
            )
        )

    def _room(self, people: int, times: dict[str, str]) -> Room | None:
        """A room of a fitting size; the day's own events never overlap, so it is free."""
        fitting = [r for r in self.state.rooms if r.capacity >= people]
        return self.rng.choice(fitting[:5]) if fitting else None


def _take_rooms(state: CalendarState, rng: Random) -> None:
    """Rooms that colleagues use, on working days from today on, never against own bookings."""
    own = [(e.room_id, parse(e.start), parse(e.end)) for e in state.events if e.room_id]
    rooms, held = list(state.rooms), set[tuple[str, date, int]]()
    for day in days(state):
        if day < state.now.date() or day.weekday() > 4:
            continue
        for _ in range(5):
            room, hour = rng.choice(rooms), rng.choice((9, 10, 11, 13, 14, 15, 16))
            start = at(day, f"{hour:02}:00", state.now.tzinfo)
            end = later(start, timedelta(minutes=60))
            clash = any(r == room.room_id and a < end and b > start for r, a, b in own)
            if clash or (room.room_id, day, hour) in held:
                continue
            held.add((room.room_id, day, hour))
            key = state.new_id(state.holds, "HD", room.room_id, start.isoformat())
            times = {"start": start.isoformat(), "end": end.isoformat()}
            state.holds.insert(Hold(hold_id=key, room_id=room.room_id, **times))


def _fill_others(state: CalendarState, rng: Random) -> None:
    """Times at which people who share their calendar are taken."""
    people = [c.name for c in state.person.contacts if c.relation in SHARES_CALENDAR]
    for day in days(state):
        if day < state.now.date() or day.weekday() > 4:
            continue
        for name in people:
            start = at(day, f"{rng.randint(9, 16):02}:{rng.choice(('00', '30'))}", state.now.tzinfo)
            end = later(start, timedelta(minutes=rng.choice((30, 60, 60, 90, 120))))
            key = state.new_id(state.busy, "BS", name, start.isoformat())
            times = {"start": start.isoformat(), "end": end.isoformat()}
            state.busy.insert(Busy(busy_id=key, person=name, **times))


def _invite(state: CalendarState, rng: Random) -> None:
    """Three to six invitations from colleagues; the last one is answered already."""
    team = [c.name for c in state.person.contacts if c.relation in AT_WORK]
    taken = {e.title for e in state.events}
    titles = [t for t in TEAM.titles if t not in taken]
    ahead = [d for d in days(state) if d > state.now.date() and d.weekday() < 5]
    count = rng.randint(3, 6)
    for number, title in enumerate(rng.sample(titles, min(count, len(titles)))):
        start, end = _invited_time(state, rng, ahead)
        state.invitations.insert(
            Invitation(
                invitation_id=state.new_id(state.invitations, "IN", title),
                title=title,
                organiser=rng.choice(team),
                start=start.isoformat(),
                end=end.isoformat(),
                answer="declined" if number == count - 1 else "pending",
                location=rng.choice(TEAM.places) if rng.random() < 0.7 else None,
            )
        )


def _invited_time(
    state: CalendarState, rng: Random, ahead: list[date]
) -> tuple[datetime, datetime]:
    """When an invitation is for; mostly a time at which the person has nothing."""
    tries = 8 if rng.random() < 0.8 else 1
    while True:
        clock = f"{rng.randint(9, 15):02}:{rng.choice(('00', '30'))}"
        start = at(rng.choice(ahead), clock, state.now.tzinfo)
        end = later(start, timedelta(minutes=rng.choice(TEAM.minutes)))
        tries -= 1
        if not tries or not state.between(start, end):
            return start, end
