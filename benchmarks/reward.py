"""Scores a second on one core: the match of calls, and replay in the world with the whole reward.

    python benchmarks/reward.py [--release DIR] [--repeats 5] [--profile replay] [--json]

Each row of a release is scored twice, as its reference and as one of the audit's mutants, in turn,
since half of what a policy does is wrong.

- `call_scores`: `filters.match.match` over all turns of a row.
- `score`: the reward without the state, from the messages.
- `replay_scores`: every call executed in the row's world, then the reward with the state.
- `state_scores`: the same reward, but calls that only read are not executed.
- `judged`: all that `callwright score` does for a sample, with a fork of a world for every second.

`first_pass` is the rate of replay before anything was scored, with no cache filled; the others are
the best of several passes. Beside them stand BFCL's own checker, where `bfcl_eval` is installed,
and ours of the same rules, over the turns that both can judge. `ratio_to_loop` is per million
rounds of the plain loop in `reference.py`. Without a release the recipe `small` is run in a folder
that is removed afterwards.
"""

import argparse
import cProfile
import importlib
import json
import pstats
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import process_time
from types import ModuleType, SimpleNamespace
from typing import Any

from reference import reference_rate

from callwright.domains.core.view import call_through
from callwright.filters.audit import all_operators
from callwright.filters.bfcl import check
from callwright.filters.bfcl.convert import to_predicted, to_question
from callwright.filters.match import match
from callwright.filters.reward import score, score_turns
from callwright.filters.rollout import Turn, read_turns
from callwright.filters.scene import Scene
from callwright.pipelines.progress import open_progress
from callwright.pipelines.recipe import find_recipe
from callwright.pipelines.release import open_release
from callwright.pipelines.run import Options, run
from callwright.pipelines.scoring.effects import effects
from callwright.pipelines.scoring.judge import Judge
from callwright.pipelines.scoring.predictions import Sample
from callwright.pipelines.serving.episode import EpisodeSource
from callwright.schemas.checks import ExpectedCall
from callwright.schemas.rows import from_row
from callwright.schemas.task import Task, Trajectory
from callwright.schemas.values import Setting

BARS = {"call_scores": 20_000, "replay_scores": 5_000}
"""Scores a second of one core that are wanted."""
CLIENTS = "bfcl_eval.constants.model_config"


@dataclass(frozen=True)
class Subject:
    """One conversation over one row."""

    task: Task
    messages: list[Any]
    turns: list[Turn]
    pairs: list[tuple[list[Any], tuple[ExpectedCall, ...]]]
    """Calls made and expected, turn by turn."""
    scene: Scene
    setting: Setting
    judge: Judge
    questions: list[tuple[list[Any], list[Any], list[Any], str]]
    """Tools, expected and made calls, and the category of each turn, in BFCL's form."""
    asked: list[tuple[list[Any], tuple[ExpectedCall, ...]]]
    """The `pairs` of those turns."""


def subjects(folder: Path, seed: int) -> list[Subject]:
    """Reference and mutant of every row."""
    source, rng = EpisodeSource(folder), Random(seed)
    judge, operators = Judge(source), cycle(all_operators().values())
    found: list[Subject] = []
    for row in open_release(folder).rows("sft"):
        trajectory = from_row(row)
        task, scene = source.scene(trajectory.task.id)
        setting = source.setting(task, scene)
        for messages in (trajectory.messages, mutant(trajectory, scene, rng, operators)):
            said = [message.openai() for message in messages]
            found.append(subject(task, said, scene, setting, judge))
    return found


def mutant(
    trajectory: Trajectory, scene: Scene, rng: Random, operators: Iterator[Any]
) -> Sequence[Any]:
    """The messages of the next mutant that there is; one of them always applies."""
    made = (op(trajectory, scene, rng) for op in islice(operators, len(all_operators())))
    return next(one.messages for one in made if one is not None)


