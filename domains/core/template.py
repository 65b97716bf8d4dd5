"""The grammar of phrase packs: templates with slots, alternatives and a place for clauses.

    {name}         a slot; its words come from the value
    {name:on}      a slot with a preposition, which is left out before words like `tomorrow`
    [a|b|]         one of the alternatives (the last one here is empty); may nest
    {*}            where the optional clauses go

Templates are data: nothing in them is ever evaluated.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from callwright.schemas.errors import PhraseError

GRAMMAR = "1"
"""Version of this grammar; a pack states the one it is written in."""

CLAUSES = "*"
_TOKEN = re.compile(r"\{([^{}]*)\}|([\[\]|])|([^{}\[\]|]+)|([{}])")
_SLOT = re.compile(r"^(\*|[a-z_][a-z0-9_.]*)(?::([a-z ]+))?$")


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot: `name`, and after the colon a preposition or, in answers, a part (`clock`)."""

    name: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives; each is a sequence of nodes."""

    options: tuple[tuple["Node", ...], ...]


Node = str | Slot | Choice


@lru_cache(maxsize=100_000)
def parse(text: str) -> tuple[Node, ...]:
    """The nodes of a template; `PhraseError` names the fault."""
    stack: list[list[list[Node]]] = [[[]]]
    for found in _TOKEN.finditer(text):
        slot, sign, plain, stray = found.groups()
        if stray:
            raise PhraseError(f"unbalanced {stray!r} in template {text!r}")
        if slot is not None:
            stack[-1][-1].append(_slot(slot, text))
        elif plain is not None:
            stack[-1][-1].append(plain)
        else:
            _structure(sign, stack, text)
    if len(stack) > 1:
        raise PhraseError(f"unclosed '[' in template {text!r}")
    return tuple(stack[0][0])


def _structure(sign: str, stack: list[list[list[Node]]], text: str) -> None:
    if sign == "[":
        stack.append([[]])
    elif len(stack) == 1:
        raise PhraseError(f"{sign!r} outside of '[...]' in template {text!r}")
    elif sign == "|":
        stack[-1].append([])
    else:
        options = stack.pop()
        stack[-1][-1].append(Choice(tuple(tuple(o) for o in options)))


def _slot(inner: str, text: str) -> Slot:
    found = _SLOT.match(inner)
    if not found:
        raise PhraseError(
            f"bad slot {{{inner}}} in template {text!r}: write {{name}} or {{name:on}}"
        )
    return Slot(found[1], found[2] or "")


@lru_cache(maxsize=100_000)
def slots(text: str) -> frozenset[str]:
    """Names of all slots of a template, alternatives included; `*` is not among them."""
    return frozenset(s.name for s in _walk(parse(text)) if s.name != CLAUSES)


@lru_cache(maxsize=100_000)
def sure_slots(text: str) -> frozenset[str]:
    """Names of the slots that stand in every reading of a template."""
    return _sure(parse(text))


def _walk(nodes: tuple[Node, ...]) -> list[Slot]:
    found: list[Slot] = []
    for node in nodes:
        if isinstance(node, Slot):
            found.append(node)
        elif isinstance(node, Choice):
            for option in node.options:
                found += _walk(option)
    return found


def _sure(nodes: tuple[Node, ...]) -> frozenset[str]:
    sure: set[str] = set()
    for node in nodes:
        if isinstance(node, Slot):
            sure.add(node.name)
        elif isinstance(node, Choice):
            options = [_sure(o) for o in node.options]
            sure |= options[0].intersection(*options[1:])
    return frozenset(sure) - {CLAUSES}
