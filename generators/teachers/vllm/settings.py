"""What must be known to serve a model with vLLM, and how long to wait for what."""

import re
from pathlib import Path
from typing import Final, Literal

from pydantic import Field, field_validator

from callwright.schemas.record import Record

OWNED: Final = (
    "--api-key",
    "--distributed-executor-backend",
    "--enable-auto-tool-choice",
    "--gpu-memory-utilization",
    "--host",
    "--max-model-len",
    "--model",
    "--port",
    "--reasoning-parser",
    "--revision",
    "--served-model-name",
    "--tensor-parallel-size",
    "--tool-call-parser",
    "--uds",
)
"""Flags that are set from settings, or that would break how a server is reached."""
FLAG: Final = re.compile(r"--[a-zA-Z][\w.-]*(=.*)?", re.DOTALL)


class WatchSettings(Record):
    """How a server is watched; all times in seconds."""

    ready_seconds: float = Field(default=1_800.0, gt=0)
    """From the start of a server until it must answer: loading may mean downloading."""
    period: float = Field(default=0.5, gt=0)
    """Between two looks whether the process lives."""
    health_period: float = Field(default=5.0, ge=0)
    """Between two questions whether it is well."""
    health_seconds: float = Field(default=20.0, gt=0)
    """Longest wait for that answer."""
    failed_checks: int = Field(default=3, ge=1)
    """Checks in a row that must fail before a server that lives is taken for hung."""
    stop_seconds: float = Field(default=20.0, ge=0)
    """What a server gets to stop in order, before it is killed."""
    restarts: int = Field(default=5, ge=0)
    """Most restarts of one replica; one that never answered is started twice at most."""


class VllmSettings(Record):
    """A model and the servers that are to serve it."""

    model: str = Field(min_length=1)
    """Name on the Hub, or path of a local folder."""
    revision: str | None = None
    """Commit, tag or branch on the Hub."""
    replicas: int = Field(default=1, ge=1)
    """Servers, each with the whole model."""
    tensor_parallel: int = Field(default=1, ge=1)
    """GPUs over which one server splits the model; all on one machine."""
    gpus: int | None = Field(default=None, ge=0)
    """GPUs that Ray reserves per replica: `tensor_parallel` of them by default, 0 without GPUs."""
    gpu_memory_utilization: float = Field(default=0.9, gt=0, le=1)
    """Share of a GPU's memory; of the machine's memory where vLLM runs on the CPU."""
    max_model_len: int | None = Field(default=None, ge=1)
    """Most tokens of prompt and reply; the model's own limit by default."""
    flags: tuple[str, ...] = ()
    """More flags for vLLM, each as `--name` or `--name=value`."""
    tool_parser: str | None = None
    """vLLM's parser of tool calls; that of the model's family by default."""
    reasoning_parser: str | None = None
    """vLLM's parser of thinking; that of the family by default, none when empty."""
    call_format: str | None = None
    """How the model writes calls (`schemas.calls`); that of the family by default."""
    python: str = ""
    """Python of the environment that holds vLLM; the one that runs this by default."""
    entry: Literal["api_server", "serve"] = "api_server"
    """Whether vLLM's module or its command line is run: newer versions may drop the first."""
    watch: WatchSettings = WatchSettings()

    @property
    def served_name(self) -> str:
        """The model's name in requests: that on the Hub, or of the local folder."""
        return Path(self.model).resolve().name if Path(self.model).is_dir() else self.model

    @field_validator("model", "revision")
    @classmethod
    def _no_flag(cls, value: str | None) -> str | None:
        if value is not None and value.startswith("-"):
            raise ValueError("a model or revision does not begin with a dash")
        return value

    @field_validator("model", "revision", "python")
    @classmethod
    def _sayable(cls, value: str | None) -> str | None:
        if value is not None and not value.isprintable():
            raise ValueError("a line end, null or other unprintable character stands in it")
        return value

    @field_validator("flags")
    @classmethod
    def _allowed(cls, flags: tuple[str, ...]) -> tuple[str, ...]:
        for flag in flags:
            if not FLAG.fullmatch(flag) or "\0" in flag:
                raise ValueError(f"{flag!r} is no flag: write --name or --name=value")
            name = flag.partition("=")[0].replace("_", "-")
            # vLLM takes a beginning of a flag for the flag.
            owned = [one for one in OWNED if one.startswith(name.partition(".")[0])]
            if owned:
                raise ValueError(f"{name} is no extra flag: {owned[0]} is set from the settings")
        return flags
