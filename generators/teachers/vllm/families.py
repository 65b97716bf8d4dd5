"""Families of models: how each writes calls and thinking, and which of vLLM's parsers reads that.

Names of parsers as vLLM 0.32 knows them. A family is told by the model's name, then by the
`config.json` of a local folder; what neither tells is served as the most common kind.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from callwright.generators.teachers.vllm.settings import VllmSettings
from callwright.schemas.calls import discover_call_formats
from callwright.schemas.errors import CallwrightError
from callwright.schemas.narrow import is_object
from callwright.schemas.record import Json


@dataclass(frozen=True)
class Family:
    """Models that are served alike."""

    name: str
    names: str
    """Pattern of the last part of a model's name, in lower case."""
    tool_parser: str
    reasoning_parser: str
    """Empty for models that do not think: their text would be taken for thinking."""
    call_format: str
    model_types: tuple[str, ...] = ()
    """`model_type` in config.json."""
    vocabulary: int | None = None
    """`vocab_size` in config.json, where families share a type."""


DEFAULT: Final = Family("default", "", "hermes", "", "hermes")
FAMILIES: Final = (
    Family("qwen3-coder", r"qwen-?3-coder", "qwen3_coder", "", "qwen_xml"),
    Family(
        "qwen3.5",
        r"qwen-?3[._][5-9]",
        "qwen3_coder",
        "qwen3",
        "qwen_xml",
        ("qwen3_5", "qwen3_5_moe", "qwen3_5_text", "qwen3_5_moe_text"),
    ),
    Family("qwen3-instruct", r"qwen-?3.*instruct", "hermes", "", "hermes"),
    Family("qwen3", r"qwen-?3", "hermes", "qwen3", "hermes", ("qwen3", "qwen3_moe", "qwen3_next")),
    Family("qwen2", r"qwen-?2", "hermes", "", "hermes", ("qwen2", "qwen2_moe")),
    Family("gpt-oss", r"gpt[-_]?oss", "openai", "openai_gptoss", "harmony", ("gpt_oss",)),
    Family("hermes", r"hermes", "hermes", "", "hermes"),
    Family("llama3", r"llama[-_]?3", "llama3_json", "", "llama", ("llama",), vocabulary=128_256),
    Family("magistral", r"magistral", "mistral", "mistral", "bare"),
    Family(
        "mistral",
        r"mistral|ministral|mixtral|devstral|codestral",
        "mistral",
        "",
        "bare",
        ("mistral", "mistral3", "mixtral"),
    ),
    Family("smollm2", r"smollm-?2", "hermes", "", "hermes", ("llama",), vocabulary=49_152),
)
"""The first that fits is taken."""


def family_of(model: str) -> Family:
    """The family of a model's name, or of the folder that holds it."""
    name = Path(model).name.lower()
    config = _config(Path(model))
    by_name = next((one for one in FAMILIES if re.search(one.names, name)), None)
    return by_name or next((one for one in FAMILIES if _is_of(one, config)), DEFAULT)


def choose(settings: VllmSettings) -> Family:
    """The family of the settings' model, with what the settings say otherwise.

    `CallwrightError` for a call format that does not exist.
    """
    family = family_of(settings.model)
    formats = discover_call_formats()
    if settings.call_format is not None and settings.call_format not in formats:
        raise CallwrightError(
            f"call_format is {settings.call_format!r}; there are {', '.join(formats)}"
        )
    return Family(
        family.name,
        family.names,
        family.tool_parser if settings.tool_parser is None else settings.tool_parser,
        family.reasoning_parser if settings.reasoning_parser is None else settings.reasoning_parser,
        settings.call_format or family.call_format,
    )


def _is_of(family: Family, config: dict[str, Json]) -> bool:
    if config.get("model_type") not in family.model_types:
        return False
    return family.vocabulary in (None, config.get("vocab_size"))


def _config(folder: Path) -> dict[str, Json]:
    """The `config.json` of a folder; empty where there is none."""
    try:
        text = (folder / "config.json").read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    try:
        config = json.loads(text)
    except ValueError as error:
        raise CallwrightError(f"{folder / 'config.json'} is no JSON: {error}") from error
    return config if is_object(config) else {}
