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

_MARK: Final = "<|im_start|>"
_BEGIN: Final = "user\n"
_OPEN, _CLOSE = "<tool_response>", "</tool_response>"
_SPACE: Final = re.compile(r"\s*")
_RESUMED: Final = re.compile(r"(?:<\|im_end\|>\s*)?(?:<\|im_start\|>)?assistant\n")
"""What stands between results and the reply to them, special tokens kept or dropped."""


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
    """The messages of a text in which replies and results alternate, as tool loops decode them.

    Results are looked for as the Qwen templates write them. Takes time linear in the text.
    """
    if len(text) > LONGEST:
        return [{"role": "assistant", "content": text}]
    messages: list[Reading] = []
    at = search = 0
    while (begin := text.find(f"{_BEGIN}{_OPEN}", search)) >= 0:
        shown, end = _results(text, begin + len(_BEGIN))
        if not shown:
            break  # a result that is not closed has none behind it
        resumed = _RESUMED.match(text, end)
        search = end
        if resumed and _is_line_start(text, begin):
            messages.append(parse(text[at:begin].removesuffix(_MARK), tools))
            messages += ({"role": "tool", "content": content} for content in shown)
            at = search = resumed.end()
    return [*messages, parse(text[at:], tools)]


def _is_line_start(text: str, at: int) -> bool:
    return at == 0 or text[at - 1] == "\n" or text.endswith(_MARK, 0, at)


def _results(text: str, at: int) -> tuple[list[str], int]:
    """The results from `at` on, and the position behind them; none where one is not closed."""
    shown: list[str] = []
    while text.startswith(_OPEN, at):
        end = text.find(_CLOSE, at)
        if end < 0:
            return [], at
        shown.append(text[at + len(_OPEN) : end].removeprefix("\n").removesuffix("\n"))
        at = end + len(_CLOSE)
        space = _SPACE.match(text, at)
        at = space.end() if space else at
    return shown, at
