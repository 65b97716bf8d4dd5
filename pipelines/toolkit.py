"""The real toolkit: generators and filters of this package, opened from a job in any process."""

from collections.abc import Callable, Mapping, Sequence
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
from callwright.generators.skills import base, discover_skills
from callwright.pipelines.factory import Catalogue, Job, Skill, Toolkit
from callwright.pipelines.fingerprints import domain_fingerprints, folder_fingerprint
from callwright.schemas.task import Trajectory


def open_toolkit(job: Job) -> Toolkit:
    """Factory and filters of a job; takes seconds, so once per worker."""
    factory = Factory(job.settings, discover(job.domain_paths))
    filters = standard(factory.domains, job.filters.audit_operators, job.settings.language)
    return Toolkit(
        factory=factory,
        judges={one.name: one.judge for one in filters},
        scene=scenes(factory),
        sign=lambda trajectory: signature(request(trajectory)).pack(),
        skeleton=skeleton,
        tallies=lambda: tallies(filters),
    )


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
