"""Every code block of the README and of docs/ runs, in the order of its document.

The blocks of one document share one copy of the repository, so a later one may use what an
earlier one wrote.
"""

import pytest

from tests.house.blocks import Block, BrokenBlockError, blocks_of, run_block, working_copy
from tests.house.source import ROOT

DOCUMENTS = sorted([*ROOT.glob("README.md"), *(ROOT / "docs").rglob("*.md")])
BLOCKS = [block for document in DOCUMENTS for block in blocks_of(document)]

GOOD = [
    ("python", "import callwright\n"),
    ("bash", "callwright --help | grep Usage\n"),
    ("console", "$ test -d schemas\nprinted, not typed\n$ test \\\n  -f pyproject.toml\n"),
    ("yaml", "seed: 7\n"),
    ("json", '{"seed": 7}\n'),
    ("text", "anything ( goes\n"),
]
BROKEN = [
    ("python", "import callwright.nothing\n"),
    ("python", "import schemas\n"),
    ("bash", "false\ntrue\n"),
    ("bash", "false | true\n"),
    ("console", "$ callwright no-such-command\n"),
    ("console", "nothing is typed\n"),
    ("yaml", "a: [1\n"),
    ("json", "{'a': 1}\n"),
    ("", "untagged\n"),
    ("sh", "true\n"),
]


@pytest.fixture(scope="session")
def copies(tmp_path_factory):
    """The working copy of each document, made when its first block runs."""
    made = {}

    def copy_for(document):
        if document not in made:
            made[document] = working_copy(ROOT, tmp_path_factory.mktemp("docs") / "callwright")
        return made[document]

    return copy_for


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_block_runs(block, copies):
    run_block(block, copies(block.document))


@pytest.mark.parametrize(("tag", "body"), GOOD)
def test_a_good_block_passes(tag, body, copies):
    run_block(Block(ROOT / "README.md", 1, tag, body), copies(None))


@pytest.mark.parametrize(("tag", "body"), BROKEN)
def test_a_broken_block_fails(tag, body, copies):
    with pytest.raises(BrokenBlockError, match=r"README\.md:1"):
        run_block(Block(ROOT / "README.md", 1, tag, body), copies(None))


def test_blocks_are_found_with_their_lines(tmp_path):
    document = tmp_path / "page.md"
    document.write_text("# Page\n\n```python\nx = 1\n```\n\n````text\n```\n````\n")
    found = [(block.line, block.tag, block.body) for block in blocks_of(document)]
    assert found == [(3, "python", "x = 1\n"), (7, "text", "```\n")]
