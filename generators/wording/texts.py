"""The texts of a family that a model words: what each says in the script, and what it must hold.

Members that share a user turn share its text, so that it is worded once.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Literal

from callwright.generators.wording.problems import Reason
from callwright.generators.wording.reading import Range
from callwright.schemas.checks import Fact
from callwright.schemas.forms import FormRule
from callwright.schemas.task import Trajectory, UserTurn
from callwright.schemas.values import Kind

Json = Any
Family = tuple[Trajectory, ...]
Part = Literal["user", "thought", "answer"]
Polarity = Literal["", "yes", "no"]


@dataclass(frozen=True, slots=True)
class Need:
    """Words of the script that a new text must hold in some form, since a call depends on them."""

    place: Range
    """In the script's text."""
    words: str
    kind: Kind | None = None
    """Of a value; None for words that refer to something."""
    value: Json = None
    options: tuple[str, ...] = ()
    """Of a reference: other words that mean the same."""
    loose: bool = False
    """Of a reference to the only thing shown: any words for it do."""
    ordinal: int = 0
    """Which of the places where the script has these words."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A value that a text must not say."""

    kind: Kind
    value: Json
    reason: Reason


@dataclass(frozen=True, slots=True)
class Use:
    """Where a text stands."""

    member: int
    turn: int
    """User turn, from 0."""
    message: int


@dataclass(frozen=True)
class Text:
    """One text of a family."""

    key: str
    part: Part
    script: str
    """What the phrase pack says; the fallback."""
    register: str
    uses: tuple[Use, ...]
    needs: tuple[Need, ...] = ()
    secrets: tuple[Secret, ...] = ()
    facts: tuple[Fact, ...] = ()
    asks: tuple[str, ...] = ()
    declines: tuple[str, ...] = ()
    form: tuple[FormRule, ...] = ()
    topics: frozenset[str] = frozenset()
    """Stems of words about what is asked for, of which a request has at least one."""
    rivals: frozenset[str] = frozenset()
    """Verbs that ask for something else, or tell that it was done."""
    foils: frozenset[str] = frozenset()
    """Words for values that the tools which are called could take as well."""
    names: frozenset[str] = frozenset()
    """Names of tools and fields that nobody says."""
    known: frozenset[str] = frozenset()
    """Stems of the words that stand in the conversation, or in any; empty: any word may come."""
    polarity: Polarity = ""
    """Of a reply to a question for leave."""


@dataclass
class Draft:
    """A text while a family is read."""

    part: Part
    script: str
    key: str = ""
    register: str = "plain"
    uses: list[Use] = field(default_factory=list[Use])
    kept: bool = False
    """Whether the script's words stay."""


def words_of(turn: UserTurn) -> str:
    """The words of a user turn without the tools shown below them."""
    return turn.text.removesuffix(shown(turn))


def shown(turn: UserTurn) -> str:
    """What stands below the words of a turn: the tools that it brings, one a line."""
    return "".join(f"\n{tool.text}" for tool in turn.offers)


def drafts_of(family: Family) -> list[Draft]:
    """All texts of a family in order, shared user turns once.

    Turns that ask for a form of the answer stay, and with them all turns of their family: the
    style of a request must not tell its members apart.
    """
    drafts: dict[Hashable, Draft] = {}
    for number, member in enumerate(family):
        turn, thought = -1, 0
        for index, message in enumerate(member.messages):
            if message.role == "user":
                turn, thought = turn + 1, 0
                words = words_of(member.task.turns[turn])
                shared = drafts.setdefault(("user", words), Draft("user", words))
                shared.key = shared.key or f"user_{sum(d.part == 'user' for d in drafts.values())}"
                _used(shared, member, Use(number, turn, index))
                shared.kept = shared.kept or bool(member.task.checks.turns[turn].form)
            elif message.role == "assistant":
                place = f"{number + 1}_{turn + 1}"
                if message.reasoning is not None:
                    thought += 1
                    noted = Draft("thought", message.reasoning, f"thought_{place}_{thought}")
                    drafts[noted.key] = _used(noted, member, Use(number, turn, index))
                if message.content is not None:
                    said = Draft("answer", message.content, f"answer_{place}")
                    said.kept = message.content.lstrip()[:1] in ("{", "[")
                    drafts[said.key] = _used(said, member, Use(number, turn, index))
    users = [draft for draft in drafts.values() if draft.part == "user"]
    for draft in users:
        draft.kept = any(user.kept for user in users)
    return list(drafts.values())


def _used(draft: Draft, member: Trajectory, use: Use) -> Draft:
    draft.uses.append(use)
    draft.register = str(member.task.dials.get("register", "plain"))
    return draft
