"""Where a release is measured changes nothing that is measured."""

import pytest

from callwright.pipelines.buckets import Buckets
from callwright.pipelines.measuring import beside, here
from callwright.schemas.errors import OutputError
from tests.pipelines.garden import rows, trajectories


@pytest.fixture(scope="module")
def made():
    """Rows of real families in no order of ids, with a line of another config between them."""
    return list(rows(list(trajectories(3))))


def measured(folder, made, measuring):
    with measuring() as begin:
        buckets = Buckets(folder)
        for row in made:
            buckets.add(*row)
        return begin(buckets, folder.with_suffix(".plots"), {})()


def test_another_process_measures_the_same(tmp_path, made):
    apart = measured(tmp_path / "apart", made, beside)
    inside = measured(tmp_path / "inside", made, here)
    assert apart.summary == inside.summary
    assert apart.cells == inside.cells
    assert apart.frame.equals(inside.frame)
    assert inside.summary["rows"] == sum(config == "sft" for config, _, _ in made)


def test_a_fault_of_the_rows_comes_back_from_it(tmp_path, made):
    twice = next(row for row in made if row[0] == "sft")
    with pytest.raises(OutputError, match="have the id"):
        measured(tmp_path / "apart", [*made, twice], beside)
