"""What it takes to word a row: brief, checks of the reply, and judging again; no model is asked.

    python benchmarks/wording.py [--per-cell 2]

The reply repeats the drafts, which is as long as a real one. Times are process seconds of one core,
as microseconds per row; `ratio` is all three against making and judging the row in the first place.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from time import process_time

import yaml

from callwright.generators.settings import Cell, Settings
from callwright.generators.wording import (
    BriefSettings,
    Wordsmith,
    brief,
    checked,
    draw_persona,
    put,
)
from callwright.pipelines.factory import FilterSettings, Job
from callwright.pipelines.funnel import Funnel
from callwright.pipelines.produce import Family, judged, make
from callwright.pipelines.recipe import find_recipe
from callwright.pipelines.toolkit import open_toolkit
from callwright.schemas.completions import Completion
from callwright.schemas.seeds import SeedPath

SETTINGS = BriefSettings(model="none")
FILTERS = FilterSettings(near_duplicate=0.8, skeleton_cap=1.0, audit_operators=5)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--per-cell", type=int, default=2)
    per_cell = parser.parse_args().per_cell
    settings = Settings(namespace="bench", seed=1, worlds={"train": 6, "test": 1})
    toolkit = open_toolkit(Job(settings=settings, filters=FILTERS, work=""))
    smith = Wordsmith.of(toolkit.factory.domains)  # pyright: ignore[reportAttributeAccessIssue]
    spent = defaultdict[str, float](float)
    rows = 0
    for warm in (False, True):
        spent.clear()
        rows = 0
        for cell in cells():
            for number in range(per_cell):
                at = process_time()
                family = make(toolkit, cell, number, Funnel())
                spent["make"] += process_time() - at
                if family and warm:
                    rows += len(family)
                    word(family, smith, toolkit, spent)
    each = {name: round(seconds / rows * 1e6) for name, seconds in spent.items()}
    whole = each["brief"] + each["words"] + each["judge"]
    print(json.dumps({"rows": rows, **each, "ratio": round(whole / each["make"], 2)}))


def cells() -> Iterator[Cell]:
    """Every cell of the recipe `small`, train split."""
    recipe = yaml.safe_load(find_recipe("small").read_text("utf-8"))
    for line in recipe["mixture"]:
        for domain in line["domains"]:
            yield Cell(skill=line["skill"], domain=domain, split="train")


def word(family: Family, smith: Wordsmith, toolkit: object, spent: defaultdict[str, float]) -> None:
    """One family, step by step."""
    start = process_time()
    texts = smith.texts(family)
    persona = draw_persona(SeedPath.root("bench", 1), texts[0].register)
    brief(family, texts, persona, smith, SETTINGS, 1)
    asked = process_time()
    reply = Completion(text=json.dumps({text.key: text.script for text in texts}))
    new = put(family, texts, checked(family, texts, reply, smith), persona, "none", smith)
    put_in = process_time()
    judged(toolkit, new, Funnel())  # pyright: ignore[reportArgumentType]
    spent["brief"] += asked - start
    spent["words"] += put_in - asked
    spent["judge"] += process_time() - put_in


if __name__ == "__main__":
    main()
