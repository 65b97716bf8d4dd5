"""JSON objects in `<tool_call>` blocks: Hermes, Qwen2.5, Qwen3 and their kin.

Source of the form: the chat template of Qwen3.
"""

from callwright.schemas.calls.json_text import as_call, read_json, skip_space
from callwright.schemas.calls.marks import CALL_CLOSE as CLOSE
from callwright.schemas.calls.marks import CALL_OPEN as OPEN
from callwright.schemas.calls.marks import or_none, split_thinking, without_end
from callwright.schemas.calls.mending.tagged import mend_json_blocks
from callwright.schemas.calls.reply import CallFormat, ReadCall, Reply, Tools, Unreadable


def parse(raw: str, tools: Tools) -> Reply:
    """Text, then any number of blocks, and nothing but white space after the first of them."""
    reasoning, text = split_thinking(without_end(raw))
    content, opened, _ = text.partition(OPEN)
    if not opened and CLOSE in text:
        raise Unreadable("broken_block", text[text.index(CLOSE) :])
    calls = _blocks(text, len(content)) if opened else ()
    return Reply(reasoning, or_none(content), calls)


def _blocks(text: str, at: int) -> tuple[ReadCall, ...]:
    calls: list[ReadCall] = []
    while at < len(text):
        if not text.startswith(OPEN, at):
            raise Unreadable("text_after_call", text[at:])
        value, end = read_json(text, skip_space(text, at + len(OPEN)))
        end = skip_space(text, end)
        if not text.startswith(CLOSE, end):
            raise Unreadable("unclosed_call", text[at:])
        calls.append(as_call(value))
        at = skip_space(text, end + len(CLOSE))
    return tuple(calls)


call_format = CallFormat(
    "hermes", "JSON in <tool_call>: Qwen2.5, Qwen3, Hermes", parse, mend_json_blocks
)
