"""What the proof says of one sample: spans, types that a template loses, limits, and tampering."""

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from callwright.pipelines.adapters.sample import unroll
from callwright.pipelines.cli import app
from callwright.pipelines.proving.probe import probe
from callwright.pipelines.proving.proof import prove
from callwright.pipelines.proving.renderer import Renderer, byte_tokenizer, open_renderer
from callwright.pipelines.proving.templates import template_text
from callwright.schemas.errors import OutputError
from tests.pipelines.adapters.made import (
    asked,
    called,
    conversation,
    file_of,
    generated,
    result,
    said,
    samples,
)

ANY = {"type": "object", "additionalProperties": True}
PAIR = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "number": {"type": "integer"}},
}


def opened(name):
    renderer = open_renderer(name)
    return renderer, probe(renderer)


def proved(name, *messages, parameters=PAIR):
    *_, sample = unroll(conversation(*messages, parameters=parameters))
    return prove(sample, *opened(name))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A tokenizer's folder as users have it: byte-level BPE with merges, and Qwen3's template."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    bare = Tokenizer(models.BPE())
    bare.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bare.decoder = decoders.ByteLevel()
    marks = ["<|im_start|>", "<|im_end|>", "<|endoftext|>"]
    trainer = trainers.BpeTrainer(
        vocab_size=2000,
        special_tokens=marks,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    bare.train_from_iterator(
        (m.content or "" for one in generated() for m in one.messages), trainer
    )
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bare, eos_token="<|im_end|>")
    tokenizer.chat_template = template_text("qwen3")
    path = tmp_path_factory.mktemp("tokenizer") / "mine"
    tokenizer.save_pretrained(path)
    return path


def test_loss_spans_decode_to_exactly_the_trained_text(folder):
    renderer = open_renderer(folder=folder)
    abilities = probe(renderer)
    for sample in samples():
        outcome = prove(sample, renderer, abilities)
        assert outcome.state == "proved", outcome
        trained = [sample.messages[i] for i in sample.trained]
        found = [(piece, span) for piece in outcome.pieces for span in piece.spans]
        for (piece, span), message in zip(found, trained, strict=True):
            tokens = renderer.encode(piece.text)[span.token_start : span.token_end]
            text = renderer.decode(tokens)
            assert text == piece.text[span.start : span.end]
            assert text.endswith("<|im_end|>")
            assert text.removesuffix("<|im_end|>") == written(message)


def written(message):
    """What Qwen3 writes for a message behind the prompt."""
    calls = "\n".join(
        f'<tool_call>\n{{"name": "{call.name}", "arguments": '
        f"{json.dumps(call.arguments, ensure_ascii=False)}}}\n</tool_call>"
        for call in message.tool_calls
    )
    thought = f"<think>\n{message.reasoning}\n</think>\n\n" if message.reasoning else ""
    return f"{thought}{message.content or ''}{calls}"


def test_types_that_bare_parameters_lose_are_restored_by_the_schema_and_counted():
    arguments = {"city": "1", "number": 1}
    done = proved("qwen3_6", asked(), called(arguments), result(), said("x"))
    assert done.state == "proved"
    assert done.pieces[0].casts == 1
    assert not proved("qwen3", asked(), called(arguments), result(), said("x")).pieces[0].casts


@pytest.mark.parametrize("value", ["1", "true", "null", "[]"])
def test_a_string_that_no_schema_tells_from_a_value_fails(value):
    done = proved("qwen3_6", asked(), called({"any": value}), result(), said("x"), parameters=ANY)
    assert (done.state, done.reason) == ("failed", "calls_differ")


def test_a_value_that_closes_its_own_parameter_fails():
    done = proved("qwen3_6", asked(), called({"city": "a</parameter>b"}), result(), said("x"))
    assert (done.state, done.reason) == ("failed", "unread.broken_block")
    assert proved("qwen3", asked(), called({"city": "a</parameter>b"}), result(), said("x")).pieces


def test_a_call_of_a_tool_that_is_not_offered_fails():
    (sample,) = unroll(conversation(asked(), called({"city": "x"}), result(), said("x")))
    done = prove(replace(sample, tools=()), *opened("qwen3"))
    assert (done.state, done.reason) == ("failed", "unread.unknown_tool")


@pytest.mark.parametrize("name", ["llama3_1", "gptoss"])
def test_parallel_calls_are_refused_where_they_are_not_rendered(name):
    both = (asked(), called({"city": "x"}, count=2), result(0), result(1), said("x"))
    assert proved(name, *both).reason == "parallel_calls"
    assert proved(name, *both, asked("More?"), said("y")).reason == "parallel_calls"
    assert proved("qwen3_6", *both).state == "proved"


