"""Filters count; funnels merge in any order and survive as JSON."""

import json

from callwright.filters.base import LONGEST_EVIDENCE, Fault, Filter, Funnel, judge_all
from callwright.filters.chain import standard
from tests.filters import toy


class Short(Filter):
    """Drops rows whose request is long."""

    name = "short"

    def faults(self, trajectory, scene):
        text = trajectory.task.turns[0].text
        if len(text) > 40:
            yield Fault("long", text * 20)
        raise AssertionError("only as much is computed as is asked for")


class Never(Filter):
    name = "never"

    def faults(self, trajectory, scene):
        yield from ()


def test_a_drop_names_its_reason_and_is_counted():
    one = Short()
    verdict = one.judge(toy.single(), toy.scene())
    assert (verdict.keep, verdict.filter, verdict.reason) == (False, "short", "short.long")
    assert len(verdict.evidence) == LONGEST_EVIDENCE
    assert one.funnel.data() == {
        "short": {"entered": 1, "kept": 0, "dropped": {"short.long": 1}, "tallies": {}}
    }


def test_judging_ends_with_the_first_drop():
    funnel = Funnel()
    chain = Never(funnel), Short(funnel), Never(funnel)
    verdicts = judge_all(chain, toy.single(), toy.scene())
    assert [(v.filter, v.keep) for v in verdicts] == [("never", True), ("short", False)]
    assert funnel.stages["never"].entered == 1


def test_funnels_merge_in_any_order_and_survive_as_json():
    one, two = Funnel(), Funnel()
    Never(one).judge(toy.single(), toy.scene())
    Short(one).judge(toy.single(), toy.scene())
    Short(two).judge(toy.single(), toy.scene())
    two.tally("short", {"seen": 3})
    both, again = Funnel(), Funnel.of(json.loads(json.dumps(two.data())))
    for funnel in (one, two):
        both.merge(funnel)
    again.merge(one)
    assert both.data() == {name: again.data()[name] for name in both.data()}
    assert both.data()["short"] == {
        "entered": 2, "kept": 0, "dropped": {"short.long": 2}, "tallies": {"seen": 3},
    }  # fmt: skip


def test_good_rows_pass_the_whole_chain():
    chain = [one for one in standard({}, None) if one.name != "oracle"]  # toys have no provenance
    for make in toy.ALL:
        assert all(v.keep for v in judge_all(chain, make(), toy.scene()))
    assert [(one.name, one.funnel.stage(one.name).kept) for one in chain] == [
        (name, len(toy.ALL))
        for name in ("schema", "replay", "reference", "grounding", "texts", "audit")
    ]
