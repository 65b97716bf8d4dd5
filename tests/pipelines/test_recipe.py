"""Recipes: what is right is read, and each fault is one message with the way out."""

import pytest
import yaml

from callwright.domains.core.discovery import discover
from callwright.generators.skills import discover_skills
from callwright.pipelines.factory import Catalogue, Skill
from callwright.pipelines.recipe import check, find_recipe, read_recipe
from callwright.pipelines.toolkit import catalogue
from callwright.schemas.errors import RecipeError
from tests.pipelines.fake import TWINS
from tests.pipelines.fakerun import RECIPE

SKILLS = {name: Skill(twins, crosses=not twins) for name, twins in TWINS.items()}
SKILLS |= {"multi_turn": Skill(), "clarify": Skill(("single",), crosses=False)}
CATALOGUE = Catalogue({"calendar": "", "travel": ""}, SKILLS)


def faults(tmp_path, text):
    path = tmp_path / "wrong.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecipeError) as caught:
        check(read_recipe(path)[0], CATALOGUE)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def edited(place, value):
    data = yaml.safe_load(RECIPE)
    at = data
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    return yaml.safe_dump(data, sort_keys=False)


@pytest.mark.parametrize(("name", "rows"), [("assistant", 10_000), ("small", 838)])
def test_a_packaged_recipe_asks_for_its_rows(name, rows):
    recipe, _ = read_recipe(find_recipe(name))
    check(recipe, catalogue(()))
    assert recipe.rows == rows == sum(recipe.targets().values())
    assert {share.skill for share in recipe.mixture} == set(discover_skills())
    asked = {d for share in recipe.mixture for d in share.domains}
    assert set(discover()) <= asked
    assert "travel+calendar" in asked


def test_the_test_split_has_its_share_of_every_cell(recipe_file):
    targets = read_recipe(recipe_file)[0].targets()
    named = {cell.name: count for cell, count in targets.items()}
    assert named["single/travel/train"], named["single/travel/test"] == (64, 16)
    assert named["multi_step/travel+calendar/test"] == 3


def test_layout_and_comments_are_no_part_of_the_digest(recipe_file, tmp_path):
    other = tmp_path / "other.yaml"
    other.write_text("# a comment\n" + yaml.safe_dump(yaml.safe_load(RECIPE)), encoding="utf-8")
    assert read_recipe(recipe_file)[0].digest == read_recipe(other)[0].digest


CASES = [
    (
        ("mixture", 0, "skill"),
        "singel",
        ["mixture.0.skill is 'singel'", "mean 'single'", "clarify"],
    ),
    (("mixture", 0, "domains"), {"travle": 9}, ["mixture.0.domains.travle", "mean 'travel'"]),
    (("mixture", 0, "domains"), {"travel+x": 9}, ["is 'x'", "Valid: calendar, travel"]),
    (("mixture", 0, "domains"), {"travel+travel": 9}, ["a domain comes twice"]),
    (("mixture", 0, "domains"), {"calendar+travel": 9}, ["write 'calendar+travel' as above"]),
    (("mixture", 0, "domains", "travel"), -1, ["mixture.0.domains.travel is -1", "greater"]),
    (("mixture", 0, "domains", "travel"), 0, ["mixture.0.domains.travel is 0"]),
    (("mixture", 0, "domains", "travel"), 2.5, ["mixture.0.domains.travel is 2.5", "integer"]),
    (("mixture", 0, "domains", "travel"), True, ["mixture.0.domains.travel is True"]),
    (("mixture", 0, "domains", "travel"), 10**9, ["mixture.0.domains.travel is 1000000000"]),
    (("mixture", 0, "domains"), {}, ["mixture.0.domains is {}"]),
    (("mixture", 3, "domains"), {"travel": 81}, ["irrelevance over travel", "single", "only 64"]),
    (
        ("mixture", 4, "domains"),
        {"travel": 96},
        ["already_known", "multi_step or single", "only 96"],
    ),
    (
        ("mixture", 3, "domains"),
        {"travel+calendar": 3},
        ["irrelevance cannot cross domains", "single"],
    ),
    (("mixture", 1, "skill"), "single", ["single over travel is asked for twice"]),
    (("mixture",), [], ["mixture is []"]),
    (("test_share",), 1.5, ["test_share is 1.5", "less than 1"]),
    (("test_share",), -0.1, ["test_share is -0.1"]),
    (("seed",), "x", ["seed is 'x'", "integer"]),
    (("recipe_version",), 2, ["recipe_version is 2", "1"]),
    (("teacher",), "scriptd", ["teacher is 'scriptd'", "mean 'scripted'"]),
    (("language",), "xx", ["language is 'xx'", "Valid: en"]),
    (("name",), "A b", ["name is 'A b'", "pattern"]),
    (("sede",), 1, ["unknown key 'sede'", "mean 'seed'"]),
    (("filters",), {"near_duplicat": 1}, ["filters.near_duplicat", "mean 'near_duplicate'"]),
    (("filters",), {"near_duplicate": 1.2}, ["filters.near_duplicate is 1.2"]),
    (("filters",), {"audit_operators": -1}, ["filters.audit_operators is -1"]),
    (("filters",), {"audit_operators": "most"}, ["filters.audit_operators is 'most'"]),
    (("dials",), {"thinking": 2}, ["dials.thinking is 2"]),
    (("dials",), {"thinkin": 1}, ["dials.thinkin", "mean 'thinking'"]),
    (("worlds",), {"train": 0}, ["worlds.train is 0"]),
    (("release",), {"licence": "x"}, ["release.licence", "mean 'license'"]),
]


@pytest.mark.parametrize(("place", "value", "parts"), CASES, ids=lambda v: str(v)[:30])
def test_a_fault_names_its_key_its_value_and_what_would_be_right(tmp_path, place, value, parts):
    message = faults(tmp_path, edited(place, value))
    assert [part for part in parts if part not in message] == [], message


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("a: [1", "is not YAML"),
        ("", "holds no keys"),
        ("- 1", "holds no keys"),
        ("recipe_version: 1\n", "the key 'name' is missing"),
    ],
)
def test_what_is_no_recipe_is_refused(tmp_path, text, part):
    assert part in faults(tmp_path, text)


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "bytes.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecipeError, match="cannot be read"):
        read_recipe(path)


def test_a_missing_recipe_names_the_packaged_ones():
    with pytest.raises(RecipeError, match=r"'asistant' .* did you mean 'assistant'\?"):
        find_recipe("asistant")


def test_all_operators_can_be_asked_for(tmp_path):
    path = tmp_path / "all.yaml"
    path.write_text(edited(("filters",), {"audit_operators": "all"}), encoding="utf-8")
    recipe, _ = read_recipe(path)
    assert recipe.filter_settings().audit_operators is None
    path.write_text(RECIPE, encoding="utf-8")
    some, _ = read_recipe(path)
    assert some.filter_settings().audit_operators == 5
    assert some.digest != recipe.digest
