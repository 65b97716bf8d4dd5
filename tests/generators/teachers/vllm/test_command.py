"""Argument lists, environments, and settings that would break or betray a server."""

import sys

import pytest
from pydantic import ValidationError

from callwright.generators.teachers.vllm.command import (
    command,
    devices_of,
    environment,
    need_vllm,
)
from callwright.generators.teachers.vllm.settings import OWNED, VllmSettings
from callwright.schemas.errors import CallwrightError


def flags_of(**fields):
    return command(VllmSettings(**fields), "127.0.0.1", 8123)


def test_a_command_names_model_place_and_parsers():
    made = flags_of(
        model="Qwen/Qwen3.5-35B-A3B",
        revision="v2",
        tensor_parallel=2,
        max_model_len=4096,
        flags=("--max-num-seqs=64", "--enforce-eager"),
        python="/opt/vllm/bin/python",
    )
    assert made == [
        "/opt/vllm/bin/python",
        "-m",
        "vllm.entrypoints.openai.api_server",
        "--model=Qwen/Qwen3.5-35B-A3B",
        "--served-model-name=Qwen/Qwen3.5-35B-A3B",
        "--host=127.0.0.1",
        "--port=8123",
        "--revision=v2",
        "--tensor-parallel-size=2",
        "--distributed-executor-backend=mp",
        "--gpu-memory-utilization=0.9",
        "--max-model-len=4096",
        "--tool-call-parser=qwen3_coder",
        "--reasoning-parser=qwen3",
        "--enable-auto-tool-choice",
        "--max-num-seqs=64",
        "--enforce-eager",
    ]


def test_what_is_not_set_is_left_to_vllm():
    made = flags_of(model="acme/m", tool_parser="", entry="serve")
    assert made[:4] == [sys.executable, "-m", "vllm.entrypoints.cli.main", "serve"]
    absent = ("--revision", "--reason", "--tool-call", "--enable-auto", "--max-model", "--distr")
    assert not any(flag.startswith(absent) for flag in made)


def test_a_folder_is_served_under_its_own_name(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    assert "--served-model-name=mine" in flags_of(model=str(folder))


@pytest.mark.parametrize("name", OWNED)
@pytest.mark.parametrize("form", ["{}", "{}=x", "{}.a=x"])
def test_flags_of_ours_are_refused_in_every_spelling(name, form):
    for spelt in (name, name.replace("-", "_").replace("__", "--", 1), name[:5]):
        with pytest.raises(ValidationError, match="is set from the settings"):
            VllmSettings(model="m", flags=(form.format(spelt),))


@pytest.mark.parametrize("flag", ["", "-O3", "seed=1", "--", "--=1", "; ls", "--a b", "--a=\0"])
def test_what_is_no_flag_is_refused(flag):
    with pytest.raises(ValidationError, match="is no flag"):
        VllmSettings(model="m", flags=(flag,))


@pytest.mark.parametrize("field", ["model", "revision"])
def test_a_model_cannot_pass_for_a_flag(field):
    with pytest.raises(ValidationError, match="begin with a dash"):
        VllmSettings(**{"model": "m", field: "--api-key=x"})


def test_the_key_is_in_the_environment_alone():
    made = environment({"HOME": "/h"}, "secret", ["2", "3"])
    assert made["VLLM_API_KEY"] == "secret"
    assert made["CUDA_VISIBLE_DEVICES"] == "2,3"
    assert (made["HOME"], made["VLLM_NO_USAGE_STATS"]) == ("/h", "1")
    assert "CUDA_VISIBLE_DEVICES" not in environment({}, "secret")


def test_replicas_share_the_gpus_out():
    two = VllmSettings(model="m", replicas=2, tensor_parallel=2)
    assert [devices_of(two, {}, number) for number in (0, 1)] == [["0", "1"], ["2", "3"]]
    own = {"CUDA_VISIBLE_DEVICES": "4,5,6,GPU-7"}
    assert devices_of(two, own, 1) == ["6", "GPU-7"]
    assert devices_of(VllmSettings(model="m", tensor_parallel=2), own, 0) == []
    assert devices_of(VllmSettings(model="m", replicas=2, gpus=0), {}, 1) == []


@pytest.mark.parametrize("visible", ["0,1,2", "", "0,,1,2"])
def test_too_few_gpus_are_named(visible):
    two = VllmSettings(model="m", replicas=2, tensor_parallel=2)
    with pytest.raises(CallwrightError, match="2 replicas of 2 GPUs need 4"):
        devices_of(two, {"CUDA_VISIBLE_DEVICES": visible}, 0)


def test_without_vllm_it_says_where_and_what_to_do(monkeypatch, tmp_path):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    with pytest.raises(CallwrightError, match=r"cannot be imported by .*callwright\[vllm\]"):
        need_vllm(VllmSettings(model="m"))
    with pytest.raises(CallwrightError, match="no Python can be run at"):
        need_vllm(VllmSettings(model="m", python=str(tmp_path / "none")))
