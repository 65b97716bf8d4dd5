"""Fills a phone with apps and its store with others."""

from functools import cache
from random import Random

from callwright.domains.device import names
from callwright.domains.device.kinds import PERMISSIONS
from callwright.domains.device.rows import App
from callwright.domains.device.state import DeviceState

IN_STORE = 26


@cache
def catalogue() -> tuple[tuple[str, str, str, int, tuple[str, ...]], ...]:
    """Name, topic, category, megabytes and permissions of every app there is."""
    found: list[tuple[str, str, str, int, tuple[str, ...]]] = []
    for line in names.APPS.strip().splitlines():
        name, topic, category, size, some, rest = line.split("|")
        asked = {names.LETTERS[letter] for letter in some + rest}
        ordered = tuple(p for p in PERMISSIONS if p in asked)
        found.append((name, topic, category, int(size), ordered))
    return tuple(found)


def make_apps(state: DeviceState, rng: Random) -> None:
    """The built-in apps, some installed ones, and a store."""
    every = [a for a in catalogue() if a[2] != "system"]
    rng.shuffle(every)
    mine = rng.randint(8, 12)
    chosen = [a for a in catalogue() if a[2] == "system"] + every[: mine + IN_STORE]
    for place, (name, topic, category, size, asked) in enumerate(chosen):
        installed = place < mine + 4
        built_in = category == "system"
        state.apps.insert(
            App(
                app_id=state.new_id(state.apps, "AP", name),
                name=name,
                topic=topic,
                category=category,
                size=round(size * rng.uniform(0.9, 1.1)),
                rating=round(rng.triangular(3.0, 4.9, 4.4), 1),
                installed=installed,
                built_in=built_in,
                asks_for=list(asked),
                granted=_granted(rng, asked, built_in) if installed else [],
                drain=rng.randint(0, 20 if built_in else 60),
            )
        )


def make_more_apps(state: DeviceState, rng: Random) -> None:
    """Some people have far more apps, as many as their storage leaves room for."""
    if rng.random() < 0.25:
        return
    known = {a.name for a in state.apps}
    storage = next(iter(state.storage))
    left = (storage.total - state.used()) * 1000 - 5000
    more = [a for a in catalogue() if a[0] not in known]
    for name, topic, category, size, asked in rng.sample(more, len(more)):
        left -= size
        if left < 0:
            return
        state.apps.insert(
            App(
                app_id=state.new_id(state.apps, "AP", name),
                name=name,
                topic=topic,
                category=category,
                size=size,
                rating=round(rng.triangular(3.0, 4.9, 4.4), 1),
                installed=True,
                built_in=False,
                asks_for=list(asked),
                granted=_granted(rng, asked, built_in=False),
                drain=rng.randint(0, 60),
            )
        )


def _granted(rng: Random, asked: tuple[str, ...], built_in: bool) -> list[str]:
    return [p for p in asked if rng.random() < (0.97 if built_in else 0.55)]
