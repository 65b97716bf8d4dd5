"""The family of a model, by its name or its folder, and what settings may say otherwise."""

import json

import pytest

from callwright.generators.teachers.vllm.families import DEFAULT, FAMILIES, choose, family_of
from callwright.generators.teachers.vllm.settings import VllmSettings
from callwright.schemas.calls import discover_call_formats
from callwright.schemas.errors import CallwrightError

NAMED = {
    "Qwen/Qwen3-8B": ("hermes", "qwen3", "hermes"),
    "Qwen/Qwen3-4B-Instruct-2507": ("hermes", "", "hermes"),
    "Qwen/Qwen3-30B-A3B-Thinking-2507": ("hermes", "qwen3", "hermes"),
    "Qwen/Qwen3-Coder-30B-A3B-Instruct": ("qwen3_coder", "", "qwen_xml"),
    "Qwen/Qwen3.5-35B-A3B": ("qwen3_coder", "qwen3", "qwen_xml"),
    "Qwen/Qwen3.6-27B": ("qwen3_coder", "qwen3", "qwen_xml"),
    "RedHatAI/Qwen3.8-27B-INT4": ("qwen3_coder", "qwen3", "qwen_xml"),
    "Qwen/Qwen2.5-7B-Instruct": ("hermes", "", "hermes"),
    "openai/gpt-oss-120b": ("openai", "openai_gptoss", "harmony"),
    "meta-llama/Llama-3.1-8B-Instruct": ("llama3_json", "", "llama"),
    "meta-llama/Meta-Llama-3.3-70B-Instruct": ("llama3_json", "", "llama"),
    "NousResearch/Hermes-3-Llama-3.1-70B": ("hermes", "", "hermes"),
    "mistralai/Mistral-Small-3.2-24B-Instruct-2506": ("mistral", "", "bare"),
    "mistralai/Magistral-Small-2509": ("mistral", "mistral", "bare"),
    "HuggingFaceTB/SmolLM2-135M-Instruct": ("hermes", "", "hermes"),
    "Qwen3.5-team/something-else": ("hermes", "", "hermes"),
}
CONFIGS = [
    ({"model_type": "qwen3_5_moe"}, "qwen3.5"),
    ({"model_type": "qwen3"}, "qwen3"),
    ({"model_type": "gpt_oss"}, "gpt-oss"),
    ({"model_type": "llama", "vocab_size": 128_256}, "llama3"),
    ({"model_type": "llama", "vocab_size": 49_152}, "smollm2"),
    ({"model_type": "llama", "vocab_size": 32_000}, "default"),
    ({"model_type": ["odd"]}, "default"),
    ([], "default"),
]


def parts(family):
    return family.tool_parser, family.reasoning_parser, family.call_format


@pytest.mark.parametrize(("model", "expected"), NAMED.items())
def test_a_name_tells_the_family(model, expected):
    assert parts(family_of(model)) == expected


@pytest.mark.parametrize(("config", "expected"), CONFIGS)
def test_a_folder_whose_name_says_nothing_is_told_by_its_config(config, expected, tmp_path):
    (tmp_path / "config.json").write_text(json.dumps(config))
    assert family_of(str(tmp_path)).name == expected


def test_the_name_of_a_folder_goes_before_its_config(tmp_path):
    folder = tmp_path / "Qwen3-Coder-mine"
    folder.mkdir()
    (folder / "config.json").write_text('{"model_type": "qwen3_moe"}')
    assert family_of(str(folder)).name == "qwen3-coder"


def test_a_broken_config_is_named(tmp_path):
    (tmp_path / "config.json").write_text("{")
    with pytest.raises(CallwrightError, match=r"config\.json is no JSON"):
        family_of(str(tmp_path))


def test_every_family_has_a_call_format_that_exists():
    assert {one.call_format for one in (*FAMILIES, DEFAULT)} <= set(discover_call_formats())


def test_settings_override_the_family():
    given = {"tool_parser": "pythonic", "reasoning_parser": "", "call_format": "bare"}
    assert parts(choose(VllmSettings(model="Qwen/Qwen3-8B", **given))) == ("pythonic", "", "bare")
    assert parts(choose(VllmSettings(model="Qwen/Qwen3-8B"))) == ("hermes", "qwen3", "hermes")


def test_an_unknown_call_format_is_named_with_those_there_are():
    with pytest.raises(CallwrightError, match=r"'xml'; there are bare, harmony"):
        choose(VllmSettings(model="m", call_format="xml"))
