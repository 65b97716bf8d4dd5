"""A record made of trusted values is the record that validation makes."""

import pickle

import pytest

from callwright.schemas.completions import Completion, CompletionRequest, Usage
from callwright.schemas.messages import Message, ToolCall

FIELDS = {
    "text": "Fine.",
    "reasoning": None,
    "calls": (ToolCall(id="call_1", name="weather", arguments={"city": "Ghent"}),),
    "fault": "",
    "mended": (),
    "raw": "{}",
    "finish": "stop",
    "usage": Usage(),
}


def test_a_trusted_record_is_like_a_checked_one():
    checked, trusted = Completion(**FIELDS), Completion.trusted(**FIELDS)
    assert trusted == checked
    assert repr(trusted) == repr(checked)
    assert trusted.model_dump_json() == checked.model_dump_json()
    assert trusted.model_fields_set == checked.model_fields_set
    said = Message(role="assistant", content="Fine.", tool_calls=FIELDS["calls"])
    assert trusted.message() == said
    assert trusted.message().model_dump() == said.model_dump()
    assert pickle.loads(pickle.dumps(trusted)) == checked
    copied = trusted.model_copy(update={"text": "Other."})
    assert copied != checked
    assert copied.__pydantic_fields_set__ is not trusted.__pydantic_fields_set__
    assert set(FIELDS) == set(Completion.model_fields)


def test_a_trusted_record_is_frozen():
    with pytest.raises(ValueError, match="frozen"):
        Completion.trusted(**FIELDS).text = "Other."


def test_a_copy_with_other_values_is_told_apart_from_its_original():
    said = Message(role="user", content="Will it rain?")
    request = CompletionRequest(model="stub", messages=(said,))
    known = said.canonical, request.digest
    other = said.model_copy(update={"content": "Will it snow?"})
    assert other.canonical == Message(role="user", content="Will it snow?").canonical
    for update in ({"seed": 5}, {"messages": (other,)}):
        fresh = CompletionRequest(**{"model": "stub", "messages": (said,), **update})
        assert request.model_copy(update=update).digest == fresh.digest != request.digest
    assert (said.model_copy().canonical, request.model_copy().digest) == known
