"""What doctor looks for, and that it says what to mend."""

from collections import namedtuple

import pytest
from typer.testing import CliRunner

from callwright.pipelines import doctor
from callwright.pipelines.cli import app


def test_this_environment_has_everything_required(tmp_path):
    missing = [found for found in doctor.examine(tmp_path) if found.state == "missing"]
    assert missing == []


def test_an_old_python_is_named(monkeypatch):
    monkeypatch.setattr(doctor.sys, "version_info", (3, 10, 4))
    found = doctor.check_python()
    assert (found.state, found.found) == ("missing", "3.10.4: 3.11 or later is needed")


@pytest.mark.parametrize(
    ("need", "state"),
    [("rich>=13", "ok"), ("rich>=999", "missing"), ("no-such-package", "missing")],
)
def test_packages_are_compared_with_what_is_needed(monkeypatch, need, state):
    monkeypatch.setattr(doctor.metadata, "requires", lambda _: [need, "x; extra == 'vllm'"])
    assert [found.state for found in doctor.check_packages()] == [state]


def test_a_broken_ray_is_named(monkeypatch):
    def broken(name):
        raise ImportError("no symbol")

    monkeypatch.setattr(doctor.importlib, "import_module", broken)
    assert doctor.check_ray().state == "missing"


def test_a_folder_that_is_not_there_is_named(tmp_path):
    assert doctor.check_writable(tmp_path / "none").state == "missing"
    assert doctor.check_disk(tmp_path / "none").state == "missing"


def test_a_full_disk_is_named(monkeypatch, tmp_path):
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage(doctor.FREE_BYTES_NEEDED - 1))
    assert doctor.check_disk(tmp_path).state == "missing"


def test_the_folder_is_left_as_it_was(tmp_path):
    doctor.examine(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_token_is_seen_and_not_shown(monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    found = doctor.check_token()
    assert found.state == "ok"
    assert "hf_secret" not in repr(found)


@pytest.mark.parametrize(("state", "status"), [("ok", 0), ("optional", 0), ("missing", 2)])
def test_the_exit_status_tells_whether_runs_will_work(monkeypatch, state, status):
    monkeypatch.setattr(doctor, "examine", lambda _: [doctor.Finding("ray", state, "x")])
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == status
    assert "ray" in done.output
