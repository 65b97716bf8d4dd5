"""TRL's wheel carries the chat templates that the export proof renders with."""

from pathlib import Path

import trl


def test_the_templates_are_there():
    names = {path.stem for path in (Path(trl.__file__).parent / "chat_templates").glob("*.jinja")}
    assert {"qwen3", "qwen3_5_think", "llama3_1", "gptoss"} <= names
