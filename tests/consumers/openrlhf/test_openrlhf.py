"""OpenRLHF reads our rows with its own dataset class and scores with its own executor."""

import asyncio
import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from datasets import load_dataset
from openrlhf.datasets.prompts_dataset import PromptDataset
from openrlhf.utils.agent import SingleTurnAgentExecutor

from callwright.pipelines.adapters import openrlhf as adapter
from callwright.schemas.canonical import load

OUT = Path(os.environ["CONSUMER_OUT"])
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


@pytest.fixture(scope="module")
def tokenizer(byte_tokenizer):
    return byte_tokenizer(TEMPLATE)


@pytest.fixture(scope="module")
def rows(tokenizer):
    """Prompt and label of every row."""
    keys = {"input_key": "input", "label_key": "label", "apply_chat_template": True}
    args = SimpleNamespace(data=SimpleNamespace(**keys))
    strategy = SimpleNamespace(args=args, is_rank_0=lambda: False)
    data = load_dataset("json", data_files=str(OUT / "openrlhf" / "train.jsonl"), split="train")
    made = PromptDataset(data, tokenizer, strategy)
    return [made[index] for index in range(len(made))]


class Engine:
    """Generates what it is told."""

    def __init__(self, ids):
        self.ids = ids

    async def generate(self, *_, **__):
        made = SimpleNamespace(token_ids=self.ids, finish_reason="stop", logprobs=None)
        return SimpleNamespace(outputs=[made])


def scored(tokenizer, prompt, label, reply):
    executor = SingleTurnAgentExecutor(adapter.__file__)
    sampling = SimpleNamespace(max_tokens=4_096, logprobs=None)
    ids = tokenizer(f"{reply}<|im_end|>")["input_ids"]
    done = asyncio.run(executor.execute(prompt, label, sampling, 100_000, tokenizer, Engine(ids)))
    return float(done["reward"]), float(done["extra_logs"]["strict"])


def test_the_right_first_reply_earns_everything(tokenizer, rows):
    acting = 0
    for row in rows:
        _, prompt, label = row[:3]
        calls = load(label)["checks"]["turns"][0].get("calls", ())
        blocks = [
            "<tool_call>\n"
            + json.dumps({"name": call["name"], "arguments": call["arguments"]})
            + "\n</tool_call>"
            for call in calls
        ]
        assert prompt.endswith("<|im_start|>assistant\n")
        if blocks:
            acting += 1
            assert scored(tokenizer, prompt, label, "\n".join(blocks)) == (1, 1)
            assert scored(tokenizer, prompt, label, "I will not.") == (0, 0)
    assert acting > 20
