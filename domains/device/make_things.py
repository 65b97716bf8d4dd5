"""Fills a world with devices, networks and accessories, and sets the switches."""

from collections.abc import Mapping
from datetime import timedelta
from random import Random

from callwright.domains.device import kinds as k
from callwright.domains.device import names
from callwright.domains.device.radios import DIMMED, EMPTY, RADIOS
from callwright.domains.device.rows import Accessory, Device, Level, Network, Storage, Switch
from callwright.domains.device.state import DeviceState


def make_devices(state: DeviceState, rng: Random) -> None:
    """The person's devices, in the order in which the person has them: the phone first."""
    colours = rng.sample(k.COLOURS, len(state.person.devices))
    for place, (device, colour) in enumerate(zip(state.person.devices, colours, strict=True)):
        plugged = device.kind == "speaker"
        bought = state.now.date() - timedelta(rng.randint(20, 1500))
        state.devices.insert(
            Device(
                device_id=state.new_id(state.devices, "DV", device.name),
                name=device.name,
                kind=device.kind,
                colour=colour,
                battery=100 if plugged else _charge(rng, 6 if place == 0 else 0),
                charging=plugged or rng.random() < 0.25,
                online=place == 0 or rng.random() < 0.85,
                place=_place(rng, device.name, device.kind),
                bought=bought.isoformat(),
            )
        )


def _charge(rng: Random, low: int) -> int:
    return rng.randint(max(low, 1), 20) if rng.random() < 0.2 else rng.randint(21, 100)


def _place(rng: Random, name: str, kind: str) -> str:
    room = name.removesuffix(" speaker")
    return room if kind == "speaker" and room != name else rng.choice(names.PLACES[kind])


def make_settings(state: DeviceState, rng: Random) -> None:
    """Switches that agree with one another, levels and storage."""
    for name, on in _switches(rng).items():
        key = state.new_id(state.switches, "SW", name)
        state.switches.insert(Switch(switch_id=key, switch=name, on=on))
    dim = state.is_on("low_power_mode")
    for name in k.LEVELS:
        percent = rng.randrange(0, 101, 5)
        if name == "brightness":
            percent = min(max(10, percent), DIMMED if dim else 100)
        key = state.new_id(state.levels, "LV", name)
        state.levels.insert(Level(level_id=key, level=name, percent=percent))
    _make_storage(state, rng)


def _switches(rng: Random) -> Mapping[str, bool]:
    chances = {
        "wifi": 0.92, "bluetooth": 0.85, "mobile_data": 0.8, "hotspot": 0.1, "location": 0.7,
        "aeroplane_mode": 0.05, "low_power_mode": 0.15, "dark_mode": 0.5, "do_not_disturb": 0.25,
        "auto_rotate": 0.5,
    }  # fmt: skip
    on = {name: rng.random() < chance for name, chance in chances.items()}
    if on["aeroplane_mode"]:
        on |= dict.fromkeys(RADIOS, False)
    if on["low_power_mode"]:
        on |= {"hotspot": False, "location": False}
    on["hotspot"] = on["hotspot"] and on["mobile_data"]
    return on


def _make_storage(state: DeviceState, rng: Random) -> None:
    total = rng.choice((32, 64, 128, 256))
    apps = sum(a.size for a in state.apps if a.installed) / 1000
    left = rng.choice((0.1, 0.2, 0.4)) if rng.random() < 0.15 else total * rng.uniform(0.05, 0.6)
    files = round(max(1.0, total - apps - left), 1)
    key = state.new_id(state.storage, "ST", total)
    state.storage.insert(Storage(storage_id=key, total=total, files=files))


def make_networks(state: DeviceState, rng: Random) -> None:
    """Home or office, neighbours and public places; the strongest saved one is mostly in use."""
    own = [f"{state.person.name.split()[-1]} Home", f"{state.person.employer.split()[0]} Office"]
    found = rng.sample(own, rng.choice((1, 2, 2)))
    found += rng.sample(names.PUBLIC_NETWORKS, rng.randint(2, 3))
    found += rng.sample(names.OTHER_NETWORKS, rng.randint(1, 2))
    signals = rng.sample(range(15, 100), len(found))
    for name, signal in zip(found, signals, strict=True):
        key = state.new_id(state.networks, "NW", name)
        open_air = name in names.PUBLIC_NETWORKS and rng.random() < 0.6
        saved = name in own or (name in names.PUBLIC_NETWORKS and rng.random() < 0.5)
        state.networks.insert(
            Network(network_id=key, name=name, signal=signal, secured=not open_air, saved=saved)
        )
    if state.is_on("wifi") and rng.random() < 0.75:
        first = next(iter(state.networks))
        state.networks.update(first.network_id, connected=True)


def make_more_networks(state: DeviceState, rng: Random) -> None:
    """Here and there the air is full of networks."""
    if rng.random() < 0.4:
        return
    known = {n.name for n in state.networks}
    able = (*names.PUBLIC_NETWORKS, *names.OTHER_NETWORKS, *names.FAR_NETWORKS)
    able = tuple(n for n in able if n not in known)
    signals = set(range(3, 70)) - {n.signal for n in state.networks}
    count = rng.randint(6, len(able))
    chosen = zip(rng.sample(able, count), rng.sample(sorted(signals), count), strict=True)
    for name, signal in chosen:
        key, secured = state.new_id(state.networks, "NW", name), rng.random() < 0.75
        state.networks.insert(
            Network(network_id=key, name=name, signal=signal, secured=secured, saved=False)
        )


def make_accessories(state: DeviceState, rng: Random) -> None:
    """Three to six accessories; with bluetooth on, some are connected."""
    count = rng.randint(4, 6)
    wanted = ["headset", *rng.choices(k.ACCESSORIES, k=count - 1)]
    colours = rng.sample(k.COLOURS, count)
    lists = {kind: rng.sample(called, len(called)) for kind, called in names.ACCESSORIES}
    for kind, colour in zip(wanted, colours, strict=True):
        if not lists[kind]:
            continue
        name, near = lists[kind].pop(), rng.random() < 0.8
        battery = _charge(rng, 0)
        usable = near and battery > EMPTY and state.is_on("bluetooth")
        state.accessories.insert(
            Accessory(
                accessory_id=state.new_id(state.accessories, "AC", name),
                name=name,
                kind=kind,
                colour=colour,
                battery=battery,
                in_range=near,
                connected=usable and rng.random() < 0.4,
            )
        )
