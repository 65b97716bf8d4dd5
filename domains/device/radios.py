"""The rules of switches, levels, networks and accessories, which depend on one another."""

from callwright.domains.core import ToolError
from callwright.domains.device.base import Tables
from callwright.domains.device.rows import Accessory, Level, Network, Switch

RADIOS = ("wifi", "bluetooth", "mobile_data", "hotspot")
THIRSTY = (*RADIOS, "location")
"""What cannot be switched on in low-power mode."""
SAVED_BY_LOW_POWER = ("hotspot", "location")
"""What low-power mode switches off by itself."""
DIMMED = 50
"""Highest brightness in low-power mode, in percent."""
LOW_BATTERY = 10
"""At or below this, in percent, low-power mode stays on unless the phone is charging."""
EMPTY = 3
"""At or below this, in percent, a device can do nothing more."""


class Radios(Tables):
    """Switches and what hangs on them."""

    # -- switches --------------------------------------------------------------------------
    def flip(self, name: str, on: bool) -> Switch:
        """Set a switch and everything that follows from it."""
        if self.is_on(name) == on:
            word = "on" if on else "off"
            message = f"{said(name)} is {word} already."
            raise ToolError("already_so", message, switch=name, on=on)
        if on:
            self.may_turn_on(name)
        elif name == "low_power_mode":
            self.may_leave_low_power()
        row = self._put(name, on)
        self._follow(name, on)
        return row

    def may_turn_on(self, name: str) -> None:
        """Refuse what a mode of the phone forbids."""
        if name in RADIOS and self.is_on("aeroplane_mode"):
            message = f"{said(name)} cannot be switched on in aeroplane mode."
            raise ToolError("aeroplane_mode_on", message, switch=name)
        if name in THIRSTY and self.is_on("low_power_mode"):
            message = f"Low-power mode does not let {name.replace('_', ' ')} be switched on."
            raise ToolError("low_power_blocks", message, switch=name)
        if name == "hotspot" and not self.is_on("mobile_data"):
            raise ToolError("mobile_data_off", "A hotspot needs mobile data, which is off.")

    def may_leave_low_power(self) -> None:
        """Refuse to leave low-power mode on a nearly empty battery."""
        phone = self.phone
        if phone.battery <= LOW_BATTERY and not phone.charging:
            message = f"The battery is at {phone.battery:g} percent and the phone is not charging."
            raise ToolError("battery_too_low", message, name=phone.name, battery=phone.battery)

    def _put(self, name: str, on: bool) -> Switch:
        return self.switches.update(self.switch(name).switch_id, on=on)

    def _off(self, names: tuple[str, ...]) -> None:
        for name in names:
            if self.is_on(name):
                self._put(name, False)
                self._follow(name, False)

    def _follow(self, name: str, on: bool) -> None:
        if name == "aeroplane_mode" and on:
            self._off(RADIOS)
        elif name == "low_power_mode" and on:
            self._off(SAVED_BY_LOW_POWER)
            self._dim()
        elif name == "mobile_data" and not on:
            self._off(("hotspot",))
        elif name == "wifi" and not on:
            self.leave_network()
        elif name == "bluetooth" and not on:
            for row in self.accessories.where(connected=True):
                self.accessories.update(row.accessory_id, connected=False)

    def _dim(self) -> None:
        row = self.level("brightness")
        if row.percent > DIMMED:
            self.levels.update(row.level_id, percent=DIMMED)

    # -- levels ----------------------------------------------------------------------------
    def turn_to(self, name: str, percent: float) -> Level:
        """Set a level; brightness is capped in low-power mode."""
        row = self.level(name)
        if row.percent == percent:
            message = f"The {name.replace('_', ' ')} is at {percent:g} percent already."
            raise ToolError("level_unchanged", message, level=name, percent=percent)
        if name == "brightness" and percent > DIMMED and self.is_on("low_power_mode"):
            message = f"In low-power mode the brightness stays at {DIMMED} percent or less."
            raise ToolError("too_bright", message, limit=DIMMED)
        return self.levels.update(row.level_id, percent=percent)

    # -- networks --------------------------------------------------------------------------
    def wifi_ready(self) -> None:
        """Refuse when wifi is off, and say why."""
        self.radio_ready("wifi", "wifi_off", "Wifi is off, so no network can be reached.")

    def radio_ready(self, radio: str, code: str, message: str) -> None:
        """Refuse when a radio is off; aeroplane mode is the reason to name first."""
        if self.is_on(radio):
            return
        if self.is_on("aeroplane_mode"):
            message = f"{said(radio)} is off because of aeroplane mode."
            raise ToolError("aeroplane_mode_on", message, switch=radio)
        raise ToolError(code, message)

    def leave_network(self) -> None:
        """Disconnect from the network in use, if any."""
        for row in self.networks.where(connected=True):
            self.networks.update(row.network_id, connected=False)

    def can_join(self, row: Network) -> None:
        """Refuse a network in use, or one whose password the phone does not hold."""
        self.wifi_ready()
        if row.connected:
            raise ToolError("already_connected", f"{row.name} is in use already.", name=row.name)
        if row.secured and not row.saved:
            message = f"The phone has no password for {row.name}."
            raise ToolError("network_unknown", message, name=row.name)

    def join(self, network_id: str) -> Network:
        """Change to a network."""
        self.can_join(self.networks.need(network_id))
        self.leave_network()
        return self.networks.update(network_id, connected=True, saved=True)

    # -- accessories -----------------------------------------------------------------------
    def can_connect(self, row: Accessory) -> None:
        """Refuse an accessory that is connected, too far away or empty."""
        self.radio_ready("bluetooth", "bluetooth_off", "Bluetooth is off.")
        if row.connected:
            raise ToolError("already_connected", f"{row.name} is connected.", name=row.name)
        if not row.in_range:
            message = f"{row.name} is not near enough or is switched off."
            raise ToolError("out_of_range", message, name=row.name)
        if row.battery <= EMPTY:
            message = f"{row.name} is at {row.battery:g} percent and has to be charged first."
            raise ToolError("battery_too_low", message, name=row.name, battery=row.battery)

    def connect(self, accessory_id: str) -> Accessory:
        """Connect a paired accessory."""
        self.can_connect(self.accessories.need(accessory_id))
        return self.accessories.update(accessory_id, connected=True)

    def disconnect(self, accessory_id: str) -> Accessory:
        """Disconnect an accessory; it stays paired."""
        row = self.accessories.need(accessory_id)
        if not row.connected:
            raise ToolError("not_connected", f"{row.name} is not connected.", name=row.name)
        return self.accessories.update(accessory_id, connected=False)


def said(name: str) -> str:
    """A switch's name at the start of a sentence."""
    return name.replace("_", " ").capitalize()
