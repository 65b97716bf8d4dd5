"""A tiny, randomly initialised Qwen3 with the real template, some of whose replies are dictated.

No untrained model calls a tool by itself. So every other rollout is given the reference's replies,
and the rest is what the model makes of it: noise. Both go through TRL's own loop.
"""

import copy
import json
from pathlib import Path

import torch
import trl
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM

TEMPLATES = Path(trl.__file__).parent / "chat_templates"
NOISE = 16
"""Tokens of a reply that is not dictated."""
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]


def tokenizer_of(texts):
    """A byte-level tokenizer, trained on a few texts, with the template of Qwen3."""
    bare = Tokenizer(models.BPE())
    bare.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bare.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=1500, special_tokens=SPECIAL, initial_alphabet=alphabet, show_progress=False
    )
    bare.train_from_iterator(texts, trainer)
    ready = PreTrainedTokenizerFast(
        tokenizer_object=bare, eos_token="<|im_end|>", pad_token="<|endoftext|>"
    )
    ready.chat_template = (TEMPLATES / "qwen3.jinja").read_text(encoding="utf-8")
    ready.padding_side = "left"
    return ready


class Dictated(Qwen3ForCausalLM):
    """Replies with what `dictate` gives for a prompt; with its own tokens where that is None."""

    dictate = None
    tokenizer = None

    def generate(self, input_ids=None, **options):
        short = copy.deepcopy(options.pop("generation_config"))
        short.max_new_tokens = NOISE
        made = super().generate(input_ids, generation_config=short, **options)
        width, tokenizer = input_ids.shape[1], self.tokenizer
        rows = []
        for prompt, whole in zip(input_ids, made, strict=True):
            text = self.dictate(tokenizer.decode(prompt))
            ids = whole[width:].tolist() if text is None else tokenizer(text)["input_ids"]
            rows.append([*ids, tokenizer.eos_token_id])
        longest = max(map(len, rows))
        pad = tokenizer.pad_token_id
        replies = torch.tensor([row + [pad] * (longest - len(row)) for row in rows])
        return torch.cat([input_ids, replies.to(input_ids.device)], dim=1)


def student(tokenizer, dictate):
    torch.manual_seed(7)
    config = Qwen3Config(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=16,
        max_position_embeddings=16_384,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        tie_word_embeddings=True,
    )
    model = Dictated(config)
    model.dictate, model.tokenizer = dictate, tokenizer
    return model


class Dictation:
    """The reference's replies, to every other rollout of a prompt.

    Args:
        trajectories: of the tasks that are trained on.
    """

    def __init__(self, trajectories):
        self.replies = {}
        for trajectory in trajectories:
            request = trajectory.task.turns[0].text
            said = [m for m in trajectory.messages if m.role == "assistant"]
            self.replies[request] = [written(message) for message in said]
        self.counts = dict.fromkeys(self.replies, 0)

    def __call__(self, prompt):
        request = next(text for text in self.replies if text in prompt)
        results = prompt.split(request)[1].count("<|im_start|>assistant\n") - 1
        if results:  # only who was dictated a call comes this far
            return self.replies[request][results]
        self.counts[request] += 1
        return self.replies[request][0] if self.counts[request] % 2 else None


def written(message):
    """A message as Qwen3 writes it."""
    calls = (
        json.dumps({"name": call.name, "arguments": call.arguments}, ensure_ascii=False)
        for call in message.tool_calls
    )
    blocks = [f"<tool_call>\n{call}\n</tool_call>" for call in calls]
    return "\n".join(filter(None, [message.content, *blocks]))
