"""Domains in short, for a table."""

from pathlib import Path

import callwright.domains
from callwright.domains.core import Domain
from callwright.domains.core.output import entity, lists


def domain_line(domain: Domain) -> tuple[str, ...]:
    """Name, title, number of tools and of writes, entities, languages, origin."""
    return (
        domain.name,
        domain.title,
        str(len(domain.tools)),
        str(sum(tool.mutates for tool in domain.tools)),
        ", ".join(entities(domain)),
        ", ".join(languages(domain)),
        origin(domain),
    )


def entities(domain: Domain) -> list[str]:
    """The kinds of things that the domain's look-ups list, sorted."""
    rows = (row for tool in domain.tools for row in lists(tool.output).values())
    return sorted({name for row in rows if (name := entity(row)) is not None})


def languages(domain: Domain) -> list[str]:
    """Languages with a phrase pack, sorted."""
    return sorted(path.stem for path in (domain.folder / "phrases").glob("*.yaml"))


def origin(domain: Domain) -> str:
    """`packaged`, or the folder it was found in."""
    inside = Path(callwright.domains.__path__[0]).resolve()
    return "packaged" if domain.folder.resolve().parent == inside else str(domain.folder)
