"""Real steps of TRL's GRPOTrainer with our rows, our environments and our reward."""

import os
from pathlib import Path

import pytest
import torch
from datasets import Dataset
from transformers.utils import get_json_schema
from trl import GRPOConfig, GRPOTrainer

from callwright.pipelines.adapters.trl import Rows, environment_factory, reward
from callwright.pipelines.release import open_release
from callwright.pipelines.serving.episode import EpisodeSource
from callwright.schemas.dialects import to_json_schema
from callwright.schemas.rows import from_row
from tests.consumers.trl.student import Dictation, student, tokenizer_of

TINY = Path(os.environ["CONSUMER_TINY"])
SKILLS = ("single", "multi_step", "parallel", "irrelevance")


@pytest.fixture(scope="module")
def source():
    return EpisodeSource(TINY)


@pytest.fixture(scope="module")
def rows(source):
    maker = Rows()
    made = [maker.row(source.task(head.id)) for head in source.heads]
    return [row for row in made if row]


@pytest.fixture(scope="module")
def chosen(rows):
    """One row of each skill, no two with one request: it tells whose reply is dictated."""
    picked = {}
    for skill in SKILLS:
        fits = (row for row in rows if row["skill"] == skill)
        row = next(row for row in fits if request(row) not in picked)
        picked[request(row)] = row
    return list(picked.values())


def request(row):
    return row["prompt"][-1]["content"]


@pytest.fixture(scope="module")
def trained(tmp_path_factory, source, chosen):
    """A trainer after two steps of four prompts, four rollouts each, and what was rewarded."""
    ids = {row["id"] for row in chosen}
    trajectories = [from_row(row) for row in open_release(TINY).rows("sft") if row["id"] in ids]
    texts = [message.content or "" for t in trajectories for message in t.messages]
    tokenizer = tokenizer_of([*texts, *(tool.text for t in trajectories for tool in t.task.tools)])
    seen = []

    def watched(prompts, completions, completion_ids, **columns):
        values = reward(prompts, completions, completion_ids, **columns)
        seen.extend(zip(columns["id"], completions, values, strict=True))
        return values

    trainer = GRPOTrainer(
        model=student(tokenizer, Dictation(trajectories)),
        reward_funcs=watched,
        args=GRPOConfig(
            output_dir=str(tmp_path_factory.mktemp("grpo")),
            per_device_train_batch_size=8,
            gradient_accumulation_steps=2,
            num_generations=4,
            max_completion_length=8_000,
            max_steps=2,
            learning_rate=1e-3,
            logging_steps=1,
            report_to=[],
            use_cpu=True,
            seed=7,
        ),
        train_dataset=Dataset.from_list(chosen),
        processing_class=tokenizer,
        environment_factory=environment_factory(source, chosen),
    )
    before = {name: value.clone() for name, value in trainer.model.named_parameters()}
    trainer.train()
    return trainer, before, seen


def test_tools_ran_and_did_not_fail(trained):
    trainer, _, seen = trained
    steps = [entry for entry in trainer.state.log_history if "tools/call_frequency" in entry]
    assert len(steps) == 2
    assert all(step["tools/call_frequency"] > 0 for step in steps)
    assert all(step["tools/failure_frequency"] == 0 for step in steps)
    assert any(message["role"] == "tool" for _, done, _ in seen for message in done)


def test_the_reference_earns_everything_and_noise_less_in_every_group(trained, chosen):
    _, _, seen = trained
    for row in chosen:
        values = [value for row_id, _, value in seen if row_id == row["id"]]
        assert max(values) == 1, row["skill"]
        assert min(values) < 1, row["skill"]


def test_the_reward_varies_within_groups_and_the_model_learns(trained):
    trainer, before, _ = trained
    steps = [entry for entry in trainer.state.log_history if "reward_std" in entry]
    assert all(step["reward_std"] > 0 and step["frac_reward_zero_std"] == 0 for step in steps)
    assert all(step["grad_norm"] > 0 for step in steps)
    after = dict(trainer.model.named_parameters())
    assert any(not torch.equal(before[name], after[name]) for name in before)


def test_the_schemas_that_trl_derives_are_the_rows(source, rows):
    factory = environment_factory(source, rows)
    assert len(rows) > 30
    for row in rows:
        environment = factory[row["environment"]]()
        for tool in source.task(row["id"]).tools:
            derived = get_json_schema(getattr(environment, tool.name))["function"]
            schema = to_json_schema(tool.parameters)
            assert derived["name"] == tool.name
            assert " ".join(tool.description.split()) in derived["description"]
            assert_same_parameters(derived["parameters"], schema)


def assert_same_parameters(derived, schema):
    assert list(derived["properties"]) == list(schema["properties"])
    assert set(derived.get("required", ())) == set(schema.get("required", ()))
    for name, parameter in schema["properties"].items():
        given = derived["properties"][name]
        options = [p for p in parameter.get("anyOf", [parameter]) if p.get("type") != "null"]
        if "type" in parameter or len(options) == 1:
            plain = parameter if "type" in parameter else options[0]
            assert given.get("type") == plain.get("type"), name
            assert given.get("enum") == plain.get("enum"), name
        assert parameter.get("description", "") in given["description"]
