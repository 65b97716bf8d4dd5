"""Builds the view of a tool in a style: names, words, order, nesting, formats, envelope."""

from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any

from callwright.domains.core import output as shapes
from callwright.domains.core.lexicon import Lexicon
from callwright.domains.core.table import Output
from callwright.domains.core.tool import Param, Tool
from callwright.domains.core.view import ParamView, View
from callwright.generators.views.dialects import nullable, root, write
from callwright.generators.views.names import cased, prefixed
from callwright.generators.views.style import Style
from callwright.schemas.messages import ToolSpec
from callwright.schemas.seeds import SeedPath
from callwright.schemas.values import Format, Kind

Json = Any
OUTER = ("options", "details", "extra", "settings")
BODY = ("params", "request", "input", "query")
NO_CLOCK: Any = None
"""Defaults are never date-times, so writing them in a wire format needs no setting."""


def build(tool: Tool, lexicon: Lexicon, style: Style) -> View:
    """The view of `tool` in `style`."""
    rng = SeedPath.root("views", 1).at(tool.id, style.index).rng("view")
    order = list(tool.params)
    if style.shuffle:
        rng.shuffle(order)
    names = _param_names(tool, lexicon, style, rng)
    nest = _nesting(tool, style, rng)
    places = {
        p.name: ParamView(
            path=(*nest(p), names[p.name]),
            format=_format(p.kind, style),
            nullable=nullable(not p.required, _default_in_schema(p, style), style.dialect),
        )
        for p in order
    }
    spec = ToolSpec(
        name=_tool_name(tool, lexicon, style, rng),
        description=_description(tool, lexicon, style, rng),
        parameters=_schema(tool, order, places, lexicon, style, rng),
    )
    return View(
        tool=tool.id,
        spec=spec,
        dialect=style.dialect,
        params=places,
        fields=_fields(tool, lexicon, style, rng),
        formats=_result_formats(tool, style),
        envelope=_envelope(tool, style),
        bare_errors=style.bare_errors,
    )


def _tool_name(tool: Tool, lexicon: Lexicon, style: Style, rng: Random) -> str:
    options = (tool.name, *lexicon.tool(tool).names) if style.renames else (tool.name,)
    return prefixed(
        tool.domain, cased(rng.choice(options), style.tool_case), style.prefix, style.tool_case
    )


def _param_names(tool: Tool, lexicon: Lexicon, style: Style, rng: Random) -> dict[str, str]:
    names: dict[str, str] = {}
    for p in tool.params:
        others = lexicon.param(tool, p.name).names if style.renames else ()
        options = [cased(n, style.param_case) for n in (p.name, *others)]
        free = [n for n in options if n not in names.values() and n not in {*OUTER, *BODY}]
        names[p.name] = rng.choice(free or [cased(p.name, style.param_case)])
    return names


def _nesting(tool: Tool, style: Style, rng: Random) -> Any:
    outer, body = rng.choice(OUTER), rng.choice(BODY)
    optional = [p for p in tool.params if not p.required]
    if style.nesting == "body" and len(tool.params) > 1:
        return lambda p: (body,)
    if style.nesting == "options" and len(optional) > 1:
        return lambda p: () if p.required else (outer,)
    return lambda p: ()


def _format(kind: Kind, style: Style) -> str:
    forms = _forms(kind)
    return forms[_place(style.format_seed, kind.name, len(forms))].name


@cache
def _forms(kind: Kind) -> tuple[Format, ...]:
    return kind.formats()


@lru_cache(maxsize=16384)
def _place(seed: int, kind: str, count: int) -> int:
    """Which of the `count` formats of a kind a style uses: one for all tools."""
    rng = Random(f"{seed}/{kind}")
    return 0 if rng.random() < 0.5 else rng.choice(range(count))


def _description(tool: Tool, lexicon: Lexicon, style: Style, rng: Random) -> str:
    if style.words == "absent":
        return ""
    if style.words == "full":
        return tool.doc
    others = lexicon.tool(tool).describe
    if style.words == "terse":
        return min(others, key=len)
    return rng.choice(others)


