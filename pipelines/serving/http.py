"""The HTTP door: sessions as JSON resources.

POST   /sessions              open one on a row
GET    /sessions/{id}         all of it
POST   /sessions/{id}/call    make a call, or several in parallel
POST   /sessions/{id}/say     end the turn with a text
POST   /sessions/{id}/step    take a whole assistant message
POST   /sessions/{id}/score   the reward so far
DELETE /sessions/{id}         close it
GET    /rows                  the rows there are
GET    /health
"""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import partial
from typing import Any, Final

from pydantic import Field, field_validator
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from callwright import __version__
from callwright.pipelines.serving.errors import ServeError
from callwright.pipelines.serving.replies import Body, read_body, reply
from callwright.pipelines.serving.sessions import Session, Sessions

MOST_ROWS: Final = 1_000
"""Rows that one answer lists."""

Endpoint = Callable[[Sessions, Request], Awaitable[Response]]


class Opening(Body):
    """Which row: `row`, else `index`, else one that `seed` picks among those that fit."""

    row: str | None = None
    index: int | None = None
    seed: int | None = None
    split: str | None = None
    skill: str | None = None


class OneCall(Body):
    """A call; what a model wrote may have any type."""

    name: Any
    arguments: Any = None


class Calls(Body):
    """`calls` are made in parallel, in one assistant message; else the one of `name`."""

    name: Any = None
    arguments: Any = None
    calls: tuple[OneCall, ...] | None = Field(default=None, strict=False)


class Words(Body):
    """The text that ends a turn."""

    text: Any


class Step(Body):
    """An OpenAI-shaped assistant message."""

    message: dict[str, Any]

    @field_validator("message")
    @classmethod
    def from_the_assistant(cls, message: dict[str, Any]) -> dict[str, Any]:
        """Refuse a message of another role."""
        if message.get("role", "assistant") != "assistant":
            raise ValueError("its role must be assistant")
        return message


# -- opening and closing -------------------------------------------------------------------
async def open_session(sessions: Sessions, request: Request) -> Response:
    """201 with the session's id, prompt, tools and the row it is on."""
    wanted = await read_body(request, Opening, sessions.caps)
    index, seed = choose(sessions, wanted)
    session = sessions.open(index)
    opened = {"session": session.id, **_row(sessions, session.index), "seed": seed}
    episode = session.episode
    more = {"prompt": episode.prompt, "tools": episode.tools, "mcp": f"/mcp/{session.id}"}
    return reply({**opened, **more, "idle_seconds": sessions.caps.idle, **_status(session)}, 201)


def choose(sessions: Sessions, wanted: Opening) -> tuple[int, int | None]:
    """The index of the row that is wanted, and the seed that picked it."""
    if wanted.row is not None:
        return sessions.index(wanted.row), None
    if wanted.index is not None:
        return sessions.index(wanted.index), None
    seed = secrets.randbits(32) if wanted.seed is None else wanted.seed
    return sessions.pick(seed, wanted.split, wanted.skill), seed


async def close_session(sessions: Sessions, request: Request) -> Response:
    """Close a session."""
    session = sessions.find(request.path_params["session"])
    sessions.close(session.id)
    return reply({"session": session.id, "closed": True})


# -- acting --------------------------------------------------------------------------------
async def call(sessions: Sessions, request: Request) -> Response:
    """The contents of the results, in the order of the calls."""
    wanted = await read_body(request, Calls, sessions.caps)
    calls = wanted.calls if wanted.calls is not None else (OneCall.model_construct(**_one(wanted)),)
    if not calls:
        raise ServeError("bad_request", "calls: name at least one")
    asked = [{"function": {"name": c.name, "arguments": c.arguments}} for c in calls]
    with sessions.using(request.path_params["session"]) as session:
        episode = session.episode
        message = {"role": "assistant", "content": None, "tool_calls": asked}
        follows = session.step(message)
        errors = episode.errors[len(episode.errors) - len(follows) :]
        results = [
            {"content": result["content"], "error": error}
            for result, error in zip(follows, errors, strict=True)
        ]
        results = results or [{"content": episode.over(), "error": "episode_over"}] * len(calls)
        first = {} if wanted.calls is not None else results[0]
        return reply({**first, "results": results, **_status(session)})


