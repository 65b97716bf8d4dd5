"""The import contracts of pyproject.toml see what they forbid, also in a domain not yet written."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.source import ROOT

SKELETON = [
    "schemas/task.py",
    "domains/core/world.py",
    "domains/garden/tools.py",
    "domains/kitchen/tools.py",
    "filters/match.py",
    "generators/planner.py",
    "pipelines/run.py",
]
FORBIDDEN = [
    ("schemas/task.py", "import callwright.domains.core.world"),
    ("domains/core/world.py", "import callwright.domains.garden.tools"),
    ("domains/kitchen/tools.py", "import callwright.domains.garden.tools"),
    ("domains/kitchen/tools.py", "import callwright.filters.match"),
    ("filters/match.py", "import callwright.generators.planner"),
    ("generators/planner.py", "import callwright.filters.match"),
    ("generators/planner.py", "import callwright.pipelines.run"),
    ("filters/match.py", "import ray"),
]
ALLOWED = [
    ("domains/kitchen/tools.py", "import callwright.domains.core.world"),
    ("filters/match.py", "import callwright.domains.garden.tools"),
    ("pipelines/run.py", "import ray"),
]


@pytest.fixture
def package(tmp_path):
    """A small callwright under the project's own contracts."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name in SKELETON:
        file = tmp_path / "callwright" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    for folder in [path for path in (tmp_path / "callwright").rglob("*") if path.is_dir()]:
        (folder / "__init__.py").touch()
    (tmp_path / "callwright" / "__init__.py").touch()
    return tmp_path / "callwright"


def lint(package):
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    return subprocess.run(
        command,
        cwd=package.parent,
        env={"PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("file", "line"), FORBIDDEN)
def test_a_forbidden_import_breaks_a_contract(package, file, line):
    (package / file).write_text(line)
    done = lint(package)
    assert done.returncode == 1
    assert "1 broken" in done.stdout


@pytest.mark.parametrize(("file", "line"), ALLOWED)
def test_an_allowed_import_breaks_none(package, file, line):
    (package / file).write_text(line)
    assert "0 broken" in lint(package).stdout
