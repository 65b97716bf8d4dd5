"""SkyRL's registry makes our environment, which plays whole conversations as text."""

import json
import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import skyrl_gym
from omegaconf import OmegaConf

from callwright.pipelines.adapters.skyrl import ENV_CLASS
from callwright.pipelines.release import open_release
from callwright.schemas.rows import from_row

TINY, OUT = Path(os.environ["CONSUMER_TINY"]), Path(os.environ["CONSUMER_OUT"])
ROWS = pq.read_table(OUT / "skyrl" / "train.parquet").to_pylist()
REFERENCES = {row["id"]: from_row(row) for row in open_release(TINY).rows("sft")}
skyrl_gym.register(id=ENV_CLASS, entry_point="callwright.pipelines.adapters.skyrl_env:ToolEnv")


def environment(row):
    config = OmegaConf.create({"release": str(TINY)})
    return skyrl_gym.make(row["env_class"], env_config=config, extras=row)


def written(message):
    """A message as Hermes models write it."""
    blocks = [
        "<tool_call>\n"
        + json.dumps({"name": call.name, "arguments": call.arguments}, ensure_ascii=False)
        + "\n</tool_call>"
        for call in message.tool_calls
    ]
    return "\n".join(filter(None, [message.content, *blocks]))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['data_source']}-{row['id'][:6]}")
def test_the_reference_earns_everything(row):
    made, trajectory = environment(row), REFERENCES[row["id"]]
    prompt, _ = made.init(row["prompt"])
    assert prompt == row["prompt"]
    seen = [message["content"] for message in prompt[1:]]
    last = None
    for message in trajectory.messages:
        if message.role == "assistant":
            last = made.step(written(message))
            seen += [shown["content"] for shown in last["observations"]]
    told = [m for m in trajectory.messages if m.role in {"user", "tool"}]
    assert all(message.content in shown for message, shown in zip(told, seen, strict=True))
    assert last["done"]
    assert last["reward"] == 1


@pytest.mark.parametrize(
    "text",
    ["", "<tool_call>{", "<tool_call>" * 50_000, "\ud800", "x" * 3_000_000, '{"name": 3}'],
    ids=range(6),
)
def test_a_bad_reply_is_scored(text):
    made = environment(ROWS[0])
    made.init(ROWS[0]["prompt"])
    done = made.step(text)
    while not done["done"]:
        done = made.step("That is all.")
    assert 0 <= done["reward"] < 1
