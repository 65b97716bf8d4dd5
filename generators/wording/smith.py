"""The wordsmith: reads a family's texts with all that a model must keep to; one per worker."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from callwright.domains.core import output as shapes
from callwright.domains.core.domain import Domain
from callwright.domains.core.lexicon import Lexicon, lexicon
from callwright.domains.core.template import Choice as Alternatives
from callwright.domains.core.template import Node, parse
from callwright.domains.core.tool import Tool
from callwright.generators.language.core import core_pack
from callwright.generators.wording.needs import needs_of, revealed, secrets_of
from callwright.generators.wording.reading import masked
from callwright.generators.wording.texts import (
    Draft,
    Family,
    Need,
    Polarity,
    Secret,
    Text,
    Use,
    drafts_of,
)
from callwright.generators.wording.vocabulary import Vocabulary, stem, vocabulary
from callwright.schemas.checks import TurnCheck
from callwright.schemas.task import Trajectory
from callwright.schemas.values import Choice, Flag, Kind, ListOf, Setting, read_stamp

LAST = ("title", "free_text", "path", "person_name")
"""Kinds that read nearly anything, so that they are tried last."""


@dataclass(frozen=True)
class Wordsmith:
    """Reads families; holds the language and the tools of all domains."""

    lexicon: Lexicon
    tools: Mapping[str, Tool]
    """Canonical name -> tool."""

    @classmethod
    def of(cls, domains: Mapping[str, Domain], language: str = "en") -> "Wordsmith":
        """The wordsmith of domains in a language; `PhraseError` where the language has no words."""
        vocabulary(language)
        tools = {tool.id: tool for domain in domains.values() for tool in domain.tools}
        return cls(lexicon(domains.values(), language), tools)

    @property
    def vocabulary(self) -> Vocabulary:
        """The small words of the language."""
        return vocabulary(self.lexicon.language)

    def setting(self, member: Trajectory) -> Setting:
        """The setting in which a row's values are read."""
        now = read_stamp(member.task.checks.now)
        return Setting(now=now, language=self.lexicon.language, words=self.lexicon.words)

    def texts(self, family: Family) -> tuple[Text, ...]:
        """The texts that a model may word, in order; those whose form is bound are left out."""
        drafts = drafts_of(family)
        needs = {id(d): self._needs(d, family) for d in drafts if d.part == "user"}
        said = {(u.member, u.turn): d for d in drafts if d.part == "user" for u in d.uses}
        texts: list[Text] = []
        for draft in drafts:
            if draft.kept:
                continue
            texts.append(
                self._user(draft, family, needs, said)
                if draft.part == "user"
                else self._assistant(draft, family)
            )
        return tuple(texts)

    # -- user turns ------------------------------------------------------------------------
    def _needs(self, draft: Draft, family: Family) -> tuple[Need, ...]:
        """What all members that share a turn need of it."""
        found: dict[tuple[object, ...], Need] = {}
        for use in draft.uses:
            member = family[use.member]
            setting = self.setting(member)
            for need in needs_of(member, use.message, self.lexicon, setting):
                found.setdefault((need.place, need.kind), need)
        known = list(found.values())
        for use in draft.uses:
            member = family[use.member]
            values = member.task.turns[use.turn].reveals
            more = revealed(values, draft.script, known, self.kinds, self.setting(member))
            known += [n for n in more if not any(_same(n, k) for k in known)]
        return tuple(sorted(known, key=lambda need: need.place))

    def _user(
        self,
        draft: Draft,
        family: Family,
        needs: Mapping[int, tuple[Need, ...]],
        said: Mapping[tuple[int, int], Draft],
    ) -> Text:
        own = needs[id(draft)]
        secrets: list[Secret] = []
        polarity: Polarity = ""
        for use in draft.uses:
            member = family[use.member]
            turns = range(len(member.task.turns))
            later = [n for t in turns if t > use.turn for n in needs[id(said[use.member, t])]]
            heard = [*own, *(n for t in range(use.turn) for n in needs[id(said[use.member, t])])]
            secrets += [
                secret
                for secret in secrets_of(member, use.turn, later, self.setting(member))
                if not any(_says(need, secret) for need in heard)
            ]
            polarity = self._polarity(member, use, own) or polarity
        called = self._called(draft, family)
        topics = frozenset[str]().union(*(self.topics(tool) for tool in called))
        declined = (w for u in draft.uses for w in self._check(family, u).declines)
        topics |= {stem(word) for words in declined for word in words.lower().split()}
        bare = masked(draft.script, [need.place for need in own if need.kind])
        script = self.vocabulary.content(bare)
        domains = {d for u in draft.uses for d in family[u.member].task.domain.split("+")}
        return Text(
            key=draft.key,
            part="user",
            script=draft.script,
            register=draft.register,
            uses=tuple(draft.uses),
            needs=own,
            secrets=tuple(secrets),
            topics=(topics | script) if topics & script else frozenset(),
            rivals=self._rivals(domains, topics | script),
            foils=self._foils(called),
            known=self._known(draft, family).union(topics),
            names=self._names(draft, family),
            polarity=polarity,
        )

    def _check(self, family: Family, use: Use) -> TurnCheck:
        return family[use.member].task.checks.turns[use.turn]

    def _called(self, draft: Draft, family: Family) -> list[Tool]:
        calls = (call for use in draft.uses for call in self._check(family, use).calls)
        return [self.tools[name] for name in dict.fromkeys(call.tool for call in calls)]

    def _polarity(self, member: Trajectory, use: Use, needs: tuple[Need, ...]) -> Polarity:
        """Whether a turn is the yes or the no to a question for leave."""
        before = member.task.checks.turns[use.turn - 1].asks if use.turn else ()
        if needs or before != core_pack(self.lexicon.language).confirm_words:
            return ""
        return "yes" if member.task.checks.turns[use.turn].calls else "no"

    # -- the assistant's texts -------------------------------------------------------------
    def _assistant(self, draft: Draft, family: Family) -> Text:
        check = self._check(family, draft.uses[0])
        text = Text(
            key=draft.key,
            part=draft.part,
            script=draft.script,
            register=draft.register,
            uses=tuple(draft.uses),
            names=self._names(draft, family),
            known=self._known(draft, family),
        )
        if draft.part == "thought":
            return text
        facts = tuple(fact for fact in check.facts if not fact.path)
        said = self.vocabulary.content(draft.script)
        done = (self.topics(tool) for tool in self._called(draft, family))
        declined = (stem(w) for words in check.declines for w in words.lower().split())
        return replace(
            text,
            facts=facts,
            asks=check.asks,
            declines=check.declines,
            form=check.form,
            rivals=self._rivals(self._domains, said.union(*done, declined)),
        )

    def _known(self, draft: Draft, family: Family) -> frozenset[str]:
        """Stems of the words of a text, of what is said and shown around it, and of any talk."""
        around: list[str] = [draft.script]
        for use in draft.uses:
            member = family[use.member]
            end = use.message + 1
            if draft.part == "thought":  # it may speak of the calls and of the tools that there are
                around += [tool.description for tool in member.task.tools]
            around += [message.content or "" for message in member.messages[1:end]]
            called = [self.tools[c.tool] for t in member.task.checks.turns for c in t.calls]
            if draft.part != "user":
                around += [" ".join(sorted(self.topics(tool))) for tool in called]
        return self.vocabulary.content(" ".join(around)) | self._talk

    @cached_property
    def _talk(self) -> frozenset[str]:
        """Stems of the words of the phrases that all domains share, and of thinking."""
        pack = core_pack(self.lexicon.language).model_dump(exclude={"chitchat"})
        return self.vocabulary.content(" ".join(_texts(pack))) | self.vocabulary.thinking

    @cached_property
    def _domains(self) -> frozenset[str]:
        return frozenset(tool.domain for tool in self.tools.values())

    # -- what the language knows of tools --------------------------------------------------
    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Every kind that a tool takes, those that read nearly anything last."""
        every = dict.fromkeys(p.kind for tool in self.tools.values() for p in tool.params)
        loose = {name: rank for rank, name in enumerate(LAST, 1)}
        return tuple(sorted(every, key=lambda kind: loose.get(kind.name, 0)))

    def topics(self, tool: Tool) -> frozenset[str]:
        """Stems of the words by which people ask for a tool."""
        return self._topics[tool.id]

    @cached_property
    def _topics(self) -> dict[str, frozenset[str]]:
        return {tool.id: self._words(tool) for tool in self.tools.values()}

    def _words(self, tool: Tool) -> frozenset[str]:
        phrases = self.lexicon.tool(tool)
        sections = (phrases.imperatives, phrases.sentences, phrases.terse, phrases.able)
        texts = [plain(parse(t)) for section in sections for t in section]
        entity = self.lexicon.entities.get(shapes.entity(tool.output) or "")
        nouns = entity.nouns if entity else ()
        return self.vocabulary.content(" ".join([*texts, *phrases.topic, *phrases.names, *nouns]))

    @cached_property
    def _verbs(self) -> dict[str, frozenset[str]]:
        """Tool -> first words of the requests for it, as stems."""
        return {
            tool.id: frozenset(
                stem(words[0].lower())
                for text in self.lexicon.tool(tool).imperatives
                if (words := plain(parse(text)).split())
            )
            for tool in self.tools.values()
        }

    @cached_property
    def _harmless(self) -> frozenset[str]:
        """First words of requests that change nothing, and verbs that mean little alone."""
        reading = (verbs for name, verbs in self._verbs.items() if not self.tools[name].mutates)
        return self.vocabulary.light_verbs.union(*reading)

    def _rivals(self, domains: Set[str], own: frozenset[str]) -> frozenset[str]:
        """Verbs, none of the `own`, that ask for changes in the domains, or end something."""
        others = (
            self._verbs[tool.id]
            for tool in self.tools.values()
            if tool.mutates and (tool.ends or tool.domain in domains)
        )
        return frozenset[str]().union(*others) - own - self._harmless

    def _foils(self, called: Sequence[Tool]) -> frozenset[str]:
        """Words for the choices and flags of tools."""
        kinds = (param.kind for tool in called for param in tool.params)
        items = (kind.item if isinstance(kind, ListOf) else kind for kind in kinds)
        return frozenset(word for kind in dict.fromkeys(items) for word in self._choices(kind))

    def _choices(self, kind: Kind) -> Iterator[str]:
        if isinstance(kind, Choice | Flag):
            spec = kind.spec()
            words = self.lexicon.words.get(str(spec.get("enum") or spec.get("flag")), {})
            yield from (word for every in words.values() for word in every)

    def _names(self, draft: Draft, family: Family) -> frozenset[str]:
        """Names of the tools that are seen; a plain word is no name."""
        names: set[str] = set()
        for use in draft.uses:
            task = family[use.member].task
            names.update(name for name in task.views if not name.isalpha() or not name.islower())
            names.update(view.tool for view in task.views.values())
        return frozenset(names)


def _texts(value: object) -> Iterator[str]:
    """All texts in nested data, keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in cast("Mapping[object, object]", value).values():
            yield from _texts(inner)
    elif isinstance(value, Iterable):
        for inner in cast("Iterable[object]", value):
            yield from _texts(inner)


def plain(nodes: Iterable[Node]) -> str:
    """The words of a template, those of all alternatives; its slots left out."""
    parts: list[str] = []
    for node in nodes:
        if isinstance(node, str):
            parts.append(node)
        elif isinstance(node, Alternatives):
            parts += [plain(option) for option in node.options]
    return " ".join(parts)


def _same(one: Need, other: Need) -> bool:
    return bool(one.kind and other.kind and other.kind.equal(other.value, one.value))


def _says(need: Need, secret: Secret) -> bool:
    return need.kind is not None and need.kind.equal(need.value, secret.value)
