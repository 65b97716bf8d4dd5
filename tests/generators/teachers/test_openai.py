"""The `openai` teacher and an endpoint: what goes out, where it goes, what it may cost."""

import asyncio
import gc
import json
import pickle
import threading
from weakref import ref

import pytest

from callwright.generators.teachers.openai import build
from callwright.generators.teachers.openai.budget import Budget
from callwright.generators.teachers.openai.clock import MonotonicClock
from callwright.generators.teachers.openai.settings import EndpointSettings, TeacherSettings
from callwright.schemas.completions import Sampling, TeacherFailure
from callwright.schemas.errors import CallwrightError, RecordError
from callwright.schemas.messages import Message, ToolCall, Weights
from tests.generators.teachers.ask import WEATHER, request_of, run, run_in_turn, teacher_of
from tests.generators.teachers.endpoint import EndpointServer, hang, say, sends, status

KEY = "sk-very-secret-0123456789"


def test_a_conversation_goes_out_in_the_shape_that_endpoints_know():
    arguments = {"days": 2, "city": "Gent – België"}
    messages = (
        Message(role="system", content="Be brief."),
        Message(role="user", content="Rain?"),
        Message(
            role="assistant",
            reasoning="I look.",
            tool_calls=(ToolCall(id="call_1", name="weather", arguments=arguments),),
            weights=Weights(),
        ),
        Message(role="tool", content='{"rain": true}', tool_call_id="call_1", name="weather"),
    )
    request = request_of(
        tool_choice="required",
        seed=2**63 - 1,
        sampling=Sampling(temperature=0.2, top_p=0.9, max_tokens=77, stop=("END",)),
        response_schema={"type": "object"},
    ).model_copy(update={"messages": messages})
    with EndpointServer() as server:
        run(teacher_of(server), request)
    (body,) = server.requests
    call = body["messages"][2]["tool_calls"][0]
    assert call["type"] == "function"
    assert call["function"].pop("arguments") == json.dumps(
        arguments, ensure_ascii=False, separators=(",", ":")
    )
    assert call["function"] == {"name": "weather"}
    assert body["messages"][2] == {"role": "assistant", "content": None, "tool_calls": [call]}
    assert body["messages"][3]["tool_call_id"] == "call_1"
    assert body["tools"] == [WEATHER.openai()]
    assert body["response_format"]["json_schema"]["schema"] == {"type": "object"}
    rest = {k: v for k, v in body.items() if k not in {"messages", "tools", "response_format"}}
    assert rest == {
        "model": "stub",
        "stream": False,
        "tool_choice": "required",
        "seed": 2**63 - 1,
        "temperature": 0.2,
        "top_p": 0.9,
        "max_tokens": 77,
        "stop": ["END"],
    }


def test_thinking_and_length_go_into_the_fields_that_are_named():
    said = Message(role="assistant", content="Yes.", reasoning="So.")
    request = request_of(tools=()).model_copy(update={"messages": (said,)})
    with EndpointServer() as server:
        fields = {"reasoning_field": "reasoning", "length_field": "max_completion_tokens"}
        run(teacher_of(server, **fields), request)
    (body,) = server.requests
    assert body["messages"] == [{"role": "assistant", "content": "Yes.", "reasoning": "So."}]
    assert "max_tokens" not in body
    assert body["max_completion_tokens"] == 1024
    assert "tools" not in body
    assert "tool_choice" not in body


def test_messages_that_are_kept_and_messages_that_are_new_are_written_alike():
    first = request_of("One?")
    grown = (*first.messages, Message(role="assistant", content="Two."))
    with EndpointServer() as server:
        teacher = teacher_of(server)
        run_in_turn(teacher, first, first.model_copy(update={"messages": grown}), first)
        run(teacher_of(server), first)
    one, two, again, fresh = server.requests
    assert one == again == fresh
    assert two["messages"][:2] == one["messages"]


def test_a_teacher_keeps_no_message_alive():
    with EndpointServer() as server:
        teacher = teacher_of(server)
        requests = [request_of(f"Question {n}?") for n in range(9)]
        alive = [ref(message) for request in requests for message in request.messages]
        run(teacher, *requests)
    assert len({body["messages"][1]["content"] for body in server.requests}) == 9
    del requests
    gc.collect()
    assert [one() for one in alive] == [None] * 18
    assert teacher.endpoints


def test_text_that_no_utf8_can_hold_is_refused_before_it_is_sent():
    with EndpointServer() as server:
        (error,) = run(teacher_of(server), request_of("\ud800"))
    assert isinstance(error, RecordError)
    assert server.requests == []


