"""What is imported when: no engine below the pipelines, nothing slow before a command runs."""

import subprocess
import sys

import pytest

ENGINES = {"ray", "torch", "vllm"}
SLOW = ENGINES | {
    "datasets",
    "datasketch",
    "faker",
    "huggingface_hub",
    "matplotlib",
    "numpy",
    "pandas",
    "polars",
    "pyarrow",
    "scipy",
}
IMPORT_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module("callwright.{layer}")
for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(found.name)
print(*sys.modules)
"""


def loaded_by(program):
    """The top-level modules that a fresh interpreter holds after the program."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return {name.split(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize("layer", ["schemas", "domains", "filters"])
def test_lower_layers_load_no_engine(layer):
    assert loaded_by(IMPORT_ALL.format(layer=layer)) & ENGINES == set()


def test_the_command_line_loads_nothing_slow():
    program = "import sys, callwright.pipelines.cli; print(*sys.modules)"
    assert loaded_by(program) & SLOW == set()