def subject(task: Task, said: list[Any], scene: Scene, setting: Setting, judge: Judge) -> Subject:
    """Everything that is prepared before the clock runs."""
    turns = read_turns(said)
    checks = zip(task.checks.turns, turns, strict=False)
    pairs = [(turn.acts, check.calls) for check, turn in checks]
    asked, questions = [], []
    for number, (acts, calls) in enumerate(pairs):
        if calls and not any(call.after or call.fails for call in calls):
            functions, expected = to_question(task.tools_at(number), calls)
            path = "multiple" if len(functions) > 1 else "simple"
            category = "parallel" if len(calls) > 1 else path
            questions.append((functions, expected, to_predicted(acts), category))
            asked.append((acts, calls))
    return Subject(task, said, turns, pairs, scene, setting, judge, questions, asked)


# -- what is measured ----------------------------------------------------------------------
def run_match(one: Subject) -> None:
    """The calls of every turn."""
    for acts, calls in one.pairs:
        match(acts, calls, one.setting)


def run_score(one: Subject) -> None:
    """The reward without the state, from the messages."""
    score(one.task, one.messages, one.setting)


def run_replay(one: Subject) -> None:
    """Every call executed and its result written, as in an episode; then the whole reward."""
    world, mark = one.scene.world, one.scene.world.mark()
    turns = read_turns(one.messages)
    for turn in turns:
        for act in turn.acts:
            arguments = act.arguments or {}
            call_through(world, one.scene.views, act.name, arguments, one.scene.setting)
    state = world.diff(mark)
    world.rollback(mark)
    score_turns(one.task, turns, one.setting, state)


def run_state(one: Subject) -> None:
    """The changes alone, as `callwright score` takes them; then the whole reward."""
    turns = read_turns(one.messages)
    score_turns(one.task, turns, one.setting, effects(one.task, one.scene, turns))


PROFILED = {"match": run_match, "score": run_score, "replay": run_replay, "state": run_state}


def run_judge(one: Subject) -> None:
    """All that `callwright score` does for a sample; both of a row share the fork of its world."""
    one.judge.judge(Sample(1, one.task.id, tuple(one.messages)))


def run_asked(one: Subject) -> None:
    """Our match on the turns that BFCL can judge."""
    for acts, calls in one.asked:
        match(acts, calls, one.setting)


def run_ours_as_bfcl(one: Subject) -> None:
    """BFCL's rules, as `filters.bfcl` has them."""
    for functions, expected, predicted, category in one.questions:
        check(functions, expected, predicted, category)


def bfcl_runner() -> Callable[[Subject], list[bool]] | None:
    """BFCL's own checker; None where it is not installed.

    Its module of models imports the clients of every vendor for one flag, of models whose names of
    tools have no dots: in its place stands one model that has them.
    """
    try:
        importlib.import_module("bfcl_eval")
    except ImportError:
        return None
    stand_in = ModuleType(CLIENTS)
    model = SimpleNamespace(underscore_to_dot=False)
    vars(stand_in)["MODEL_CONFIG_MAPPING"] = {"model": model}
    sys.modules[CLIENTS] = stand_in
    checker = importlib.import_module("bfcl_eval.eval_checker.ast_eval.ast_checker").ast_checker
    python = importlib.import_module("bfcl_eval.constants.enums").Language.PYTHON

    def run_bfcl(one: Subject) -> list[bool]:
        return [
            checker(functions, predicted, expected, python, category, "model")["valid"]
            for functions, expected, predicted, category in one.questions
        ]

    return run_bfcl


# -- measuring -----------------------------------------------------------------------------
def rate(work: Callable[[Subject], Any], found: Sequence[Subject], repeats: int) -> float:
    """Subjects a second, the best of several passes."""
    return len(found) / min(seconds(work, found) for _ in range(repeats)) if found else 0.0


def seconds(work: Callable[[Subject], Any], found: Sequence[Subject]) -> float:
    """Time of the processor for one pass: others on the machine do not count."""
    started = process_time()
    for one in found:
        work(one)
    return process_time() - started


