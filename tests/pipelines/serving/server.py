"""A server in a thread of this process, on loopback, and a client of its HTTP door."""

import threading
import time
from contextlib import contextmanager

import httpx2
import uvicorn

from callwright.pipelines.serving.app import build_app
from callwright.pipelines.serving.run import bound, url_of
from callwright.pipelines.serving.sessions import Sessions


@contextmanager
def running(source, caps=None, token=None, clock=time.monotonic):
    """The URL of a server, and its sessions."""
    sessions = Sessions(source, caps, clock)
    config = uvicorn.Config(build_app(sessions, token), log_level="critical", lifespan="on")
    server = uvicorn.Server(config)
    with bound("127.0.0.1", 0) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield url_of(listening), sessions
        finally:
            server.should_exit = True
            thread.join(timeout=10)


@contextmanager
def client_of(url, **headers):
    """A client of the HTTP door."""
    with httpx2.Client(base_url=url, headers=headers, timeout=30, trust_env=False) as client:
        yield client


def error_code(response):
    """The code of a structured error, whose status it must fit."""
    from callwright.pipelines.serving.errors import STATUS

    error = response.json()["error"]
    assert set(error) == {"code", "message"}
    assert error["message"]
    assert response.status_code == STATUS[error["code"]]
    return error["code"]
