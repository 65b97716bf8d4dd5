"""The real toolkit: generators and filters of this package, opened from a job in any process."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import callwright.filters
from callwright.domains.core.discovery import discover
from callwright.domains.core.domain import Domain
from callwright.filters.base import Filter, Funnel
from callwright.filters.chain import standard
from callwright.filters.dedup import Index, Signature, signature
from callwright.filters.scene import Scene
from callwright.generators.factory import Factory
from callwright.generators.language.skeleton import skeleton
from callwright.generators.settings import ModelTeacher
from callwright.generators.shelf import Empty
from callwright.generators.skills import base, discover_skills
from callwright.pipelines.factory import Catalogue, Job, Skill, Teaching, Toolkit
from callwright.pipelines.fingerprints import domain_fingerprints, folder_fingerprint
from callwright.pipelines.shelf import SHELF, FolderShelf
from callwright.schemas.task import Trajectory


def open_toolkit(job: Job) -> Toolkit:
    """Factory and filters of a job; takes seconds, so once per worker."""
    shelf = Path(job.work, SHELF)
    factory = Factory(
        job.settings,
        discover(job.domain_paths),
        FolderShelf(shelf) if shelf.is_dir() else Empty(),
    )
    filters = standard(factory.domains, job.filters.audit_operators, job.settings.language)
    toolkit = Toolkit(
        factory=factory,
        judges={one.name: one.judge for one in filters},
        scene=scenes(factory),
        sign=lambda trajectory: signature(request(trajectory)).pack(),
        skeleton=skeleton,
        tallies=lambda: tallies(filters),
    )
    if job.model is None:
        return toolkit
    return replace(toolkit, teaching=teaching(toolkit, factory, filters, job, job.model))


def teaching(
    toolkit: Toolkit, factory: Factory, filters: Sequence[Filter], job: Job, model: ModelTeacher
) -> Teaching:
    """The model of a job at what the recipe asks of it."""
    # Clients of models take a quarter of a worker's start, and most runs ask none.
    from callwright.generators.wording import Wordsmith
    from callwright.pipelines.teaching.accepting import Accepter
    from callwright.pipelines.teaching.lanes import ActsLane, words_lane
    from callwright.pipelines.teaching.worker import ModelTeaching

    language = job.settings.language
    if model.lane == "words":
        smith = Wordsmith.of(factory.domains, language)
        return ModelTeaching(words_lane(toolkit, smith, model), job)
    # What attacks the checks has attacked them in the script's family already.
    checks = [one for one in filters if one.name != "audit"]
    accepter = Accepter(factory.domains, checks, 1, language)
    return ModelTeaching(ActsLane(toolkit, accepter, model), job)


def scenes(factory: Factory) -> Callable[[Trajectory], Scene]:
    """The scene of each trajectory, in the pooled worlds of the factory."""
    return lambda trajectory: Scene.of(
        trajectory.task, factory.worlds, factory.views, factory.lexicon.words
    )


def request(trajectory: Trajectory) -> str:
    """What duplicates are looked for in: the words of the first user turn."""
    return trajectory.task.turns[0].text


def tallies(filters: Sequence[Filter]) -> Mapping[str, Mapping[str, int]]:
    """What filters counted beside their verdicts since the last call."""
    found = {one.name: one.funnel.stage(one.name).tallies for one in filters}
    for one in filters:
        one.funnel = Funnel()
    return found


class Requests:
    """The index of accepted requests, over packed signatures."""

    def __init__(self) -> None:
        self._index = Index()

    def clash(self, packed: bytes, family: str) -> str:
        """Reason code when another family has this request, else empty."""
        mine = Signature.unpack(packed)
        row = self._index.duplicate_of(mine, family)
        return "" if row is None else self._index.reason(mine, row)

    def add(self, packed: bytes, family: str) -> None:
        """Take a request in."""
        self._index.add(Signature.unpack(packed), family)


def open_index(job: Job) -> Requests:
    """An empty index."""
    return Requests()


@cache
def catalogue(domain_paths: tuple[str, ...]) -> Catalogue:
    """What recipes can name here."""
    version = folder_fingerprint(Path(callwright.filters.__path__[0]))
    found = discover(domain_paths)
    return Catalogue(
        domains=domain_fingerprints(found),
        skills={
            name: Skill(skill.twins, skill.single_domain, skill.crosses, lacks(skill, found))
            for name, skill in discover_skills().items()
        },
        checkers={one.name: version for one in standard({})},
    )


def lacks(skill: base.Skill, domains: Mapping[str, Domain]) -> dict[str, str]:
    """Domains that cannot serve a skill, and what they lack."""
    reasons = {name: skill.needs(domain.tools) for name, domain in domains.items()}
    return {name: reason for name, reason in reasons.items() if reason}
