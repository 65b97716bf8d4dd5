"""What user turns must hold and must not tell, out of a row's provenance and its turns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from callwright.domains.core.lexicon import Lexicon
from callwright.domains.core.template import Choice, Node, Slot, parse
from callwright.generators.wording.problems import Reason
from callwright.generators.wording.reading import Range, places, stands
from callwright.generators.wording.texts import Need, Secret
from callwright.schemas.narrow import is_object
from callwright.schemas.provenance import ArgumentSource, Reference, Source, Span
from callwright.schemas.task import Trajectory
from callwright.schemas.values import UNREAD, Kind, ListOf, Setting, kind_of

Json = Any


def needs_of(member: Trajectory, message: int, lexicon: Lexicon, setting: Setting) -> list[Need]:
    """The words of one user message that the member's calls depend on."""
    text = member.messages[message].content or ""
    found: dict[tuple[Range, bool], Need] = {}
    for argument in member.provenance.arguments:
        for source, kind in _sources(argument.source, kind_of(argument.kind)):
            for need in _needs(source, kind, message, text, lexicon, setting):
                found.setdefault((need.place, need.kind is None), need)
    return list(found.values())


def _sources(source: Source, kind: Kind) -> Iterator[tuple[Source, Kind]]:
    yield source, kind
    inner = kind.item if isinstance(kind, ListOf) else kind
    for one in source.inputs:
        yield from _sources(one, inner)


def _needs(
    source: Source, kind: Kind, message: int, text: str, lexicon: Lexicon, setting: Setting
) -> Iterator[Need]:
    span, ref, field = source.span, source.reference, source.field_span
    if span and span.message == message:
        value = kind.read(text[span.start : span.end], setting)
        if value is not UNREAD:
            yield _need(span, text, kind, value)
    if ref and ref.span.message == message and ref.span != field:
        need = _need(ref.span, text, options=references(ref, lexicon))
        yield replace(need, loose=ref.op == "only")
    if field and field.message == message:
        yield _need(field, text, options=fields(source, lexicon))


def _need(
    span: Span, text: str, kind: Kind | None = None, value: Json = None, options: Sequence[str] = ()
) -> Need:
    place = (span.start, span.end)
    words = text[span.start : span.end]
    found = stands(words, text)
    ordinal = found.index(place) if place in found else 0
    return Need(place, words, kind, value, tuple(options), ordinal=ordinal)


# -- words that refer ----------------------------------------------------------------------
def references(ref: Reference, lexicon: Lexicon) -> list[str]:
    """Other words that single out the same item; none where they hold a value."""
    if ref.op == "own":
        domain, _, tool = ref.entity.partition(".")
        return list(lexicon.packs[domain].tools[tool].own)
    phrases = lexicon.entities[ref.entity]
    if ref.op == "made":
        return list(phrases.it)
    if ref.op == "only":
        return [f"the {noun}" for noun in phrases.nouns] + list(phrases.nouns)
    templates = phrases.refer.get(f"{ref.op} {ref.field}", ())
    return [reading for template in templates for reading in readings(template)]


def fields(source: Source, lexicon: Lexicon) -> list[str]:
    """Other words for the field that a call takes from a result."""
    ref = source.reference
    if ref is None:
        return []
    if ref.op == "own":
        domain, _, tool = ref.entity.partition(".")
        return list(lexicon.packs[domain].tools[tool].habits[source.field].what)
    return list(lexicon.entities[ref.entity].fields.get(source.field, ()))


def readings(template: str) -> list[str]:
    """All readings of a template without slots; none for one that has slots."""
    return [" ".join(r.split()) for r in _readings(parse(template)) if r is not None]


def _readings(nodes: Sequence[Node]) -> list[str | None]:
    done: list[str | None] = [""]
    for node in nodes:
        tails: list[str | None]
        if isinstance(node, Choice):
            tails = [reading for option in node.options for reading in _readings(option)]
        else:
            tails = [None] if isinstance(node, Slot) else [node]
        done = [None if a is None or b is None else a + b for a in done for b in tails]
    return done


# -- values that only the turn's script names ---------------------------------------------
def revealed(
    values: Sequence[Json],
    text: str,
    known: Sequence[Need],
    kinds: Sequence[Kind],
    setting: Setting,
) -> Iterator[Need]:
    """What a turn reveals and no call takes, where some kind reads it in the script's words."""
    for value in values:
        if any(need.kind and need.kind.equal(need.value, value) for need in known):
            continue
        for kind in kinds:
            found = places(kind, value, "", text, setting) if kind.check(value) else []
            if found:
                start, end = found[0]
                yield Need((start, end), text[start:end], kind, value)
                break


# -- values that a turn must not say -------------------------------------------------------
def secrets_of(
    member: Trajectory, turn: int, later: Sequence[Need], setting: Setting
) -> Iterator[Secret]:
    """What the user says only later, and what only results tell."""
    for need in later:
        if need.kind:
            yield Secret(need.kind, need.value, "reveals_later")
    for argument in member.provenance.arguments:
        if argument.source.origin == "result":
            yield from _taken(member, argument, setting, "reveals_result")


def _taken(
    member: Trajectory, argument: ArgumentSource, setting: Setting, reason: Reason
) -> Iterator[Secret]:
    kind = kind_of(argument.kind)
    wire = at(member.messages[argument.message].tool_calls[argument.call].arguments, argument.path)
    value = kind.decode(wire, argument.format, setting)
    if value is not UNREAD:
        yield Secret(kind, value, reason)


def at(arguments: Mapping[str, Json], path: str) -> Json:
    """The value at a JSON pointer into arguments, None where there is none."""
    here: Json = arguments
    for key in path.split("/")[1:]:
        here = here.get(key) if is_object(here) else None
    return here
