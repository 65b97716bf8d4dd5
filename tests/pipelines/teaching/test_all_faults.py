"""A run of 500 rollouts through all faults at once: everything is accounted for, then retried."""

import json
from collections import Counter
from email.utils import formatdate
from random import Random

import pytest
import yaml
from typer.testing import CliRunner

from callwright.generators.teachers.openai import clock
from callwright.pipelines.cli import app
from callwright.schemas.errors import CallwrightError
from callwright.schemas.manifest import read_manifest
from tests.generators.teachers.endpoint import FAULTS, EndpointServer, digest_of, status
from tests.pipelines.teaching.student_server import key, player, references_of
from tests.pipelines.teaching.test_lanes import asked, is_asked

SCRIPTED = """
recipe_version: 1
name: faulty
namespace: faulty
seed: 12
worlds: {train: 3, test: 1}
test_share: 0
mixture:
  - {skill: single, domains: {travel: 14}}
  - {skill: optional_args, domains: {travel: 10}}
  - {skill: irrelevance, domains: {travel: 4}}
"""
ACTS = "teacher: openai\nmodel: {name: stub, lane: acts, rollouts: 20}\n"
ATTEMPTS = 3
LIMITS = {
    "attempts": ATTEMPTS,
    "request_seconds": 0.25,
    "first_backoff": 0.001,
    "longest_backoff": 0.002,
    "breaker_failures": 1000,
}
SHARE = 0.2
"""Of requests that end in a fault."""
LATE = {"Date": formatdate(2e9, usegmt=True), "Retry_After": formatdate(2e9 - 7200, usegmt=True)}
MORE = {
    "429-of-a-wrong-clock": lambda: status(429, **LATE),
    **{name: make for name, (make, _) in FAULTS.items() if name != "429-retry-after"},
}
"""Without the one that asks for a second of patience, which all others would have to show."""


class Faulty:
    """Plays tasks rightly in two of three rollouts, through faults that are drawn for each request.

    A request's first, second, ... coming has each its own lot, which depends on the request alone.
    The first request of each of the first tasks is unlucky: it has one fault for ever, or
    where that ends the run at once, until it has ended it.
    """

    def __init__(self, references, faulty=True):
        self._play = player(references, 66)
        self.faulty = faulty
        self.drawn = Counter()
        self._left = sorted(MORE)
        self._unlucky, self._tasks = {}, set()

    def __call__(self, body, number):
        name = self._fault(body, digest_of(body), number) if self._fails(body) else ""
        self.drawn[name] += 1
        return MORE[name]() if name else self._play(body, number)

    def _fails(self, body):
        return self.faulty and is_asked(body)

    def _fault(self, body, digest, number):
        task = key(body["messages"], body.get("tools", ()))
        if self._left and task not in self._tasks:
            self._tasks.add(task)
            self._unlucky[digest] = self._left.pop()
        fault = self._unlucky.get(digest, "")
        if fault and (fault != "wrong-model" or number < ATTEMPTS):
            return fault
        lot = Random(f"{digest} {number}")
        return lot.choice(sorted(MORE)) if lot.random() < SHARE else ""


class Leaping:
    """A clock that leaps by two hours now and then, as one does whose machine was asleep."""

    def __init__(self):
        self._now, self._asked = clock.MonotonicClock.now, 0

    def __call__(self):
        self._asked += 1
        return self._now() + 7200 * self.leaps

    @property
    def leaps(self):
        """How often it has leapt."""
        return self._asked // 4000


