"""The order of a well-formed conversation.

System first, then turns; every tool message answers the next open call; a turn ends with text.
Thinking stands in every assistant message or in none.
"""

from collections.abc import Iterator, Sequence

from callwright.schemas.messages import Message, ToolCall

OrderFault = tuple[str, str]
"""Reason code and evidence."""


def order_faults(messages: Sequence[Message]) -> Iterator[OrderFault]:
    """What is wrong with the order of messages.

    Reason codes: `message_order`, `call_ids`, `wrong_answer_to_call`, `unanswered_call`,
    `empty_message`, `thinking`.
    """
    if [m.role for m in messages[:2]] != ["system", "user"]:
        yield "message_order", "a conversation starts with a system and a user message"
    yield from _walk(messages)
    if not messages or messages[-1].role != "assistant" or messages[-1].tool_calls:
        yield "message_order", "a conversation ends with text of the assistant"
    thinking = {
        bool(m.reasoning and m.reasoning.strip()) for m in messages if m.role == "assistant"
    }
    if len(thinking) > 1:
        yield "thinking", "some assistant messages think and some do not"


def _walk(messages: Sequence[Message]) -> Iterator[OrderFault]:
    ids: set[str] = set()
    open_calls: list[ToolCall] = []
    before = ""
    for index, message in enumerate(messages):
        role = message.role
        if role == "tool":
            yield from _answer(index, message, open_calls)
        elif open_calls:
            yield (
                "unanswered_call",
                f"message {index} comes before the result of {open_calls[0].id}",
            )
            open_calls = []
        yield from _content(index, message)
        if not _may_follow(before, role, index):
            yield "message_order", f"message {index}: {role} after {before or 'nothing'}"
        for call in message.tool_calls:
            if call.id in ids:
                yield "call_ids", f"message {index}: {call.id} is used twice"
            ids.add(call.id)
        open_calls += message.tool_calls
        before = "calls" if message.tool_calls else role
    if open_calls:
        yield "unanswered_call", open_calls[0].id


def _may_follow(before: str, role: str, index: int) -> bool:
    if role == "system":
        return index == 0
    if role == "user":
        return before in ("system", "assistant", "")
    if role == "assistant":
        return before in ("user", "tool")
    return before in ("calls", "tool")


def _answer(index: int, message: Message, open_calls: list[ToolCall]) -> Iterator[OrderFault]:
    call = open_calls.pop(0) if open_calls else None
    if call is None:
        yield "message_order", f"message {index} answers no call"
    elif (call.id, call.name) != (message.tool_call_id, message.name):
        yield (
            "wrong_answer_to_call",
            f"message {index} answers {message.tool_call_id}, next is {call.id}",
        )


def _content(index: int, message: Message) -> Iterator[OrderFault]:
    if message.tool_calls and message.role != "assistant":
        yield "message_order", f"message {index}: only an assistant calls tools"
    blank = not (message.content or "").strip()
    if blank and not message.tool_calls and message.role != "tool":
        yield "empty_message", f"message {index}"
