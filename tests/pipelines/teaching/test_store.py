"""The completion store: nothing is lost, doubled or asked for twice, whatever is killed."""

import asyncio
import json
import multiprocessing
import os

import pytest

from callwright.pipelines.teaching.store import SUFFIX, CompletionStore, compact
from callwright.pipelines.teaching.stored import StoredTeacher
from callwright.schemas.completions import (
    Completion,
    CompletionRequest,
    Sampling,
    TeacherFailure,
    Usage,
)
from callwright.schemas.errors import OutputError
from callwright.schemas.messages import Message
from tests.pipelines.teaching import fakes

REPLY = Completion(
    text="Grüße\n\u2028 “ok”",
    reasoning="because",
    calls=(fakes.call("look", b=1.5, a=[True, None, "x"]),),
    raw='{"x": 1}',
    usage=Usage(prompt_tokens=7, completion_tokens=3, latency=0.123456789, attempts=2),
)


def asked(number, **changes):
    message = Message(role="user", content=f"question {number}")
    return CompletionRequest(**{"model": "m", "messages": (message,), "seed": number, **changes})


def files(folder):
    return sorted(folder.glob(f"*{SUFFIX}"))


def test_a_reply_comes_back_as_it_was(tmp_path):
    store = CompletionStore(tmp_path)
    store.put("k" * 32, REPLY)
    assert store.get("k" * 32) == REPLY
    store.close()
    again = CompletionStore(tmp_path)
    assert again.get("k" * 32) == REPLY
    assert list(again.get("k" * 32).calls[0].arguments) == ["b", "a"]
    assert again.get("n" * 32) is None


def test_the_first_reply_stays(tmp_path):
    store = CompletionStore(tmp_path)
    store.put("k", REPLY)
    size = files(tmp_path)[0].stat().st_size
    store.put("k", Completion(text="other"))
    assert store.get("k") == REPLY
    assert files(tmp_path)[0].stat().st_size == size


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_torn_tail_is_passed_over(tmp_path, cut):
    store = CompletionStore(tmp_path)
    store.put("a", REPLY)
    store.put("b", REPLY)
    store.close()
    path = files(tmp_path)[0]
    path.write_bytes(path.read_bytes()[:-cut])
    again = CompletionStore(tmp_path)
    assert ("a" in again, "b" in again) == (True, False)
    again.put("b", Completion(text="new"))
    again.close()
    third = CompletionStore(tmp_path)
    assert third.get("b") == Completion(text="new")
    assert third.get("a") == REPLY


def test_a_damaged_line_is_passed_over_and_the_next_is_read(tmp_path):
    store = CompletionStore(tmp_path)
    for key in "abc":
        store.put(key, REPLY)
    store.close()
    path = files(tmp_path)[0]
    lines = path.read_bytes().split(b"\n")
    lines[1] = lines[1].replace(b"because", b"BECAUSE")
    path.write_bytes(b"\n".join(lines))
    assert [key in CompletionStore(tmp_path) for key in "abc"] == [True, False, True]


def test_what_another_writer_keeps_is_found(tmp_path):
    one, other = CompletionStore(tmp_path), CompletionStore(tmp_path)
    one.put("a", REPLY)
    assert other.get("a") == REPLY
    other.put("b", REPLY)
    one.put("c", REPLY)
    assert one.get("b") == other.get("c") == REPLY
    assert len(files(tmp_path)) == 2


def write_many(folder, name, count):
    store = CompletionStore(folder)
    for number in range(count):
        store.put(f"{name}-{number}", Completion(text=f"{name} {number}"))
    os.kill(os.getpid(), 9)


def test_many_processes_write_at_once_and_die(tmp_path):
    spawn = multiprocessing.get_context("fork")
    writers = [
        spawn.Process(target=write_many, args=(tmp_path, name, 200)) for name in ("x", "y", "z")
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
        assert writer.exitcode == -9
    store = CompletionStore(tmp_path)
    assert len(store) == 600
    assert store.get("y-150") == Completion(text="y 150")


def test_compaction_keeps_each_reply_once_and_leaves_the_living_alone(tmp_path):
    for _ in range(3):
        store = CompletionStore(tmp_path)
        store._places.clear()
        for key in "abc":
            store.put(key, REPLY)
        store.close()
    dead = files(tmp_path)
    dead[0].write_bytes(dead[0].read_bytes() + b"half a li")
    living, reader = CompletionStore(tmp_path), CompletionStore(tmp_path)
    living.put("d", REPLY)
    assert len(files(tmp_path)) == 4
    assert compact(tmp_path) == 3
    assert len(files(tmp_path)) == 2
    assert reader.get("a") == reader.get("d") == REPLY
    living.put("e", REPLY)
    living.close()
    whole = CompletionStore(tmp_path)
    assert sorted(key for key in "abcde" if key in whole) == list("abcde")
    before = files(tmp_path)
    assert compact(tmp_path) == 5
    assert compact(tmp_path) == 5
    assert len(files(tmp_path)) == 1
    assert files(tmp_path) != before


def test_a_full_disk_is_told_and_nothing_counts_as_kept(tmp_path, monkeypatch):
    store = CompletionStore(tmp_path)
    store.put("a", REPLY)
    real = os.write

    def full(file, data):
        real(file, data[:10])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OutputError, match="no space"):
            store.put("b", REPLY)
    assert "b" not in store
    store.put("b", REPLY)
    assert store.get("a") == store.get("b") == REPLY
    store.close()
    assert CompletionStore(tmp_path).get("b") == REPLY


