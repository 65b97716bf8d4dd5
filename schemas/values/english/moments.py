"""A day and a time of day together, in both orders: `tomorrow at 3pm`, `3pm on Friday`.

All texts are bare: no fixed preposition fits before every one of them.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import Final

from callwright.schemas.values.base import Surface
from callwright.schemas.values.english.clocks import part_of_day, read_time, say_time
from callwright.schemas.values.english.dates import read_date, say_date
from callwright.schemas.values.shared import unique

_PART: Final = re.compile(r"(.+) (morning|afternoon|evening|night) at (.+)|(tonight) at (.+)")
_PHRASES: Final = {
    "morning": ("in the morning",),
    "afternoon": ("in the afternoon",),
    "evening": ("in the evening",),
    "night": ("at night", "in the evening"),
}
_HOURS: Final = {
    "morning": range(1, 12),
    "afternoon": range(12, 19),
    "evening": range(17, 24),
    "night": range(18, 24),
}


@lru_cache(maxsize=8192)
def say_moment(day: date, minutes: int, today: date) -> tuple[Surface, ...]:
    """How people say `minutes` after midnight of `day` when it is `today`."""
    return tuple(unique(_say(day, minutes, today)))


def _say(day: date, minutes: int, today: date) -> Iterator[Surface]:
    dates = [s for s in say_date(day, today) if "/" not in s.text and s.text[0] not in "12"]
    numeric = [s for s in say_date(day, today) if s.text[0] in "123" and "/" not in s.text]
    times = [s for s in say_time(minutes) if s.style != "terse"]
    short = [
        s for s in times if s.style == "plain" and " in " not in s.text and " at " not in s.text
    ]
    yield from _parted(day, minutes, today, short)
    for i, said in enumerate([*dates[:16], *numeric[:4]]):
        time = times[i % len(times)]
        yield Surface(f"{said.text} at {time.text}", True, _style(said, time))
    for i, said in enumerate(dates[:8]):
        time = short[i % len(short)]
        link = " " if said.bare else " on "
        # `3pm in nine days` is no way to speak, `3pm tomorrow` is.
        if not said.text.startswith(("in ", "a week")) and " from " not in said.text:
            yield Surface(f"{time.text}{link}{said.text}", True, _style(said, time))
    for said in dates[:2]:
        yield Surface(f"{said.text} {minutes // 60:02}:{minutes % 60:02}", True, "terse")


def _parted(day: date, minutes: int, today: date, short: list[Surface]) -> Iterator[Surface]:
    """`tomorrow afternoon at 3`, `tonight at 9`, for hours that have such a part of the day."""
    hour, minute = divmod(minutes, 60)
    part = part_of_day(hour).split()[-1]
    if hour not in _HOURS[part]:
        return
    clock = f"{(hour - 1) % 12 + 1}" + (f":{minute:02}" if minute else "")
    delta = (day - today).days
    if delta == 0:
        yield Surface(f"{'tonight' if part == 'night' else f'this {part}'} at {clock}", True)
        yield Surface(
            f"{'tonight' if part == 'night' else f'this {part}'} at {short[-1].text}", True
        )
    elif delta == 1:
        yield Surface(f"tomorrow {part} at {clock}", True)
    elif 1 < delta <= 7:
        yield Surface(f"{day:%A} {part} at {clock}", True)


def _style(said: Surface, time: Surface) -> str:
    styles = {said.style, time.style}
    return "terse" if "terse" in styles else "spoken" if "spoken" in styles else "plain"


@lru_cache(maxsize=8192)
def read_moment(text: str, today: date) -> tuple[date, int] | None:
    """The day and the minutes since its midnight that the whole of `text` names, else None."""
    plain = " ".join(text.lower().replace(",", " ").split())
    if match := _PART.fullmatch(plain):
        day, part, clock, tonight, late = match.groups()
        return _read_parted(day or tonight, part or "night", clock or late, today)
    for date_text, time_text in _splits(plain.removeprefix("on ").removeprefix("at ")):
        minutes = read_time(time_text)
        day = None if minutes is None else read_date(date_text, today)
        if day is not None and minutes is not None:
            return day, minutes
    return None


def _read_parted(said: str, part: str, clock: str, today: date) -> tuple[date, int] | None:
    day = today if said in ("this", "tonight") else read_date(said, today)
    for phrase in ("", *(f" {phrase}" for phrase in _PHRASES[part])):
        minutes = read_time(clock + phrase)
        if day and minutes is not None and minutes // 60 in _HOURS[part]:
            return day, minutes
    return None


def _splits(plain: str) -> Iterator[tuple[str, str]]:
    """(date text, time text) pairs to try, from the clearest joint to the loosest."""
    for joint, time_last in ((" at ", True), (" on ", False)):
        start = plain.find(joint)
        while start >= 0:
            left, right = plain[:start], plain[start + len(joint) :]
            yield (left, right) if time_last else (right, left)
            start = plain.find(joint, start + 1)
    words = plain.split()
    for count in (1, 2, 5, 4, 3, 6, 7):
        if count < len(words):
            yield " ".join(words[count:]), " ".join(words[:count])
            yield " ".join(words[:-count]), " ".join(words[-count:])
