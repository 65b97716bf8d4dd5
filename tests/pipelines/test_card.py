"""The card, its tables and plots: from the rows, complete, and the same every time."""

import json
import struct

import pytest
import yaml

from callwright.pipelines import near
from callwright.pipelines.card_tables import audit_table, cells_table, dropped_table, table
from callwright.pipelines.release import open_release
from callwright.schemas.rows import COLUMNS
from tests.pipelines.made_release import FUNNEL, make


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    folder = tmp_path_factory.mktemp("card") / "made"
    make(folder, pretty_name="Made by hand", license="cc0-1.0")
    return folder


@pytest.fixture(scope="module")
def card(release):
    return (release / "README.md").read_text(encoding="utf-8")


def test_the_front_matter_names_every_config_and_no_features(card):
    data = yaml.safe_load(card.split("---")[1])
    assert {config["config_name"] for config in data["configs"]} == set(COLUMNS)
    assert "dataset_info" not in data
    assert (data["license"], data["pretty_name"]) == ("cc0-1.0", "Made by hand")


@pytest.mark.parametrize(
    "part",
    [
        "| all | 20 | 4 | 24 |",
        "| audit | 40 | 36 | 4 | 90.0% |",
        "| `near.duplicate` | 6 |",
        "| `extra_write` | 36 | 33 | 91.67% |",
        "| most frequent skeleton | 100.00% of rows |",
        'load_dataset("path/or/owner/name", "sft", split="train")',
        "verdicts\n - schema kept  match kept",
        "![Funnel](plots/funnel.png)",
    ],
)
def test_the_card_says(card, part):
    assert part in card


def test_the_card_states_the_content_hash(card, release):
    assert open_release(release).manifest.content_sha256 in card


def test_plots_are_there_and_large_enough_to_read(release):
    for name in ("cells.png", "requests.png", "funnel.png"):
        head = (release / "plots" / name).read_bytes()[:24]
        width, height = struct.unpack(">II", head[16:24])
        assert head.startswith(b"\x89PNG")
        assert width >= 1000
        assert height >= 250


def test_diversity_is_plain_data_in_the_manifest(release):
    found = json.loads((release / "manifest.json").read_text())["diversity"]
    assert (found["rows"], found["families"], found["skeletons"]) == (24, 24, 1)
    assert found["shared_between_splits"] == {"frames": 0, "views": 1, "worlds": 1}
    assert found["by_skill"]["single"]["rows"] == 12


def test_a_run_that_dropped_nothing_has_no_reasons_and_no_audit():
    assert (dropped_table({}), audit_table({})) == ("", "")


def test_tables_align_numbers_and_keep_bars_inside_cells():
    assert table(("a", "b"), [("x|y", 1200)]) == "| a | b |\n| --- | ---: |\n| x\\|y | 1,200 |"


def test_cells_put_train_before_test():
    head = cells_table({"single/travel/test": 1, "single/travel/train": 2}).splitlines()[0]
    assert head == "| skill | travel, train | travel, test | all |"


def test_every_audit_operator_of_the_funnel_is_listed():
    assert audit_table(FUNNEL).count("| `") == 2


TEXT = "please find me a flight from London to Lisbon on Friday morning before ten with one bag"


@pytest.mark.parametrize(
    ("families", "texts", "share"),
    [
        (["a", "b"], [TEXT, TEXT + " only"], 1.0),
        (["a", "a"], [TEXT, TEXT + " only"], 0.0),
        (["a", "b"], [TEXT, "book a table for two at eight in the evening near the station"], 0.0),
        (["a", "b"], ["stop", "stop"], 1.0),
        ([], [], 0.0),
    ],
)
def test_near_duplicates_are_found_between_families_only(families, texts, share):
    assert near.near_share(families, texts)["share"] == share


def test_a_large_release_is_sampled_evenly():
    sample = near.Sample(most=10)
    for number in range(95):
        sample.add(str(number), TEXT)
    assert sample.families == [str(n) for n in range(0, 95, 16)]


def test_twins_share_one_request():
    assert near.near_share(["a", "a", "b"], [TEXT, TEXT, "stop"])["compared"] == 2
