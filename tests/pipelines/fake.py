"""A toolkit of tiny families, so that runs take a second: what the pipeline sees of the real one.

Namespace `slow` sleeps in every candidate; namespace `stuck` drops all of skill `parallel`.
"""

from functools import cache
from time import sleep

from callwright.generators.errors import CannotPlan
from callwright.pipelines.factory import Catalogue, Skill, Toolkit
from callwright.schemas.messages import Message
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import UserTurn, Verdict
from tests.pipelines.made import trajectory, view, world

TWINS = {
    "single": (),
    "parallel": (),
    "multi_step": (),
    "irrelevance": ("single",),
    "already_known": ("multi_step", "single"),
}


class FakeFactory:
    def __init__(self, settings):
        self.settings = settings
        self.world, self.view = world(), view()
        self.worlds = {self.world.digest(): self.world}
        self.views = {self.view.digest(): self.view}

    def family(self, cell, number):
        if self.settings.namespace == "slow":
            sleep(0.004)
        if number % 7 == 3:
            raise CannotPlan("plan.no_reference")
        root = SeedPath.root(self.settings.namespace, self.settings.seed).at(cell.name, number)
        text = f"case {number - (number % 13 == 6)} of {cell.name}"
        skills = [cell.skill]
        if TWINS[cell.skill]:
            skills.append(root.rng("twin").choice(TWINS[cell.skill]))
        return tuple(self.member(cell, skill, root, text, number) for skill in skills)

    def member(self, cell, skill, root, text, number):
        made = trajectory(
            number,
            split=cell.split,
            skill=skill,
            domain=cell.domain,
            world_id=self.world.digest(),
            view_id=self.view.digest(),
        )
        task = made.task.model_copy(
            update={
                "id": root.at(skill).digest(),
                "family_id": root.digest(),
                "turns": (UserTurn(text=text),),
            }
        )
        said = (made.messages[0], Message(role="user", content=text), *made.messages[2:])
        return made.model_copy(update={"task": task, "messages": said})


def dropping(name, drops):
    def judge(trajectory, scene):
        keep = not drops(trajectory)
        return Verdict(filter=name, keep=keep, reason="" if keep else f"{name}.bad")

    return judge


class FakeIndex:
    def __init__(self):
        self.seen = {}

    def clash(self, packed, family):
        return "duplicates.exact" if self.seen.get(packed, family) != family else ""

    def add(self, packed, family):
        self.seen[packed] = family


def open_toolkit(job):
    stuck = job.settings.namespace == "stuck"
    judges = {
        "schema": dropping("schema", lambda t: int(t.task.id[:2], 16) < 12),
        "replay": dropping("replay", lambda t: stuck and t.task.skill == "parallel"),
    }
    return Toolkit(FakeFactory(job.settings), judges, lambda t: None, sign, skeleton)


def open_index(job):
    return FakeIndex()


@cache
def catalogue(paths):
    skills = {name: Skill(twins, crosses=not twins) for name, twins in TWINS.items()}
    return Catalogue({"travel": "0" * 32, "calendar": "1" * 32}, skills)


def request(trajectory):
    return trajectory.task.turns[0].text


def sign(trajectory):
    return request(trajectory).encode()


def skeleton(trajectory):
    """Every 17th request has the same skeleton, so that the cap drops some."""
    text = request(trajectory)
    return "same" if int(text.split()[1]) % 17 == 0 else text
