"""A run of 500 rollouts, killed in the middle and begun again: nothing is asked for twice."""

import asyncio
import json
import multiprocessing
import os
import signal

import pytest

from callwright.pipelines.teaching.acts import act_all
from callwright.pipelines.teaching.store import CompletionStore
from callwright.pipelines.teaching.stored import StoredTeacher
from tests.pipelines.teaching import fakes

ROLLOUTS, TASKS = 20, 25
PROCESSES = multiprocessing.get_context("fork")


class Deadly(fakes.Fake):
    """Writes down what it is asked, and kills its process when it is asked for the last time."""

    def __init__(self, reply, log, last):
        super().__init__(reply)
        self._log, self._last = log, last

    async def complete(self, request):
        with self._log.open("a") as log:
            log.write(f"{request.digest}\n")
        if len(self.requests) == self._last:
            os.kill(os.getpid(), signal.SIGKILL)
        return await super().complete(request)


@pytest.fixture(scope="module")
def ones(factory):
    skills = ("single", "multi_step", "clarify", "parallel", "multi_turn")
    found = [fakes.candidate(factory, skill, number=n) for skill in skills for n in range(5)]
    assert len({(one.task.system, one.task.turns[0].text) for one in found}) == TASKS
    return found


def run(ones, accepter, folder, last=None):
    """Act in all tasks; the results go into a file, what was sent into another."""
    folder.mkdir(exist_ok=True)
    replies = {
        (one.task.system, one.task.turns[0].text): fakes.unsteady(one.reference, 0.6)
        for one in ones
    }

    def reply(request):
        system, user = (message.content for message in request.messages[:2])
        return replies[system, user](request)

    async def acted():
        teacher = StoredTeacher(
            Deadly(reply, folder / "sent", last), CompletionStore(folder / "store")
        )
        player = fakes.player(teacher, clock=lambda: 0.0)
        found = [one async for one in act_all(ones, player, accepter, ROLLOUTS, 32)]
        await teacher.close()
        return found

    (folder / "result").write_text(json.dumps(plain(asyncio.run(acted()))))


def plain(results):
    return [
        {
            "outcome": one.outcome.model_dump(mode="json"),
            "stats": one.stats.model_dump(mode="json"),
            "rollouts": [attempt.rollout.model_dump(mode="json") for attempt in one.attempts],
            "rewards": [attempt.value for attempt in one.attempts],
            "rows": [row.model_dump(mode="json") for row in one.accepted],
            "pairs": one.pairs,
        }
        for one in results
    ]


def in_process(*args):
    process = PROCESSES.Process(target=run, args=args)
    process.start()
    process.join()
    return process.exitcode


def sent(folder):
    return (folder / "sent").read_text().split()


def test_a_killed_run_goes_on_where_it_stopped(factory, ones, tmp_path):
    accepter = fakes.accepter(factory)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert in_process(ones, accepter, whole) == 0
    every = sent(whole)
    assert len(every) == len(set(every)) > 2 * ROLLOUTS * TASKS * 0.6
    assert in_process(ones, accepter, killed, len(every) // 2) == -signal.SIGKILL
    assert not (killed / "result").exists()
    before = sent(killed)
    store = CompletionStore(killed / "store")
    completed = {key for key in before if key in store}
    store.close()
    assert 0.4 * len(every) < len(completed) < len(before)
    assert in_process(ones, accepter, killed) == 0
    after = sent(killed)[len(before) :]
    assert not completed & set(after), "what was completed was sent again"
    assert completed | set(after) == set(every)
    result = json.loads((killed / "result").read_text())
    assert result == json.loads((whole / "result").read_text())
    assert sum(len(task["rollouts"]) for task in result) == ROLLOUTS * TASKS
    assert {task["outcome"]["status"] for task in result} == {"accepted"}
