"""ms-swift loads the export, and its template puts the loss on what the proof says."""

import pytest
from swift import get_processor, get_template, load_dataset
from transformers import Qwen3Config

EMPTY_THOUGHT = "<think>\n\n</think>\n\n"


@pytest.fixture(scope="module")
def template(tmp_path_factory, byte_tokenizer):
    folder = tmp_path_factory.mktemp("model")
    byte_tokenizer("<|im_start|><think></think>").save_pretrained(folder)
    Qwen3Config(vocab_size=300, architectures=["Qwen3ForCausalLM"]).save_pretrained(folder)
    made = get_template(get_processor(str(folder), model_type="qwen3"), template_type="qwen3")
    made.set_mode("train")
    return made


@pytest.fixture(scope="module")
def rows(out):
    dataset, _ = load_dataset(str(out / "data" / "train.jsonl"), load_from_cache_file=False)
    return list(dataset)


def test_the_loss_is_on_exactly_what_was_proved(template, rows, rendered, trained_parts):
    proved = list(rendered("qwen3_training.jsonl").values())
    assert len(rows) == len(proved)
    for row, (_, trained) in zip(rows, proved, strict=True):
        made = template.encode(row)
        parts = trained_parts(template.tokenizer, made["input_ids"], made["labels"])
        assert [bare(part) for part in parts] == [bare(part) for part in trained]


def test_the_context_is_that_of_the_template(template, rows, rendered):
    for row, (text, _) in zip(rows, rendered("qwen3_training.jsonl").values(), strict=True):
        ids = template.encode(row)["input_ids"]
        found = template.tokenizer.decode(ids, skip_special_tokens=False)
        assert found.replace(EMPTY_THOUGHT, "").strip() == text.replace(EMPTY_THOUGHT, "").strip()


def bare(part):
    """Without what opens a thought, which a prompt or a loss may hold."""
    return part.rstrip("\n").removeprefix(EMPTY_THOUGHT).removeprefix("<think>\n")
