"""The phrase pack that belongs to no domain: wrappers, replies, system prompts, thinking."""

from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import ValidationError

from callwright.domains.core.pack import Section, Templates
from callwright.domains.core.template import GRAMMAR
from callwright.schemas.errors import PhraseError

ByRegister = dict[str, Templates]
FOLDER = Path(__file__).parent / "phrases"


class Chitchat(Section):
    """Questions that need no tool, and their answers."""

    asks: ByRegister
    """A question about `{term}`."""
    abilities: ByRegister
    """A question about what the assistant can do."""
    able_answers: Templates
    """`{first}`, `{second}` and `{third}` are things that the visible tools can do."""
    answers: Templates
    """`{meaning}` of `{term}`; with a capital letter at the start of a sentence."""
    terms: dict[str, str]
    """Term -> what it means, to follow `it is`."""


class CorePack(Section):
    """Sections of `phrases/<language>.yaml`; keys under a register are its templates."""

    grammar: str
    openers: ByRegister
    wrappers: ByRegister
    """A first request: `{x}` is a verb phrase."""
    followers: dict[str, Templates]
    """A further sentence, `independent` of or `dependent` on what was asked before."""
    joins: dict[str, Templates]
    """Two verb phrases `{a}` and `{b}` in one sentence."""
    conditions: Templates
    """What to do, `{x}`, if the request before it is refused."""
    next_turn: ByRegister
    """A request in a later turn."""
    new_topic: ByRegister
    """A request in a later turn that has nothing to do with what came before."""
    back_to: ByRegister
    """A request that goes back to what was talked of before the last topic."""
    instead: ByRegister
    """A request after something was refused."""
    next_question: ByRegister
    """What may stand before a question in a later turn."""
    habits: Templates
    """That `{what}`, an argument, stands in `{where}`, the person's own habits."""
    corrections: ByRegister
    """A search is wanted again with another value: `{x}` is a clause, e.g. `to Oslo`."""
    additions: ByRegister
    """A search is wanted again with one more condition `{x}`."""
    replies: ByRegister
    """An answer to the assistant's question: `{v}`."""
    ask_leads: tuple[str, ...]
    declines: Templates
    offered: ByRegister
    """What the user says while bringing a tool that was lacking."""
    offers: tuple[str, ...]
    """What may follow the telling of a failure."""
    confirm_rules: Templates
    """System prompt rules that want a yes before `{able}`."""
    forbidding_rules: Templates
    """System prompt rules that forbid to `{able}`."""
    refusals: Templates
    """What the assistant says when a rule forbids to `{able}`."""
    found_leads: tuple[str, ...]
    """Before an item that a look-up found, in a question for confirmation."""
    meant_leads: tuple[str, ...]
    """Before the item that is meant, of several that were just told, in such a question."""
    confirm_asks: Templates
    confirm_words: tuple[str, ...]
    """Words, one of which every good question for confirmation has."""
    yes: ByRegister
    no: ByRegister
    left_alone: tuple[str, ...]
    """What the assistant says after a no."""
    chitchat: Chitchat
    known_leads: tuple[str, ...]
    system: dict[str, Templates]
    thinking: dict[str, Templates]


@lru_cache(maxsize=16)
def core_pack(language: str) -> CorePack:
    """The core pack of a language; `PhraseError` names what is wrong."""
    path = FOLDER / f"{language}.yaml"
    if not path.exists():
        known = ", ".join(sorted(p.stem for p in FOLDER.glob("*.yaml")))
        raise PhraseError(f"language {language!r} has no phrases; there are: {known}")
    try:
        pack = CorePack.model_validate(yaml.load(path.read_text("utf-8"), Loader=yaml.CBaseLoader))
    except ValidationError as error:
        raise PhraseError(
            f"phrases/{path.name}: {error.errors()[0]['loc']}: {error.errors()[0]['msg']}"
        ) from error
    if pack.grammar != GRAMMAR:
        raise PhraseError(f"phrases/{path.name}: grammar {pack.grammar!r}; this reads {GRAMMAR!r}")
    return pack
