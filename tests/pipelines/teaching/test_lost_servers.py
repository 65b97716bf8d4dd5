"""A run whose servers are all lost ends with what they said, and goes on by the same command."""

import os
import re
import signal
import threading

import pytest

from callwright.generators.teachers.openai.settings import Limits
from callwright.generators.teachers.vllm.command import KEY
from callwright.pipelines.teaching.connection import Connection
from callwright.schemas.errors import CallwrightError
from tests.generators.teachers.vllm.conftest import QUICK, get, steering, until
from tests.pipelines.teaching.test_lanes import made, proved

WORDS = "teacher: vllm\nmodel: {name: acme/none-1b, lane: words}\n"
PATIENT = Limits(attempts=50, call_seconds=3_000, request_seconds=3_000)


def connection(replicas):
    watch = {**QUICK, "restarts": 1}
    return Connection(vllm={"replicas": replicas, "gpus": 0, "watch": watch}, limits=PATIENT)


@pytest.fixture
def fake(tmp_path, monkeypatch):
    monkeypatch.setenv(KEY, "secret")
    return steering(tmp_path / "steer", monkeypatch)


def kill_all(folder, replicas, fake):
    """Kill every server in the middle of its work; none can start again."""
    until(lambda: fake.has("held"), 60)
    fake.set("fail")
    for number in range(replicas):
        log = folder / ".callwright" / "servers" / f"vllm-{number}.log"
        port = re.search(r"--port=(\d+)", log.read_text())[1]
        os.kill(get(f"http://127.0.0.1:{port}", "/pids")[0], signal.SIGKILL)


@pytest.mark.parametrize(("replicas", "workers"), [(1, 1), (2, 2)])
def test_a_run_ends_when_no_server_is_left_and_goes_on_later(tmp_path, fake, replicas, workers):
    out = tmp_path / "out"
    fake.set("hold")
    killer = threading.Thread(target=kill_all, args=(out, replicas, fake))
    killer.start()
    how = {"connection": connection(replicas), "workers": workers, "chunk_size": 2}
    with pytest.raises(
        CallwrightError, match="no server of the run is left; the same command"
    ) as ended:
        made(tmp_path, "out", lane=WORDS, **how)
    killer.join()
    assert "no such model, says the key" in str(ended.value)
    assert "secret" not in str(ended.value)
    fake.clear("fail")
    fake.clear("hold")
    outcome = made(tmp_path, "out", lane=WORDS, **how)
    assert sum(outcome.manifest.counts["sft"].values()) == proved(out) == 8