def _schema(
    tool: Tool,
    order: list[Param],
    places: dict[str, ParamView],
    lexicon: Lexicon,
    style: Style,
    rng: Random,
) -> dict[str, Json]:
    groups: dict[tuple[str, ...], tuple[dict[str, Json], list[str]]] = {(): ({}, [])}
    for p in order:
        path = places[p.name].path
        if path[:-1] not in groups:
            groups[path[:-1]] = ({}, [])
            groups[()][0][path[0]] = None  # keeps its place among the others
        properties, required = groups[path[:-1]]
        fragment = _fragment(tool, p, places[p.name].format, lexicon, style, rng)
        properties[path[-1]] = write(fragment, style.dialect, path[-1], not p.required)
        if p.required:
            required.append(path[-1])
    top, needed = groups.pop(())
    for (name,), (properties, required) in groups.items():
        top[name] = root(properties, required, style.dialect, name.title())
        if required:
            needed.append(name)
    return root(top, needed, style.dialect, tool.name.replace("_", " ").title())


def _fragment(
    tool: Tool, p: Param, form: str, lexicon: Lexicon, style: Style, rng: Random
) -> dict[str, Json]:
    wire = next(f for f in _forms(p.kind) if f.name == form)
    fragment: dict[str, Json] = dict(wire.schema)
    words = _param_words(tool, p, lexicon, style, rng)
    if wire.hint:
        words = f"{words} ({wire.hint})" if words else wire.hint
    if p.shown_default:
        default = p.kind.encode(p.default, form, NO_CLOCK)
        if style.defaults_in_prose:
            words = f"{words} Defaults to {_prose(default)}.".strip()
        else:
            fragment["default"] = default
    return {**fragment, "description": words} if words else fragment


def _default_in_schema(p: Param, style: Style) -> bool:
    return p.shown_default and not style.defaults_in_prose


def _prose(value: Json) -> str:
    return (
        {True: "true", False: "false"}.get(value, str(value))
        if isinstance(value, bool)
        else str(value)
    )


def _param_words(tool: Tool, p: Param, lexicon: Lexicon, style: Style, rng: Random) -> str:
    if style.param_words == "absent":
        return ""
    others = lexicon.param(tool, p.name).describe
    return p.doc if style.param_words == "full" or not others else rng.choice(others)


def _fields(tool: Tool, lexicon: Lexicon, style: Style, rng: Random) -> dict[str, str]:
    names: dict[str, str] = {}
    for key in _keys(tool.output):
        others = lexicon.packs[tool.domain].fields.get(key, ()) if style.renames else ()
        options = [cased(n, style.param_case) for n in (key, *others)]
        free = [n for n in options if n not in names.values()]
        names[key] = rng.choice(free or [cased(key, style.param_case)])
    return {k: n for k, n in names.items() if k != n}


@cache
def _keys(output: type[Output]) -> Sequence[str]:
    """The keys of a result at every depth, sorted."""
    return sorted({key for path, _ in shapes.leaves(output) for key in path if key != "*"})


def _result_formats(tool: Tool, style: Style) -> dict[str, str]:
    found: dict[str, str] = {}
    for path, kind in shapes.leaves(tool.output):
        if kind.name == "date_time":
            continue  # answers tell a moment's own clock, so its offset must be shown
        form = _format(kind, style) if style.envelope != "text" else _text_format(kind, style)
        if form != _forms(kind)[0].name:
            found[".".join(path)] = form
    return found


def _text_format(kind: Kind, style: Style) -> str:
    """A format that one cell of a text table can hold: no objects."""
    forms = [f.name for f in _forms(kind) if f.schema.get("type") != "object"]
    wanted = _format(kind, style)
    return wanted if wanted in forms or not forms else forms[0]


def _envelope(tool: Tool, style: Style) -> Any:
    fields = shapes.fields(tool.output)
    only_list = len(fields) == 1 and bool(shapes.lists(tool.output))
    return "object" if style.envelope == "list" and not only_list else style.envelope
