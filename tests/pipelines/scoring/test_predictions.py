"""Every shape of a line is read, and every broken one is a sample with its fault."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.pipelines.scoring.predictions import read_line, read_predictions
from callwright.schemas.errors import OutputError

TEXT = {"role": "assistant", "content": "Hello."}
BODY = {"choices": [{"index": 0, "message": TEXT}]}

BROKEN = {
    b"{": ("", "not_json"),
    b"\xff\xfe": ("", "not_json"),
    b'{"id": "r", "messages": [NaN]}': ("", "not_json"),
    b'{"id": "r", "messages": "\\ud800"}': ("", "not_json"),
    b"[" * 5_000: ("", "not_json"),
    b"[]": ("", "not_object"),
    b'"r"': ("", "not_object"),
    b"{}": ("", "no_id"),
    b'{"id": 7, "messages": []}': ("", "no_id"),
    b'{"id": "", "messages": []}': ("", "no_id"),
    b'{"id": "r"}': ("r", "unknown_shape"),
    b'{"id": "r", "text": null}': ("r", "unknown_shape"),
    b'{"id": "r", "messages": {}}': ("r", "messages_not_list"),
    b'{"id": "r", "messages": null}': ("r", "messages_not_list"),
    b'{"id": "r", "messages": ["hi"]}': ("r", "message_not_object"),
    b'{"id": "r", "messages": []}': ("r", "no_reply"),
    b'{"id": "r", "messages": [{"role": "user", "content": "hi"}]}': ("r", "no_reply"),
    b'{"id": "r", "choices": []}': ("r", "no_choices"),
    b'{"id": "r", "choices": {"message": 1}}': ("r", "no_choices"),
    b'{"id": "r", "choices": [{"message": null}]}': ("r", "no_reply"),
    b'{"id": "r", "choices": [7]}': ("r", "no_reply"),
    b'{"custom_id": "r", "response": null}': ("r", "no_choices"),
    b'{"custom_id": "r", "response": {"status_code": 500}}': ("r", "failed_request"),
    b'{"custom_id": "r", "response": null, "error": {"code": "x"}}': ("r", "failed_request"),
    b'{"custom_id": "r", "response": {"body": "no"}}': ("r", "no_choices"),
}


@pytest.mark.parametrize("line", BROKEN, ids=lambda line: repr(line[:40]))
def test_a_broken_line_is_a_sample_with_its_fault(line):
    (sample,) = read_line(line, 3)
    assert (sample.id, sample.fault) == BROKEN[line]
    assert (sample.line, sample.messages) == (3, ())


GOOD = {
    "conversation": {"id": "r", "messages": [TEXT]},
    "batch": {"id": "batch_1", "custom_id": "r", "response": {"status_code": 200, "body": BODY}},
    "batch without status": {"custom_id": "r", "response": {"body": BODY}, "error": None},
    "response by id": {"id": "r", **BODY},
    "response by custom_id": {"id": "chatcmpl-1", "custom_id": "r", **BODY},
    "null custom_id": {"id": "r", "custom_id": None, **BODY},
    "raw text": {"id": "r", "text": "Hello."},
    "raw choice": {"id": "r", "choices": [{"text": "Hello."}]},
}


@pytest.mark.parametrize("shape", GOOD)
def test_every_shape_gives_the_reply(shape):
    (sample,) = read_line(json.dumps(GOOD[shape]).encode(), 1)
    assert (sample.id, sample.fault, sample.messages) == ("r", None, (TEXT,))
    assert sample.reply == (shape != "conversation")
    assert sample.raw == shape.startswith("raw")


def test_each_choice_is_a_sample():
    line = {"id": "r", "choices": [{"message": TEXT}, {"message": None}, {"message": TEXT}]}
    samples = list(read_line(json.dumps(line).encode(), 1))
    assert [sample.fault for sample in samples] == [None, "no_reply", None]


def test_blank_lines_are_passed_over_and_lines_numbered(tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_bytes(b'\n{"id": "r", "text": "a"}\r\n  \n{"id": "s"}')
    found = [(s.line, s.id, s.fault) for s in read_predictions(path)]
    assert found == [(2, "r", None), (4, "s", "unknown_shape")]


@pytest.mark.parametrize("name", ["none.jsonl", "."])
def test_a_file_that_cannot_be_read_is_named(tmp_path, name):
    with pytest.raises(OutputError, match="cannot be read"):
        list(read_predictions(tmp_path / name))


@given(st.binary(max_size=60))
def test_no_line_raises(line):
    assert list(read_line(line, 1))
