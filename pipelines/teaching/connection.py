"""Where the model of a recipe answers and what it may take: options of a run, not its content."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import yaml
from pydantic import Field, ValidationError, model_validator

from callwright.generators.teachers.openai.budget import Budget
from callwright.generators.teachers.openai.build import openai_teacher
from callwright.generators.teachers.openai.settings import (
    EndpointSettings,
    Limits,
    TeacherSettings,
)
from callwright.generators.teachers.vllm.settings import VllmSettings
from callwright.pipelines.teaching.probed import Probed
from callwright.pipelines.wording import one_line
from callwright.schemas.completions import Teacher
from callwright.schemas.errors import CallwrightError
from callwright.schemas.record import Record

PROBED: Final = 3
"""Most attempts to ask an endpoint for the first time."""


class BudgetSettings(Record):
    """What one run may take; each worker gets an equal share."""

    tokens: int | None = Field(default=None, ge=1)
    """Prompts and replies together."""
    cost: float | None = Field(default=None, gt=0)
    """In the currency of the prices."""


class Connection(Record):
    """The endpoints of a run's model. Keys are named, never held."""

    endpoints: tuple[EndpointSettings, ...] = ()
    """None for teacher `vllm`, whose servers are started for the run."""
    judge_endpoints: tuple[EndpointSettings, ...] = ()
    """Of the recipe's judge; none where it is the teacher's own model."""
    vllm: dict[str, Any] = Field(default_factory=dict[str, Any])
    """How they are started: the keys of `VllmSettings` but for the model; see docs/vllm.md."""
    limits: Limits = Limits()
    """Of requests: seconds, attempts, bytes."""
    budget: BudgetSettings = BudgetSettings()
    completions: str = ""
    """Folder of the completion store; empty for `.callwright/completions` of the run."""
    concurrency: int = Field(default=64, ge=1)
    """Rollouts, or families that are worded, on their way at once in one worker."""
    workers: int = Field(default=1, ge=1)
    """Workers that share the budget."""

    @model_validator(mode="after")
    def _one_way(self) -> "Connection":
        if self.endpoints and self.vllm:
            raise ValueError("name endpoints or vllm, not both")
        return self

    def servers(self, model: str) -> VllmSettings:
        """The servers that a run starts for a model; pydantic's error for a wrong key."""
        return VllmSettings.model_validate({**self.vllm, "model": model})

    def share(self) -> Budget:
        """What one worker may take, by all its clients together."""
        tokens, cost = self.budget.tokens, self.budget.cost
        return Budget(
            None if tokens is None else max(1, tokens // self.workers),
            None if cost is None else cost / self.workers,
        )

    def of_judge(self) -> "Connection":
        """The connection of the judge: its own endpoints, or those of the teacher."""
        return self.model_copy(update={"endpoints": self.judge_endpoints or self.endpoints})

    def at(self, urls: Sequence[str]) -> "Connection":
        """The connection to servers like the first endpoint's at other addresses."""
        like = self.endpoints[0].model_dump()
        there = tuple(EndpointSettings.model_validate({**like, "url": url}) for url in urls)
        return self.model_copy(update={"endpoints": there})

    def teacher(
        self,
        model: str,
        call_format: str | None = None,
        *,
        budget: Budget | None = None,
        probe: bool = True,
    ) -> Teacher:
        """A client; `CallwrightError` for a missing key or extra, or an unknown call format.

        Args:
            model: its name.
            call_format: how it writes calls, where a server does not parse them.
            budget: one that it has together with others; None for one of its own.
            probe: whether every endpoint is tried before the first request.
        """
        settings = TeacherSettings(
            model=model,
            endpoints=self.endpoints,
            limits=self.limits,
            call_format=call_format,
        )
        teacher = openai_teacher(settings, budget or self.share())
        return Probed(teacher, self._probes(settings), model) if probe else teacher

    def _probes(self, settings: TeacherSettings) -> list[tuple[str, Teacher]]:
        """URL and client of every endpoint alone."""
        few = self.limits.model_copy(update={"attempts": min(self.limits.attempts, PROBED)})
        alone = (
            settings.model_copy(update={"endpoints": (one,), "limits": few})
            for one in self.endpoints
        )
        return [(one.endpoints[0].url, openai_teacher(one)) for one in alone]


def connection_of(urls: tuple[str, ...], key_env: str, file: Path | None) -> Connection | None:
    """The connection that the options of a command name; None when they name none.

    Raises:
        CallwrightError: a URL or the file is wrong, or both are given.
    """
    if file is not None and urls:
        raise CallwrightError("give --endpoint or --connection, not both")
    if not urls and file is None:
        return None
    data: Any = {"endpoints": [{"url": url, "key_env": key_env} for url in urls]}
    if file is not None:
        try:
            data = yaml.safe_load(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise CallwrightError(f"--connection {file}: {one_line(error)}") from error
    source = str(file or "--endpoint")
    try:
        found = Connection.model_validate(data)
    except ValidationError as error:
        raise CallwrightError(f"{source}: {_first(error)}") from error
    try:
        found.servers("any")
    except ValidationError as error:
        raise CallwrightError(f"{source}: vllm.{_first(error)}") from error
    return found


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"])) or "it"
    return f"{where}: {first['msg']}"
