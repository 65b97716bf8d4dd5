"""Arguments for contract tests: from the kinds of a tool, from its proposer, and broken ones."""

from random import Random

from hypothesis import strategies as st

from callwright.domains.core import Ask, NoProposal, ToolError
from callwright.domains.core import output as shapes
from callwright.domains.core.graph import entity_params
from callwright.schemas.values import EntityId

JUNK = (
    None,
    True,
    0,
    -1,
    1.5,
    "",
    " ",
    "x" * 3000,
    "2026-02-30",
    [],
    {},
    [{}],
    {"a": 1},
    "EV-0000",
)


def ids(world, entity):
    """All ids of an entity that stand in a world."""
    return [
        row.key
        for state in world.states.values()
        for table in state.tables.values()
        for row in table
        if getattr(kind_of_key(table), "entity", None) == entity
    ]


def kind_of_key(table):
    marks = table.row.model_fields[table.row.key_field()].metadata
    return next((m for m in marks if isinstance(m, EntityId)), None)


def sampled(world, param, rng):
    """A canonical value of a parameter; ids are mostly ids of this world."""
    known = ids(world, param.kind.entity) if isinstance(param.kind, EntityId) else []
    if known and rng.random() < 0.8:
        return rng.choice(known)
    value = param.kind.sample(rng, world.setting({}))
    if rng.random() < 0.3:
        return rng.choice(param.kind.near_misses(value, world.setting({})) or [value])
    return value


def from_kinds(world, tool, rng):
    """Arguments whose values fit their kinds; optional ones are there half of the time."""
    return {p.name: sampled(world, p, rng) for p in tool.params if p.required or rng.random() < 0.5}


def rows(world, tool):
    """Rows that a proposer of the tool can be asked about: of what it takes or lists."""
    wanted = {e for _, e in entity_params(tool)}
    wanted |= {shapes.entity(row) for row in shapes.lists(tool.output).values()}
    tables = world.states[tool.domain].tables.values()
    return [row for table in tables if shapes.entity(table.row) in wanted for row in table]


def proposed(world, tool, rng, tries=20, target=None):
    """Arguments that the tool's proposer finds sensible, about a row if given; or None."""
    proposer = world.domains[tool.domain].proposers[tool.name]
    for _ in range(tries):
        try:
            return proposer(Ask(world.states[tool.domain], rng, world.setting({}), target))
        except (NoProposal, ToolError):
            continue
    return None


def likely(world, tool, rng):
    """Proposed arguments most of the time, else random ones of the right kinds."""
    args = proposed(world, tool, rng, 3) if rng.random() < 0.7 else None
    return args if args is not None else from_kinds(world, tool, rng)


def broken(world, tool, rng):
    """Arguments in which something may be missing, too much, or of another kind."""
    args = from_kinds(world, tool, rng)
    for _ in range(rng.randint(1, 2)):
        name = rng.choice([*(p.name for p in tool.params), "surplus"])
        match rng.randrange(3):
            case 0:
                args.pop(name, None)
            case 1:
                args[name] = rng.choice(JUNK)
            case _:
                args["surplus"] = rng.choice(JUNK)
    return args


rngs = st.integers(0, 2**32 - 1).map(Random)
"""Random sources that hypothesis steers."""