def test_a_reply_is_told_with_what_it_took():
    usage = {"prompt_tokens": 1_000, "completion_tokens": 500}
    prices = {"prompt_price": 2.0, "completion_price": 10.0}
    script = lambda *_: say("Fine.", usage=usage, finish="length", reasoning="So.")  # noqa: E731
    with EndpointServer(script) as server:
        teacher = teacher_of(server, endpoint=prices, clock=MonotonicClock())
        (told,) = run(teacher, request_of())
    assert (told.text, told.reasoning, told.finish) == ("Fine.", "So.", "length")
    assert (told.usage.prompt_tokens, told.usage.completion_tokens) == (1_000, 500)
    assert told.usage.cost == pytest.approx(0.007)
    assert told.usage.latency > 0
    assert teacher.name == "openai:stub"


def test_a_request_for_another_model_is_a_mistake_of_the_caller():
    with EndpointServer() as server:
        (error,) = run(teacher_of(server), request_of().model_copy(update={"model": "other"}))
    assert isinstance(error, ValueError)


def test_no_more_requests_are_in_flight_than_allowed_and_all_are_answered():
    gate = threading.Event()

    def script(request, number):
        if len(server.requests) == 4:
            gate.set()
        return say("Fine.", gate=gate)

    with EndpointServer(script) as server:
        few = {"first_concurrency": 4, "max_concurrency": 4}
        teacher = teacher_of(server, endpoint=few, clock=MonotonicClock())
        told = run(teacher, *(request_of(f"Question {n}?") for n in range(40)))
    assert {one.text for one in told} == {"Fine."}
    assert server.most_in_flight == 4


@pytest.mark.parametrize("told", [True, False])
def test_connections_are_kept(told):
    seen = set()
    reply = json.dumps({"choices": [{"message": {"content": "Fine."}}]})

    def noting(request, number):
        async def happen(http):
            seen.add(http.transport.get_extra_info("peername"))
            return await sends(reply, told=told)(http)

        return happen

    with EndpointServer(noting) as server:
        asked = run_in_turn(teacher_of(server), *(request_of(f"Question {n}?") for n in range(5)))
    assert [one.text for one in asked] == ["Fine."] * 5
    assert len(seen) == 1


def test_requests_that_share_a_prefix_share_a_replica():
    with EndpointServer() as one, EndpointServer() as two, EndpointServer() as three:
        servers = (one, two, three)
        requests = [
            request_of(f"Question {n}?", system=f"System {s}") for s in range(60) for n in range(2)
        ]
        run_in_turn(teacher_of(*servers), *requests)
        homes = {}
        for number, server in enumerate(servers):
            for body in server.requests:
                homes.setdefault(body["messages"][0]["content"], set()).add(number)
    assert {len(home) for home in homes.values()} == {1}
    assert set.union(*homes.values()) == {0, 1, 2}


def test_a_replica_that_goes_moves_only_its_own_share():
    urls = [f"http://127.0.0.1:{port}/v1" for port in (1, 2, 3)]
    whole, less = teacher_of(*urls), teacher_of(*urls[:2])
    for prefix in range(200):
        first = whole._pool.order(prefix)[0].settings.url
        if first in urls[:2]:
            assert less._pool.order(prefix)[0].settings.url == first


def test_a_full_replica_spills_over():
    gate = threading.Event()
    with EndpointServer() as one, EndpointServer() as two:

        def script(request, number):
            if len(one.requests) + len(two.requests) == 4:
                gate.set()
            return say("Fine.", gate=gate)

        one.script = two.script = script
        few = {"first_concurrency": 2, "max_concurrency": 2}
        told = run(teacher_of(one, two, endpoint=few), *[request_of()] * 4)
        assert {told.text for told in told} == {"Fine."}
        assert (len(one.requests), len(two.requests)) == (2, 2)


def test_a_budget_stops_before_it_is_passed():
    budget = Budget(tokens=3_500)
    with EndpointServer() as server:
        told = run_in_turn(teacher_of(server, budget=budget), *[request_of()] * 300)
    failures = [one for one in told if isinstance(one, TeacherFailure)]
    assert {one.kind for one in failures} == {"over_budget"}
    assert {one.attempts for one in failures} == {0}
    assert len(server.requests) == 300 - len(failures) > 100
    assert budget.spent.tokens == 15 * len(server.requests) <= 3_500


def test_many_at_once_do_not_pass_the_budget_either():
    budget = Budget(tokens=3_500)
    with EndpointServer() as server:
        told = run(teacher_of(server, budget=budget), *[request_of()] * 10)
    assert sum(isinstance(one, TeacherFailure) for one in told) >= 7
    assert budget.spent.tokens == 15 * len(server.requests)


