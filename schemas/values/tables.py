"""The small tables under `data/`, read once and on first use."""

from functools import lru_cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "data"


@lru_cache(maxsize=16)
def table(name: str) -> Any:
    """The content of `data/{name}.yaml`. Not to be changed by the caller."""
    # Late, and with the C loader where there is one: importing values must stay quick.
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((_FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), Loader=loader)
