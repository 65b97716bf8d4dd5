"""A chat template with a tokenizer, behind the two questions that the proof asks of them.

Without a tokenizer of the user's own, one token is one byte: texts, prefixes and masks are proved
all the same, and lengths are in bytes. Nothing is fetched from a model hub.
"""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from callwright.pipelines.proving.templates import HOW, template_text
from callwright.schemas.errors import OutputError

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

Json = dict[str, Any]
MARK = re.compile(r"<\|[a-z_]+\|>|</?(?:think|tool_call|tool_response|tools)>")
"""What templates use as tokens of their own."""


class CannotRender(Exception):
    """A template refuses a conversation, or cannot cope with it; holds what it said."""


@dataclass(frozen=True)
class Renderer:
    """Renders conversations as text, and text as tokens."""

    name: str
    """Of the template, or of the tokenizer's folder."""
    tokenizer: "PreTrainedTokenizerBase"
    counts: Literal["tokens", "bytes"]
    """What a length counts."""

    def render(
        self, messages: Sequence[Json], tools: Sequence[Json], *, prompt: bool, thinking: bool
    ) -> str:
        """The text of a conversation; `prompt` opens the next turn of the assistant.

        Raises:
            CannotRender: the template raises on this conversation.
        """
        from jinja2 import TemplateError

        try:
            text = self.tokenizer.apply_chat_template(
                list(messages),
                tools=list(tools) or None,
                tokenize=False,
                add_generation_prompt=prompt,
                enable_thinking=thinking,
            )
        # Templates are programs over our data: they stop with jinja's errors or with Python's.
        except (TemplateError, TypeError, ValueError, KeyError, IndexError) as error:
            raise CannotRender(f"{type(error).__name__}: {error}") from error
        return str(text)

    def encode(self, text: str) -> list[int]:
        """The tokens of a rendered text, with nothing added."""
        return list(self.tokenizer(text, add_special_tokens=False)["input_ids"])

    def decode(self, tokens: Sequence[int]) -> str:
        """The text of tokens, special ones included, with nothing cleaned up."""
        options = {"skip_special_tokens": False, "clean_up_tokenization_spaces": False}
        return str(self.tokenizer.decode(list(tokens), **options))


def open_renderer(template: str | None = None, folder: Path | None = None) -> Renderer:
    """A packaged template by name, a tokenizer's folder with its own, or that one with this.

    Raises:
        OutputError: neither is given, the extra is not installed, the template is unknown, or the
            folder holds no tokenizer with a chat template.
    """
    if template is None and folder is None:
        raise OutputError("name a template or the folder of a tokenizer")
    _need_transformers()
    text = None if template is None else template_text(template)
    if folder is None:
        name, tokenizer = str(template), byte_tokenizer(text or "")
    else:
        name, tokenizer = template or folder.name, _load(folder)
    if text is not None:
        tokenizer.chat_template = text
    if not tokenizer.chat_template:
        raise OutputError(f"the tokenizer in {folder} has no chat template; add --template")
    return Renderer(name, tokenizer, "bytes" if folder is None else "tokens")


def byte_tokenizer(template: str) -> "PreTrainedTokenizerBase":
    """A tokenizer with one token per byte, and one per marker that the template uses."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    bare = Tokenizer(models.BPE({letter: i for i, letter in enumerate(letters)}, []))
    bare.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    bare.decoder = decoders.ByteLevel()
    marks = sorted(set(MARK.findall(template)))
    return PreTrainedTokenizerFast(tokenizer_object=bare, additional_special_tokens=marks)


def _load(folder: Path) -> "PreTrainedTokenizerBase":
    from transformers import AutoTokenizer

    if not folder.is_dir():
        raise OutputError(f"there is no folder {folder} with a tokenizer")
    try:
        return AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    except (OSError, ValueError) as error:
        raise OutputError(f"{folder} holds no tokenizer that can be read: {error}") from error


def _need_transformers() -> None:
    # It warns on every start that there is no torch, which nothing here needs.
    os.environ.setdefault("TRANSFORMERS_NO_ADVISORY_WARNINGS", "1")
    try:
        import jinja2
        import transformers
    except ImportError as error:
        raise OutputError(f"the export proof needs an extra: {HOW} ({error})") from error
    _ = jinja2, transformers
