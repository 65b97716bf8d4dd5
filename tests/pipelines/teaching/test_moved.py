"""Workers follow the servers of their run to the addresses that its driver tells."""

import asyncio

import pytest

from callwright.generators.teachers.vllm.owner import Status
from callwright.pipelines.teaching import moved
from callwright.pipelines.teaching.lost import LOGS
from callwright.pipelines.teaching.moved import Following, addresses, forget_moved, tell_moves
from callwright.schemas.completions import Completion, CompletionRequest, TeacherFailure
from callwright.schemas.messages import Message

ASKED = CompletionRequest(model="m", messages=(Message(role="user", content="Hello"),))
SEP = "+"


class Servers:
    """Opens clients by addresses; with a `silent` one they never answer, a `failing` one fails."""

    def __init__(self, silent=(), failing=(), kind="disconnected"):
        self.silent, self.failing, self.kind = set(silent), set(failing), kind
        self.opened, self.closed, self.asked = [], [], asyncio.Event()

    def open_at(self, urls):
        self.opened.append(urls)
        return Client(self, urls)


class Client:
    name = "fake/1"

    def __init__(self, servers, urls):
        self.servers, self.urls = servers, urls

    async def complete(self, request):
        self.servers.asked.set()
        if self.servers.silent & set(self.urls):
            await asyncio.Event().wait()
        if self.servers.failing & set(self.urls):
            await asyncio.sleep(0.01)
            raise TeacherFailure(self.servers.kind, "gone", 1)
        return Completion(text=SEP.join(self.urls))

    async def close(self):
        self.servers.closed.append(self.urls)


@pytest.fixture
def work(tmp_path, monkeypatch):
    monkeypatch.setattr(moved, "PERIOD", 0.001)
    (tmp_path / LOGS).mkdir()
    return tmp_path


def tell(work, *urls):
    (work / LOGS / moved.FILE).write_text("\n".join(urls))


def following(work, servers, *urls):
    return Following(work, servers.open_at, urls)


def run(body):
    return asyncio.run(asyncio.wait_for(body, 60))


def test_it_asks_where_the_servers_are_and_opens_each_place_once(work):
    async def main():
        servers = Servers()
        teacher = following(work, servers, "a", "b")
        said = [(await teacher.complete(ASKED)).text]
        for urls in (("c", "b"), ("d",), ("c", "b")):
            tell(work, *urls)
            await asyncio.sleep(0.002)
            said.append((await teacher.complete(ASKED)).text)
        await teacher.close()
        assert said == ["a+b", "c+b", "d", "c+b"]
        assert servers.opened == servers.closed == [("a", "b"), ("c", "b"), ("d",)]
        assert teacher.name == "fake/1"

    run(main())


def test_what_waits_for_servers_that_have_all_moved_is_asked_again(work):
    async def main():
        servers = Servers(silent="a")
        asked = asyncio.create_task(following(work, servers, "a").complete(ASKED))
        await servers.asked.wait()
        tell(work, "b")
        assert (await asked).text == "b"

    run(main())


def test_what_waits_where_a_server_is_left_goes_on_waiting(work):
    async def main():
        servers = Servers(silent="a")
        teacher = following(work, servers, "a", "b")
        asked = asyncio.create_task(teacher.complete(ASKED))
        await servers.asked.wait()
        tell(work, "b", "c")
        while len(servers.opened) < 2:
            await asyncio.sleep(0.001)
        assert (await teacher.complete(ASKED)).text == "b+c"
        assert not asked.done()
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked

    run(main())


def test_a_failure_counts_where_nothing_has_moved_or_it_is_not_the_servers(work):
    async def main(kind, *told):
        servers = Servers(failing="a", kind=kind)
        asked = asyncio.create_task(following(work, servers, "a", "b").complete(ASKED))
        await servers.asked.wait()
        if told:
            tell(work, *told)
        return (await asked).text

    assert run(main("disconnected", "b", "c")) == "b+c"
    forget_moved(work)
    with pytest.raises(TeacherFailure, match="disconnected"):
        run(main("disconnected"))
    with pytest.raises(TeacherFailure, match="refused"):
        run(main("refused", "b", "c"))


def serving(*urls, state="serving"):
    return [Status(state, url, 0) for url in urls]


def test_only_a_new_address_that_answers_is_told():
    here = ("a", "b")
    assert addresses(here, serving("a", "b")) == here
    assert addresses(here, serving("a")) == here
    assert addresses(here, [*serving("a"), *serving("c", state="starting")]) == here
    assert addresses(here, serving("a", "c")) == ("a", "c")
    # One that starts again where it was will be there; one that is lost will not.
    assert addresses(here, [*serving("c"), *serving("b", state="starting")]) == ("c", "b")
    assert addresses(here, [*serving("c"), *serving("b", state="lost")]) == ("c",)


def test_a_driver_tells_every_move_and_a_later_run_forgets(work):
    path = work / LOGS / moved.FILE

    async def main():
        statuses = serving("a")
        telling = asyncio.create_task(tell_moves(work, lambda: statuses))
        await asyncio.sleep(0.01)
        assert not path.exists()
        for url in ("b", "c"):
            statuses = serving(url)
            while not path.exists() or path.read_text() != url:
                await asyncio.sleep(0.001)
        telling.cancel()

    run(main())
    forget_moved(work)
    assert not path.exists()
    forget_moved(work)
