"""The wheel, built from the sdist and installed alone, is complete and runs."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.house.source import LAYERS, ROOT


def run(*command, cwd):
    """Run outside the repository and without its import path; gives what was printed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def source_files():
    """Every file of the five folders, as the wheel should name it."""
    files = (path for layer in LAYERS for path in (ROOT / layer).rglob("*") if path.is_file())
    return {
        f"callwright/{path.relative_to(ROOT).as_posix()}"
        for path in files
        if path.suffix != ".pyc" and not any(part.startswith(".") for part in path.parts)
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A fresh environment with this wheel; dependencies are lent by the running one."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index"]
    run(*pip, "--quiet", wheel, cwd=home)
    # A path entry, unlike the folder itself, brings no editable install of callwright along.
    packages = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home)
    (Path(packages.strip()) / "lent.pth").write_text(sysconfig.get_path("purelib"))
    return home


def test_every_file_of_the_folders_is_in_the_wheel(wheel):
    held = set(zipfile.ZipFile(wheel).namelist())
    assert "callwright/py.typed" in held
    assert source_files() - held == set()


def test_the_wheel_installs_no_other_top_level_name(wheel):
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"callwright"}


def test_the_package_is_imported_from_the_wheel(installed):
    program = "import callwright; print(callwright.__file__)"
    found = run(installed / "bin" / "python", "-c", program, cwd=installed)
    assert found.startswith(str(installed))


@pytest.mark.parametrize("arguments", [["--help"], ["doctor"], ["publish", "--help"]], ids=" ".join)
def test_the_command_line_runs_from_the_wheel(installed, arguments):
    assert run(installed / "bin" / "callwright", *arguments, cwd=installed)
