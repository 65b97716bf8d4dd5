"""Where our strict match and BFCL's AST checker differ on the calls of a release, and why.

    python benchmarks/bfcl_report.py [--release data/tiny] [--seed 7] [--json]

Every turn whose calls do not depend on each other is judged as it stands, and after each mutation
that applies: those of the audit, wrong by construction, and rewritings below that say the same, or
nearly. Without a release the recipe `tiny` is run in a folder that is removed afterwards.
"""

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any

from callwright.filters.arguments import flatten, same
from callwright.filters.audit import all_operators
from callwright.filters.audit.mutant import put
from callwright.filters.bfcl import check
from callwright.filters.bfcl.convert import to_predicted, to_question
from callwright.filters.bfcl.values import loose
from callwright.filters.match import match
from callwright.filters.rollout import Act, read_turns
from callwright.filters.scene import Scene
from callwright.pipelines.progress import open_progress
from callwright.pipelines.recipe import find_recipe
from callwright.pipelines.release import open_release
from callwright.pipelines.replay import Prover
from callwright.pipelines.run import Options, run
from callwright.schemas.canonical import dump
from callwright.schemas.checks import ExpectedCall, Leaf
from callwright.schemas.rows import from_row
from callwright.schemas.task import Trajectory
from callwright.schemas.values import kind_of

SIDES = {
    (True, True): "both_accept",
    (False, False): "both_reject",
    (True, False): "only_ours",
    (False, True): "only_bfcl",
}
"""(Ours accepts, BFCL accepts) -> name of the count."""


@dataclass(frozen=True)
class Subject:
    """One turn of a release and what is expected there."""

    trajectory: Trajectory
    scene: Scene
    turn: int
    calls: tuple[ExpectedCall, ...]
    acts: tuple[Act, ...]


@dataclass
class Line:
    """The counts of one mutation."""

    counts: Counter[str] = field(default_factory=Counter)
    """Name of the side -> mutants."""
    causes: Counter[str] = field(default_factory=Counter)
    """Why the two differ: BFCL's reason where only ours accepts, else `loose text` or `other`."""

    def data(self) -> dict[str, Any]:
        """As JSON data, with the most frequent cause."""
        found = {side: self.counts[side] for side in SIDES.values()}
        return {**found, "cause": max(self.causes, key=self.causes.__getitem__, default="")}


# -- rewritings of one value: another writing of it, or None where there is none ----------------
def letter_case(value: Any) -> Any:
    """Capitals small and small letters as capitals."""
    return value.swapcase() if isinstance(value, str) else None


def punctuation(value: Any) -> Any:
    """Without spaces, hyphens, commas, full stops and slashes."""
    return value.translate(str.maketrans("", "", " -,./")) if isinstance(value, str) else None


def number_type(value: Any) -> Any:
    """An integer as a float, or a whole float as an integer."""
    if type(value) is int:
        return float(value)
    return int(value) if isinstance(value, float) and value.is_integer() else None


def last_zeros(value: Any) -> Any:
    """An amount without its last zeros: 94.00 as 94."""
    found = isinstance(value, str) and value.endswith(".00")
    return value.removesuffix(".00") if found else None


def utc_offset(value: Any) -> Any:
    """An instant in another offset from UTC."""
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    zone = timezone(timedelta(hours=9, minutes=30))
    return moment.astimezone(zone).isoformat() if moment.tzinfo else None


def list_order(value: Any) -> Any:
    """A list turned round."""
    return value[::-1] if isinstance(value, list) else None


REWRITES: tuple[Callable[[Any], Any], ...] = (
    letter_case,
    punctuation,
    number_type,
    last_zeros,
    utc_offset,
    list_order,
)


# -- what is judged ----------------------------------------------------------------------------
def subjects(folder: Path) -> Iterator[Subject]:
    """Every turn with calls of which none depends on another and none is meant to fail."""
    prover = Prover(str(folder))
    for row in open_release(folder).rows("sft"):
        trajectory = from_row(row)
        task = trajectory.task
        prover.world(task.world)
        scene = Scene.of(task, prover.worlds, prover.views, prover.words)
        turns = zip(task.checks.turns, read_turns(trajectory.messages), strict=True)
        for index, (wanted, made) in enumerate(turns):
            alone = not any(call.after or call.fails for call in wanted.calls)
            if wanted.calls and alone:
                yield Subject(trajectory, scene, index, wanted.calls, tuple(made.acts))


