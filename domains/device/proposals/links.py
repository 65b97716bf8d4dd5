"""Proposers of the tools about networks and accessories."""

from callwright.domains.core import Ask
from callwright.domains.core.proposing import allowed, pick
from callwright.domains.device.proposals.common import Args, finding, state_of
from callwright.domains.device.rows import Accessory, Network
from callwright.domains.device.tools import links


def list_networks(ask: Ask) -> Args:
    """All networks in reach, those with a stored password, or one by its name."""
    row = pick(ask, Network, state_of(ask).networks)
    args: Args = {}
    if ask.target is not None and ask.maybe(0.45):
        args["name"] = row.name
    elif row.saved and ask.maybe(0.35):
        args["saved"] = True
    return finding(ask, links.list_networks, args)


def join_network(ask: Ask) -> Args:
    """A network that can be joined."""
    state = state_of(ask)
    row = pick(ask, Network, state.networks, lambda n: allowed(lambda: state.can_join(n)))
    return {"network_id": row.network_id}


def list_accessories(ask: Ask) -> Args:
    """All accessories, or those of a kind; sometimes only those connected."""
    row = pick(ask, Accessory, state_of(ask).accessories)
    args: Args = {}
    if ask.maybe(0.6 if ask.target else 0.4):
        args["kind"] = row.kind
    if ask.target is None and ask.maybe(0.35):
        args["connected"] = row.connected
    return finding(ask, links.list_accessories, args)


def connect_accessory(ask: Ask) -> Args:
    """An accessory that can be connected."""
    state = state_of(ask)

    def good(accessory: Accessory) -> bool:
        return allowed(lambda: state.can_connect(accessory))

    return {"accessory_id": pick(ask, Accessory, state.accessories, good).accessory_id}


def disconnect_accessory(ask: Ask) -> Args:
    """An accessory that is connected."""
    row = pick(ask, Accessory, state_of(ask).accessories, lambda a: a.connected)
    return {"accessory_id": row.accessory_id}
