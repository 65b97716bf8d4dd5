"""The rules of apps: storage, connections and permissions."""

from callwright.domains.core import ToolError
from callwright.domains.device.radios import EMPTY, Radios
from callwright.domains.device.rows import App, Device

LARGE = 200
"""Apps above this many megabytes are downloaded over wifi only."""
CLOCK = "Clock"
"""The built-in app behind alarms and timers."""


class Library(Radios):
    """Apps, what they take and what they may do."""

    def used(self) -> float:
        """Used storage in gigabytes."""
        apps = sum(a.size for a in self.apps if a.installed)
        return round(next(iter(self.storage)).files + apps / 1000, 1)

    def free(self) -> float:
        """Free storage in gigabytes."""
        return round(max(0.0, next(iter(self.storage)).total - self.used()), 1)

    def can_install(self, app: App) -> None:
        """Refuse an app that is there already, does not fit or cannot be downloaded."""
        if app.installed:
            raise ToolError("already_installed", f"{app.name} is installed.", name=app.name)
        self._can_download(app)
        if self.free() * 1000 < app.size:
            message = (
                f"{app.name} needs {app.size:g} megabytes, and {self.free():g} gigabytes are free."
            )
            details = {"name": app.name, "size": app.size, "free": self.free()}
            raise ToolError("storage_full", message, **details)

    def _can_download(self, app: App) -> None:
        if any(n.connected for n in self.networks):
            return
        if not self.is_on("mobile_data"):
            message = "The phone is neither on a wifi network nor on mobile data."
            raise ToolError("no_connection", message, name=app.name)
        if app.size > LARGE:
            message = f"{app.name} has {app.size:g} megabytes and is downloaded over wifi only."
            raise ToolError("wifi_needed", message, name=app.name, size=app.size)

    def install(self, app_id: str) -> App:
        """Install an app; it starts without any permission."""
        self.can_install(self.apps.need(app_id))
        return self.apps.update(app_id, installed=True)

    def here(self, app_id: str) -> App:
        """An app that is installed."""
        app = self.apps.need(app_id)
        if not app.installed:
            raise ToolError("not_installed", f"{app.name} is not installed.", name=app.name)
        return app

    def can_remove(self, app: App) -> None:
        """Refuse apps that came with the phone."""
        if app.built_in:
            message = f"{app.name} came with the phone and cannot be removed."
            raise ToolError("built_in_app", message, name=app.name)

    def remove(self, app_id: str) -> App:
        """Remove an app with its data and permissions."""
        self.can_remove(self.here(app_id))
        return self.apps.update(app_id, installed=False, granted=[])

    def grant(self, app_id: str, permission: str) -> App:
        """Give an installed app a permission that it asks for."""
        app = self.here(app_id)
        details = {"name": app.name, "permission": permission}
        if permission not in app.asks_for:
            message = f"{app.name} has no use for the {permission} permission."
            raise ToolError("permission_unknown", message, **details)
        if permission in app.granted:
            message = f"{app.name} has the {permission} permission."
            raise ToolError("already_granted", message, **details)
        return self.apps.update(app_id, granted=[*app.granted, permission])

    def revoke(self, app_id: str, permission: str) -> App:
        """Take a permission from an installed app."""
        app = self.here(app_id)
        if permission not in app.granted:
            message = f"{app.name} does not have the {permission} permission."
            raise ToolError("not_granted", message, name=app.name, permission=permission)
        return self.apps.update(app_id, granted=[p for p in app.granted if p != permission])

    # -- lost devices ----------------------------------------------------------------------
    def reach(self, device_id: str) -> Device:
        """A device that can be reached from here."""
        row = self.devices.need(device_id)
        if row.battery <= EMPTY:
            message = f"{row.name} is at {row.battery:g} percent."
            raise ToolError("battery_too_low", message, name=row.name, battery=row.battery)
        if not row.online:
            message = f"The {row.name} is offline; it was last seen in the {row.place}."
            raise ToolError("device_offline", message, name=row.name, place=row.place)
        return row

    def ring(self, device_id: str) -> Device:
        """Let a device ring until it is found."""
        row = self.reach(device_id)
        if row.ringing:
            raise ToolError("already_ringing", f"The {row.name} rings already.", name=row.name)
        return self.devices.update(device_id, ringing=True)

    def can_lock(self, row: Device) -> None:
        """Refuse what has no screen to lock, or is locked."""
        if row.kind == "speaker":
            raise ToolError("cannot_lock", "A speaker has no lost mode.", name=row.name)
        if row.locked:
            raise ToolError("already_locked", f"The {row.name} is locked.", name=row.name)

    def lock(self, device_id: str) -> Device:
        """Put a device into lost mode."""
        self.can_lock(self.reach(device_id))
        return self.devices.update(device_id, locked=True)
