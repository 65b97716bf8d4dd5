"""Every fault of an endpoint has its kind, is tried again where that may help, and is survived."""

import pytest

from callwright.schemas.completions import TeacherFailure
from tests.generators.teachers.ask import FakeClock, request_of, run, run_in_turn, teacher_of
from tests.generators.teachers.endpoint import FAULTS, EndpointServer, say, status

QUICK = {"attempts": 3, "request_seconds": 0.3}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_that_stays_is_a_failure_of_its_kind(name):
    fault, kind = FAULTS[name]
    with EndpointServer(lambda request, number: fault()) as server:
        (failure,) = run(teacher_of(server, limits=QUICK), request_of())
    assert isinstance(failure, TeacherFailure)
    assert (failure.kind, failure.attempts) == (kind, 3)
    assert list(server.counts.values()) == [3]
    assert failure.__context__ is None


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_that_goes_is_survived(name):
    fault, _ = FAULTS[name]
    with EndpointServer(lambda request, number: say("Fine.") if number else fault()) as server:
        (completion,) = run(teacher_of(server, limits=QUICK), request_of())
    assert (completion.text, completion.usage.attempts) == ("Fine.", 2)
    assert list(server.counts.values()) == [2]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (307, "refused"),
        (400, "refused"),
        (404, "refused"),
        (422, "refused"),
        (401, "unauthorized"),
        (403, "unauthorized"),
    ],
)
def test_what_would_be_refused_again_is_sent_once(code, kind):
    moved = {"Location": "/v1/elsewhere"} if code == 307 else {}
    with EndpointServer(lambda request, number: status(code, "why", **moved)) as server:
        (failure,) = run(teacher_of(server, limits=QUICK), request_of())
    assert (failure.kind, failure.attempts) == (kind, 1)
    assert list(server.counts.values()) == [1]
    assert ("why" in str(failure)) == (kind == "refused")


def test_nobody_there_is_disconnected():
    with EndpointServer() as server:
        pass
    (failure,) = run(teacher_of(server, limits=QUICK), request_of())
    assert (failure.kind, failure.attempts) == ("disconnected", 3)


def test_a_reply_of_just_the_allowed_size_is_read_and_one_byte_more_is_not():
    with EndpointServer() as server:
        (whole,) = run(teacher_of(server), request_of())
        size = len(whole.raw) + 200
        (kept,) = run(teacher_of(server, limits={"reply_bytes": size}), request_of())
        small = {"reply_bytes": len(whole.raw), "attempts": 1}
        (failure,) = run(teacher_of(server, limits=small), request_of())
    assert kept.text == "Fine."
    assert failure.kind == "too_large"


def test_retry_after_keeps_everyone_away_from_the_endpoint():
    def script(request, number):
        return say("Fine.") if number else status(429, Retry_After="120")

    clock = FakeClock()
    started = clock.now()
    with EndpointServer(script) as server:
        teacher = teacher_of(server, clock=clock, limits={"call_seconds": 500})
        (completion,) = run(teacher, request_of())
    assert completion.usage.attempts == 2
    assert clock.now() - started >= 120


def test_a_wait_beyond_the_time_of_the_call_is_not_begun():
    clock = FakeClock()
    with EndpointServer(lambda *_: status(429, Retry_After="120")) as server:
        teacher = teacher_of(server, clock=clock, limits={"call_seconds": 60})
        (failure,) = run(teacher, request_of())
    assert (failure.kind, failure.attempts) == ("rate_limited", 1)
    assert sum(clock.slept) < 60


def test_an_endpoint_that_only_fails_is_left_alone_then_probed():
    def script(request, number):
        return say("Fine.") if len(server.requests) > 3 else status(500)

    clock = FakeClock()
    limits = {"breaker_failures": 3, "breaker_seconds": 40, "attempts": 9, "longest_backoff": 1}
    with EndpointServer(script) as server:
        (completion,) = run(teacher_of(server, clock=clock, limits=limits), request_of())
    assert completion.usage.attempts == 4
    assert max(clock.slept) > 30, "the fourth attempt waits for the endpoint to be probed"


def test_an_endpoint_that_is_out_for_too_long_fails_the_call_without_a_request():
    limits = {"breaker_failures": 1, "breaker_seconds": 900, "attempts": 1, "call_seconds": 60}
    with EndpointServer(lambda *_: status(500)) as server:
        first, second = run_in_turn(teacher_of(server, limits=limits), request_of(), request_of())
    assert (first.kind, second.kind, second.attempts) == ("server_error", "circuit_open", 0)
    assert len(server.requests) == 1


def test_another_replica_takes_over():
    with EndpointServer(lambda *_: status(500)) as bad, EndpointServer() as good:
        teacher = teacher_of(bad, good, limits={"attempts": 2})
        told = run(teacher, *(request_of(system=f"System {n}") for n in range(14)))
    assert {one.text for one in told} == {"Fine."}
    assert {one.usage.attempts for one in told} == {1, 2}


class LeapingClock(FakeClock):
    """Leaps far ahead as soon as it has told the time once."""

    def now(self):
        told, self.time = self.time, self.time + 7_200
        return told


def test_a_call_whose_time_is_over_before_it_is_sent_is_not_sent():
    with EndpointServer() as server:
        (failure,) = run(teacher_of(server, clock=LeapingClock()), request_of())
        assert (failure.kind, failure.attempts) == ("circuit_open", 0)
        assert not server.requests