class Folder:
    """A run through the command line, and what its work folder says."""

    def __init__(self, tmp_path, name):
        self.out = tmp_path / name
        self._recipe, self._connection = tmp_path / "faulty.yaml", tmp_path / "connection.yaml"
        self._recipe.write_text(SCRIPTED + ACTS, encoding="utf-8")

    def command(self, name, server, **limits):
        """Give a command; what it says when it fails, else nothing."""
        said = {"endpoints": [{"url": server.url}], "limits": limits}
        self._connection.write_text(yaml.safe_dump(said), encoding="utf-8")
        where = ["--out", str(self.out), "--connection", str(self._connection), "--quiet"]
        error = CliRunner().invoke(app, [name, str(self._recipe), *where]).exception
        assert error is None or isinstance(error, CallwrightError), error
        return str(error or "")

    def chunks(self):
        markers = sorted((self.out / ".callwright" / "chunks").glob("*.json"))
        return [json.loads(path.read_text(encoding="utf-8")) for path in markers]

    def failed(self):
        lines = (self.out / ".callwright" / "failed.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in lines.splitlines()]

    def kept(self):
        """Digests of the requests whose replies are stored."""
        files = (self.out / ".callwright" / "completions").iterdir()
        lines = (line for path in files for line in path.read_bytes().splitlines())
        return {line.partition(b" ")[0] for line in lines}

    @property
    def manifest(self):
        return read_manifest((self.out / "manifest.json").read_bytes())


@pytest.fixture(scope="module")
def references(tmp_path_factory):
    larger = SCRIPTED.replace("14", "70").replace("10", "50").replace("4}}", "20}}")
    return references_of(tmp_path_factory.mktemp("references"), larger)


def sent(server):
    return sum(server.counts[digest] for digest in asked(server))


def account(folder):
    """How many tasks of the chunks were accepted, were rejected and have failed."""
    found = Counter()
    for chunk in folder.chunks():
        ends = Counter()
        for stages in chunk["funnels"]:
            ends.update(account_of_part(next(one for one in stages if one["stage"] == "acts")))
        assert ends["failed"] == len(chunk["failed"])
        found.update(ends)
    return found


def account_of_part(acts):
    tallies, dropped = Counter(acts["tallies"]), acts["dropped"]
    ends = {end: tallies[f"tasks.{end}"] for end in ("accepted", "rejected", "failed")}
    assert sum(ends.values()) == tallies["tasks"]
    assert tallies["rollouts"] == 20 * tallies["tasks"]
    assert acts["entered"] == acts["kept"] + sum(dropped.values())
    assert all(tallies["tasks.rejected"] or "failed" in reason for reason in dropped)
    return {**ends, "rollouts": tallies["rollouts"]}


def test_every_task_is_accounted_for_and_nothing_is_asked_twice(tmp_path, references, monkeypatch):
    whole, faulty = Folder(tmp_path, "whole"), Folder(tmp_path, "faulty")
    with EndpointServer(Faulty(references, faulty=False)) as server:
        assert not whole.command("run", server)
        requests = sent(server)
    script, leaping = Faulty(references), Leaping()
    with EndpointServer(script) as server, monkeypatch.context() as patch:
        patch.setattr(clock.MonotonicClock, "now", leaping)
        ends = [faulty.command("run", server, **LIMITS)]
        while "another model answered" in ends[-1]:
            assert len(ends) < 20
            ends.append(faulty.command("run", server, **LIMITS))
    assert len(ends) > 1
    assert set(script.drawn) == {"", *MORE}
    assert leaping.leaps
    account_of_faulty(faulty, ends[-1])
    kept = faulty.kept()
    with EndpointServer(Faulty(references, faulty=False)) as server:
        assert not faulty.command("retry", server)
        assert sent(server) == requests - len(kept)
    assert faulty.manifest.content_sha256 == whole.manifest.content_sha256
    assert faulty.manifest.funnel == whole.manifest.funnel
    assert not (faulty.out / ".callwright" / "failed.jsonl").exists()


def account_of_faulty(folder, said):
    found, failed = account(folder), folder.failed()
    assert found["rollouts"] >= 500
    assert found["accepted"]
    assert found["failed"] == len(failed) == len({task["task"] for task in failed})
    assert f"no reply to {len(failed)} tasks" in said
    kinds = {kind for _, kind in FAULTS.values()} - {"wrong_model"}
    told = Counter(task["kind"] for task in failed)
    assert set(told) <= {*kinds, "circuit_open"}
    assert len(told) > 3
    assert all(0 <= task["attempts"] <= ATTEMPTS for task in failed)
