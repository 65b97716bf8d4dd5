"""Which rules an answer, or every answer of a conversation, is held to, and the answers in form."""

from collections.abc import Sequence

from callwright.generators.errors import CannotPlan
from callwright.generators.forms import makers
from callwright.generators.forms.base import GROUPS, Draft, Maker, Source
from callwright.schemas.forms import FormRule

TRIES = 12
RULES = (6, 3, 1)
"""Weights of one rule, two and three."""
APART = ({"case", "edge"}, {"case", "words"})
"""Groups whose rules do not go together: a phrase to start with has capitals of its own."""

_MARKDOWN = {"highlights_at_least", "bulleted", "bullets_exactly", "numbered", "sections_exactly"}
CLASHES = {"no_brackets": {"title", "placeholders_at_least"}, "plain_text": _MARKDOWN}
"""Types that contradict each other."""


def choose_rules(
    answers: Sequence[Sequence[Draft]], source: Source, aloud: bool
) -> tuple[tuple[FormRule, ...], list[Draft]]:
    """Rules that one draft of each answer can obey, and those drafts in form.

    `aloud`: only rules that one can ask for in speech. `CannotPlan` when none is found.
    """
    for _ in range(TRIES):
        chosen = _choose(source, aloud)
        drafts = [_pick(options, chosen, source) for options in answers]
        formed = _form(drafts, chosen, source)
        if formed is not None:
            return formed
    raise CannotPlan("forms.none_fits")


def _choose(source: Source, aloud: bool) -> list[Maker]:
    able = [m for m in makers().values() if m.weight and (m.spoken or not aloud)]
    wanted = source.rng.choices(range(1, len(RULES) + 1), RULES)[0]
    chosen: list[Maker] = []
    while len(chosen) < wanted and able:
        maker = source.rng.choices(able, [m.weight for m in able])[0]
        chosen.append(maker)
        able = [] if maker.alone else [m for m in able if _goes(m, maker)]
    return sorted(chosen, key=lambda maker: GROUPS.index(maker.group))


def _goes(other: Maker, maker: Maker) -> bool:
    groups = {other.group, maker.group}
    if len(groups) < 2 or groups in APART or other.alone:
        return False
    if other.type in CLASHES.get(maker.type, ()) or maker.type in CLASHES.get(other.type, ()):
        return False
    return not (_shuts_out(other, maker) or _shuts_out(maker, other))


def _shuts_out(maker: Maker, other: Maker) -> bool:
    return bool(maker.closed) and (
        other.adds or (maker.closed == "lines" and other.group == "edge")
    )


def _pick(options: Sequence[Draft], chosen: Sequence[Maker], source: Source) -> Draft:
    """A telling by chance; a short one where length counts."""
    if any(maker.group == "length" for maker in chosen):
        return min(options, key=lambda draft: len(draft.text))
    return source.rng.choice(list(options))


def _form(
    drafts: list[Draft], chosen: Sequence[Maker], source: Source
) -> tuple[tuple[FormRule, ...], list[Draft]] | None:
    rules: list[FormRule] = []
    for maker in chosen:
        args = maker.draw(drafts, source)
        if args is None:
            return None
        made = [maker.realise(draft, args, source) for draft in drafts]
        drafts = [draft for draft in made if draft is not None]
        if len(drafts) < len(made):
            return None
        rules.append(FormRule(type=maker.type, args=args))
    return tuple(rules), drafts
