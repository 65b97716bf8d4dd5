"""The figures of a trial, for judges of which one knows what their figures must be."""

import asyncio
import json
from itertools import cycle
from random import Random

import pytest

from callwright.generators.judging import ASPECTS, Line, Opinion, flawed, flaws
from callwright.generators.settings import JudgeModel
from callwright.pipelines.scoring.intervals import rate
from callwright.pipelines.teaching.judge_figures import report
from callwright.pipelines.teaching.judge_trial import EQUAL, Case, Trial, tried
from callwright.schemas.completions import Completion, TeacherFailure
from tests.pipelines.teaching.fakes import Fake

CHOICES = ("first", "second", "same")
SAME = dict.fromkeys(ASPECTS, "same")
PAIRS = 300


def made(count=PAIRS):
    """Cases of all kinds in turn, over conversations of their own."""
    rng, known = Random("cases"), flaws("en")
    kinds = cycle((*known, EQUAL))
    for number in range(count):
        kind, user = next(kinds), Line("user", f"book room {number}")
        reference = (user, Line("assistant", f"Room {number} is yours."))
        if kind == EQUAL:
            yield Case(f"row-{number}", EQUAL, None, reference, reference)
        else:
            candidate = flawed(reference, known[kind], rng)
            yield Case(f"row-{number}", kind, known[kind].aspect, candidate, reference)


CASES = tuple(made())
FLAWS = {(case.candidate, case.reference): case.aspect for case in CASES if case.aspect}


def flaw_of(first, second):
    """The aspect of the flaw, and the place of the version without it; nothing for equal ones."""
    if (first, second) in FLAWS:
        return FLAWS[first, second], "second"
    return FLAWS.get((second, first)), "first"


def answering(judge):
    """A teacher whose answers are those of a function of both versions and a seeded source."""

    def reply(request):
        shown = json.loads(request.messages[1].content)
        first, second = (
            tuple(Line(by, text) for line in shown[place] for by, text in line.items())
            for place in ("first", "second")
        )
        return Completion(text=json.dumps({"reason": "", **judge(first, second, request)}))

    return Fake(reply)


def trials_of(judge, repeat=1, cases=CASES):
    return asyncio.run(
        tried(answering(judge), JudgeModel(name="stub", retries=0), cases, 0, repeat=repeat)
    )


def figures(judge, worse_in=1, **options):
    return report(trials_of(judge, **options), worse_in)


def perfect(first, second, request):
    aspect, better = flaw_of(first, second)
    return {**SAME, **({aspect: better} if aspect else {})}


def at_random(first, second, request):
    rng = Random(request.digest)
    return {aspect: rng.choice(CHOICES) for aspect in ASPECTS}


def of_tone_alone(first, second, request):
    return {**SAME, "tone": perfect(first, second, request)["tone"]}


def of_all_at_once(first, second, request):
    aspect, better = flaw_of(first, second)
    return dict.fromkeys(ASPECTS, better) if aspect else SAME


def always_first(first, second, request):
    return dict.fromkeys(ASPECTS, "first")


def values(found):
    names = ("agreement", "flaws_found", "false_alarms", "consistent", "repeatable", "readable")
    return [found[name]["value"] for name in names]


def test_a_perfect_judge_has_full_marks_and_intervals_that_say_how_little_was_seen():
    found = figures(perfect, repeat=2)
    assert values(found) == [1, 1, 0, 1, 1, 1]
    assert found["kappa"] == {"value": 1, "low": None, "high": None, "rows": PAIRS}
    assert found["consistent"] == found["repeatable"] == rate([1.0] * PAIRS).data()
    assert 0.98 < found["agreement"]["low"] < 1


def test_a_judge_at_random_agrees_by_chance_alone():
    found = figures(at_random, repeat=2)
    # Each ordering says one of three things: one of nine pairs of them is `worse`, one `same`.
    for kind in found["kinds"].values():
        share = (1 / 9) ** 3 if kind["aspect"] is None else 1 / 9
        assert kind["agreement"]["low"] <= share <= kind["agreement"]["high"]
    assert found["kappa"]["low"] < 0 < found["kappa"]["high"]
    assert abs(found["kappa"]["value"]) < 0.05
    assert abs(found["consistent"]["value"] - 1 / 3) < 0.05
    # Twice `inconsistent`, or twice the same of the other three.
    assert abs(found["repeatable"]["value"] - ((2 / 3) ** 2 + 3 / 81)) < 0.05


def test_a_judge_at_random_drops_the_fewer_the_more_it_must_find():
    trials = trials_of(at_random)
    one, two, three = (report(trials, worse_in) for worse_in in (1, 2, 3))
    # Each of three aspects is `worse` with 1/9: at least one, two, three of them.
    shares = (1 - (8 / 9) ** 3, 3 * 8 / 729 + 1 / 729, 1 / 729)
    for found, share in zip((one, two, three), shares, strict=True):
        for name in ("flaws_found", "false_alarms"):
            assert found[name]["low"] <= share <= found[name]["high"]
    assert [one["worse_in"], two["worse_in"], three["worse_in"]] == [1, 2, 3]
    assert one["flaws_found"]["value"] > two["flaws_found"]["value"] > 0
    assert one["agreement"] == three["agreement"]


