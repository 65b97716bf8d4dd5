"""What the pipeline asks of generators and filters, as protocols: the seam that tests fill.

A toolkit is a module with three functions, named in every chunk so that any worker can open it:
`open_toolkit(job) -> Toolkit`, `open_index(job) -> Index` and `catalogue(domain_paths) ->
Catalogue`. The real one is `callwright.pipelines.toolkit`.
"""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from callwright.generators.settings import Cell, ModelTeacher, Settings
from callwright.pipelines.funnel import Funnel
from callwright.pipelines.teaching.connection import Connection
from callwright.schemas.record import Record
from callwright.schemas.task import Trajectory, Verdict

REAL = "callwright.pipelines.toolkit"


class Factory(Protocol):
    """Makes families of trajectories; built once per worker."""

    def family(self, cell: Cell, number: int) -> tuple[Trajectory, ...]:
        """The family of a candidate, unfiltered; raises `CannotPlan` when it is impossible."""
        ...

    @property
    def worlds(self) -> Mapping[str, Any]:
        """The worlds built so far by digest; each has `snapshot()`."""
        ...

    @property
    def views(self) -> Mapping[str, Any]:
        """The views built so far by digest; each is a record."""
        ...


Judge = Callable[[Trajectory, Any], Verdict]
"""Keeps a trajectory in its scene, or drops it with a reason code."""


class Failed(Record):
    """A task whose teacher gave no reply; `callwright retry` takes it up again."""

    task: str
    """Its id."""
    kind: str
    """Class of the failure, see `callwright.schemas.completions.FailureKind`."""
    attempts: int
    """Requests sent in vain."""


@dataclass(frozen=True)
class Taught:
    """A family as a model teacher left it."""

    family: tuple[Trajectory, ...] = ()
    """Empty: it fell, or failed."""
    failed: tuple[Failed, ...] = ()
    pairs: tuple[dict[str, Any], ...] = ()
    """Rows of the `preference` config."""


class Teaching(Protocol):
    """A model teacher with its lane; one per worker."""

    def __call__(
        self, families: Sequence[tuple[Trajectory, ...]], funnel: Funnel
    ) -> Sequence[Taught]:
        """What it made of each family, in their order; all are on their way at once."""
        ...


@dataclass(frozen=True)
class Toolkit:
    """Everything a worker needs to make one chunk."""

    factory: Factory
    judges: Mapping[str, Judge]
    """Stage of the funnel -> its filter, in the order in which they judge."""
    scene: Callable[[Trajectory], Any]
    """What filters judge a trajectory against."""
    sign: Callable[[Trajectory], bytes]
    """Packed signature of the request, for the index."""
    skeleton: Callable[[Trajectory], str]
    """The request with values and tool words masked."""
    tallies: Callable[[], Mapping[str, Mapping[str, int]]] = dict
    """Filter -> further counts since the last call of this function."""
    teaching: Teaching | None = None
    """None: the scripted teacher's words are the last."""


class Index(Protocol):
    """The requests accepted so far, in the driver."""

    def clash(self, packed: bytes, family: str) -> str:
        """Reason code when a request of another family is nearly this one, else empty."""
        ...

    def add(self, packed: bytes, family: str) -> None:
        """Take the request of an accepted row in."""
        ...


@dataclass(frozen=True)
class Skill:
    """What a recipe must know of a skill."""

    twins: tuple[str, ...] = ()
    """Skills of which its families bring one twin that acts; empty for skills that act."""
    stays: bool = True
    """Whether it can stay in one domain."""
    crosses: bool = True
    """Whether it can cross domains."""
    lacks: Mapping[str, str] = field(default_factory=dict[str, str])
    """Domains that cannot serve it -> what they lack."""


@dataclass(frozen=True)
class Catalogue:
    """What a recipe can name."""

    domains: Mapping[str, str]
    """Domain -> fingerprint of its folder."""
    skills: Mapping[str, Skill]
    teachers: tuple[str, ...] = ("scripted", "openai", "vllm")
    languages: tuple[str, ...] = ("en",)
    checkers: Mapping[str, str] = field(default_factory=dict[str, str])
    """Filter -> its version."""

    @property
    def twins(self) -> dict[str, tuple[str, ...]]:
        """Skill -> skills of its twins."""
        return {name: skill.twins for name, skill in self.skills.items()}


class FilterSettings(Record):
    """Thresholds of the filters."""

    near_duplicate: float
    skeleton_cap: float
    audit_operators: int | None
    """None for all."""


class Job(Record):
    """What all chunks of a run have in common."""

    toolkit: str = REAL
    """Module that makes the toolkit."""
    settings: Settings
    filters: FilterSettings
    domain_paths: tuple[str, ...] = ()
    work: str
    """The run's `.callwright` folder."""
    model: ModelTeacher | None = None
    connection: Connection | None = None
    """Where the model answers; there where `model` is."""
    served: bool = False
    """Whether the run has started the endpoints itself, and knows that they answer."""


def toolkit_module(name: str) -> Any:
    """The toolkit module of that name."""
    return importlib.import_module(name)
