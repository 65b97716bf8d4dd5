"""The request: one question to a model that words all texts of a family, as structured output.

All that comes from rows (results, drafts, values) is JSON data in it, and nothing but data.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml
from pydantic import Field

from callwright.generators.language.parts import FIRST_BEST, MACHINE
from callwright.generators.wording.checks import UNSPOKEN, limits, told_values
from callwright.generators.wording.persona import Persona
from callwright.generators.wording.problems import ADVICE, Problem
from callwright.generators.wording.prompts import filled, prompt
from callwright.generators.wording.reading import stands
from callwright.generators.wording.smith import Wordsmith
from callwright.generators.wording.texts import Family, Need, Text, shown, words_of
from callwright.schemas.canonical import dump
from callwright.schemas.checks import FactValue
from callwright.schemas.completions import CompletionRequest, Sampling
from callwright.schemas.messages import Message
from callwright.schemas.record import Record
from callwright.schemas.task import Trajectory
from callwright.schemas.values import Kind, Setting

Json = Any
WAYS: Final = 6
"""Ways to say one value that are offered."""
LONGEST_REPLY: Final = 4000
"""Characters of a rejected reply that are shown again."""


class BriefSettings(Record):
    """How a model is asked."""

    model: str
    """Its name, as endpoints know it."""
    temperature: float = Field(default=0.9, ge=0)
    top_p: float = Field(default=0.95, gt=0, le=1)
    tokens_per_word: float = Field(default=6.0, gt=0)
    """Room for the reply, per word of the drafts; thinking included."""
    spare_tokens: int = Field(default=512, ge=0)
    result_characters: int = Field(default=600, ge=0)
    """Characters of each tool result that are shown."""


def brief(
    family: Family,
    texts: Sequence[Text],
    persona: Persona,
    smith: Wordsmith,
    settings: BriefSettings,
    seed: int,
) -> CompletionRequest:
    """The request that words `texts`, those of `smith.texts(family)`.

    Args:
        family: executed and proved members.
        texts: what to word; at least one.
        persona: who the user is.
        smith: the language.
        settings: how a model is asked.
        seed: of the sampling.
    """
    asked = {text.key for text in texts}
    setting = smith.setting(family[0])
    data = {
        "language": smith.vocabulary.tongue.name,
        "register": {"name": texts[0].register, "means": registers()[texts[0].register]},
        "persona": persona.model_dump(),
        "conversations": [
            list(_course(member, number, texts, settings)) for number, member in enumerate(family)
        ],
        "texts": {text.key: _told(text, setting) for text in texts},
    }
    messages = (
        Message(role="system", content=prompt("system")),
        Message(role="user", content=filled("request", {"data": dump(data)})),
    )
    return _request(
        messages, texts, sorted(asked, key=[t.key for t in texts].index), settings, seed
    )


def again(
    request: CompletionRequest,
    reply: str,
    problems: Sequence[Problem],
    texts: Sequence[Text],
    settings: BriefSettings,
    seed: int,
) -> CompletionRequest:
    """The request that asks anew for the texts that have problems, or for all of `texts`."""
    keys = list(dict.fromkeys(p.key for p in problems if p.key)) or [t.key for t in texts]
    told = [
        {"key": p.key, "reason": p.reason, "means": ADVICE[p.reason], "evidence": p.evidence}
        for p in problems
    ]
    more = filled("retry", {"problems": dump(told), "keys": dump(keys)})
    messages = (
        *request.messages[:2],
        Message(role="assistant", content=reply[:LONGEST_REPLY] or "{}"),
        Message(role="user", content=more),
    )
    return _request(messages, texts, keys, settings, seed)


def _request(
    messages: tuple[Message, ...],
    texts: Sequence[Text],
    keys: Sequence[str],
    settings: BriefSettings,
    seed: int,
) -> CompletionRequest:
    words = sum(len(text.script.split()) for text in texts if text.key in keys)
    return CompletionRequest(
        model=settings.model,
        messages=messages,
        sampling=Sampling(
            temperature=settings.temperature,
            top_p=settings.top_p,
            max_tokens=int(words * settings.tokens_per_word) + settings.spare_tokens,
        ),
        response_schema={
            "type": "object",
            "properties": {key: {"type": "string", "minLength": 1} for key in keys},
            "required": list(keys),
            "additionalProperties": False,
        },
        seed=seed,
    )


# -- what happens --------------------------------------------------------------------------
def _course(
    member: Trajectory, number: int, texts: Sequence[Text], settings: BriefSettings
) -> Iterator[Json]:
    """A conversation as data: keys of the texts that are asked for, drafts of all others."""
    keys = {(u.message, t.part): t.key for t in texts for u in t.uses if u.member == number}
    turn = -1
    for index, message in enumerate(member.messages):
        if message.role == "system":
            yield {"prompt": message.content}
        elif message.role == "user":
            turn += 1
            words = words_of(member.task.turns[turn])
            said: dict[str, Json] = {"user": keys.get((index, "user"), words)}
            brings = bool(shown(member.task.turns[turn]))
            yield said | ({"brings": "a tool"} if brings else {})
        elif message.role == "tool":
            yield {"result": (message.content or "")[: settings.result_characters]}
        else:
            yield _assistant(index, message, keys)


def _assistant(index: int, message: Message, keys: Mapping[tuple[int, str], str]) -> Json:
    done: dict[str, Json] = {}
    if message.reasoning is not None:
        done["thought"] = keys.get((index, "thought"), message.reasoning)
    if message.tool_calls:
        done["calls"] = [{"name": c.name, "arguments": c.arguments} for c in message.tool_calls]
    if message.content is not None:
        done["answer"] = keys.get((index, "answer"), message.content)
    return done


# -- what a text is held to ----------------------------------------------------------------
def _told(text: Text, setting: Setting) -> Json:
    least, most = limits(text)
    told: dict[str, Json] = {"part": text.part, "draft": text.script, "words": [least, most]}
    hold = [ways for need in text.needs if (ways := _hold(need, text, setting))]
    told_facts = (v for f in text.facts for v in told_values(f, text.script, setting))
    hold += [_fact(value, text.script, setting) for value in told_facts]
    withhold = sorted({str(s.value)[:80] for s in text.secrets if isinstance(s.value, str | int)})
    more: dict[str, Json] = {
        "hold": hold,
        "withhold": withhold,
        "asks": list(text.asks),
        "declines": list(text.declines),
        "form": [rule.model_dump(mode="json") for rule in text.form],
    }
    return told | {name: value for name, value in more.items() if value}


def _hold(need: Need, text: Text, setting: Setting) -> list[str]:
    """Ways to say what a need holds, that of the script first.

    Of a phrase that holds other needs only its noun is asked for; none where it has none.
    """
    if need.kind:
        return _ways(need.kind, need.value, [need.words], text.register, setting)
    start, end = need.place
    whole = any(o.place != need.place and start <= o.place[0] < end for o in text.needs)
    if not (need.loose and whole):
        return list(dict.fromkeys([need.words, *need.options]))[:WAYS]
    nouns = [way for way in need.options if stands(way, need.words)]
    return list(dict.fromkeys([*nouns, *need.options]))[:WAYS] if nouns else []


def _ways(
    kind: Kind, value: Json, first: Sequence[str], register: str, setting: Setting
) -> list[str]:
    """Ways to say a value: the `first`, then others that people say in a register."""
    every = [surface.text for surface in kind.surfaces(value, setting)]
    said = [way for way in every if not MACHINE.search(way)] or every
    if register == "voice":
        said = [way for way in said if not UNSPOKEN.search(way)]
    more = said[:1] if kind.name in FIRST_BEST else said
    return list(dict.fromkeys([*first, *more]))[:WAYS]


def _fact(value: FactValue, script: str, setting: Setting) -> list[str]:
    """Ways to tell a fact, those that the script has first."""
    lowered = script.lower()
    every = (surface.text for surface in value.typed.surfaces(value.value, setting))
    here = sorted((t for t in every if t.lower() in lowered), key=len, reverse=True)[:2]
    return _ways(value.typed, value.value, here, "plain", setting)


@cache
def registers() -> dict[str, str]:
    """Register -> how a model is told it."""
    return yaml.safe_load((Path(__file__).parent / "registers.yaml").read_text("utf-8"))
