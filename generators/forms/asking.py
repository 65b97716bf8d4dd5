"""How a wish about form is put: in a user's turn or the system prompt, once or from now on."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from callwright.domains.core.template import Slot
from callwright.generators.forms.base import Source
from callwright.generators.forms.marks import said
from callwright.generators.language.builder import Builder, Marked
from callwright.generators.language.realise import emit, flatten
from callwright.generators.language.speaker import SHORT
from callwright.schemas.canonical import dump
from callwright.schemas.forms import FormRule

Json = Any
MARKS = {".": "a full stop", "!": "an exclamation mark", "?": "a question mark"}
_IT = re.compile(r"\bit\b")
IN_WORDS = 12
"""Counts up to this may be said in words."""


def wishes(
    rules: Sequence[FormRule], source: Source, lasting: bool, aloud: bool = False
) -> list[str]:
    """A verb phrase for each rule; of a lasting rule no `it`, which would mean one answer."""
    return [_worded(rule, source, lasting, aloud) for rule in rules]


def joined(phrases: Sequence[str], source: Source, aloud: bool = False) -> str:
    """Several wishes as one; aloud there are no commas to hear."""
    if aloud:
        return " and ".join(phrases)
    joint = source.rng.choice(source.pack.joints)
    head = ", ".join(phrases[:-1])
    return f"{head}{joint}{phrases[-1]}" if head else phrases[-1]


def _worded(rule: FormRule, source: Source, lasting: bool, aloud: bool) -> str:
    single = f"{rule.type}.{rule.args.get('count')}"
    wordings = source.pack.wordings.get(single) or source.pack.wordings[rule.type]
    if lasting:
        wordings = tuple(w for w in wordings if not _IT.search(w)) or wordings
    values = {name: _said(name, value, source, aloud) for name, value in rule.args.items()}
    values["answer"] = source.rng.choice(source.pack.answer["every" if lasting else "one"])
    values["blank"] = "[name]"
    return fill(source.rng.choice(wordings), values, source)


def _said(name: str, value: Json, source: Source, aloud: bool) -> str:
    if name == "columns":
        return f"{', '.join(value[:-1])} and {value[-1]}" if len(value) > 1 else value[0]
    if name == "words":
        return " and ".join(value if aloud else [f'"{word}"' for word in value])
    if name == "mark":
        return MARKS[value]
    if isinstance(value, int):
        spelled = aloud or (value <= IN_WORDS and source.rng.random() < 0.5)
        return said(value) if spelled and value < 100 else str(value)
    if name in {"phrase", "word", "letter"}:
        return value if aloud else f'"{value}"'
    return value.capitalize() if name == "script" else dump(value)


def fill(template: str, values: Mapping[str, str], source: Source) -> str:
    """One reading of a template with its slots filled as they are."""
    builder = Builder()

    def put(slot: Slot, out: Builder) -> None:
        out.mark(None, values[slot.name])

    emit(flatten(template, frozenset(values), source.rng), builder, put)
    text = builder.finish().text
    # `P.S.`, and a quoted phrase with its own full stop, end the sentence too.
    return text[:-1] if text.endswith(("..", '.".')) else text


def in_turn(user: Marked, text: str, register: str, source: Source, lasting: bool) -> Marked:
    """A user's turn with a wish after the request; its marks stay where they are."""
    frames = (source.pack.lasting_frames if lasting else source.pack.frames)[register]
    if text.endswith('"'):  # a quoted phrase may be a question of its own
        frames = tuple(f for f in frames if "?" not in f)
    asked = fill(source.rng.choice(frames), {"x": text}, source)
    return after(user, asked, register)


def after(user: Marked, asked: str, register: str) -> Marked:
    """A user's turn with another sentence at its end."""
    if register == "voice":
        return Marked(f"{user.text} {asked.replace(',', '')}", user.marks)
    if register in SHORT:
        return Marked(f"{user.text}, {asked}", user.marks)
    return Marked(f"{user.text} {asked[:1].upper()}{asked[1:]}", user.marks)


def in_system(system: Marked, asked: str) -> Marked:
    """The system prompt with one more rule at its end, in its own layout."""
    joint = "\n" if "\n" in system.text else " "
    bullet = "- " if "\n- " in system.text else ""
    return Marked(f"{system.text}{joint}{bullet}{asked}", system.marks)
