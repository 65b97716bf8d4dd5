"""The weights of the reward: data that every row carries, each with the reason for its size."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Weights:
    """Shares and factors of the reward, each from 0 to 1."""

    answer: float = 0.3
    """Share of an acting turn's credit that depends on what its answer says: what was done counts
    more than how it is told, and a silent success is still worth more than a fluent nothing."""
    order: float = 0.2
    """Share of a turn's credit for calls that depends on the order of dependent ones. No more than
    one wrong call costs: a call made again in the right place must not earn more than it loses."""
    state: float = 0.4
    """Share of the whole that depends on the end state, where that is known."""
    surplus: float = 0.8
    """Factor for each call that is not exactly one of the expected: shotgun calls earn nothing."""
    look_up: float = 0.025
    """What a useful further look-up costs; with two of them allowed, 0.05 at most."""

    def data(self) -> dict[str, float]:
        """As a row carries them."""
        return asdict(self)


DEFAULT = Weights()
_NAMES = frozenset(f.name for f in fields(Weights))


def weights_of(data: Mapping[str, float]) -> Weights:
    """The weights of a row: the default, but for those that it names."""
    return (
        _built(tuple(sorted((k, v) for k, v in data.items() if k in _NAMES))) if data else DEFAULT
    )


@lru_cache(maxsize=64)
def _built(items: tuple[tuple[str, float], ...]) -> Weights:
    return Weights(**dict(items))
