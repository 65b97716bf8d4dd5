"""LLaMA-Factory reads the export by its dataset_info.json, and trains what the proof says."""

from collections import Counter

import pytest
from llamafactory.data import get_dataset, get_template_and_fix_tokenizer
from llamafactory.hparams import get_train_args
from llamafactory.model import load_tokenizer
from transformers import Qwen3Config

EMPTY_THOUGHT = "<think>\n\n</think>\n\n"


@pytest.fixture(scope="module")
def made(out, tmp_path_factory, byte_tokenizer):
    """The tokenizer, and the dataset as its loader prepares it for training."""
    folder = tmp_path_factory.mktemp("model")
    byte_tokenizer("<|im_start|><think></think>").save_pretrained(folder)
    Qwen3Config(vocab_size=300).save_pretrained(folder)
    model, data, training, _, _ = get_train_args(
        {
            "model_name_or_path": str(folder),
            "stage": "sft",
            "do_train": True,
            "finetuning_type": "full",
            "dataset": "callwright_train",
            "dataset_dir": str(out / "data"),
            "template": "qwen3_nothink",
            "mask_history": True,
            "cutoff_len": 100_000,
            "overwrite_cache": True,
            "output_dir": str(folder / "out"),
            "use_cpu": True,
            "report_to": "none",
        }
    )
    module = load_tokenizer(model)
    template = get_template_and_fix_tokenizer(module["tokenizer"], data)
    loaded = get_dataset(template, model, data, training, stage="sft", **module)
    return module["tokenizer"], loaded["train_dataset"]


def test_the_loss_is_on_exactly_what_was_proved(made, rendered, trained_parts):
    tokenizer, dataset = made
    found = Counter()
    for row in dataset:
        (part,) = trained_parts(tokenizer, row["input_ids"], row["labels"])
        found[part.rstrip("\n").removeprefix(EMPTY_THOUGHT)] += 1
    wanted = Counter(trained for _, (trained,) in rendered("qwen3.jsonl").values())
    assert found == wanted


def test_the_context_is_that_of_the_template(made, rendered):
    tokenizer, dataset = made
    texts = (tokenizer.decode(row["input_ids"], skip_special_tokens=False) for row in dataset)
    found = Counter(text.replace(EMPTY_THOUGHT, "").strip() for text in texts)
    proved = rendered("qwen3.jsonl").values()
    assert found == Counter(text.replace(EMPTY_THOUGHT, "").strip() for text, _ in proved)
