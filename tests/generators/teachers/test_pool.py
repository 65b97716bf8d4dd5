"""The queue for slots: nobody is forgotten, whatever happens to those before."""

import asyncio
from random import Random

import pytest

from callwright.generators.teachers.openai.clock import MonotonicClock
from callwright.generators.teachers.openai.endpoint import Endpoint
from callwright.generators.teachers.openai.failures import Failure
from callwright.generators.teachers.openai.pool import Pool
from callwright.generators.teachers.openai.settings import EndpointSettings, Limits
from tests.generators.teachers.ask import FakeClock

LIMITS = Limits(breaker_failures=1, breaker_seconds=10)
BROKEN = Failure("server_error", "500")


def endpoint_of(name="one", most=1):
    settings = EndpointSettings(
        url=f"http://{name}/v1", first_concurrency=most, max_concurrency=most
    )
    return Endpoint(settings, LIMITS, {})


def pool_of(*endpoints, clock=None):
    return Pool(endpoints, clock or MonotonicClock())


def far(pool):
    return pool._clock.now() + 1_000


async def turns():
    """Let everything that can go on do so."""
    for _ in range(20):
        await asyncio.sleep(0)


def played(play):
    return asyncio.run(asyncio.wait_for(play(), 20))


def test_those_who_wait_are_served_in_their_order():
    async def play():
        pool = pool_of(endpoint_of())
        first = await pool.enter(1, far(pool))
        served = []

        async def wait(number):
            slot = await pool.enter(1, far(pool))
            served.append(number)
            await asyncio.sleep(0)
            pool.leave(slot)

        waiting = [asyncio.ensure_future(wait(number)) for number in range(5)]
        await turns()
        assert served == []
        pool.leave(first)
        await asyncio.gather(*waiting)
        return served

    assert played(play) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("seed", range(20))
def test_with_cancellations_at_random_nobody_is_forgotten(seed):
    async def play():
        rng = Random(seed)
        pool = pool_of(endpoint_of("one", 2), endpoint_of("two", 1))
        served = []

        async def wait(number):
            slot = await pool.enter(rng.randrange(9), far(pool))
            try:
                for _ in range(rng.randrange(3)):
                    await asyncio.sleep(0)
                served.append(number)
            finally:
                pool.leave(slot)

        tasks = [asyncio.ensure_future(wait(number)) for number in range(60)]
        cancelled = set()
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0)
            if rng.random() < 0.5:
                number = rng.randrange(60)
                if tasks[number].cancel():
                    cancelled.add(number)
        await asyncio.gather(*tasks, return_exceptions=True)
        assert set(served) | cancelled == set(range(60))
        assert [one.limit.in_flight for one in pool._endpoints] == [0, 0]
        assert not pool._queue

    played(play)


def test_a_limit_that_grew_lets_several_in_at_once():
    async def play():
        endpoint = endpoint_of(most=1)
        pool = pool_of(endpoint)
        slot = await pool.enter(1, far(pool))
        waiting = [asyncio.ensure_future(pool.enter(1, far(pool))) for _ in range(4)]
        await turns()
        endpoint.limit._limit = 3.0
        pool.leave(slot)
        await turns()
        assert [task.done() for task in waiting] == [True, True, True, False]
        pool.leave(waiting[0].result())
        assert await waiting[3]

    played(play)


def test_nobody_waits_beyond_the_deadline():
    async def play():
        clock = FakeClock()
        pool = pool_of(endpoint_of(), clock=clock)
        assert await pool.enter(1, clock.now() + 5)
        assert await pool.enter(1, clock.now() + 5) is None
        assert clock.slept == [5]

    played(play)


def test_one_request_probes_while_the_others_wait_for_its_verdict():
    async def play():
        clock = FakeClock()
        endpoint = endpoint_of(most=8)
        pool = pool_of(endpoint, clock=clock)
        endpoint.failed(BROKEN, 0.0, clock.now(), probe=False)
        probe = await pool.enter(1, clock.now() + 100)
        assert probe.is_probe
        assert clock.slept == [10]
        assert pool._take([endpoint], None) is None
        endpoint.answered(1.0, 5)
        assert not pool._take([endpoint], None).is_probe

    played(play)


def test_an_endpoint_that_failed_is_taken_again_only_where_no_other_has_room():
    async def play():
        one, two = endpoint_of("one"), endpoint_of("two")
        pool = pool_of(one, two)
        assert (await pool.enter(1, far(pool), avoid=one)).endpoint is two
        assert (await pool.enter(1, far(pool), avoid=one)).endpoint is one

    played(play)


def test_who_waits_for_room_hears_that_the_endpoint_went_out():
    async def play():
        clock = MonotonicClock()
        endpoint = endpoint_of()
        pool = pool_of(endpoint, clock=clock)
        slot = await pool.enter(1, far(pool))
        waiting = asyncio.ensure_future(pool.enter(1, clock.now() + 5))
        await turns()
        endpoint.failed(BROKEN, 0.0, clock.now(), probe=False)
        pool.leave(slot)
        await turns()
        assert waiting.done()
        assert waiting.result() is None, "it is out for longer than that"

    played(play)


def test_a_probe_that_is_cancelled_while_it_is_handed_over_is_given_back():
    async def play():
        endpoint = endpoint_of()
        pool = pool_of(endpoint)
        slot = await pool.enter(1, far(pool))
        waiting = asyncio.ensure_future(pool.enter(1, far(pool)))
        await turns()
        endpoint.breaker.failed(-1_000.0, probe=False)
        pool.leave(slot)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert (await pool.enter(1, far(pool))).is_probe

    played(play)