# -- the teacher ---------------------------------------------------------------------------
def answering(request):
    return Completion(text=request.messages[0].content.upper())


def test_nothing_is_sent_twice(tmp_path):
    async def run():
        fake = fakes.Fake(answering)
        teacher = StoredTeacher(fake, CompletionStore(tmp_path))
        replies = [await teacher.complete(asked(number % 3)) for number in range(9)]
        await teacher.close()
        return fake, replies, teacher

    first, replies, teacher = asyncio.run(run())
    assert (len(first.requests), first.closed) == (3, True)
    assert (teacher.sent, teacher.answered, teacher.name) == (3, 6, "fake/1")
    second, again, _ = asyncio.run(run())
    assert second.requests == []
    assert again == replies


@pytest.mark.parametrize(
    "changes",
    [{"model": "n"}, {"seed": 8}, {"sampling": Sampling(temperature=0)}, {"tool_choice": "none"}],
)
def test_another_request_has_another_reply(tmp_path, changes):
    async def run():
        fake = fakes.Fake(answering)
        teacher = StoredTeacher(fake, CompletionStore(tmp_path))
        await teacher.complete(asked(0))
        await teacher.complete(asked(0, **changes))
        return len(fake.requests)

    assert asyncio.run(run()) == 2


class Slow(fakes.Fake):
    """Answers when it is let."""

    def __init__(self, reply):
        super().__init__(reply)
        self.gate = asyncio.Event()

    async def complete(self, request):
        self.requests.append(request)
        await self.gate.wait()
        return self.reply(request)


def test_equal_requests_share_one_flight_and_one_may_stop_waiting(tmp_path):
    async def run():
        slow = Slow(answering)
        teacher = StoredTeacher(slow, CompletionStore(tmp_path))
        waiting = [asyncio.create_task(teacher.complete(asked(1))) for _ in range(5)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        waiting[0].cancel()
        slow.gate.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        return slow, found

    slow, found = asyncio.run(run())
    assert len(slow.requests) == 1
    assert isinstance(found[0], asyncio.CancelledError)
    assert {reply.text for reply in found[1:]} == {"QUESTION 1"}


def test_a_failure_is_told_to_all_and_not_kept(tmp_path):
    async def run():
        fake = fakes.Fake(fakes.failing("timed_out"))
        teacher = StoredTeacher(fake, CompletionStore(tmp_path))
        both = (teacher.complete(asked(1)) for _ in range(2))
        found = await asyncio.gather(*both, return_exceptions=True)
        fake.reply = answering
        return found, (await teacher.complete(asked(1))).text, len(fake.requests)

    found, text, sent = asyncio.run(run())
    assert all(isinstance(one, TeacherFailure) for one in found)
    assert (text, sent) == ("QUESTION 1", 2)


ODD = [
    Completion(text="a\ud800b"),
    Completion(calls=(fakes.call("x", value=float("inf")),)),
    Completion(calls=(fakes.call("x", value="\udfff"),)),
    Completion(calls=(fakes.call("x", value=2**80),)),
    Completion(raw="\ud800", mended=("\ud801",)),
]


@pytest.mark.parametrize("reply", ODD, ids=range(len(ODD)))
def test_what_json_cannot_carry_is_the_same_now_and_later(tmp_path, reply):
    async def run():
        teacher = StoredTeacher(fakes.Fake(lambda _: reply), CompletionStore(tmp_path))
        found = await teacher.complete(asked(1))
        await teacher.close()
        return found, teacher.sent

    now, sent = asyncio.run(run())
    assert sent == 1
    assert asyncio.run(run()) == (now, 0)
    assert not reply.calls or (now.fault, now.calls) == ("not_plain", ())


def test_the_store_holds_replies_and_no_key(tmp_path):
    fake = fakes.Fake(answering)
    fake.key = "sk-very-secret"
    teacher = StoredTeacher(fake, CompletionStore(tmp_path))
    asyncio.run(teacher.complete(asked(1)))
    text = files(tmp_path)[0].read_text()
    assert "secret" not in text
    assert "question 1" not in text
    key, _, data = text.split(" ", 2)
    assert key == asked(1).digest
    assert json.loads(data) == {"text": "QUESTION 1"}
