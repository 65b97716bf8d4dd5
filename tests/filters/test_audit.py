"""The audit: every operator makes a mutant that the reward rejects, and survivors drop the row."""

from random import Random

import pytest

from callwright.filters import audit as audit_package
from callwright.filters.audit import AuditFilter, Mutant, all_operators, audit
from callwright.filters.audit.operators import answers
from callwright.filters.base import Funnel
from callwright.filters.reward import score
from callwright.schemas.errors import CallwrightError
from callwright.schemas.values import Count
from tests.filters import toy

PLACE = toy.scene()
ROWS = {make.__name__: make() for make in toy.ALL}


def mutants(name, tries=40):
    operator = all_operators()[name]
    for row in ROWS.values():
        for seed in range(tries):
            mutant = operator(row, PLACE, Random(seed))
            if mutant is not None:
                yield row, mutant


def test_there_are_many_operators():
    assert len(all_operators()) >= 20
    assert all(name == operator.__name__ for name, operator in all_operators().items())


@pytest.mark.parametrize("name", all_operators())
def test_every_operator_applies_and_is_killed(name):
    made = list(mutants(name))
    assert made
    for row, mutant in made:
        assert mutant.operator == name
        assert mutant.messages != row.messages
        got = score(row.task, mutant.messages, PLACE.setting)
        assert got.value < 1
        assert not got.strict


@pytest.mark.parametrize("name", all_operators())
def test_the_same_random_source_gives_the_same_mutant(name):
    for row in ROWS.values():
        assert all_operators()[name](row, PLACE, Random(3)) == all_operators()[name](
            row, PLACE, Random(3)
        )


def test_an_audit_tries_as_many_as_it_is_told():
    report = audit(ROWS["steps"], PLACE, Random(1), 5)
    assert len(report.tried) == 5
    assert report.killed == report.tried
    assert not report.survivors
    assert len(audit(ROWS["steps"], PLACE, Random(1), None).tried) > 12


def weak(row):
    """The row with checks that forget the second booking's arguments: anything goes."""
    turn = row.task.checks.turns[0]
    checks = row.task.checks.model_copy(update={"turns": (turn.model_copy(update={"facts": ()}),)})
    return row.model_copy(update={"task": row.task.model_copy(update={"checks": checks})})


def test_a_survivor_drops_the_row_and_is_counted(monkeypatch):
    def harmless(trajectory, scene, rng):
        return Mutant("harmless", trajectory.messages)

    def absent(trajectory, scene, rng):
        return None

    found = {"harmless": harmless, "absent": absent, "no_action": all_operators()["no_action"]}
    monkeypatch.setattr(audit_package, "all_operators", lambda: found)
    funnel = Funnel()
    verdict = AuditFilter(funnel).judge(weak(ROWS["steps"]), PLACE)
    assert (verdict.keep, verdict.reason) == (False, "audit.survived.harmless")
    assert funnel.data()["audit"] == {
        "entered": 1,
        "kept": 0,
        "dropped": {"audit.survived.harmless": 1},
        "tallies": {"killed.no_action": 1, "tried.harmless": 1, "tried.no_action": 1},
    }


def test_the_filter_chooses_by_the_seed_path_of_the_row():
    funnels = Funnel(), Funnel()
    for funnel in funnels:
        assert AuditFilter(funnel).judge(ROWS["steps"], PLACE).keep
    assert funnels[0].data() == funnels[1].data()
    assert sum(funnels[0].stages["audit"].tallies.values()) == 10


def test_a_module_without_operators_is_named(tmp_path, monkeypatch):
    (tmp_path / "lacking.py").write_text('"""No export."""\n')
    package = audit_package.package
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    all_operators.cache_clear()
    with pytest.raises(CallwrightError, match=r"lacking\.py exports no OPERATORS"):
        all_operators()
    monkeypatch.undo()
    all_operators.cache_clear()


def test_a_fact_is_misstated_wherever_it_stands_and_nowhere_else():
    text = "At £60.50 or £6, that is £60, sixty pounds; £60!"
    replaced = answers._replaced(text, ["sixty pounds", "£60"], "£75")
    assert replaced == "At £60.50 or £6, that is £75, £75; £75!"
    assert answers._replaced("İ £60", ["£60"], "£75") == "İ £60"
    assert answers._replaced("£605 and x£60", ["£60"], "£75") == "£605 and x£60"


def test_a_number_is_not_hedged_in_a_day():
    count = toy.fact(Count(), 11)
    row = toy.build(
        toy.turn(
            "Which rooms seat 2 on Friday 27 March?",
            [[toy.FIND]],
            "Until 11 March it was 11 rooms.",
            facts=(count,),
        )
    )
    made = [answers.hedged_fact(row, PLACE, Random(seed)) for seed in range(9)]
    assert made == [None] * 9
