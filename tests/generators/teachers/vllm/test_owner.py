"""Servers start, are restarted when they die or hang, and leave no process, however they end."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from callwright.generators.teachers.vllm.owner import Owner
from callwright.generators.teachers.vllm.probe import is_well, serves
from callwright.schemas.errors import CallwrightError
from tests.generators.teachers.vllm.conftest import ROOT, get, is_running, settings_with, until

KEY = "a-random-secret"
MODEL = "acme/none-1b"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="servers are started on Linux only")


@contextmanager
def owned(log, watch=None, **fields):
    owner = Owner(settings_with(watch, **fields), KEY, str(log))
    try:
        yield owner
    finally:
        owner.close()


def served(owner, restarts=0):
    """Its status once it serves after so many restarts."""

    def look():
        now = owner.status()
        assert now.state != "lost", now.trouble
        return now.state == "serving" and now.restarts == restarts and now

    return until(look)


def pids(owner):
    return get(owner.status().url, "/pids")


@pytest.fixture
def log(tmp_path):
    return tmp_path / "logs" / "vllm-0.log"


def test_it_serves_with_its_key_and_stops_with_all_it_started(fake, log):
    with owned(log) as owner:
        status = served(owner)
        parts = urlsplit(status.url)
        assert (parts.hostname, parts.path, status.trouble) == ("127.0.0.1", "/v1", "")
        assert is_well(parts.hostname, parts.port, 5)
        assert serves(parts.hostname, parts.port, KEY, MODEL, 5)
        assert not serves(parts.hostname, parts.port, "another", MODEL, 5)
        assert not serves(parts.hostname, parts.port, KEY, "another", 5)
        running = pids(owner)
        assert all(map(is_running, running))
    assert not any(map(is_running, running))
    assert not is_well(parts.hostname, parts.port, 5)
    assert owner.status().state != "serving"
    assert f"--served-model-name={MODEL}" in log.read_text()
    assert KEY not in log.read_text()


@pytest.mark.parametrize("how", ["plain", "apart"])
def test_no_process_outlives_a_killed_server(fake, log, how):
    fake.set(how)
    with owned(log) as owner:
        url = served(owner).url
        before = pids(owner)
        os.kill(before[0], signal.SIGKILL)
        again = served(owner, restarts=1)
        assert again.url == url
        assert again.trouble == "ended with status 137"
        assert not any(map(is_running, before))
        after = pids(owner)
        assert set(after) & set(before) == set()
    assert not any(map(is_running, after))


def test_a_server_deaf_to_sigterm_is_killed(fake, log):
    fake.set("stubborn")
    with owned(log, {"stop_seconds": 0.2}) as owner:
        served(owner)
        running = pids(owner)
    assert not any(map(is_running, running))


def test_a_server_that_hangs_is_restarted(fake, log):
    watch = {"health_period": 0.0, "health_seconds": 0.3, "failed_checks": 2, "stop_seconds": 0.2}
    with owned(log, watch) as owner:
        served(owner)
        before = pids(owner)
        fake.set("hang")
        until(lambda: owner.status().restarts == 1)
        fake.clear("hang")
        assert owner.status().trouble == "does not answer"
        until(lambda: owner.status().state == "serving")
        assert not any(map(is_running, before))


def test_restarts_are_bounded_and_the_end_of_the_log_is_told_without_the_key(fake, log):
    with owned(log, {"restarts": 2}) as owner:
        for number in range(3):
            served(owner, restarts=number)
            os.kill(pids(owner)[0], signal.SIGKILL)
        until(lambda: owner.status().state == "lost")
        trouble = owner.status().trouble
        assert f"{MODEL} ended with status 137 after 2 restarts" in trouble
        assert "GET /pids" in trouble.splitlines()[-1]


def test_a_server_that_never_answers_is_given_up_soon(fake, log):
    fake.set("fail")
    with owned(log) as owner:
        until(lambda: owner.status().state == "lost")
        status = owner.status()
        assert status.restarts == 1
        assert f"the end of {log}" in status.trouble
        assert status.trouble.endswith("no such model, says the key [key]")


def test_a_server_that_is_not_ready_in_time_is_given_up(fake, log):
    fake.set("hang")
    watch = {"ready_seconds": 0.1, "health_seconds": 0.1, "stop_seconds": 0.2}
    with owned(log, watch) as owner:
        until(lambda: owner.status().state == "lost")
        assert "was not ready after 0.1 s" in owner.status().trouble


def test_what_is_left_of_a_killed_guard_is_killed(fake, log):
    with owned(log) as owner:
        served(owner)
        before = pids(owner)
        os.kill(parent_of(before[0]), signal.SIGKILL)
        served(owner, restarts=1)
        until(lambda: not any(map(is_running, before)))


def parent_of(process):
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


OWNS = """
import sys, threading
from callwright.generators.teachers.vllm.owner import Owner
from tests.generators.teachers.vllm.test_owner import KEY, pids, served
from tests.generators.teachers.vllm.conftest import settings_with

def run():
    global owner
    owner = Owner(settings_with(), KEY, sys.argv[1])
    served(owner)

thread = threading.Thread(target=run)
thread.start()
thread.join()
print(*pids(owner), flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("how", ["plain", "apart"])
def test_no_server_outlives_its_owner(fake, log, how):
    """Also one that was started by a thread which has ended: such ends are no reason to die."""
    fake.set(how)
    command = [sys.executable, "-c", OWNS, str(log)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        running = [int(number) for number in process.stdout.readline().split()]
        assert len(running) == 2
        assert all(map(is_running, running))
        process.kill()
        until(lambda: not any(map(is_running, running)), seconds=10)


def test_an_owner_refuses_where_there_is_no_vllm(log, monkeypatch):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    with pytest.raises(CallwrightError, match="vLLM cannot be imported"):
        Owner(settings_with(), KEY, str(log))
    assert not log.exists()
