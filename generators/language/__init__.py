"""How people and the assistant speak: phrase packs, surface forms, registers, composed."""

from callwright.generators.language.skeleton import skeleton

__all__ = ["skeleton"]
