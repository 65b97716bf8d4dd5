"""Lane 1, the teacher writes: a proved family in a model's words, or in those of the script.

Every reply goes through the checks of its texts, then through all filters again. What they reject
is asked for anew, with the reason; what stays rejected keeps the words of the phrase pack. So no
family is lost, and none is kept that the filters drop.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pydantic import Field

from callwright.generators.wording import (
    BriefSettings,
    Persona,
    Problem,
    Text,
    Unworded,
    Wordsmith,
    again,
    brief,
    checked,
    draw_persona,
    misquotes,
    put,
)
from callwright.pipelines.factory import Toolkit
from callwright.pipelines.funnel import Funnel
from callwright.pipelines.produce import Family, all_verdicts, drop_of, sealed
from callwright.schemas.completions import Completion, CompletionRequest, Teacher, TeacherFailure
from callwright.schemas.record import Record
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Trajectory, Verdict

Json = Any
State = Literal["first_try", "retried", "partly", "fallen_back", "failed", "nothing_to_word"]
STAGE: Final = "words"
"""Stage of the funnel under which outcomes are tallied."""
_MESSAGE: Final = re.compile(r"\bmessage (\d+)")


class WordingSettings(Record):
    """How the first lane works."""

    brief: BriefSettings
    retries: int = Field(default=2, ge=0)
    """Requests after the first, each with the reasons of what was rejected."""
    partial: bool = True
    """Whether good texts are kept where others fall back; user turns only all together."""


@dataclass(frozen=True)
class WordsOutcome:
    """What became of one family."""

    state: State
    requests: int = 0
    worded: int = 0
    """Texts in the model's words."""
    scripted: int = 0
    """Texts that the model was asked for and that keep the script's words."""
    rejected: Mapping[str, int] = field(default_factory=dict[str, int])
    """Reason -> how often a text was rejected for it; filters as `chain.<their reason>`."""
    failure: str = ""
    """Class of the teacher's failure."""
    failed_attempts: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    def counts(self) -> dict[str, int]:
        """The outcome as counts, for `Funnel.tally(STAGE, ...)`."""
        counts = {
            f"families.{self.state}": 1,
            "requests": self.requests,
            "texts.worded": self.worded,
            "texts.scripted": self.scripted,
            **{f"rejected.{reason}": n for reason, n in self.rejected.items()},
        }
        if self.failure:
            counts |= {f"failed.{self.failure}": 1, "failed.attempts": self.failed_attempts}
        return {name: n for name, n in counts.items() if n}


async def worded(
    family: Family,
    toolkit: Toolkit,
    smith: Wordsmith,
    teacher: Teacher,
    settings: WordingSettings,
    path: SeedPath,
) -> tuple[Family, WordsOutcome]:
    """The family in the teacher's words with new verdicts, or as it was; and what happened.

    Args:
        family: executed, proved and judged, in the words of the phrase pack.
        toolkit: its scenes and filters judge the new words.
        smith: the language; one per worker.
        teacher: words the texts; its failures are counted, never raised.
        settings: how it is asked, and how often.
        path: seed path of the family.
    """
    texts = smith.texts(family)
    if not texts:
        return family, WordsOutcome("nothing_to_word")
    work = _Work(family, texts, toolkit, smith, teacher, settings, path)
    return await work.run()


