"""Proposers of the tools about apps."""

from callwright.domains.core import Ask
from callwright.domains.core.proposing import allowed, pick
from callwright.domains.device.proposals.common import Args, finding, state_of
from callwright.domains.device.rows import App
from callwright.domains.device.tools import apps

LIMITS = (50, 100, 150, 200, 250, 300, 400, 500, 1000, 2000, 3000)


def list_apps(ask: Ask) -> Args:
    """Installed apps by name, purpose, category or size."""
    row = pick(ask, App, state_of(ask).apps, lambda a: a.installed)
    args: Args = {}
    if ask.target is None and ask.maybe(0.4):
        return args
    way = ask.rng.random()
    if way < (0.45 if ask.target else 0.15):
        args["words"] = row.name
    elif way < 0.65:
        args["words"] = row.topic
    elif way < 0.85 and row.category != "system":
        args["category"] = row.category
    elif ask.target is None:
        args["min_size"] = max((n for n in LIMITS if n <= row.size), default=50)
    return finding(ask, apps.list_apps, args)


def search_store(ask: Ask) -> Args:
    """Apps of the store by what they are for, or one by its name."""
    row = pick(ask, App, state_of(ask).apps, lambda a: not a.installed)
    args: Args = {"words": row.name if ask.maybe(0.3) else row.topic}
    if ask.target is None and args["words"] == row.topic and ask.maybe(0.35):
        args["max_size"] = next(n for n in LIMITS if n >= row.size)
    return finding(ask, apps.search_store, args)


def app_details(ask: Ask) -> Args:
    """Mostly an installed app."""
    row = pick(ask, App, state_of(ask).apps, lambda a: a.installed or ask.maybe(0.2))
    return {"app_id": row.app_id}


def install_app(ask: Ask) -> Args:
    """An app of the store that fits and can be downloaded."""
    state = state_of(ask)
    row = pick(ask, App, state.apps, lambda a: allowed(lambda: state.can_install(a)))
    return {"app_id": row.app_id}


def remove_app(ask: Ask) -> Args:
    """An installed app that did not come with the phone."""
    row = pick(ask, App, state_of(ask).apps, lambda a: a.installed and not a.built_in)
    return {"app_id": row.app_id}


def grant_permission(ask: Ask) -> Args:
    """A permission that an installed app asks for and does not have."""
    row = pick(ask, App, state_of(ask).apps, lambda a: a.installed and bool(_open(a)))
    return {"app_id": row.app_id, "permission": ask.choose(_open(row))}


def revoke_permission(ask: Ask) -> Args:
    """A permission of an app that did not come with the phone."""

    def good(app: App) -> bool:
        return bool(app.granted) and not app.built_in

    row = pick(ask, App, state_of(ask).apps, good)
    return {"app_id": row.app_id, "permission": ask.choose(row.granted)}


def _open(app: App) -> list[str]:
    return [p for p in app.asks_for if p not in app.granted]
