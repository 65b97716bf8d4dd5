"""Rows of many skills, and conversations made by hand, for tests of the adapters."""

from functools import cache

from callwright.pipelines.adapters.sample import unroll
from callwright.pipelines.adhoc import Request, generate, write_rows
from callwright.schemas.messages import Message, ToolCall, Weights
from callwright.schemas.task import UserTurn
from tests.pipelines.made import tool_spec, trajectory

CELLS = [
    ("travel", "single"),
    ("travel", "parallel"),
    ("calendar", "multi_turn"),
    ("travel", "missing_tool"),
    ("travel", "clarify"),
    ("travel+calendar", "multi_step"),
]


@cache
def generated():
    """A few trajectories of each of the cells, some of which think."""
    return [
        one
        for domain, skill in CELLS
        for one in generate(Request(domain, skill, 4, 7, "train", ()))
    ]


def samples():
    return [sample for one in generated() for sample in unroll(one)]


def file_of(folder, trajectories):
    path = folder / "rows.jsonl"
    write_rows(path, trajectories)
    return path


def said(text, thought=None, **weights):
    return Message(role="assistant", content=text, reasoning=thought, weights=Weights(**weights))


def called(arguments, count=1, text=None, thought=None, **weights):
    calls = (
        ToolCall(id=f"call_{i}", name="look_up_city", arguments=arguments) for i in range(count)
    )
    return Message(
        role="assistant",
        content=text,
        reasoning=thought,
        tool_calls=tuple(calls),
        weights=Weights(**weights),
    )


def result(number=0, text="{}"):
    return Message(role="tool", content=text, tool_call_id=f"call_{number}", name="look_up_city")


def asked(text="Look it up."):
    return Message(role="user", content=text)


def conversation(*messages, offers=(), parameters=None):
    """A trajectory that holds these messages, whatever they are."""
    base = trajectory(1)
    users = [message.content for message in messages if message.role == "user"]
    turns = [UserTurn(text=text, offers=offers if i else ()) for i, text in enumerate(users)]
    tool = tool_spec()
    if parameters is not None:
        tool = tool.model_copy(update={"parameters": parameters})
    changed = base.task.model_copy(update={"turns": tuple(turns), "tools": (tool,)})
    return base.model_copy(update={"task": changed, "messages": (base.messages[0], *messages)})
