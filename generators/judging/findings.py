"""Two answers about one pair, the second with the places changed, and what both of them say.

A judge that prefers a place whatever stands there contradicts itself, and so finds nothing.
"""

from collections.abc import Mapping
from typing import Final, Literal, get_args

from callwright.schemas.record import Record

Aspect = Literal["tone", "helpfulness", "naturalness"]
Choice = Literal["first", "second", "same"]
Finding = Literal["better", "same", "worse", "inconsistent"]
"""Of the candidate beside the reference; `inconsistent`: the orderings disagree."""

ASPECTS: Final[tuple[Aspect, ...]] = get_args(Aspect)
CHOICES: Final[tuple[Choice, ...]] = get_args(Choice)


class Answer(Record):
    """Which of two conversations is better, in each aspect."""

    reason: str
    """For people; nothing follows from it."""
    tone: Choice
    helpfulness: Choice
    naturalness: Choice

    @property
    def choices(self) -> dict[Aspect, Choice]:
        """Aspect -> the better one."""
        return {aspect: getattr(self, aspect) for aspect in ASPECTS}


_FORWARD: Final[Mapping[Choice, Finding]] = {"first": "better", "second": "worse", "same": "same"}
_BACKWARD: Final[Mapping[Choice, Finding]] = {"first": "worse", "second": "better", "same": "same"}


class Opinion(Record):
    """What a judge finds of a candidate, in each aspect."""

    tone: Finding
    helpfulness: Finding
    naturalness: Finding

    @property
    def findings(self) -> dict[Aspect, Finding]:
        """Aspect -> finding."""
        return {aspect: getattr(self, aspect) for aspect in ASPECTS}

    def found(self, finding: Finding) -> tuple[Aspect, ...]:
        """The aspects with a finding."""
        return tuple(aspect for aspect, one in self.findings.items() if one == finding)

    def drops(self, worse_in: int) -> bool:
        """Whether the candidate is worse in at least so many aspects, in both orderings."""
        return len(self.found("worse")) >= worse_in


def reconciled(forward: Answer, backward: Answer) -> Opinion:
    """What two answers agree on.

    Args:
        forward: to the candidate first and the reference second.
        backward: to the reference first and the candidate second.
    """
    found: dict[Aspect, Finding] = {}
    for aspect, choice in forward.choices.items():
        one, other = _FORWARD[choice], _BACKWARD[backward.choices[aspect]]
        found[aspect] = one if one == other else "inconsistent"
    return Opinion(**found)
