"""A fake vLLM that Python can import, steered by files, and settings that serve it."""

import json
import time
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from callwright.generators.teachers.vllm.settings import VllmSettings, WatchSettings

FAKE = Path(__file__).parent / "fake"
ROOT = Path(__file__).parents[4]
QUICK = {"period": 0.02, "health_period": 1.0, "health_seconds": 5.0, "stop_seconds": 5.0}


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """`vllm` is the fake one, steered by the names of files."""
    return steering(tmp_path / "steer", monkeypatch)


def steering(folder, monkeypatch):
    folder.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(FAKE))
    monkeypatch.setenv("FAKE_VLLM", str(folder))
    return SimpleNamespace(
        set=lambda name: (folder / name).touch(),
        clear=lambda name: (folder / name).unlink(),
        has=lambda name: (folder / name).exists(),
    )


def settings_with(watch=None, **fields):
    return VllmSettings(
        model="acme/none-1b", watch=WatchSettings(**QUICK | (watch or {})), **fields
    )


def get(url, path):
    """What a server says on a path outside `/v1`."""
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname, parts.port, timeout=30)
    connection.request("GET", path)
    said = json.loads(connection.getresponse().read())
    connection.close()
    return said


def until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
    return found


def is_running(process):
    """Whether a process exists and is no zombie."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def pytest_configure(config):
    config.addinivalue_line("markers", "ray: starts ray on this machine, which takes seconds")
