"""`audit` attacks every row with every operator, those of the user's own files among them."""

import pytest
from typer.testing import CliRunner

from callwright.filters.audit import all_operators, all_variants
from callwright.pipelines.auditing import audit_release, loaded
from callwright.pipelines.cli import app
from callwright.schemas.errors import CallwrightError
from tests.pipelines import garden

HARMLESS = """
from callwright.filters.audit import Mutant, Variant


def unchanged(trajectory, scene, rng):
    return Mutant("unchanged", trajectory.messages)


def silent(trajectory, scene, rng):
    return Variant("silent", trajectory.messages[:-1])


OPERATORS = (unchanged,)
VARIANTS = (silent,)
"""


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    rows = garden.rows(list(garden.trajectories()))
    return garden.make(tmp_path_factory.mktemp("audit") / "garden", rows)


def command(folder, *arguments):
    return CliRunner().invoke(
        app, ["audit", str(folder), "--domains-path", garden.PATHS, *map(str, arguments)]
    )


def counts_of(folder, **options):
    return list(audit_release(folder, domain_paths=(garden.PATHS,), **options))[-1]


def test_every_attack_is_caught_and_no_variant_is_rejected(release):
    counts = counts_of(release)
    assert counts.killed == counts.tried
    assert not counts.rejected
    assert counts.survivors == {}
    assert counts.variants.total() > counts.rows


def test_more_workers_give_the_same(release):
    assert counts_of(release, workers=2).tried == counts_of(release).tried


def test_a_hole_and_an_injustice_are_found_and_named(release, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(HARMLESS, encoding="utf-8")
    done = command(release, "--operators", mine, "--limit", 3)
    assert done.exit_code == 1
    assert "unchanged: " in done.stdout
    assert "silent: " in done.stdout
    counts = counts_of(release, plug_ins=(mine,), limit=3)
    assert (counts.tried["unchanged"], counts.killed["unchanged"]) == (3, 0)
    assert len(counts.survivors["silent"]) == 3


def test_the_command_says_what_was_caught(release):
    done = command(release)
    assert done.exit_code == 0
    assert "100.00%" in done.stdout
    assert "0 of" in done.stdout


def test_a_file_without_operators_is_refused(tmp_path):
    empty = tmp_path / "empty.py"
    empty.write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(CallwrightError, match="exports neither"):
        loaded((empty,))
    with pytest.raises(CallwrightError, match="no Python file"):
        loaded((tmp_path / "nowhere.py",))


def test_there_are_enough_of_both():
    assert len(all_operators()) >= 20
    assert len(all_variants()) >= 8
