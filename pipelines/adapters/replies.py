"""Completions as trainers hand them over, read as messages.

A completion is a text, or messages whose calls a trainer has parsed already or left in the text.
Whatever has another form is a reply that says nothing: a bad rollout is data, not a crash.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from callwright.filters.rollout import as_list, as_object
from callwright.pipelines.adapters.judge import LONGEST
from callwright.pipelines.adapters.reading import Parse, Reading, read_reply
from callwright.schemas.calls.reply import Tools

_RESULTS: Final = re.compile(
    r"(?:<\|im_end\|>)?\n?(?:<\|im_start\|>)?user\n"
    r"((?:<tool_response>\n?(?:(?!</tool_response>)[\s\S])*</tool_response>\s*)+)"
    r"(?:<\|im_end\|>\n?)?(?:<\|im_start\|>)?assistant\n"
)
"""Results as the Qwen templates write them between two replies, special tokens kept or dropped."""
_RESULT: Final = re.compile(r"<tool_response>\n?([\s\S]*?)\n?</tool_response>")


def messages_of(completion: object, tools: Tools, parse: Parse = read_reply) -> list[Reading]:
    """The messages of a completion, with its calls as calls.

    Args:
        completion: text, or a list of messages.
        tools: that the model was offered.
        parse: reads the text of a reply, where its calls were not parsed yet.
    """
    if isinstance(completion, str):
        return transcript(completion, tools, parse)
    return [_with_calls(as_object(message), tools, parse) for message in as_list(completion)]


def _with_calls(message: Mapping[str, Any], tools: Tools, parse: Parse) -> Reading:
    content = message.get("content")
    raw = message.get("role") == "assistant" and not as_list(message.get("tool_calls"))
    if not raw or not isinstance(content, str) or len(content) > LONGEST:
        return message
    return parse(content, tools)


def transcript(text: str, tools: Tools, parse: Parse = read_reply) -> list[Reading]:
    """The messages of a text in which replies and results alternate, as tool loops decode them."""
    if len(text) > LONGEST:
        return [{"role": "assistant", "content": text}]
    parts = _RESULTS.split(text)
    messages: list[Reading] = []
    for index, part in enumerate(parts):
        if index % 2:
            shown = _RESULT.findall(part)
            messages += ({"role": "tool", "content": content} for content in shown)
        else:
            messages.append(parse(part, tools))
    return messages
