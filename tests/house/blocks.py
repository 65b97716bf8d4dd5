"""The fenced code blocks of the documents, and what it means to run each kind.

`python`, `bash` and `console` run, `yaml` and `json` are parsed. In a console block the lines that
begin with `$ ` are typed (a trailing backslash goes on below), the others are what was printed.
Only the tag `text` is left alone; a block with no tag, or an unknown one, is an error.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import yaml

FENCE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})(?P<tag>[^\n`]*)\n(?P<body>.*?)^(?P=fence)\s*$",
    re.MULTILINE | re.DOTALL,
)
NOT_COPIED = shutil.ignore_patterns(".*", "data", "dist", "build", "__pycache__")
LONGEST_SECONDS = 180


class BrokenBlockError(AssertionError):
    """A block of a document does not do what a reader would expect: it fails."""


@dataclass(frozen=True)
class Block:
    document: Path
    line: int
    tag: str
    body: str

    def __str__(self):
        return f"{self.document.name}:{self.line}:{self.tag}"


def blocks_of(document):
    text = document.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield Block(document, line, found["tag"].strip(), found["body"])


def working_copy(root, folder):
    """A copy of the repository's files where blocks may write what they like."""
    return Path(shutil.copytree(root, folder, symlinks=True, ignore=NOT_COPIED))


def run_block(block, folder):
    """Run or parse one block with `folder` as the working directory."""
    if block.tag not in KINDS:
        raise BrokenBlockError(f"{block}: tag it as one of {', '.join(KINDS)}")
    KINDS[block.tag](block, folder)


def run_python(block, folder):
    finish(block, [sys.executable, "-c", block.body], folder)


def run_bash(block, folder):
    finish(block, ["bash", "-euo", "pipefail", "-c", block.body], folder)


def run_console(block, folder):
    typed = re.findall(r"^\$ ((?:.*\\\n)*.*)$", block.body, re.MULTILINE)
    if not typed:
        raise BrokenBlockError(f"{block}: no line begins with '$ '")
    finish(block, ["bash", "-euo", "pipefail", "-c", "\n".join(typed)], folder)


def finish(block, command, folder):
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PATH": tools, "PYTHONSAFEPATH": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST_SECONDS,
        check=False,
    )
    if done.returncode != 0:
        raise BrokenBlockError(f"{block}: exit {done.returncode}\n{done.stdout}{done.stderr}")


def parse_yaml(block, folder):
    try:
        list(yaml.safe_load_all(block.body))
    except yaml.YAMLError as error:
        raise BrokenBlockError(f"{block}: {error}") from error


def parse_json(block, folder):
    try:
        json.loads(block.body)
    except ValueError as error:
        raise BrokenBlockError(f"{block}: {error}") from error


def leave_alone(block, folder):
    """For what no test can run: the output of a program, or a sketch."""


KINDS = {
    "python": run_python,
    "bash": run_bash,
    "console": run_console,
    "yaml": parse_yaml,
    "json": parse_json,
    "text": leave_alone,
}
