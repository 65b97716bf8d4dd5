"""Variants: conversations that are as right as the reference, so a fair verifier accepts them."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from callwright.filters.rollout import Conversation
from callwright.filters.scene import Scene
from callwright.schemas.task import Trajectory

TOLERATED = 0.95
"""What a conversation with useful further look-ups earns at least."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A conversation that does what the reference does, put otherwise."""

    name: str
    messages: Conversation
    least: float = 1.0
    """What it must earn at least."""


VariantMaker = Callable[[Trajectory, Scene, Random], Variant | None]
"""Makes one variant, or None where it does not apply. Its name is that of the function."""
