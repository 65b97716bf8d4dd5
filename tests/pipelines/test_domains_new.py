"""The template domain works as it is, under any name, and never overwrites anything."""

import subprocess
import sys
from random import Random

import pytest
import yaml
from typer.testing import CliRunner

import callwright.domains
from callwright.domains.core import Ask, NoProposal, World
from callwright.domains.core.discovery import discover
from callwright.domains.core.lexicon import lexicon
from callwright.domains.core.people import make_clock, make_person
from callwright.pipelines.cli import app
from callwright.pipelines.new_domain import TEMPLATE, filled, new_domain
from callwright.pipelines.overview import domain_line
from callwright.schemas.errors import DomainError, OutputError
from tests.house.source import ROOT
from tests.pipelines import garden


def populated(seed):
    rng = Random(seed)
    person = make_person(rng)
    world = World(person, make_clock(rng, person), garden.garden().values())
    for domain in world.domains.values():
        domain.populate(world.states[domain.name], rng)
    world.journal.clear()
    return world


def proposals(tool, worlds=30):
    """What the proposer of a tool asks for, each with a world in which to ask."""
    domain = garden.garden()["garden"]
    words = lexicon([domain]).words
    for seed in range(worlds):
        world = populated(seed)
        ask = Ask(world.states["garden"], Random(seed), world.setting(words))
        try:
            yield world, domain.proposers[tool](ask)
        except NoProposal:
            continue


def test_the_new_folder_is_complete_and_discovered():
    domain = garden.garden()["garden"]
    assert domain_line(domain)[:6] == ("garden", "Garden", "4", "3", "plant", "en")
    assert "@" not in domain.policy
    assert {path.name for path in domain.folder.iterdir() if path.name != "__pycache__"} == {
        *("__init__.py", "state.py", "tools.py", "populate.py", "propose.py"),
        *("phrases", "policy.md", "examples.yaml"),
    }


@pytest.mark.parametrize("tool", ["find_plants", "add_plant", "water_plant", "move_plant"])
def test_what_its_proposers_ask_for_succeeds(tool):
    asked = list(proposals(tool))
    assert len(asked) >= 25
    for world, arguments in asked:
        outcome = world.call(f"garden.{tool}", arguments)
        assert outcome.ok, outcome.error
        assert world.violations() == []


def test_a_look_up_finds_the_row_it_is_about():
    domain = garden.garden()["garden"]
    for seed in range(20):
        world = populated(seed)
        for plant in world.states["garden"].tables["plants"]:
            ask = Ask(world.states["garden"], Random(seed), world.setting({}), plant)
            result = world.call("garden.find_plants", domain.proposers["find_plants"](ask))
            assert plant.plant_id in {item["plant_id"] for item in result.data["plants"]}


def test_its_examples_name_every_tool_and_every_failure():
    folder = garden.garden()["garden"].folder
    episodes = yaml.safe_load((folder / "examples.yaml").read_text())
    calls = [call for episode in episodes for call in episode["calls"]]
    assert {call["tool"] for call in calls} == {t.name for t in garden.garden()["garden"].tools}
    pack = lexicon(garden.garden().values()).packs["garden"]
    failures = {call["expect"].get("error") for call in calls} - {None}
    assert failures == set(pack.errors)


def test_it_makes_rows_of_every_skill_that_stays_in_one_domain():
    made = list(garden.trajectories(per_skill=12))
    assert {t.task.skill for t in made} >= {"single", "parallel", "multi_step", "clarify"}


def test_the_template_is_formatted_and_free_of_lint(tmp_path):
    new_domain("apiary", tmp_path)
    ruff = [sys.executable, "-m", "ruff"]
    for command in (["format", "--check"], ["check", "--isolated", "--select", "E,F,N,UP,B,ANN"]):
        done = subprocess.run(
            [*ruff, *command, "--line-length", "100", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout


def test_imports_are_sorted_wherever_it_stands(tmp_path):
    from pathlib import Path

    text = (TEMPLATE / "__init__.py.tmpl").read_text()
    for where in (tmp_path, Path(callwright.domains.__path__[0])):
        for name in ("apiary", "zoo"):
            lines = [line for line in filled(text, name, where).splitlines() if "import" in line]
            assert lines[1:] == sorted(lines[1:])
    assert "from callwright.domains.zoo.tools" in filled(
        text, "zoo", Path(callwright.domains.__path__[0])
    )


@pytest.mark.parametrize(
    "name", ["", "x", "Travel", "my-domain", "2nd", "a" * 40, "class", "../up"]
)
def test_a_name_that_is_none_is_refused(tmp_path, name):
    with pytest.raises(DomainError, match="cannot name a domain: use 2 to 31 lower-case"):
        new_domain(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["travel", "core"])
def test_a_name_that_is_taken_is_refused(tmp_path, name):
    with pytest.raises(DomainError, match=f"the name '{name}' is taken; taken are: .*travel"):
        new_domain(name, tmp_path)


def test_a_folder_that_exists_is_left_alone(tmp_path):
    (tmp_path / "orchard").mkdir()
    with pytest.raises(OutputError, match="orchard already exists"):
        new_domain("orchard", tmp_path)
    assert list((tmp_path / "orchard").iterdir()) == []


def test_a_disk_that_refuses_leaves_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        new_domain("orchard", tmp_path / "file")


def test_a_folder_without_its_export_is_named(tmp_path):
    new_domain("orchard", tmp_path)
    (tmp_path / "orchard" / "__init__.py").write_text('"""Nothing here."""\n')
    with pytest.raises(DomainError, match=r"orchard/__init__\.py exports no domain"):
        discover([str(tmp_path)])


def test_the_commands_say_what_they_did(tmp_path):
    done = CliRunner().invoke(app, ["domains", "new", "orchard", "--path", str(tmp_path)])
    assert done.output.startswith(f"wrote {tmp_path}/orchard; try: callwright domains")
    listed = CliRunner().invoke(app, ["domains", "--domains-path", str(tmp_path)])
    assert {"orchard", "travel", "calendar"} <= set(listed.output.split())


def test_skills_are_listed_with_their_twins():
    done = CliRunner().invoke(app, ["skills"])
    assert done.exit_code == 0
    assert {"clarify", "irrelevance", "multi_step"} <= set(done.output.split())


CONTRACTS = """
import sys
import pytest
from callwright.domains.core import discovery

found = discovery.discover([sys.argv[1]])
discovery.discover = lambda paths=(): {"garden": found["garden"], **found}
tests = sys.argv[2:]
sys.exit(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-k", "garden", *tests]))
"""


def test_it_keeps_the_contracts_of_every_domain():
    folder = ROOT / "tests" / "domains"
    tests = [folder / "test_contracts.py", folder / "test_examples.py"]
    done = subprocess.run(
        [sys.executable, "-c", CONTRACTS, str(garden.garden()["garden"].folder), *map(str, tests)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
