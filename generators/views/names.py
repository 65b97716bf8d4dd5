"""Names in the casings that real tool servers use."""

from functools import lru_cache

from callwright.generators.views.style import Casing


@lru_cache(maxsize=16384)
def cased(words: str, casing: Casing) -> str:
    """Space- or underscore-separated words as one name."""
    parts = [p.lower() for p in words.replace("_", " ").split()]
    if casing == "snake":
        return "_".join(parts)
    if casing == "kebab":
        return "-".join(parts)
    if casing == "pascal":
        return "".join(p.capitalize() for p in parts)
    return parts[0] + "".join(p.capitalize() for p in parts[1:])


def prefixed(domain: str, name: str, sign: str, casing: Casing) -> str:
    """The name with the domain before it, e.g. `travel.find_flights`; unchanged for no sign."""
    if not sign:
        return name
    if sign == "_" and casing in {"camel", "pascal"}:
        return cased(f"{domain} {name}", casing) if name.islower() else f"{domain}_{name}"
    return f"{domain.lower()}{sign}{name}"
