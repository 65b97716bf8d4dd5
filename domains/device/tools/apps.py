"""Tools about apps: finding, installing, removing, permissions."""

from callwright.domains.core import tool
from callwright.domains.device import kinds as k
from callwright.domains.device.base import named
from callwright.domains.device.rows import App, AppBrief, AppDetails, AppList
from callwright.domains.device.state import DeviceState

MOST_FOUND = 40


@tool(alike=("storage_report", "app_details", "search_store"))
def list_apps(
    state: DeviceState,
    words: k.Text | None = None,
    category: k.Category | None = None,
    min_size: k.Megabytes | None = None,
) -> AppList:
    """List the apps that are installed on the phone, the largest first.

    Args:
        words: Words of the app's name or of what it is for.
        category: Only apps of this category.
        min_size: Only apps that take up at least this much.
    """
    found = [
        a
        for a in state.apps
        if a.installed
        and named(words, [a.name, a.topic])
        and category in (None, a.category)
        and (min_size is None or a.size >= min_size)
    ]
    return _listed(sorted(found, key=lambda a: (-a.size, a.name)))


@tool(alike=("list_apps", "app_details"))
def search_store(state: DeviceState, words: k.Text, max_size: k.Megabytes | None = None) -> AppList:
    """Search the app store for apps that are not on the phone yet, the best rated first.

    Args:
        words: Words of the app's name or of what it is for.
        max_size: Only apps that take up no more than this.
    """
    found = [
        a
        for a in state.apps
        if not a.installed
        and named(words, [a.name, a.topic])
        and (max_size is None or a.size <= max_size)
    ]
    return _listed(sorted(found, key=lambda a: (-a.rating, a.name)))


@tool(alike=("list_apps", "search_store"))
def app_details(state: DeviceState, app_id: k.AppId) -> AppDetails:
    """Show one app's size, the permissions it asks for and those it has been granted.

    Args:
        app_id: The app.
    """
    app = state.apps.need(app_id)
    return AppDetails(**{name: getattr(app, name) for name in AppDetails.model_fields})


@tool(mutates=True)
def install_app(state: DeviceState, app_id: k.AppId) -> App:
    """Install an app from the store. Large apps need wifi, and there must be storage left.

    Args:
        app_id: The app.
    """
    return state.install(app_id)


@tool(mutates=True, confirm=True, ends=True)
def remove_app(state: DeviceState, app_id: k.AppId) -> App:
    """Remove an installed app from the phone together with all its data. Cannot be undone.

    Args:
        app_id: The app.
    """
    return state.remove(app_id)


@tool(mutates=True)
def grant_permission(state: DeviceState, app_id: k.AppId, permission: k.Permission) -> App:
    """Allow an installed app to use something, such as the camera or the location.

    Args:
        app_id: The app.
        permission: What the app may use from now on.
    """
    return state.grant(app_id, permission)


@tool(mutates=True)
def revoke_permission(state: DeviceState, app_id: k.AppId, permission: k.Permission) -> App:
    """Take back a permission that an installed app has.

    Args:
        app_id: The app.
        permission: What the app may no longer use.
    """
    return state.revoke(app_id, permission)


def _listed(apps: list[App]) -> AppList:
    names = AppBrief.model_fields
    briefs = [AppBrief(**{n: getattr(a, n) for n in names}) for a in apps[:MOST_FOUND]]
    return AppList(apps=briefs)
