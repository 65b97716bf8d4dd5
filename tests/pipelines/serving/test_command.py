"""`callwright serve-env` says where it serves, wants a token from afar, and names what is wrong."""

import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest
from typer.testing import CliRunner

from callwright.pipelines.cli import app
from callwright.pipelines.serving import extra
from callwright.pipelines.serving.run import bound, token_for
from callwright.schemas.errors import CallwrightError, OutputError
from tests.pipelines.serving.server import client_of, error_code

MAIN = "from callwright.pipelines.cli import main; main()"


@contextmanager
def started(folder, *options):
    """The process of a server."""
    command = [sys.executable, "-c", MAIN, "serve-env", str(folder), "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def url_on(line):
    return next(word for word in line.split() if word.startswith("http://"))


def test_it_serves_until_it_is_interrupted(folder, monkeypatch):
    monkeypatch.delenv("CALLWRIGHT_TOKEN", raising=False)
    with started(folder, "--split", "test", "--sessions", "1") as process:
        line = process.stdout.readline()
        with client_of(url_on(line)) as client:
            health = client.get("/health").json()
            assert line.startswith(f"{health['rows']} rows at http://127.0.0.1:")
            assert client.post("/sessions", json={}).json()["split"] == "test"
            assert error_code(client.post("/sessions", json={})) == "too_many_sessions"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert "Traceback" not in process.stderr.read()


def test_an_open_stream_of_events_does_not_keep_it_up(folder, monkeypatch):
    monkeypatch.delenv("CALLWRIGHT_TOKEN", raising=False)
    hello = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    kinds = {"accept": "application/json, text/event-stream"}
    with (
        started(folder) as process,
        client_of(url_on(process.stdout.readline()), **kinds) as client,
    ):
        opened = client.post("/mcp?index=0", json=message)
        session = {"mcp-session-id": opened.headers["mcp-session-id"]}
        with client.stream("GET", "/mcp?index=0", headers=session) as stream:
            assert stream.status_code == 200
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=20) == -signal.SIGTERM


def test_another_host_needs_a_token_which_is_told_once(folder, monkeypatch):
    monkeypatch.delenv("CALLWRIGHT_TOKEN", raising=False)
    with started(folder, "--host", "0.0.0.0") as process:
        token = process.stdout.readline().split()[-1]
        url = url_on(process.stdout.readline()).replace("0.0.0.0", "127.0.0.1")
        with client_of(url) as client:
            assert error_code(client.post("/sessions", json={"index": 0})) == "unauthorized"
        with client_of(url, authorization=f"Bearer {token}") as client:
            assert client.post("/sessions", json={"index": 0}).status_code == 201


def test_the_token_of_the_environment_is_taken(monkeypatch):
    monkeypatch.setenv("CALLWRIGHT_TOKEN", "mine")
    assert token_for("0.0.0.0") == token_for("127.0.0.1") == ("mine", False)
    monkeypatch.setenv("CALLWRIGHT_TOKEN", "")
    assert token_for("127.0.0.1") == token_for("localhost") == (None, False)
    one, other = token_for("::"), token_for("::")
    assert one[1]
    assert len(one[0]) > 40
    assert one != other


def refused(*arguments):
    result = CliRunner().invoke(app, ["serve-env", *map(str, arguments)])
    assert isinstance(result.exception, CallwrightError), result.output
    return str(result.exception)


def test_what_cannot_be_served_is_named(folder, tmp_path):
    assert "no folder" in refused(tmp_path / "nothing")
    assert "no task in split dev" in refused(folder, "--split", "dev")
    with bound("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert "cannot serve at 127.0.0.1" in refused(folder, "--port", port)
    assert "cannot serve at 256.1.1.1" in refused(folder, "--host", "256.1.1.1")


def test_an_edited_release_is_not_served(folder, tmp_path):
    copy = shutil.copytree(folder, tmp_path / "copy")
    shard = next((copy / "rl").glob("*.parquet"))
    shard.write_bytes(shard.read_bytes()[:-1] + b"x")
    assert shard.name in refused(copy)


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(extra, "NEEDED", ("json", "no_such_package"))
    with pytest.raises(CallwrightError, match=r"no_such_package.*callwright\[serve\]"):
        extra.need_extra()


def test_a_port_that_is_none_is_refused():
    with pytest.raises(OutputError):
        bound("127.0.0.1", 70_000)
