"""Time limits under one timer end what takes too long, and nothing else."""

import asyncio

import pytest

from callwright.generators.teachers.openai.deadlines import Deadlines

SHORT, LONG = 0.01, 1_000.0


def played(play):
    async def within():
        deadlines = Deadlines()
        try:
            return await asyncio.wait_for(play(deadlines), 20)
        finally:
            assert not deadlines._open
            deadlines.close()
            assert deadlines._timer is None

    return asyncio.run(within())


async def forever(deadlines, seconds):
    with deadlines.within(seconds):
        await asyncio.Event().wait()


def test_what_takes_too_long_is_ended_and_its_task_goes_on():
    async def play(deadlines):
        with pytest.raises(TimeoutError):
            await forever(deadlines, SHORT)
        assert asyncio.current_task().cancelling() == 0
        await asyncio.sleep(0)
        return "went on"

    assert played(play) == "went on"


@pytest.mark.parametrize("seconds", [0.0, -1.0])
def test_a_limit_that_is_over_ends_the_first_wait(seconds):
    async def play(deadlines):
        with pytest.raises(TimeoutError):
            await forever(deadlines, seconds)

    played(play)


def test_each_limit_is_its_own_whatever_their_order():
    async def play(deadlines):
        stays = asyncio.ensure_future(forever(deadlines, LONG))
        await asyncio.sleep(0)
        ended = []

        async def ends(name, seconds):
            with pytest.raises(TimeoutError):
                await forever(deadlines, seconds)
            ended.append(name)

        await asyncio.gather(ends("third", 0.2), ends("first", SHORT), ends("second", 0.1))
        assert ended == ["first", "second", "third"]
        assert not stays.done()
        stays.cancel()
        await asyncio.wait([stays])
        assert stays.cancelled()

    played(play)


def test_a_limit_that_is_past_does_not_reach_beyond_its_context():
    async def play(deadlines):
        for _ in range(3):
            with deadlines.within(SHORT):
                await asyncio.sleep(0)
        with pytest.raises(TimeoutError):
            await forever(deadlines, 5 * SHORT)

    played(play)


def test_a_task_that_is_cancelled_from_outside_is_cancelled():
    async def play(deadlines):
        task = asyncio.ensure_future(forever(deadlines, LONG))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    played(play)


def test_a_task_that_is_cancelled_as_its_time_ends_is_cancelled():
    async def play(deadlines):
        task = asyncio.ensure_future(forever(deadlines, LONG))
        await asyncio.sleep(0)
        (one,) = deadlines._open
        one.expire()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    played(play)


def test_an_error_of_the_body_is_told_though_its_time_is_over():
    async def body(deadlines):
        with deadlines.within(SHORT):
            try:
                await asyncio.Event().wait()
            finally:
                raise KeyError("its own")

    async def play(deadlines):
        with pytest.raises(KeyError):
            await body(deadlines)
        assert asyncio.current_task().cancelling() == 0

    played(play)


def test_only_a_task_has_limits():
    async def play(deadlines):
        said = asyncio.get_running_loop().create_future()

        def outside():
            try:
                deadlines.within(LONG).__enter__()
            except RuntimeError as error:
                said.set_result(str(error))

        asyncio.get_running_loop().call_soon(outside)
        return await said

    assert "only a task" in played(play)