def _one(wanted: Calls) -> dict[str, Any]:
    return {"name": wanted.name, "arguments": wanted.arguments}


async def say(sessions: Sessions, request: Request) -> Response:
    """The next user turn as `user`, or null; with `tools` when they are others now."""
    wanted = await read_body(request, Words, sessions.caps)
    with sessions.using(request.path_params["session"]) as session:
        follows = session.step({"role": "assistant", "content": wanted.text})
        user = follows[0]["content"] if follows else None
        return reply({"user": user, **_tools(session), **_status(session)})


async def step(sessions: Sessions, request: Request) -> Response:
    """The messages that follow; with `tools` when they are others now."""
    wanted = await read_body(request, Step, sessions.caps)
    with sessions.using(request.path_params["session"]) as session:
        follows = session.step(wanted.message)
        return reply({"messages": follows, **_tools(session), **_status(session)})


def _tools(session: Session) -> dict[str, Any]:
    return {"tools": session.episode.tools} if session.episode.tools_changed else {}


# -- reading -------------------------------------------------------------------------------
async def show(sessions: Sessions, request: Request) -> Response:
    """All of a session."""
    with sessions.using(request.path_params["session"]) as session:
        return reply(describe(sessions, session))


def describe(sessions: Sessions, session: Session) -> dict[str, Any]:
    """All of a session as data."""
    episode = session.episode
    return {
        "session": session.id,
        **_row(sessions, session.index),
        "messages": episode.messages,
        "tools": episode.tools,
        "errors": episode.errors,
        "spent": asdict(episode.spent),
        "limits": asdict(episode.limits),
        **_status(session),
    }


async def score(sessions: Sessions, request: Request) -> Response:
    """The reward so far."""
    with sessions.using(request.path_params["session"]) as session:
        return reply({**reward(session), **_status(session)})


def reward(session: Session) -> dict[str, Any]:
    """The reward so far as data."""
    return asdict(session.episode.reward())


async def rows(sessions: Sessions, request: Request) -> Response:
    """The rows that fit `split`, `skill` and `domain`, from `offset`, at most `limit`."""
    query = request.query_params
    unknown = sorted(set(query) - {"split", "skill", "domain", "offset", "limit"})
    if unknown:
        raise ServeError("bad_request", f"there is no parameter {unknown[0]!r}")
    fits = [
        {"index": index, **asdict(head)}
        for index, head in enumerate(sessions.source.heads)
        if all(query.get(k, getattr(head, k)) == getattr(head, k) for k in FILTERS)
    ]
    start, most = _number(query.get("offset"), 0), _number(query.get("limit"), MOST_ROWS)
    return reply({"total": len(fits), "rows": fits[start : start + min(most, MOST_ROWS)]})


FILTERS: Final = ("split", "skill", "domain")


def _number(text: str | None, otherwise: int) -> int:
    if text is None:
        return otherwise
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ServeError("bad_request", f"{text!r} is no number of rows")
    return int(text)


async def health(sessions: Sessions, request: Request) -> Response:
    """Whether the server is there, and how full it is."""
    sessions.sweep()
    taken = {"sessions": len(sessions), "most_sessions": sessions.caps.sessions}
    return reply({"status": "ok", "version": __version__, "rows": len(sessions.source), **taken})


def _row(sessions: Sessions, index: int) -> dict[str, Any]:
    head = sessions.source.heads[index]
    return {"row": head.id, "index": index, **{k: getattr(head, k) for k in FILTERS}}


def _status(session: Session) -> dict[str, Any]:
    episode = session.episode
    return {"turn": episode.turn, "done": episode.done, "reason": episode.reason}


PATHS: Final[tuple[tuple[str, str, Endpoint], ...]] = (
    ("GET", "/health", health),
    ("GET", "/rows", rows),
    ("POST", "/sessions", open_session),
    ("GET", "/sessions/{session}", show),
    ("DELETE", "/sessions/{session}", close_session),
    ("POST", "/sessions/{session}/call", call),
    ("POST", "/sessions/{session}/say", say),
    ("POST", "/sessions/{session}/step", step),
    ("POST", "/sessions/{session}/score", score),
)
"""Method, path, endpoint."""


def routes(sessions: Sessions) -> list[Route]:
    """The routes of the HTTP door."""
    return [Route(path, partial(end, sessions), methods=[method]) for method, path, end in PATHS]
