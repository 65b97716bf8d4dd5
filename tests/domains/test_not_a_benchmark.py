"""No tool, and no view of one, is a benchmark's tool: neither its name together with its parameter
names, nor its description.

Compares with the decontamination corpus beside the repository, where it is there.
"""

import gzip
import json
import re
from pathlib import Path

import pytest

from callwright.domains.core.discovery import discover
from callwright.domains.core.lexicon import lexicon
from callwright.generators.views.pool import ViewPool
from callwright.generators.views.style import POOL

CORPUS = Path(__file__).parents[3] / "shared" / "benchmarks" / "tools.jsonl.gz"
pytestmark = pytest.mark.skipif(
    not CORPUS.exists(), reason="the decontamination corpus is not beside the repository"
)


def words(text: str) -> str:
    """Lower-case words, so that casing and punctuation do not hide a copy."""
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))


@pytest.fixture(scope="module")
def theirs() -> tuple[set, set]:
    with gzip.open(CORPUS, "rt", encoding="utf-8") as lines:
        tools = [json.loads(line) for line in lines]
    signatures = {
        (words(t["name"].split(".")[-1]), frozenset(map(words, t["parameters"]))) for t in tools
    }
    described = {words(t["description"]) for t in tools if len(t["description"].split()) > 4}
    return signatures, described


@pytest.mark.parametrize("name", discover())
def test_tools_and_their_views_are_our_own(name: str, theirs) -> None:
    signatures, described = theirs
    domain = discover()[name]
    pool = ViewPool(lexicon([domain]))
    for tool in domain.tools:
        shown = [(tool.name, {p.name for p in tool.params}, tool.doc)]
        for index in range(POOL):
            view, _ = pool.get(tool, index)
            params = {place.path[-1] for place in view.params.values()}
            shown.append((view.name.split(".")[-1], params, view.spec.description))
        for label, params, text in shown:
            assert (words(label), frozenset(map(words, params))) not in signatures, label
            assert words(text) not in described, text
