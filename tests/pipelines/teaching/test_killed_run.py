"""A run of 500 rollouts that is killed in the middle goes on without asking for anything twice."""

import os
import signal
import subprocess
import sys

import pytest

from callwright.schemas.manifest import read_manifest
from tests.generators.teachers.endpoint import EndpointServer
from tests.pipelines.teaching.student_server import player, references_of

SCRIPTED = """
recipe_version: 1
name: killed
namespace: killed
seed: 9
worlds: {train: 3, test: 1}
test_share: 0
mixture:
  - {skill: single, domains: {travel: 15}}
  - {skill: optional_args, domains: {travel: 10}}
"""
ACTS = "teacher: openai\nmodel: {name: stub, lane: acts, rollouts: 20}\n"


@pytest.fixture(scope="module")
def references(tmp_path_factory):
    """The assistant's messages of every task of a larger run of the recipe."""
    larger = SCRIPTED.replace("travel: 15", "travel: 60").replace("travel: 10", "travel: 40")
    return references_of(tmp_path_factory.mktemp("references"), larger)


def playing(references, told=lambda count: None):
    """Plays what it knows, rightly in two of three rollouts; `told` hears of every request."""
    count, play = 0, player(references, 66)

    def script(body, number):
        nonlocal count
        count += 1
        told(count)
        return play(body, number)

    return script


def command(tmp_path, out, server):
    recipe = tmp_path / "killed.yaml"
    recipe.write_text(SCRIPTED + ACTS, encoding="utf-8")
    start = "from callwright.pipelines.cli import main; main()"
    program = [sys.executable, "-c", start, "run", str(recipe)]
    return [*program, "--out", str(tmp_path / out), "--endpoint", server.url, "--quiet"]


def test_nothing_that_was_answered_is_sent_again(tmp_path, references):
    with EndpointServer(playing(references)) as server:
        subprocess.run(command(tmp_path, "whole", server), check=True, stdout=subprocess.DEVNULL)
        whole = read_manifest((tmp_path / "whole" / "manifest.json").read_bytes())
        requests = sum(server.counts.values())
    assert requests > 500

    process = None

    def kill(count):
        if count == requests // 2:
            os.kill(process.pid, signal.SIGKILL)

    with EndpointServer(playing(references, kill)) as server:
        process = subprocess.Popen(command(tmp_path, "killed", server), stdout=subprocess.DEVNULL)
        assert process.wait(timeout=120) == -signal.SIGKILL
        before = sum(server.counts.values())
        answered = {
            line.partition(" ")[0]
            for path in (tmp_path / "killed" / ".callwright" / "completions").iterdir()
            for line in path.read_text(encoding="utf-8").splitlines()
        }
        subprocess.run(command(tmp_path, "killed", server), check=True, stdout=subprocess.DEVNULL)
        sent = sum(server.counts.values())
    mended = read_manifest((tmp_path / "killed" / "manifest.json").read_bytes())
    assert mended.content_sha256 == whole.content_sha256
    assert before >= requests // 2
    # All that the killed run had kept is not sent again; what was in flight may be.
    assert sent - before == requests - len(answered)
