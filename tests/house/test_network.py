"""The guard of tests/conftest.py lets loopback through and nothing else."""

import socket

import pytest


def test_loopback_is_reached():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1"])
def test_other_addresses_are_refused(host):
    with pytest.raises(RuntimeError, match="never use the network"):
        socket.create_connection((host, 80), timeout=1)


def test_names_are_not_looked_up():
    with pytest.raises(RuntimeError, match="never use the network"):
        socket.create_connection(("callwright.example", 80), timeout=1)
