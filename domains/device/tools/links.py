"""Tools about wifi networks and bluetooth accessories."""

from callwright.domains.core import tool
from callwright.domains.device import kinds as k
from callwright.domains.device.base import named
from callwright.domains.device.rows import Accessory, AccessoryList, Network, NetworkList
from callwright.domains.device.state import DeviceState


@tool()
def list_networks(
    state: DeviceState, name: k.Text | None = None, saved: k.Saved | None = None
) -> NetworkList:
    """List the wifi networks that the phone can see, the strongest first. Wifi must be on.

    Args:
        name: Only networks whose name has these words.
        saved: True for networks whose password the phone holds, False for others.
    """
    state.wifi_ready()
    found = [n for n in state.networks if named(name, [n.name]) and saved in (None, n.saved)]
    return NetworkList(networks=sorted(found, key=lambda n: (-n.signal, n.name)))


@tool(mutates=True)
def join_network(state: DeviceState, network_id: k.NetworkId) -> Network:
    """Connect the phone to a wifi network, leaving the one in use.

    Only open networks and those with a stored password can be joined.

    Args:
        network_id: The network.
    """
    return state.join(network_id)


@tool()
def list_accessories(
    state: DeviceState, kind: k.AccessoryKind | None = None, connected: k.Connected | None = None
) -> AccessoryList:
    """List the bluetooth accessories that are paired with the phone, connected or not.

    Args:
        kind: Only accessories of this kind.
        connected: True for those connected now, False for the others.
    """
    found = [
        a for a in state.accessories if kind in (None, a.kind) and connected in (None, a.connected)
    ]
    return AccessoryList(accessories=sorted(found, key=lambda a: a.name))


@tool(mutates=True)
def connect_accessory(state: DeviceState, accessory_id: k.AccessoryId) -> Accessory:
    """Connect a paired bluetooth accessory that is nearby. Bluetooth must be on.

    Args:
        accessory_id: The accessory.
    """
    return state.connect(accessory_id)


@tool(mutates=True)
def disconnect_accessory(state: DeviceState, accessory_id: k.AccessoryId) -> Accessory:
    """Disconnect a bluetooth accessory; it stays paired.

    Args:
        accessory_id: The accessory.
    """
    return state.disconnect(accessory_id)