@pytest.mark.parametrize(
    ("script", "share"),
    [
        (lambda *_: status(500), 0),
        (lambda *_: say("Fine.", model="other"), 15),
        (lambda *_: hang(), 1_024),
        (lambda *_: say("Fine.", usage=None), 1_024),
    ],
)
def test_what_an_attempt_may_have_cost_is_counted(script, share):
    budget = Budget(tokens=100_000)
    limits = {"attempts": 1, "request_seconds": 0.2}
    with EndpointServer(script) as server:
        run(teacher_of(server, budget=budget, limits=limits), request_of())
    assert budget.spent.tokens == share or budget.spent.tokens > share >= 1_024
    assert budget.left.tokens == 100_000 - budget.spent.tokens


def test_a_cancelled_request_gives_everything_back():
    budget = Budget(tokens=100_000)

    async def ask(teacher):
        asked = asyncio.ensure_future(teacher.complete(request_of()))
        waiting = asyncio.ensure_future(teacher.complete(request_of()))
        await asyncio.to_thread(arrived.wait, 10)
        for task in (waiting, asked):
            task.cancel()
        await asyncio.gather(asked, waiting, return_exceptions=True)
        free = asyncio.ensure_future(teacher.complete(request_of("Again?")))
        return (await asyncio.gather(free))[0]

    arrived = threading.Event()

    def script(request, number):
        arrived.set()
        return say("Fine.") if "Again" in str(request) else hang()

    with EndpointServer(script) as server:
        one = {"first_concurrency": 1, "max_concurrency": 1}
        teacher = teacher_of(server, endpoint=one, clock=MonotonicClock(), budget=budget)

        async def whole():
            try:
                return await ask(teacher)
            finally:
                await teacher.close()

        assert asyncio.run(whole()).text == "Fine."
    assert teacher.endpoints[0].limit.in_flight == 0
    assert len(server.requests) == 2, "the one that waited was never sent"
    assert budget.left.tokens == 100_000 - budget.spent.tokens


def test_a_closed_teacher_sends_nothing():
    async def ask(teacher):
        await teacher.close()
        await teacher.complete(request_of())

    with EndpointServer() as server, pytest.raises(RuntimeError, match="closed"):
        asyncio.run(ask(teacher_of(server)))
    assert server.requests == []


@pytest.mark.parametrize("code", [200, 400, 401, 429, 500])
def test_a_key_goes_to_its_endpoint_and_nowhere_else(code):
    def script(request, number):
        return say(f"You sent {KEY}.") if code == 200 else status(code, f"bad key {KEY}, no")

    with EndpointServer(script) as server:
        settings = {"endpoint": {"key_env": "STUB_KEY"}, "environ": {"STUB_KEY": f" {KEY}\n"}}
        teacher = teacher_of(server, limits={"attempts": 2}, **settings)
        (told,) = run(teacher, request_of())
    assert {headers["Authorization"] for headers in server.headers} == {f"Bearer {KEY}"}
    endpoint = teacher.endpoints[0]
    said = (told, repr(told), teacher, teacher.settings, endpoint, endpoint.key)
    assert all(KEY not in str(one) and KEY not in repr(one) for one in said)
    assert "STUB_KEY" in str(told) or code != 401


@pytest.mark.parametrize("value", [None, "", "  ", "two words", "ключ", "new\nline"])
def test_a_key_that_is_none_is_told_by_the_name_of_its_variable(value):
    environ = {} if value is None else {"STUB_KEY": value}
    with pytest.raises(CallwrightError, match="STUB_KEY") as caught:
        teacher_of("http://h/v1", endpoint={"key_env": "STUB_KEY"}, environ=environ)
    assert not value or not value.strip() or value not in str(caught.value)


@pytest.mark.parametrize(
    "url", ["", "h:8000", "ftp://h/v1", "http://", "http://u:p@h/v1", "http://h/v1?key=x"]
)
def test_a_url_holds_nothing_but_the_place(url):
    with pytest.raises(ValueError, match=r"endpoint is|key_env"):
        EndpointSettings(url=url)


def test_an_unknown_call_format_is_told():
    with pytest.raises(CallwrightError, match="hermes"):
        teacher_of("http://h/v1", call_format="no_such")


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(build, "NEEDED", ("json", "no_such_package"))
    settings = TeacherSettings(model="m", endpoints=(EndpointSettings(url="http://h/v1"),))
    with pytest.raises(CallwrightError, match=r'pip install "callwright\[teachers\]"'):
        build.openai_teacher(settings)


def test_a_failure_travels_between_processes():
    failure = pickle.loads(pickle.dumps(TeacherFailure("timed_out", "late", 3)))
    assert (failure.kind, failure.detail, failure.attempts) == ("timed_out", "late", 3)
    assert str(failure) == "timed_out: late"


@pytest.mark.parametrize("installed", [True, False])
def test_programs_run_with_and_without_uvloop(installed, monkeypatch):
    if not installed:
        monkeypatch.setattr(build, "find_spec", lambda name: None)

    async def loop():
        return type(asyncio.get_running_loop()).__module__

    assert ("uvloop" in build.run_fast(loop())) == installed
