"""The argument list, the environment and the address of one server. No shell, no key in a list."""

import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from callwright.generators.teachers.vllm.families import choose
from callwright.generators.teachers.vllm.settings import VllmSettings
from callwright.schemas.errors import CallwrightError

KEY: Final = "VLLM_API_KEY"
DEVICES: Final = "CUDA_VISIBLE_DEVICES"
QUIET: Final = {"VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}
"""Nothing is sent to the makers of vLLM."""
ENTRIES: Final = {
    "api_server": ("vllm.entrypoints.openai.api_server",),
    "serve": ("vllm.entrypoints.cli.main", "serve"),
}
LOOK: Final = "import importlib.util, sys; sys.exit(importlib.util.find_spec('vllm') is None)"


def command(settings: VllmSettings, host: str, port: int) -> list[str]:
    """What starts a server of the settings' model at an address."""
    family = choose(settings)
    flags = {
        "--model": settings.model,
        "--served-model-name": settings.served_name,
        "--host": host,
        "--port": port,
        "--revision": settings.revision,
        "--tensor-parallel-size": settings.tensor_parallel,
        # Inside a Ray actor vLLM would else ask Ray for workers of its own.
        "--distributed-executor-backend": "mp" if settings.tensor_parallel > 1 else None,
        "--gpu-memory-utilization": settings.gpu_memory_utilization,
        "--max-model-len": settings.max_model_len,
        "--tool-call-parser": family.tool_parser or None,
        "--reasoning-parser": family.reasoning_parser or None,
    }
    listed = [f"{name}={value}" for name, value in flags.items() if value is not None]
    tools = ["--enable-auto-tool-choice"] if family.tool_parser else []
    start = [python_of(settings), "-m", *ENTRIES[settings.entry]]
    return [*start, *listed, *tools, *settings.flags]


def environment(own: Mapping[str, str], key: str, devices: Sequence[str] = ()) -> dict[str, str]:
    """The environment of a server: `own`, its key, and the GPUs it may use (none named: all)."""
    visible = {DEVICES: ",".join(devices)} if devices else {}
    return {**own, **QUIET, KEY: key, **visible}


def devices_of(settings: VllmSettings, own: Mapping[str, str], number: int) -> list[str]:
    """The GPUs of replica `number` on a machine without Ray; empty for all that there are.

    `CallwrightError` when `CUDA_VISIBLE_DEVICES` names too few for all replicas.
    """
    if settings.replicas == 1 or settings.gpus == 0:
        return []
    each, needed = settings.tensor_parallel, settings.tensor_parallel * settings.replicas
    visible = own.get(DEVICES)
    names = visible.split(",") if visible is not None else [str(one) for one in range(needed)]
    if len(names) < needed or not all(names):
        raise CallwrightError(
            f"{settings.replicas} replicas of {each} GPUs need {needed} of them; {DEVICES} is "
            f"{visible!r} (on a machine without GPUs, set gpus to 0)"
        )
    return names[number * each : (number + 1) * each]


def python_of(settings: VllmSettings) -> str:
    """The Python that runs vLLM."""
    return settings.python or sys.executable


def need_vllm(settings: VllmSettings) -> None:
    """`CallwrightError` unless the environment that is to run vLLM has it."""
    python = python_of(settings)
    try:
        done = subprocess.run(
            [python, "-c", LOOK], stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except OSError as error:
        raise CallwrightError(f"no Python can be run at {python}: {error}") from error
    if done.returncode != 0:
        raise CallwrightError(
            f"vLLM cannot be imported by {python}: install it there, e.g. with "
            "`pip install 'callwright[vllm]'`, or name the Python of another environment"
        )


def free_port(host: str) -> int:
    """A port on which nothing listens at the moment."""
    with socket.create_server((host, 0)) as taken:
        return taken.getsockname()[1]
