"""verl reads our parquet with its own dataset class and scores replies with its own manager."""

import asyncio
import json
import os
from pathlib import Path

import numpy as np
import pytest
import torch
from omegaconf import OmegaConf
from tensordict import TensorDict
from torch.utils.data import DataLoader
from verl import DataProto
from verl.experimental.reward_loop.reward_manager.naive import NaiveRewardManager
from verl.trainer.ppo.reward import get_custom_reward_fn
from verl.utils.dataset.rl_dataset import RLHFDataset, collate_fn

from callwright.pipelines.adapters import verl as adapter
from callwright.pipelines.release import open_release
from callwright.schemas.canonical import load

TINY, OUT = Path(os.environ["CONSUMER_TINY"]), Path(os.environ["CONSUMER_OUT"])
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
)


@pytest.fixture(scope="module")
def tokenizer(byte_tokenizer):
    return byte_tokenizer(TEMPLATE)


@pytest.fixture(scope="module")
def dataset(tokenizer, tmp_path_factory):
    options = {"max_prompt_length": 40_000, "cache_dir": str(tmp_path_factory.mktemp("cache"))}
    return RLHFDataset(str(OUT / "verl" / "train.parquet"), tokenizer, OmegaConf.create(options))


@pytest.fixture(scope="module")
def references():
    rows = open_release(TINY).rows("rl", "train")
    return {row["id"]: row for row in rows}


def test_every_row_arrives_as_it_was_written(dataset, references):
    assert len(dataset) == len(references)
    for row in dataset:
        own = references[row["extra_info"]["id"]]
        assert row["raw_prompt"][-1] == load(own["prompt"])[-1]
        assert all(
            json.dumps(tool, ensure_ascii=False, separators=(",", ":"))
            in row["raw_prompt"][0]["content"]
            for tool in load(own["tools"])
        )
        assert isinstance(row["reward_model"]["ground_truth"], str)
        assert row["tools_kwargs"] == {}


def test_rows_make_a_batch(dataset):
    batch = next(iter(DataLoader(dataset, batch_size=8, collate_fn=collate_fn)))
    assert len(batch["raw_prompt"]) == 8
    assert [info["index"] for info in batch["extra_info"]] == list(batch["index"])


def test_verls_reward_manager_scores_with_our_function(dataset, tokenizer, references):
    config = OmegaConf.create(
        {
            "reward": {
                "custom_reward_function": {
                    "path": adapter.__file__,
                    "name": "compute_score",
                    "reward_kwargs": {},
                }
            }
        }
    )
    score = get_custom_reward_fn(config)
    assert score is not None
    manager = NaiveRewardManager(config, tokenizer, score)
    for row in dataset:
        own = references[row["extra_info"]["id"]]
        right, wrong = replies(own)
        assert value(manager, tokenizer, row, right) == {"score": 1.0, "strict": 1.0}, own["skill"]
        assert value(manager, tokenizer, row, wrong)["score"] < 1


def replies(row):
    """A first reply that is right, and one that does something else."""
    first = load(row["reference"])[0]
    checks = load(row["checks"])["turns"][0]
    calls = [
        call
        for call, check in zip(first, checks.get("calls", ()), strict=True)
        if not check.get("after")
    ]
    noise = '<tool_call>\n{"name": "nothing", "arguments": {}}\n</tool_call>'
    if calls:
        blocks = [f"<tool_call>\n{json.dumps(c, ensure_ascii=False)}\n</tool_call>" for c in calls]
        return "\n".join(blocks), "I will not."
    said = [*checks.get("asks", ())[:1], *checks.get("declines", ())[:1]]
    return f"I cannot do that: I have no tool for {' '.join(said)}. Or is there? Which?", noise


def value(manager, tokenizer, row, reply):
    ids = torch.tensor([tokenizer(reply)["input_ids"]])
    batch = TensorDict({"responses": ids, "attention_mask": torch.ones_like(ids)}, batch_size=1)
    single = {
        name: np.array([row[name]], dtype=object)
        for name in ("data_source", "reward_model", "extra_info")
    }
    data = DataProto(batch=batch, non_tensor_batch=single)
    made = asyncio.run(score_in_loop(manager, data))
    assert made["reward_score"] == made["reward_extra_info"]["score"]
    return made["reward_extra_info"]


async def score_in_loop(manager, data):
    manager.loop = asyncio.get_running_loop()
    return await manager.run_single(data)
