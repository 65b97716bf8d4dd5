"""The parts that decide when and where a request goes, each without a network."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.generators.teachers.openai.backoff import full_jitter, retry_after
from callwright.generators.teachers.openai.breaker import Breaker
from callwright.generators.teachers.openai.budget import Amount, Budget
from callwright.generators.teachers.openai.limit import ConcurrencyLimit

TOKENS = 50


def rounds(limit, count, seconds):
    """`count` times as many requests at once as allowed, each answered after `seconds`."""
    for _ in range(count):
        allowed = limit.limit
        for _ in range(allowed):
            limit.enter()
        for _ in range(allowed):
            limit.answered(seconds, TOKENS)
            limit.leave()


def test_the_limit_doubles_up_to_the_most_while_latency_holds():
    limit = ConcurrencyLimit(8, 100, 3.0)
    rounds(limit, 12, 1.0)
    assert limit.limit == 100


def test_the_limit_does_not_grow_while_it_is_not_reached():
    limit = ConcurrencyLimit(8, 100, 3.0)
    for _ in range(500):
        limit.enter()
        limit.answered(1.0, TOKENS)
        limit.leave()
    assert limit.limit == 8


def test_latency_stops_growth_and_gives_some_back():
    limit = ConcurrencyLimit(8, 1_000, 3.0)
    rounds(limit, 3, 1.0)
    grown = limit.limit
    rounds(limit, 1, 10.0)
    assert 8 <= limit.limit < grown
    rounds(limit, 8, 10.0)
    assert limit.limit == 8, "latency alone goes no lower than the beginning"


def test_after_a_stop_growth_is_slow():
    limit = ConcurrencyLimit(64, 1_000, 3.0)
    rounds(limit, 1, 1.0)
    rounds(limit, 1, 10.0)
    stopped = limit.limit
    rounds(limit, 1, 1.0)
    assert stopped < limit.limit < stopped * 1.2


def test_a_load_that_stays_slow_becomes_the_measure():
    limit = ConcurrencyLimit(16, 64, 3.0)
    rounds(limit, 1, 1.0)
    rounds(limit, 80, 10.0)
    held = limit.limit
    rounds(limit, 80, 10.0)
    assert limit.limit > held


def test_long_replies_are_no_overload():
    limit = ConcurrencyLimit(16, 64, 3.0)
    rounds(limit, 1, 1.0)
    for _ in range(200):
        limit.enter()
        limit.answered(20.0, 66 * 20 - 16)
        limit.leave()
    assert limit.limit >= 32


def test_one_burst_of_refusals_halves_once():
    limit = ConcurrencyLimit(64, 64, 3.0)
    for _ in range(64):
        limit.overloaded(sent_at=1.0, now=2.0)
    assert limit.limit == 32
    limit.overloaded(sent_at=3.0, now=4.0)
    assert limit.limit == 16


@given(st.lists(st.sampled_from(["fast", "slow", "refused"]), max_size=60), st.integers(1, 40))
def test_the_limit_stays_within_its_bounds(events, first):
    limit = ConcurrencyLimit(first, 32, 3.0)
    for now, event in enumerate(events):
        if event == "refused":
            limit.overloaded(sent_at=now, now=now + 0.5)
        else:
            rounds(limit, 1, 1.0 if event == "fast" else 9.0)
        assert 1 <= limit.limit <= 32
        assert limit.in_flight == 0


def test_a_breaker_opens_after_failures_in_a_row_only():
    breaker = Breaker(3, 10.0)
    for _ in range(2):
        breaker.failed(0.0, probe=False)
    breaker.answered()
    for _ in range(2):
        breaker.failed(0.0, probe=False)
    assert breaker.ready(0.0)
    breaker.failed(5.0, probe=False)
    assert not breaker.ready(14.9)
    assert breaker.ready(15.0)


def opened():
    breaker = Breaker(1, 10.0)
    breaker.failed(0.0, probe=False)
    return breaker


def test_one_probe_at_a_time_decides():
    breaker = opened()
    assert breaker.enter()
    assert not breaker.ready(11.0)
    breaker.failed(12.0, probe=True)
    assert not breaker.ready(21.9)
    assert breaker.ready(22.0)
    assert breaker.enter()
    breaker.answered()
    assert breaker.ready(22.0)
    assert not breaker.enter(), "requests go out freely again"


def test_what_was_in_flight_when_it_opened_says_nothing():
    breaker = opened()
    assert breaker.enter()
    breaker.failed(13.0, probe=False)
    assert not breaker.ready(13.0), "the probe is still out"
    breaker.abandoned(probe=False)
    assert not breaker.ready(13.0)
    breaker.abandoned(probe=True)
    assert breaker.ready(13.0)


@given(st.integers(1, 10_000), st.floats(0.01, 10), st.floats(0.01, 100), st.integers())
def test_jitter_is_full_and_bounded(attempt, first, longest, seed):
    assert 0 <= full_jitter(attempt, first, longest, Random(seed)) <= longest
    assert full_jitter(1, first, longest, Random(seed)) <= first


def test_jitter_spreads_and_grows():
    rng = Random(3)
    late = [full_jitter(4, 1.0, 100.0, rng) for _ in range(200)]
    assert min(late) < 1 < 7 < max(late) < 8


NOON = "Mon, 30 Nov 2026 12:00:00 GMT"
LATER = "Mon, 30 Nov 2026 12:00:45 GMT"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, 0),
        ({"Retry-After": "7"}, 7),
        ({"Retry-After": "-7"}, 0),
        ({"Retry-After": "soon"}, 0),
        ({"Retry-After": "٣"}, 0),
        ({"Retry-After": "9" * 5_000}, 3_600),
        ({"Retry-After": LATER, "Date": NOON}, 45),
        ({"Retry-After": NOON, "Date": LATER}, 0),
        ({"Retry-After": LATER}, 0),
        ({"Retry-After": LATER, "Date": "Mon, 99 Nov 2026"}, 0),
        ({"Retry-After": "Mon, 30 Nov 2026 14:00:45 +0200", "Date": NOON}, 45),
        ({"Retry-After": "Mon, 30 Nov 2026 12:00:45", "Date": NOON}, 45),
    ],
)
def test_retry_after_is_read_in_both_forms(headers, seconds):
    assert retry_after(headers) == seconds


@given(st.lists(st.tuples(st.integers(1, 60), st.integers(0, 100)), max_size=40))
def test_what_is_held_and_spent_never_passes_the_budget(steps):
    budget = Budget(tokens=200)
    held = []
    for most, told in steps:
        if budget.hold(Amount(most)):
            held.append(Amount(most))
        if held and told % 2:
            amount = held.pop()
            budget.settle(amount, Amount(min(told, amount.tokens)))
        assert budget.spent.tokens <= 200
        assert budget.left.tokens >= 0
    for amount in held:
        budget.settle(amount, Amount())
    assert budget.left.tokens == 200 - budget.spent.tokens


def test_money_is_a_limit_of_its_own():
    budget = Budget(cost=1.0, spent=Amount(5, 0.5))
    assert not budget.hold(Amount(1, 0.6))
    assert budget.hold(Amount(10**9, 0.5))
    assert not budget.hold(Amount(1, 0.01))
