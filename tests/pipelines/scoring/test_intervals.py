"""Intervals against numbers worked out by hand, or printed in tables."""

import math

import pytest

from callwright.pipelines.scoring.intervals import clustered, rate, student

STUDENT = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 10: 2.2281, 30: 2.0423}
"""Degrees of freedom -> the two-sided quantile at 95%, as printed in tables."""


@pytest.mark.parametrize(("freedom", "quantile"), STUDENT.items())
def test_students_quantile_is_that_of_the_tables(freedom, quantile):
    assert student(freedom) == pytest.approx(quantile, abs=5e-5)


def test_students_quantile_comes_to_the_normal_one():
    quantiles = [student(n) for n in range(1, 200)]
    assert quantiles == sorted(quantiles, reverse=True)
    assert student(2_000) == pytest.approx(1.96, abs=2e-3)
    assert student(10**9) == pytest.approx(1.959964, abs=1e-6)


def test_a_rate_has_wilsons_interval():
    found = rate([1.0] * 8 + [0.0] * 2)
    # z^2 = 3.841459: centre (0.8 + 0.1920729) / 1.3841459, half-width
    # 1.959964 * sqrt(0.8 * 0.2 / 10 + 3.841459 / 400) / 1.3841459
    assert (found.value, found.count) == (0.8, 10)
    assert found.low == pytest.approx(0.716739 - 0.226577, abs=2e-5)
    assert found.high == pytest.approx(0.716739 + 0.226577, abs=2e-5)


def test_a_rate_of_all_or_none_keeps_an_interval():
    none, every = rate([0.0] * 5), rate([1.0] * 5)
    # At 0 the upper end is z^2 / (n + z^2) = 3.841459 / 8.841459.
    assert (none.low, none.high) == (0.0, pytest.approx(0.434482, abs=1e-6))
    assert every.low == pytest.approx(1 - 0.434482, abs=1e-6)


def test_a_mean_takes_families_as_clusters():
    # Mean 0.5; sums of deviations 1, -0.5, -0.5; variance 3/2 * 1.5 / 16 = 0.140625,
    # so 0.375 times Student's 4.3027 at two degrees is wider than the range.
    assert clustered([1, 1, 0, 0], "aabc").low == 0.0
    # Mean 0.5; sums 0.2, -0.2; variance 2/1 * 0.08 / 16 = 0.01; 0.1 * 12.7062 again too wide.
    assert clustered([0.6, 0.6, 0.4, 0.4], "aabb").high == 1.0
    # Twelve families of one row: the usual interval, 2.20099 * s / sqrt(12), s^2 = 3 / 11 * 0.04.
    found = clustered([0.4] * 6 + [0.6] * 6, range(12))
    half = 2.20099 * math.sqrt(12 / 11 * 0.01 / 12)
    assert (found.low, found.high) == (
        pytest.approx(0.5 - half, abs=1e-5),
        pytest.approx(0.5 + half, abs=1e-5),
    )


def test_rows_of_one_family_are_less_evidence_than_rows_of_many():
    values = [0.4, 0.4, 0.6, 0.6] * 6
    alone = clustered(values, range(24))
    paired = clustered(values, [i // 2 for i in range(24)])
    assert paired.value == alone.value
    assert paired.high - paired.low > 1.3 * (alone.high - alone.low)


def test_twins_that_balance_each_other_are_more_evidence():
    found = clustered([0.0, 1.0] * 10, [i // 2 for i in range(20)])
    assert (found.value, found.low, found.high) == (0.5, 0.5, 0.5)


def test_one_family_and_no_row_have_no_interval():
    one = clustered([0.3, 0.5], "aa")
    assert (one.value, one.low, one.high) == (0.4, None, None)
    for nothing in (clustered([], []), rate([])):
        assert (nothing.value, nothing.low, nothing.high, nothing.count) == (None, None, None, 0)
