"""axolotl reads the export as axolotl.yaml says, and its loss is on what was proved."""

from pathlib import Path

import pytest
import trl
import yaml
from axolotl.prompt_strategies.chat_template import load
from axolotl.utils.dict import DictDefault
from datasets import load_dataset

TEMPLATE = Path(trl.__file__).parent / "chat_templates" / "qwen3_training.jinja"
EMPTY_THOUGHT = "<think>\n\n</think>\n\n"


@pytest.fixture(scope="module")
def rows(out):
    folder = out / "data"
    (entry,) = yaml.safe_load((folder / "axolotl.yaml").read_text(encoding="utf-8"))["datasets"]
    data = load_dataset(entry["ds_type"], data_files=str(folder / entry["path"]), split="train")
    return entry, list(data)


@pytest.fixture(scope="module")
def strategy(rows, byte_tokenizer):
    config = DictDefault({"chat_template": "tokenizer_default", "sequence_len": 100_000})
    tokenizer = byte_tokenizer(TEMPLATE.read_text(encoding="utf-8"))
    return load(tokenizer, config, DictDefault(rows[0]))


def test_text_and_loss_are_exactly_what_was_proved(strategy, rows, rendered, trained_parts):
    proved = rendered("qwen3_training.jsonl")
    assert sorted(row["id"] for row in rows[1]) == sorted(proved)
    for row in rows[1]:
        text, trained = proved[row["id"]]
        made = strategy.tokenize_prompt(row)
        assert strategy.tokenizer.decode(made["input_ids"], skip_special_tokens=False) == text
        parts = trained_parts(strategy.tokenizer, made["input_ids"], made["labels"])
        assert [bare(part) for part in parts] == [bare(part) for part in trained]


def bare(part):
    """Without what opens a thought, which a prompt or a loss may hold."""
    return part.rstrip("\n").removeprefix(EMPTY_THOUGHT).removeprefix("<think>\n")
