"""TRL trains on the export as it stands, and its loss is on what the export proof says."""

from pathlib import Path

import pytest
import trl
from datasets import load_dataset
from transformers import Qwen3Config, Qwen3ForCausalLM

TEMPLATES = Path(trl.__file__).parent / "chat_templates"

OPENINGS = ("", "<think>\n", "<think>\n\n</think>\n\n")
"""What the prompt opens a turn with. TRL's training templates put it under the loss too, in all
messages of a completion but the first."""


@pytest.fixture
def trainer(out, tmp_path, byte_tokenizer):
    """A function: export folder, template, settings -> a trainer with a tiny random model."""

    def make(unit, template, **settings):
        data = load_dataset("parquet", data_files=str(out / unit / "train.parquet"), split="train")
        text = (TEMPLATES / f"{template}.jinja").read_text(encoding="utf-8")
        tokenizer = byte_tokenizer(text)
        config = Qwen3Config(
            vocab_size=len(tokenizer),
            hidden_size=16,
            intermediate_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            num_key_value_heads=1,
            head_dim=8,
        )
        arguments = trl.SFTConfig(
            output_dir=str(tmp_path),
            max_steps=2,
            per_device_train_batch_size=1,
            max_length=None,
            use_cpu=True,
            bf16=False,
            report_to="none",
            save_strategy="no",
            **settings,
        )
        return trl.SFTTrainer(
            model=Qwen3ForCausalLM(config),
            args=arguments,
            train_dataset=data,
            processing_class=tokenizer,
        ), data["id"]

    return make


@pytest.mark.parametrize(
    ("unit", "template", "settings"),
    [
        ("turn", "qwen3_training", {"assistant_only_loss": True}),
        ("turn", "qwen3_5_think_training", {"assistant_only_loss": True}),
        ("step", "qwen3", {}),
    ],
)
def test_the_loss_is_on_exactly_what_was_proved(
    trainer, rendered, trained_parts, unit, template, settings
):
    made, ids = trainer(unit, template, **settings)
    proved = rendered(f"{template}.jsonl")
    assert sorted(ids) == sorted(proved)
    for name, row in zip(ids, made.train_dataset, strict=True):
        text, trained = proved[name]
        tokenizer = made.processing_class
        assert tokenizer.decode(row["input_ids"], skip_special_tokens=False) == text
        parts = trained_parts(tokenizer, row["input_ids"], row["labels"])
        assert len(parts) == len(trained)
        for number, (part, wanted) in enumerate(zip(parts, trained, strict=True)):
            opening = part.rstrip("\n").removesuffix(wanted)
            assert opening in OPENINGS[: 1 if number == 0 else None]


def test_two_steps_of_training_run(trainer):
    made, _ = trainer("turn", "qwen3_training", assistant_only_loss=True)
    assert made.train().global_step == 2
