"""What stands around calls in a reply: thinking before them, and tokens that end a turn."""

from typing import Final

from callwright.schemas.calls.reply import Unreadable

END_MARKS: Final = ("<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<|end_of_text|>", "<|endoftext|>")
"""Tokens that end a turn; servers leave them away, rendered templates do not."""
OPEN, CLOSE = "<think>", "</think>"
CALL_OPEN, CALL_CLOSE = "<tool_call>", "</tool_call>"
FUNCTION, FUNCTION_END = "<function=", "</function>"
PARAMETER, PARAMETER_END = "<parameter=", "</parameter>"
FENCES: Final = ("```json", "```")
CALL_SIGNS: Final = ("{", "}", "[", "]", "<", '"name"', "'name'")
"""What a text behind calls never holds, unless a call or a turn of others goes on in it."""


def without_end(text: str) -> str:
    """The text without white space and without tokens that end a turn, at its end."""
    text = text.rstrip()
    while text.endswith(END_MARKS):
        mark = next(mark for mark in END_MARKS if text.endswith(mark))
        text = text[: -len(mark)].rstrip()
    return text


def split_thinking(text: str) -> tuple[str | None, str]:
    """Thinking and what follows it; the tag that opens it may stand in the prompt instead."""
    head, closed, rest = text.partition(CLOSE)
    if not closed:
        if text.lstrip().startswith(OPEN):
            raise Unreadable("unclosed_thinking", text)
        return None, text
    return or_none(head.strip().removeprefix(OPEN)), rest


def or_none(text: str) -> str | None:
    """The text without white space around it, None when there is nothing left."""
    return text.strip() or None


def unfenced(text: str) -> str:
    """The inside of a fence that holds the whole text; else the text itself."""
    fence = next((fence for fence in FENCES if text.startswith(fence)), None)
    if fence is None or not text.endswith("```") or len(text) < len(fence) + 3:
        return text
    return text[len(fence) : -3].strip()