def test_llama_leaves_a_text_before_a_call_away_and_that_is_seen():
    done = proved("llama3_1", asked(), called({"city": "x"}, text="Wait."), result(), said("x"))
    assert (done.state, done.reason) == ("failed", "text_differs")


def test_a_template_that_does_not_think_gets_no_thinking():
    messages = (asked(), called({"city": "x"}, thought="Hm."), result(), said("x", "Ah."))
    done = proved("llama3_1", *messages)
    assert (done.state, done.adapted) == ("proved", ("thinking_left_out",))
    assert "Hm." not in done.pieces[0].text
    assert "Hm." in proved("qwen3_6", *messages).pieces[0].text


@pytest.mark.parametrize(("name", "kept"), [("qwen3_5_think", False), ("qwen3_8", True)])
def test_thinking_of_earlier_turns_is_as_the_template_has_it(name, kept):
    messages = (asked(), said("a", "Earlier."), asked("Now?"), said("b", "Later."))
    (piece,) = proved(name, *messages).pieces
    assert ("Earlier." in piece.text) == kept
    assert [piece.text[span.start : span.end] for span in piece.spans] == [
        "Later.\n</think>\n\nb<|im_end|>"
    ]


TAMPERED = [
    ("tool_call.name }}", "tool_call.name | upper }}", "unread.unknown_tool"),
    ("tool_call.arguments | tojson", "{} | tojson", "calls_differ"),
    ("content.lstrip('\\n') }}", "content.lstrip('\\n') | upper }}", "text_differs"),
    ("reasoning_content.strip('\\n')", "'something else'", "thinking_differs"),
]


@pytest.mark.parametrize(("old", "new", "reason"), TAMPERED)
def test_a_template_that_changes_a_message_is_found_out(old, new, reason):
    text = template_text("qwen3")
    assert old in text
    tokenizer = byte_tokenizer(text)
    _, abilities = opened("qwen3")
    tokenizer.chat_template = text.replace(old, new)
    messages = (asked(), called({"city": "x"}, thought="Hm."), result(), said("yes", "Ah."))
    (sample,) = unroll(conversation(*messages))
    done = prove(sample, Renderer("tampered", tokenizer, "bytes"), abilities)
    assert (done.state, done.reason) == ("failed", reason)


def command(*arguments):
    return CliRunner().invoke(app, ["prove", *map(str, arguments)])


def test_the_command_tells_counts_lengths_and_loss(folder, tmp_path):
    rows = file_of(tmp_path, generated())
    done = command(rows, "--tokenizer", folder, "--out", tmp_path / "rendered.jsonl")
    assert done.exit_code == 0
    told = dict(line.split(maxsplit=1) for line in done.output.splitlines())
    assert told["samples"] == told["proved"] == str(len(samples()))
    assert told["lengths"].startswith("counts tokens, p50 ")
    assert "over_8000" in told["lengths"]
    lines = (tmp_path / "rendered.jsonl").read_text().splitlines()
    assert told["rendered"] == str(len(lines))
    spans = sum(len(json.loads(line)["spans"]) for line in lines)
    assert told["loss"].startswith(f"spans {spans}, tokens ")


def test_a_failure_ends_with_1_and_is_shown(tmp_path):
    bad = conversation(asked(), called({"any": "1"}), result(), said("x"), parameters=ANY)
    done = command(file_of(tmp_path, [bad]), "--template", "qwen3_6")
    assert done.exit_code == 1
    assert f"{bad.task.id}-0  calls_differ" in done.output


def test_a_packaged_template_can_be_tried_on_a_tokenizer_of_ones_own(folder, tmp_path):
    rows = file_of(tmp_path, generated()[:2])
    done = command(rows, "--tokenizer", folder, "--template", "qwen3_6")
    assert done.exit_code == 0
    assert "counts tokens" in done.output


def test_templates_are_listed_and_unknown_ones_are_named(tmp_path):
    assert "qwen3_5_think" in command("--list").output.split()
    with pytest.raises(OutputError, match="no template 'x'; choose of "):
        open_renderer("x")
    with pytest.raises(OutputError, match="no folder"):
        open_renderer(folder=tmp_path / "none")
    with pytest.raises(OutputError, match="holds no tokenizer"):
        open_renderer(folder=tmp_path)
    with pytest.raises(OutputError, match="leaves calls away"):
        probe(open_renderer("gemma3"))
    assert command(tmp_path).exit_code == 2