def test_a_judge_that_always_says_first_drops_nothing_and_knows_nothing():
    found = figures(always_first, repeat=2)
    # It repeats itself to the letter; that is all that it does.
    assert values(found) == [0, 0, 0, 0, 1, 1]
    assert found["kappa"] == {"value": 0, "low": None, "high": None, "rows": PAIRS}


def test_a_judge_that_is_right_in_one_aspect_agrees_there_and_nowhere_else():
    found = figures(of_tone_alone)
    for kind in found["kinds"].values():
        assert kind["agreement"]["value"] == (kind["aspect"] in ("tone", None))
    agreed = sum(case.aspect in ("tone", None) for case in CASES)
    assert found["agreement"]["value"] == agreed / PAIRS
    assert found["flaws_found"]["value"] == pytest.approx(1 / 3)
    assert found["false_alarms"]["value"] == 0
    # 810 of 900 findings are right by 720 of `same` and 90 of `worse`, where truth has 630 and 270.
    by_chance = (630 * 810 + 270 * 90) / 900**2
    assert found["kappa"]["value"] == pytest.approx((0.8 - by_chance) / (1 - by_chance))
    assert 0 < found["kappa"]["low"] < found["kappa"]["value"] < found["kappa"]["high"] < 1


def test_kappa_alone_tells_a_judge_that_blames_all_aspects_at_once():
    found = figures(of_all_at_once, worse_in=3)
    assert values(found)[:3] == [1, 1, 0]
    assert found["kappa"]["value"] < 0.3
    assert figures(perfect, worse_in=2)["flaws_found"]["value"] == 0


def test_one_aspect_that_is_not_the_same_is_no_agreement_on_equal_pairs():
    equal = next(case for case in CASES if case.kind == EQUAL)
    for finding in ("better", "worse", "inconsistent"):
        for aspect in ASPECTS:
            assert not Trial(equal, Opinion(**{**SAME, aspect: finding})).agrees
    assert Trial(equal, Opinion(**SAME)).agrees


def test_the_unit_is_the_pair_however_many_findings_and_runs_it_has():
    for repeat in (1, 3):
        found = figures(of_tone_alone, repeat=repeat, cases=CASES[:20])
        assert found["comparisons"] == 20 * repeat
        assert {found[name]["rows"] for name in ("agreement", "consistent", "kappa")} == {20}
        assert found["consistent"] == rate([1.0] * 20).data()
        assert found["kappa"] == figures(of_tone_alone, cases=CASES[:20])["kappa"]


def test_runs_are_compared_with_each_other_by_finding():
    case, half = CASES[0], {**SAME, "tone": "worse"}
    one, two = ([Trial(case, Opinion(**o)) for o in own] for own in ((SAME, half), (half, half)))
    assert report(one)["repeatable"]["value"] == pytest.approx(2 / 3)
    assert report(two)["repeatable"]["value"] == 1
    assert report([*one, Trial(case, Opinion(**SAME))])["repeatable"]["value"] == pytest.approx(
        (1 + 2 / 3 + 2 / 3) / 3
    )


def test_what_was_not_read_twice_says_nothing_of_repeating():
    case = CASES[0]
    for second in ((), (Trial(case, None),), (Trial(case, None, "timed_out"),)):
        found = report([Trial(case, Opinion(**SAME)), *second])
        assert found["repeatable"] == {"value": None, "low": None, "high": None, "rows": 0}
        assert found["consistent"]["rows"] == 1


def test_runs_differ_in_their_seeds_and_the_first_is_the_same_however_many_follow():
    asked = []
    for repeat in (1, 2):
        teacher = answering(perfect)
        asyncio.run(tried(teacher, JudgeModel(name="stub"), CASES[:5], 0, repeat=repeat))
        asked.append([request.digest for request in teacher.requests])
    assert len(set(asked[1])) == len(asked[1]) == 20
    assert set(asked[0]) < set(asked[1])


def test_a_run_without_a_reply_is_counted_and_leaves_the_pair_to_the_other():
    def failing(request):
        if int(request.digest, 16) % 4 == 0:
            raise TeacherFailure("timed_out", "no reply", 1)
        return answering(perfect).reply(request)

    trials = asyncio.run(tried(Fake(failing), JudgeModel(name="stub"), CASES, 0, repeat=2))
    found = report(trials)
    lost = sum(trial.failure == "timed_out" for trial in trials)
    assert found["failures"] == {"timed_out": lost}
    assert 0 < lost < found["comparisons"] == 2 * PAIRS
    assert found["agreement"]["value"] == 1
    assert found["repeatable"]["rows"] < found["agreement"]["rows"] <= PAIRS
