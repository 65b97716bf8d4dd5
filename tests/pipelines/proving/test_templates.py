"""The proof holds for every row of `tiny` and every template of TRL that renders calls."""

from functools import cache

import pytest

from callwright.pipelines.adapters.format import Source
from callwright.pipelines.adapters.report import Report
from callwright.pipelines.progress import open_progress
from callwright.pipelines.proving.probe import probe
from callwright.pipelines.proving.proof import prove
from callwright.pipelines.proving.renderer import open_renderer
from callwright.pipelines.proving.templates import template_names
from callwright.pipelines.recipe import find_recipe
from callwright.pipelines.run import Options, run
from callwright.schemas.errors import OutputError

FORMATS = {
    "qwen2_5": "hermes",
    "qwen3": "hermes",
    "qwen3_instruct_2507": "hermes",
    "qwen3_vl": "hermes",
    "qwen3_5_think": "qwen_xml",
    "qwen3_5_nothink": "qwen_xml",
    "qwen3_6": "qwen_xml",
    "qwen3_8": "qwen_xml",
    "nemotron_3_nano": "qwen_xml",
    "nemotron_3_super": "qwen_xml",
    "nemotron_3_ultra": "qwen_xml",
    "nemotron_3_5_lightning": "qwen_xml",
    "llama3_1": "llama",
    "llama3_2": "llama",
    "gptoss": "harmony",
}
"""Template -> the format of its calls; their `_training` variants are like them."""
THINKING = {name for name in FORMATS if name.startswith(("qwen3_5", "qwen3_6", "qwen3_8", "nem"))}
THINKING |= {"qwen3", "gptoss"}
NO_PARALLEL = {"llama3_1", "llama3_2", "gptoss"}
READABLE = sorted(name for name in template_names() if name.removesuffix("_training") in FORMATS)
OTHERS = sorted(set(template_names()) - set(READABLE))


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    out = tmp_path_factory.mktemp("tiny") / "tiny"
    run(find_recipe("tiny"), Options(out), open_progress(quiet=True))
    return list(Source(out, Report()).samples())


@cache
def opened(name):
    renderer = open_renderer(name)
    return renderer, probe(renderer)


def test_most_templates_that_are_named_here_are_in_the_package():
    assert set(FORMATS) <= set(READABLE)


@pytest.mark.parametrize("name", READABLE)
def test_what_a_template_carries_is_found_out(name):
    base = name.removesuffix("_training")
    _, abilities = opened(name)
    assert abilities.calls.name == FORMATS[base]
    assert abilities.parallel == (base not in NO_PARALLEL)
    assert (abilities.thinking is not None) == (base in THINKING)


@pytest.mark.parametrize("name", OTHERS)
def test_a_template_whose_calls_cannot_be_read_back_is_refused(name):
    why = "leaves calls away|raises on a conversation with a call|in a form that is not known"
    with pytest.raises(OutputError, match=why):
        opened(name)


@pytest.mark.parametrize("name", READABLE)
def test_every_sample_is_proved_or_refused_for_what_the_template_cannot(name, samples):
    base = name.removesuffix("_training")
    for sample in samples:
        outcome = prove(sample, *opened(name))
        assert outcome.state != "failed", outcome
        assert outcome.reason == refusal(base, sample)
        if outcome.state == "proved":
            assert sum(len(piece.spans) for piece in outcome.pieces) == len(sample.trained)


def refusal(base, sample):
    """Why this template cannot carry this sample, by what its authors say of it."""
    if base in NO_PARALLEL and any(len(message.tool_calls) > 1 for message in sample.messages):
        return "parallel_calls"
    # gpt-oss shows a model its analysis of earlier steps, and leaves it away behind an answer.
    called = any(sample.messages[i].tool_calls for i in sample.trained)
    return "prefix_differs" if base == "gptoss" and sample.thinking and called else ""


def test_qwen3_needs_steps_where_nothing_is_thought(samples):
    """Its template opens only the last message of a turn with an empty thought."""
    for sample in samples:
        cut = "cut_into_steps" in prove(sample, *opened("qwen3")).adapted
        assert cut == (not sample.thinking and len(sample.trained) > 1)
        assert "cut_into_steps" not in prove(sample, *opened("qwen3_training")).adapted