@dataclass
class _Work:
    """One family on its way."""

    family: Family
    texts: Sequence[Text]
    toolkit: Toolkit
    smith: Wordsmith
    teacher: Teacher
    settings: WordingSettings
    path: SeedPath
    good: dict[str, str] = field(default_factory=dict[str, str])
    """Words with which nothing is wrong so far."""
    rejected: Counter[str] = field(default_factory=Counter[str])
    usage: list[Completion] = field(default_factory=list[Completion])
    failure: TeacherFailure | None = None

    async def run(self) -> tuple[Family, WordsOutcome]:
        """Ask, check, judge; again with the reasons; else what the script says."""
        persona = draw_persona(self.path.at(STAGE), self.texts[0].register)
        request = brief(
            self.family, self.texts, persona, self.smith, self.settings.brief, self._seed(0)
        )
        for attempt in range(1, self.settings.retries + 2):
            completion = await self._complete(request)
            if completion is None:
                break
            done, problems = self._tried(completion, persona)
            if not problems:
                return done, self._outcome("first_try" if attempt == 1 else "retried", self.good)
            request = again(
                request,
                completion.text or "",
                problems,
                [text for text in self.texts if text.key not in self.good],
                self.settings.brief,
                self._seed(attempt),
            )
        return self._fallen_back(persona)

    def _seed(self, attempt: int) -> int:
        return int(self.path.at(STAGE, attempt).digest(15), 16)

    async def _complete(self, request: CompletionRequest) -> Completion | None:
        try:
            completion = await self.teacher.complete(request)
        except TeacherFailure as failure:
            self.failure = failure
            return None
        self.usage.append(completion)
        return completion

    def _tried(self, completion: Completion, persona: Persona) -> tuple[Family, Sequence[Problem]]:
        """The judged family of a reply, or what is wrong with it."""
        try:
            self.good = checked(self.family, self.texts, completion, self.smith, self.good)
        except Unworded as error:
            self.good = error.words
            self.rejected.update(problem.reason for problem in error.problems)
            return (), error.problems
        done, drop = self._judged(self._put(self.good, persona))
        if drop is None:
            return done, ()
        member, verdict = drop
        problems = blamed(member, verdict, self.texts)
        self.rejected[f"chain.{verdict.reason}"] += 1
        for problem in problems:
            self.good.pop(problem.key, None)
        return (), problems

    def _put(self, words: Mapping[str, str], persona: Persona) -> Family:
        return put(self.family, self.texts, words, persona, self.teacher.name, self.smith)

    def _judged(self, family: Family) -> tuple[Family, tuple[int, Verdict] | None]:
        verdicts = all_verdicts(self.toolkit, family, Funnel())
        drop = drop_of(verdicts)
        return (sealed(family, verdicts) if drop is None else ()), drop

    # -- the words of the script -----------------------------------------------------------
    def _fallen_back(self, persona: Persona) -> tuple[Family, WordsOutcome]:
        """The family in the good words and otherwise the script's, or in the script's alone."""
        users = {text.key for text in self.texts if text.part == "user"}
        good = dict(self.good)
        if not users <= good.keys():
            good = {key: words for key, words in good.items() if key not in users}
        if self.settings.partial and good and not misquotes(self.texts, good):
            family = self._marked(self._put(good, persona), good)
            done, drop = self._judged(tuple(family))
            if drop is None:
                return done, self._outcome("partly", good)
        return self.family, self._outcome("failed" if self.failure else "fallen_back", {})

    def _marked(self, family: Family, good: Mapping[str, str]) -> list[Trajectory]:
        """The family with the number of each member's texts that keep the script's words."""
        marked: list[Trajectory] = []
        for number, member in enumerate(family):
            kept = sum(
                text.key not in good and any(use.member == number for use in text.uses)
                for text in self.texts
            )
            dials = {**member.task.dials, "scripted_texts": kept}
            task = member.task.model_copy(update={"dials": dials})
            marked.append(member.model_copy(update={"task": task}))
        return marked

    def _outcome(self, state: State, good: Mapping[str, str]) -> WordsOutcome:
        failure = self.failure
        return WordsOutcome(
            state=state,
            requests=len(self.usage) + (failure is not None),
            worded=len(good),
            scripted=len(self.texts) - len(good),
            rejected=dict(sorted(self.rejected.items())),
            failure=failure.kind if failure else "",
            failed_attempts=failure.attempts if failure else 0,
            prompt_tokens=sum(c.usage.prompt_tokens for c in self.usage),
            completion_tokens=sum(c.usage.completion_tokens for c in self.usage),
            cost=sum(c.usage.cost for c in self.usage),
        )


def blamed(member: int, verdict: Verdict, texts: Sequence[Text]) -> list[Problem]:
    """The texts of a dropped member that a verdict is about, as near as it tells."""
    own = [text for text in texts if any(use.member == member for use in text.uses)]
    found = _MESSAGE.search(verdict.evidence)
    if verdict.filter == "oracle":
        about = [text for text in own if text.part == "user"]
    elif verdict.filter == "reference":
        about = [text for text in own if text.part == "answer"]
    else:
        at = int(found[1]) if found else -1
        about = [text for text in own if any(u.message == at for u in text.uses)]
    said = f"{verdict.reason}: {verdict.evidence}"[:200]
    return [Problem(text.key, "chain", said) for text in about or own]
