"""The house holds its conventions by itself. The allow-lists only shrink, and start empty."""

import pytest

from tests.house import rules
from tests.house.source import LAYERS, ROOT, Module, modules

BELOW_PIPELINES = LAYERS[:-1]
RULES = {
    rules.long_files: LAYERS,
    rules.long_functions: LAYERS,
    rules.swallowed_exceptions: LAYERS,
    rules.running_text: LAYERS,
    rules.outside_state: BELOW_PIPELINES,
    rules.undocumented: LAYERS,
    rules.relative_imports: LAYERS,
}
ALLOWED = {rule: frozenset() for rule in RULES}

BREAKS = [
    (rules.long_files, "x = 1\n" * 401),
    (rules.long_functions, "def f():\n" + "    x = 1\n" * 60),
    (rules.swallowed_exceptions, "try:\n    f()\nexcept Exception:\n    pass\n"),
    (rules.swallowed_exceptions, "try:\n    f()\nexcept (ValueError, BaseException):\n    pass\n"),
    (rules.swallowed_exceptions, "try:\n    f()\nexcept:\n    pass\n"),
    (rules.swallowed_exceptions, "from contextlib import suppress\nsuppress(Exception)\n"),
    (rules.running_text, "eval('1')\n"),
    (rules.running_text, "from builtins import exec as run\nrun('1')\n"),
    (rules.running_text, "import pickle as p\np.loads(b'')\n"),
    (rules.running_text, "import subprocess\nsubprocess.run('ls', shell=True)\n"),
    (rules.outside_state, "from datetime import datetime as when\nwhen.now()\n"),
    (rules.outside_state, "import datetime\ndatetime.date.today()\n"),
    (rules.outside_state, "from uuid import uuid4\nuuid4()\n"),
    (rules.outside_state, "import random\nrandom.choice([1])\n"),
    (rules.outside_state, "from random import shuffle\nshuffle([1])\n"),
    (rules.outside_state, "import numpy as np\nnp.random.rand()\n"),
    (rules.undocumented, "x = 1\n"),
    (rules.relative_imports, "from . import x\n"),
    (rules.relative_imports, "from schemas.task import Task\n"),
    (rules.relative_imports, "import filters\n"),
]
KEEPS = [
    (rules.swallowed_exceptions, "try:\n    f()\nexcept Exception as e:\n    raise X from e\n"),
    (rules.running_text, "import re\nre.compile('a')\nmodel.eval()\n"),
    (rules.outside_state, "from random import Random\nRandom(7).choice([1])\n"),
    (rules.outside_state, "import random\ndef f(r: random.Random):\n    return r.random()\n"),
    (rules.outside_state, "from random import Random\ndef f(random: Random): random.choice([1])\n"),
    (rules.outside_state, "import datetime\ndatetime.date(2026, 1, 1)\n"),
    (rules.relative_imports, "from callwright.schemas.task import Task\n"),
]


def named(rule):
    return getattr(rule, "__name__", None)


@pytest.mark.parametrize("rule", RULES, ids=named)
def test_no_module_breaks_the_rule(rule):
    found = {place for module in modules(RULES[rule]) for place in rule(module)}
    assert found - ALLOWED[rule] == set()
    assert ALLOWED[rule] - found == set(), "mended: take these off the allow-list"


@pytest.mark.parametrize(("rule", "text"), BREAKS, ids=named)
def test_the_rule_sees_what_breaks_it(rule, text):
    assert list(rule(Module("x.py", text)))


@pytest.mark.parametrize(("rule", "text"), KEEPS, ids=named)
def test_the_rule_lets_good_code_be(rule, text):
    assert not list(rule(Module("x.py", text)))


@pytest.mark.parametrize("layer", LAYERS)
def test_every_folder_with_code_is_a_package(layer):
    folders = {path.parent for path in (ROOT / layer).rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_the_import_name_links_to_the_folders_at_the_root():
    links = {path.name: path.readlink().as_posix() for path in linked(ROOT / "src" / "callwright")}
    assert links == {layer: f"../../{layer}" for layer in LAYERS}


def linked(folder):
    return (path for path in folder.iterdir() if path.is_symlink())
