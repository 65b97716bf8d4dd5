"""No test leaves this machine: connections and name look-ups beyond it are refused."""

import os
import socket
import tempfile

import pytest

# They need environments of their own: see run.py and prepare.py there.
collect_ignore = ["consumers", "models"]

# Read once, when huggingface_hub is imported: no token, no cache and no upload path of this user.
os.environ["HF_HOME"] = tempfile.mkdtemp(prefix="callwright-hf-")
os.environ["HF_HUB_DISABLE_XET"] = "1"
os.environ["HF_HUB_DISABLE_PROGRESS_BARS"] = "1"
os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
os.environ.pop("HF_TOKEN", None)

_connect = socket.socket.connect
_look_up = socket.getaddrinfo


def is_here(host):
    """Whether an address is this machine's own: only such an address can be bound."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.bind((host, 0))
    except OSError:
        return False
    return True


def is_name(host):
    return any(letter.isalpha() for letter in host) and ":" not in host


def guarded_connect(self, address):
    # A datagram socket sends nothing on connect; ray learns the own address that way.
    inet = self.family in {socket.AF_INET, socket.AF_INET6} and self.type != socket.SOCK_DGRAM
    if inet and address[0] != "localhost" and (is_name(address[0]) or not is_here(address[0])):
        raise RuntimeError(f"a test tried to reach {address}: tests never use the network")
    return _connect(self, address)


def guarded_look_up(host, *args, **kwargs):
    name = host.decode() if isinstance(host, bytes) else host or ""
    if name not in {"localhost", socket.gethostname()} and is_name(name):
        raise RuntimeError(f"a test tried to look up {name}: tests never use the network")
    return _look_up(host, *args, **kwargs)


def pytest_configure(config):
    patch = pytest.MonkeyPatch()
    patch.setattr(socket.socket, "connect", guarded_connect)
    patch.setattr(socket, "getaddrinfo", guarded_look_up)
    config.add_cleanup(patch.undo)
