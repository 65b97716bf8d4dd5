"""What a person would sensibly ask of each tool: one proposer per tool, of the tool's name."""

from callwright.domains.core.domain import Proposer
from callwright.domains.device.proposals import apps, clock, gadgets, habits, links, settings
from callwright.domains.device.tools import TOOLS

PROPOSERS: dict[str, Proposer] = {
    tool.name: next(
        getattr(module, tool.name)
        for module in (gadgets, settings, links, apps, clock, habits)
        if hasattr(module, tool.name)
    )
    for tool in TOOLS
}
