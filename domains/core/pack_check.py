"""Whether a phrase pack fits its domain: every slot, path and name is one that is there.

`load_pack` checks the form of a pack alone; this holds it against the tools, so that a bad slot
is one message at the start and not a row that quietly never comes.
"""

from collections.abc import Iterable, Iterator

from callwright.domains.core import output as shapes
from callwright.domains.core.domain import Domain
from callwright.domains.core.graph import ToolGraph, graph
from callwright.domains.core.pack import EntityPhrases, Pack, ToolPhrases
from callwright.domains.core.table import Output
from callwright.domains.core.template import slots
from callwright.domains.core.tool import Tool
from callwright.schemas.errors import PhraseError
from callwright.schemas.values import Kind

COUNTED = frozenset({"number", "each"})
"""Slots of answers that tell a list: how many items, and the items."""


def check_pack(domain: Domain, pack: Pack) -> None:
    """Raise `PhraseError` for the first fault of a pack, with its place."""
    fault = next(faults(domain, pack), None)
    if fault:
        raise PhraseError(f"{domain.name}/phrases: {fault}")


def faults(domain: Domain, pack: Pack) -> Iterator[str]:
    """Everything that does not fit, as sentences."""
    yield from _unknown("tools", pack.tools, domain.by_name)
    for name, tool in domain.by_name.items():
        if name not in pack.tools:
            yield f"tools: {name} is missing"
        else:
            yield from _tool(f"tools.{name}", tool, pack.tools[name])
            yield from _habits(f"tools.{name}.habits", tool, pack.tools[name], domain)
    links = graph([domain])
    used = {*links.users, *links.finders}
    for entity in sorted(used - set(pack.entities)):
        yield f"entities: {entity} is missing, which tools of the domain take or find"
    for entity, phrases in pack.entities.items():
        yield from _entity(f"entities.{entity}", entity, phrases, links)


def _tool(where: str, tool: Tool, phrases: ToolPhrases) -> Iterator[str]:
    params = {p.name for p in tool.params}
    for section in ("imperatives", "sentences", "terse"):
        for text in getattr(phrases, section):
            yield from _unknown(f"{where}.{section}: {text!r}", slots(text), params)
    yield from _unknown(f"{where}.clauses", phrases.clauses, params)
    for name, texts in phrases.clauses.items():
        for text in texts:
            yield from _unknown(f"{where}.clauses.{name}: {text!r}", slots(text), {name})
    yield from _unknown(f"{where}.ask", phrases.ask, params)
    told = _paths(tool.output) | {f"arg.{name}" for name in params} | COUNTED
    for section in ("done", "one", "some", "none"):
        for text in getattr(phrases.tell, section):
            yield from _unknown(f"{where}.tell.{section}: {text!r}", slots(text), told)
    facts = {fact.partition(":")[0].replace(".*.", ".0.") for fact in phrases.facts}
    yield from _unknown(f"{where}.facts", facts, told)


def _habits(where: str, tool: Tool, phrases: ToolPhrases, domain: Domain) -> Iterator[str]:
    fields = {n: k for n, k in shapes.fields(tool.output).items() if isinstance(k, Kind)}
    yield from _unknown(where, phrases.habits, fields)
    kinds = {f"{t.name}.{p.name}": p.kind for t in domain.tools for p in t.params}
    for field, habit in phrases.habits.items():
        yield from _unknown(f"{where}.{field}.serves", habit.serves, kinds)
        for name in habit.serves:
            if name in kinds and field in fields and kinds[name].spec() != fields[field].spec():
                yield f"{where}.{field}.serves: {name} is of another kind than {field}"
    if bool(phrases.own) != bool(phrases.habits):
        yield f"{where}: `own` and `habits` belong together"


def _paths(output: type[Output]) -> set[str]:
    """Dotted paths of all leaves; the items of a list under the numbers 0 to 3."""
    found: set[str] = set()
    for path, _ in shapes.leaves(output):
        text = ".".join(path)
        found |= {text.replace("*", str(number)) for number in range(4)}
    return found


def _entity(where: str, entity: str, phrases: EntityPhrases, links: ToolGraph) -> Iterator[str]:
    finders = {tool.name: (tool, field) for tool, field in links.finders.get(entity, ())}
    yield from _unknown(f"{where}.np", phrases.np, finders)
    for name, texts in phrases.np.items():
        if name not in finders:
            continue
        params = {p.name for p in finders[name][0].params} | {"which"}
        for text in texts:
            yield from _unknown(f"{where}.np.{name}: {text!r}", slots(text), params)
    rows = [shapes.lists(tool.output)[field] for tool, field in finders.values()]
    shown = {name for row in rows for name in shapes.fields(row)}
    if rows:
        for name, texts in phrases.refer.items():
            op, _, field = name.partition(" ")
            yield from _unknown(f"{where}.refer", {op}, {"min", "max", "equals"})
            yield from _unknown(f"{where}.refer", {field}, shown)
            for text in texts:
                yield from _unknown(f"{where}.refer.{name}: {text!r}", slots(text), {field})
        yield from _unknown(f"{where}.ask_field", phrases.ask_field, shown)
        yield from _unknown(f"{where}.tell_field", phrases.tell_field, shown)
        for text in phrases.item:
            yield from _unknown(f"{where}.item: {text!r}", slots(text), shown)
    for text in (t for texts in phrases.ask_field.values() for t in texts):
        yield from _unknown(f"{where}.ask_field: {text!r}", slots(text), {"ref"})
    for text in (t for texts in phrases.tell_field.values() for t in texts):
        yield from _unknown(f"{where}.tell_field: {text!r}", slots(text), {"value"})


def _unknown(where: str, names: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    there = set(known)
    for name in sorted(set(names) - there):
        yield f"{where}: {name} is unknown; there are: {', '.join(sorted(there))}"
