"""The tables of the documents name what is really there."""

import re
from pathlib import Path
from typing import get_args

from callwright.domains.core.discovery import discover
from callwright.generators.forms import makers
from callwright.generators.skills import discover_skills
from callwright.pipelines.adapters.formats import discover_formats
from callwright.pipelines.recipe import PACKAGED
from callwright.schemas.calls import discover_call_formats
from callwright.schemas.calls.coercion import READ_KINDS
from callwright.schemas.calls.reply import Repair
from callwright.schemas.forms import FORMS

ROOT = Path(__file__).parents[2]


def test_the_skills_table_is_complete_and_tells_the_twins():
    text = (ROOT / "docs" / "skills.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| [^|]+ \|([^|]*)\|$", text, re.MULTILINE)
    told = {name: twin for name, twin in rows if name != "skill"}
    assert set(told) == set(discover_skills())
    for skill in discover_skills().values():
        assert all(twin in told[skill.name] for twin in skill.twins), skill.name
        assert bool(told[skill.name].strip()) == bool(skill.twins), skill.name


def test_the_exports_and_call_formats_are_documented():
    text = (ROOT / "docs" / "exports.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE))
    assert named >= {*discover_formats(), *discover_call_formats()}


def test_repairs_and_casts_are_documented():
    text = (ROOT / "docs" / "calls.md").read_text(encoding="utf-8")
    repairs, casts = text.split("## Types")
    assert set(re.findall(r"^\| `(\w+)` \|", repairs, re.MULTILINE)) == set(get_args(Repair))
    coercion = (ROOT / "schemas" / "calls" / "coercion.py").read_text(encoding="utf-8")
    made = set(re.findall(r"\w+_from_\w+", coercion)) | {f"{kind}_from_text" for kind in READ_KINDS}
    assert made <= set(re.findall(r"`(\w+_from_\w+)`", casts))


def test_the_readme_names_every_domain():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(name in text for name in discover())


def test_the_recipes_of_the_package_are_documented():
    text = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    assert all(path.stem in text for path in PACKAGED.glob("*.yaml"))


def test_the_table_of_forms_is_complete_and_tells_how_often_they_are_drawn():
    text = (ROOT / "docs" / "forms.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| ([^|]+) \| ([^|]*) ?\| (\d*) ?\|$", text, re.MULTILINE)
    told = {name: (what, args.strip(), weight) for name, what, args, weight in rows}
    assert told == {
        name: (form.what, ", ".join(form.args), str(makers()[name].weight or ""))
        for name, form in FORMS.items()
    }
