"""Messages and tools in the OpenAI shape, and thinking inside the text, as several formats need."""

from typing import Any

from callwright.pipelines.adapters.sample import Sample
from callwright.schemas.canonical import dump
from callwright.schemas.messages import Message

Json = dict[str, Any]
EMPTY_THOUGHT = "<think>\n\n</think>\n\n"


def openai_message(message: Message, *, text_arguments: bool = False) -> Json:
    """The message without loss weights and without absent fields.

    `text_arguments` writes the arguments of calls as a JSON string, for loaders that would merge
    objects of different calls into one struct.
    """
    out = {k: v for k, v in message.openai().items() if v is not None and k != "weights"}
    if text_arguments and message.tool_calls:
        for call in out["tool_calls"]:
            call["function"]["arguments"] = dump(call["function"]["arguments"])
    return out


def tools_text(sample: Sample) -> str:
    """The tools as one JSON string, in the order shown."""
    return f"[{','.join(tool.text for tool in sample.tools)}]"


def inline(message: Message, *, empty: bool = False) -> str:
    """The text of a message behind its thinking; `empty` marks a message that does not think."""
    text = message.content or ""
    if message.reasoning is not None:
        return f"<think>\n{message.reasoning}\n</think>\n\n{text}"
    return f"{EMPTY_THOUGHT}{text}" if empty else text
