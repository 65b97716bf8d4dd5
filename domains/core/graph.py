"""The typed tool graph: which tool can give a value that another tool needs.

An output field of kind `EntityId[X]` feeds a parameter of the same kind; an output with fields of
roles (`start`, `end`) feeds parameters of the same kinds and roles. Nothing is listed by hand.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from callwright.domains.core import output as shapes
from callwright.domains.core.domain import Domain
from callwright.domains.core.table import Output
from callwright.domains.core.tool import Param, Tool
from callwright.schemas.values import EntityId, Kind


@dataclass(frozen=True)
class ToolGraph:
    """The graph over the tools of some domains."""

    tools: tuple[Tool, ...]

    @cached_property
    def finders(self) -> Mapping[str, tuple[tuple[Tool, str], ...]]:
        """Entity -> read tools with a list of it in their result, and that list's field."""
        found: dict[str, list[tuple[Tool, str]]] = {}
        for tool in self.tools:
            for name, row in shapes.lists(tool.output).items():
                entity = shapes.entity(row)
                if entity and not tool.mutates:
                    found.setdefault(entity, []).append((tool, name))
        return {e: tuple(t) for e, t in found.items()}

    @cached_property
    def creators(self) -> Mapping[str, tuple[Tool, ...]]:
        """Entity -> mutating tools whose result is one such entity and which do not take its id."""
        found: dict[str, list[Tool]] = {}
        for tool in self.tools:
            entity = shapes.entity(tool.output)
            if entity and tool.mutates and entity not in {e for _, e in entity_params(tool)}:
                found.setdefault(entity, []).append(tool)
        return {e: tuple(t) for e, t in found.items()}

    @cached_property
    def users(self) -> Mapping[str, tuple[Tool, ...]]:
        """Entity -> tools that take its id."""
        found: dict[str, list[Tool]] = {}
        for tool in self.tools:
            for entity in dict.fromkeys(e for _, e in entity_params(tool)):
                found.setdefault(entity, []).append(tool)
        return {e: tuple(t) for e, t in found.items()}

    @cached_property
    def by_domain(self) -> Mapping[str, tuple[Tool, ...]]:
        """Domain -> its tools."""
        found: dict[str, list[Tool]] = {}
        for tool in self.tools:
            found.setdefault(tool.domain, []).append(tool)
        return {domain: tuple(tools) for domain, tools in found.items()}

    @cached_property
    def direct(self) -> tuple[Tool, ...]:
        """Tools whose required arguments a user can all say."""
        return tuple(tool for tool in self.tools if tool.sayable)

    @cached_property
    def pickers(self) -> tuple[Tool, ...]:
        """Tools whose goal is one looked-up entity: one internal id, or one id at all."""
        return tuple(tool for tool in self.tools if looked_up(tool) is not None)

    @cached_property
    def named(self) -> Mapping[tuple[str, str], tuple[Kind, ...]]:
        """(domain, name of a parameter or result field) -> the kinds it has there."""
        found: dict[tuple[str, str], list[Kind]] = {}
        for tool in self.tools:
            named = [(p.name, p.kind) for p in tool.params]
            named += [(path[-1], kind) for path, kind in shapes.leaves(tool.output)]
            for name, kind in named:
                kinds = found.setdefault((tool.domain, name), [])
                if kind not in kinds:
                    kinds.append(kind)
        return {key: tuple(kinds) for key, kinds in found.items()}

    @cached_property
    def rivals(self) -> Mapping[str, frozenset[str]]:
        """Tool id -> ids of the tools that could serve a request for it as well.

        They are those that either declares to be alike, and the other finders of what it finds.
        """
        found: dict[str, set[str]] = {tool.id: set() for tool in self.tools}
        for tool in self.tools:
            for name in tool.alike:
                other = f"{tool.domain}.{name}"
                found[tool.id].add(other)
                found.setdefault(other, set()).add(tool.id)
        for finders in self.finders.values():
            ids = {tool.id for tool, _ in finders}
            for one in ids:
                found[one] |= ids - {one}
        return {tool: frozenset(others) for tool, others in found.items()}

    def edges(self) -> list[tuple[str, str, str]]:
        """All (giver, taker, what) edges, sorted: for docs and tests."""
        found: set[tuple[str, str, str]] = set()
        for entity, takers in self.users.items():
            givers = [t for t, _ in self.finders.get(entity, ())] + list(
                self.creators.get(entity, ())
            )
            found |= {(g.id, t.id, entity) for g in givers for t in takers if g is not t}
        for giver in self.tools:
            for taker in self.tools:
                if giver.domain != taker.domain and bridge(giver.output, taker):
                    found.add((giver.id, taker.id, "start,end"))
        return sorted(found)


def graph(domains: Iterable[Domain]) -> ToolGraph:
    """The tool graph of `domains`."""
    return ToolGraph(tuple(t for d in domains for t in d.tools))


def entity_params(tool: Tool) -> list[tuple[Param, str]]:
    """Parameters of a tool that take an entity id, with the entity."""
    return [(p, p.kind.entity) for p in tool.params if isinstance(p.kind, EntityId)]


@cache
def handled(tool: Tool) -> frozenset[str]:
    """The entities that a tool takes or shows."""
    rows = (tool.output, *shapes.lists(tool.output).values())
    kinds = [kind for row in rows for kind in shapes.fields(row).values()]
    shown = {kind.entity for kind in kinds if isinstance(kind, EntityId)}
    return frozenset(shown | {entity for _, entity in entity_params(tool)})


@cache
def looked_up(tool: Tool) -> tuple[Param, str] | None:
    """The entity parameter of a tool that a look-up can fill, with its entity; else None."""
    needed = [(p, e) for p, e in entity_params(tool) if p.required]
    internal = [(p, e) for p, e in needed if not p.kind.sayable]
    if len(internal) == 1:
        return internal[0]
    return needed[0] if not internal and len(needed) == 1 else None


@cache
def roles(output: type[Output]) -> dict[tuple[str, str], str]:
    """(kind name, role) -> field, for the direct fields of an output that carry a role."""
    found: dict[tuple[str, str], str] = {}
    for path, kind in shapes.leaves(output):
        if len(path) == 1 and kind.role:
            found.setdefault((kind.name, kind.role), path[0])
    return found


@cache
def bridge(giver: type[Output], taker: Tool) -> dict[str, str]:
    """Parameter of `taker` -> field of `giver` for all its required parameters with a role.

    Empty when the giver lacks one of them. Lists are bridged through their item type.
    """
    have = roles(giver)
    for row in shapes.lists(giver).values():
        have = {**roles(row), **have}
    wanted = {p.name: (p.kind.name, p.kind.role or "") for p in taker.params if p.kind.role}
    needed = {p.name for p in taker.params if p.kind.role and p.required}
    if not needed or any(wanted[name] not in have for name in needed):
        return {}
    return {name: have[wanted[name]] for name in needed}
