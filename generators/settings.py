"""What generation needs to know, as plain data; a recipe is turned into it."""

from typing import Literal

from pydantic import Field

from callwright.schemas.record import Record

Split = Literal["train", "test"]


class Cell(Record):
    """One cell of the mixture."""

    skill: str
    domain: str
    """A domain, or several joined by `+` for tasks that cross them."""
    split: Split

    @property
    def name(self) -> str:
        """E.g. `parallel/travel/train`."""
        return f"{self.skill}/{self.domain}/{self.split}"

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains of the cell."""
        return tuple(self.domain.split("+"))


class Dials(Record):
    """Axes of difficulty and how often each level is drawn."""

    visible_tools: tuple[int, ...] = (3, 5, 8, 11, 15)
    """Levels of the number of visible tools, equally likely; raised where a plan needs more."""
    thinking: float = Field(default=0.5, ge=0, le=1)
    """Share of families with short thinking in every assistant turn."""
    registers: dict[str, float] = Field(
        default_factory=lambda: {"plain": 0.35, "terse": 0.25, "chatty": 0.2, "voice": 0.2}
    )
    """Weights of the user's registers."""


class Settings(Record):
    """Everything a factory of families is built from."""

    namespace: str
    seed: int
    language: str = "en"
    domains: tuple[str, ...] = ()
    """Domains of the worlds, others than a task's lending distractors; none named: all found."""
    worlds: dict[Split, int] = Field(default_factory=lambda: {"train": 48, "test": 12})
    """Size of the world pool per split."""
    dials: Dials = Dials()


class JudgeModel(Record):
    """A model that compares taught rows with the script's, and can drop them; see docs/judge.md."""

    name: str = Field(min_length=1)
    """As its endpoints know it; that of the teacher is asked where the teacher is."""
    worse_in: int = Field(default=1, ge=1, le=3)
    """Aspects in which a row is dropped for being worse, of tone, helpfulness, naturalness."""
    retries: int = Field(default=1, ge=0)
    """Requests after a reply that could not be read."""
    temperature: float = Field(default=0.0, ge=0)
    max_tokens: int = Field(default=1024, ge=1)
    """Most tokens of one reply, thinking included."""


class ModelTeacher(Record):
    """A model that words the rows, or acts in the tasks; where it answers is no part of this."""

    name: str = Field(min_length=1)
    """As its endpoints know it, or a folder for vLLM."""
    lane: Literal["words", "acts"]
    """`words`: it words what a plan has settled. `acts`: it is the assistant in the live world."""
    call_format: str | None = None
    """How it writes calls, where a server does not parse them; see docs/calls.md."""
    temperature: float = Field(default=0.9, ge=0)
    top_p: float = Field(default=0.95, gt=0, le=1)
    max_tokens: int = Field(default=1024, ge=1)
    """Most tokens of one reply of lane `acts`, thinking included."""
    retries: int = Field(default=2, ge=0)
    """Of lane `words`: requests after the first, each with the reasons of what was rejected."""
    rollouts: int = Field(default=4, ge=1)
    """Of lane `acts`: rollouts of each task."""
    user: Literal["script", "model"] = "script"
    """Of lane `acts`: who says the user's turns."""
    pass_rate: tuple[float, float] | None = None
    """Of lane `acts`: only tasks whose pass rate lies between these two become rows."""
    judge: JudgeModel | None = None
    """Who looks at what every check accepted; None: nobody."""