def mutants(subject: Subject, rng: Random) -> Iterator[tuple[str, Sequence[Act]]]:
    """Name of the mutation and the calls it makes; the calls as they stand come first."""
    yield "unchanged", subject.acts
    if len(subject.acts) > 1:
        yield "calls_reordered", subject.acts[::-1]
    for index, act in enumerate(subject.acts):
        call = next((c for c in subject.calls if is_made(act, c)), None)
        for name, path, wire in rewritten(act, call, subject.scene) if call else ():
            one = replace(act, arguments=put(act.arguments, path, wire))
            yield name, (*subject.acts[:index], one, *subject.acts[index + 1 :])
    yield from attacks(subject, rng)


def is_made(act: Act, call: ExpectedCall) -> bool:
    """Whether a call is written just as expected."""
    return act.name == call.name and same(act.arguments, call.arguments)


def rewritten(act: Act, call: ExpectedCall, scene: Scene) -> Iterator[tuple[str, str, Any]]:
    """Mutation, pointer and wire value of each leaf that can be written otherwise."""
    for path, default in call.defaults.items():
        yield "default_spelt_out", path, default
    for path, value in flatten(act.arguments or {}, call.leaves):
        if path not in call.leaves:
            continue
        for rewrite in REWRITES:
            wire = rewrite(value)
            if wire is not None and not same(wire, value):
                yield rewrite.__name__, path, wire
        for wire in other_formats(call.leaves[path], value, scene):
            yield "other_format", path, wire


def other_formats(leaf: Leaf, value: Any, scene: Scene) -> Iterator[Any]:
    """A value in the other wire formats of its kind, such as a date as day, month, year."""
    kind = kind_of(leaf.kind)
    canonical = kind.decode(value, leaf.format, scene.setting)
    wires = (kind.encode(canonical, form.name, scene.setting) for form in kind.formats())
    return (wire for wire in wires if not same(wire, value))


def attacks(subject: Subject, rng: Random) -> Iterator[tuple[str, Sequence[Act]]]:
    """The mutants of the audit that change the calls of the turn."""
    for name, operator in all_operators().items():
        mutant = operator(subject.trajectory, subject.scene, rng)
        if mutant is None:
            continue
        turns = read_turns(mutant.messages)
        acts = tuple(turns[subject.turn].acts) if subject.turn < len(turns) else ()
        if [(a.name, a.arguments) for a in acts] != [(a.name, a.arguments) for a in subject.acts]:
            yield f"audit.{name}", acts


# -- the report --------------------------------------------------------------------------------
def report(folder: Path, seed: int) -> dict[str, Line]:
    """The counts of every mutation of every turn of a release."""
    rng = Random(seed)
    lines: dict[str, Line] = {}
    for subject in subjects(folder):
        functions, expected = to_question(subject.trajectory.task.tools, subject.calls)
        for name, acts in mutants(subject, rng):
            ours = match(acts, subject.calls, subject.scene.setting).right
            bfcl = check(functions, expected, to_predicted(acts))
            line = lines.setdefault(name, Line())
            line.counts[SIDES[ours, bfcl.accepted]] += 1
            if ours != bfcl.accepted:
                line.causes[bfcl.reason or loosely(acts, subject.acts)] += 1
    return lines


def loosely(acts: Sequence[Act], others: Sequence[Act]) -> str:
    """`loose text` when calls differ in nothing that BFCL sees in strings, else `other`."""
    mine, theirs = (loose(dump(to_predicted(each))) for each in (acts, others))
    return "loose text" if mine == theirs else "other"


def table(lines: dict[str, Line]) -> str:
    """The report as a Markdown table."""
    head = ("mutation", *SIDES.values(), "cause")
    rows = [(name, *map(str, line.data().values())) for name, line in lines.items()]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows))


def main() -> None:
    """Judge and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", type=Path, help="folder of a release; none: tiny is run")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="print JSON in place of a table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        release = options.release or Path(folder, "tiny")
        if options.release is None:
            run(find_recipe("tiny"), Options(release), open_progress(False))
        lines = report(release, options.seed)
    data = {name: line.data() for name, line in lines.items()}
    print(json.dumps(data) if options.json else table(lines))


if __name__ == "__main__":
    main()
