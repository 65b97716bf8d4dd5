"""What tests of all consumers share: exports, rendered samples, and a tokenizer of bytes.

Nothing here imports Callwright, which is not installed where these tests run.
"""

import json
import os
import re
from pathlib import Path

import pytest

MARK = re.compile(r"<\|[a-z_]+\|>|</?(?:think|tool_call|tool_response|tools)>")


@pytest.fixture(scope="session")
def out():
    """What the commands of prepare.txt wrote."""
    return Path(os.environ["CONSUMER_OUT"])


@pytest.fixture(scope="session")
def rendered(out):
    """A function: name of a file that `callwright prove` wrote -> id -> (text, trained texts)."""

    def read(name):
        lines = map(json.loads, (out / name).read_text(encoding="utf-8").splitlines())
        return {
            line["id"]: (line["text"], [line["text"][a:b] for a, b in line["spans"]])
            for line in lines
        }

    return read


@pytest.fixture(scope="session")
def byte_tokenizer():
    """A function: text of a chat template -> tokenizer with one token per byte or marker."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    def make(template, marks=()):
        letters = sorted(pre_tokenizers.ByteLevel.alphabet())
        bare = Tokenizer(models.BPE({letter: i for i, letter in enumerate(letters)}, []))
        bare.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
        bare.decoder = decoders.ByteLevel()
        names = sorted({*MARK.findall(template), "<|im_end|>", "<|endoftext|>", *marks})
        made = PreTrainedTokenizerFast(
            tokenizer_object=bare,
            eos_token="<|im_end|>",
            pad_token="<|endoftext|>",
            additional_special_tokens=names,
        )
        made.chat_template = template
        return made

    return make


@pytest.fixture(scope="session")
def trained_parts():
    """A function: tokenizer, ids, labels -> the texts that the labels leave under the loss."""

    def parts(tokenizer, ids, labels):
        assert len(ids) == len(labels)
        found, current = [], []
        for token, label in [*zip(ids, labels, strict=True), (None, -100)]:
            if label != -100:
                assert label == token
                current.append(token)
            elif current:
                found.append(tokenizer.decode(current, skip_special_tokens=False))
                current = []
        return found

    return parts
