"""Device: the person's phone and other devices, with settings, radios, apps and clocks."""

from pathlib import Path

from callwright.domains.core import Domain
from callwright.domains.device.invariants import INVARIANTS
from callwright.domains.device.populate import populate
from callwright.domains.device.proposals import PROPOSERS
from callwright.domains.device.state import DeviceState
from callwright.domains.device.tools import TOOLS

domain = Domain(
    name="device",
    title="Device",
    state=DeviceState,
    tools=TOOLS,
    populate=populate,
    proposers=PROPOSERS,
    folder=Path(__file__).parent,
    invariants=INVARIANTS,
)