def by_skill(found: Sequence[Subject]) -> dict[str, list[Subject]]:
    """The subjects of each skill, sorted."""
    groups: dict[str, list[Subject]] = {}
    for one in found:
        groups.setdefault(one.task.skill, []).append(one)
    return {skill: groups[skill] for skill in sorted(groups)}


def measure(found: list[Subject], repeats: int) -> dict[str, Any]:
    """All rates, with ratios."""
    loop = reference_rate()
    works = {
        "call_scores": run_match,
        "score": run_score,
        "replay_scores": run_replay,
        "state_scores": run_state,
    }
    first = rate(run_replay, found, 1)
    rates = {name: rate(work, found, repeats) for name, work in works.items()}
    halves = {"references": found[::2], "mutants": found[1::2]}
    loop = max(loop, reference_rate())
    return {
        **{f"{name}_per_second_per_core": round(value) for name, value in rates.items()},
        "judged_per_second_per_core": round(rate(run_judge, found, repeats)),
        "of_bar": {name: round(rates[name] / bar, 2) for name, bar in BARS.items()},
        "ratio_to_loop": {n: round(value / loop * 1e6, 1) for n, value in rates.items()},
        "conversations": len(found),
        "first_pass": {"replay_scores": round(first)},
        **{
            half: {name: round(rate(work, some, repeats)) for name, work in works.items()}
            for half, some in halves.items()
        },
        "bfcl": beside_bfcl([one for one in found if one.questions], repeats),
        "skills": {
            skill: {name: round(rate(work, some, repeats)) for name, work in works.items()}
            for skill, some in by_skill(found).items()
        },
    }


def beside_bfcl(found: list[Subject], repeats: int) -> dict[str, Any]:
    """The three checkers over the same turns; ratios are to BFCL's own."""
    ours, rules = rate(run_asked, found, repeats), rate(run_ours_as_bfcl, found, repeats)
    result: dict[str, Any] = {"match": round(ours), "filters.bfcl": round(rules)}
    theirs = bfcl_runner()
    if theirs is None:
        return result | {"bfcl_eval": "not installed"}
    agreed = sum(
        check(functions, expected, predicted, category).accepted == verdict
        for one in found
        for (functions, expected, predicted, category), verdict in zip(
            one.questions, theirs(one), strict=True
        )
    )
    rival = rate(theirs, found, repeats)
    return result | {
        "bfcl_eval": round(rival),
        "match_to_bfcl_eval": round(ours / rival, 2),
        "filters.bfcl_to_bfcl_eval": round(rules / rival, 2),
        "turns": sum(len(one.questions) for one in found),
        "turns_agreed": agreed,
    }


def profile(work: Callable[[Subject], Any], found: Sequence[Subject]) -> None:
    """Where the time goes, in a pass after a warm one."""
    seconds(work, found)
    profiler = cProfile.Profile()
    profiler.runcall(seconds, work, found)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(25)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", type=Path, help="folder of a release")
    parser.add_argument("--recipe", default="small", help="what is run without a release")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--profile", choices=sorted(PROFILED))
    parser.add_argument("--json", action="store_true", help="print the last line only")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        release = options.release or Path(folder, "release")
        if options.release is None:
            run(find_recipe(options.recipe), Options(release), open_progress(False))
        found = subjects(release, options.seed)
        if options.profile:
            profile(
                {"match": run_match, "score": run_score, "replay": run_replay, "state": run_state}[
                    options.profile
                ],
                found,
            )
            return
        result = measure(found, options.repeats)
    if not options.json:
        told(result)
    print(json.dumps(result))


def told(result: dict[str, Any], indent: str = "") -> None:
    """The figures for people, on the other stream."""
    for name, value in result.items():
        if isinstance(value, dict):
            print(f"{indent}{name}", file=sys.stderr)
            told(value, indent + "  ")
        else:
            print(f"{indent}{name:36} {value}", file=sys.stderr)


if __name__ == "__main__":
    main()
