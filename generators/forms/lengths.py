"""Length: bounds are drawn to suit the answers, and sentences are joined or added to meet them."""

from collections.abc import Callable, Sequence

from callwright.generators.forms.base import Args, Draft, Draw, Maker, Realise, Source, free, kept
from callwright.schemas.forms import text as count

_ROUND = (*range(8, 20, 2), *range(20, 60, 5), *range(60, 160, 10), *range(160, 1000, 40))
_JOINABLE = frozenset(
    "it that the there this you your they these those a an no on from in at for and of with new "
    "total refund amount departure arrival price fee reference bags checked pay left".split()
)
"""Words whose capital only begins a sentence."""
MOST_ADDED = 1
"""Sentences without a fact that an answer may get; more would be idle talk."""
Measure = Callable[[str], int]


def _words(text: str) -> int:
    return len(count.words(text))


def _sentences(text: str) -> int:
    return len(count.sentences(text))


def _characters(text: str) -> int:
    return len(text.strip())


def _longest_sentence(text: str) -> int:
    return max((len(count.words(s)) for s in count.sentences(text)), default=0)


def bound_above(measure: Measure) -> Draw:
    """A round bound just above the longest draft."""

    def draw(drafts: Sequence[Draft], source: Source) -> Args | None:
        most = max(measure(d.text) for d in drafts)
        return next(({"count": n} for n in _ROUND if n >= most), None)

    return draw


def bound_below(measure: Measure) -> Draw:
    """A round bound just below the shortest draft."""

    def draw(drafts: Sequence[Draft], source: Source) -> Args | None:
        least = min(measure(d.text) for d in drafts)
        return next(({"count": n} for n in reversed((*range(2, 8), *_ROUND)) if n <= least), None)

    return draw


def same_for_all(measure: Measure) -> Draw:
    """The count of the drafts, where they share one of two or more."""

    def draw(drafts: Sequence[Draft], source: Source) -> Args | None:
        found = {measure(d.text) for d in drafts}
        return {"count": found.pop()} if len(found) == 1 and min(found) > 1 else None

    return draw


def _between(drafts: Sequence[Draft], source: Source) -> Args | None:
    found = [_words(d.text) for d in drafts]
    low = max(2, min(found) - min(found) % 5)
    return {"low": low, "high": max(found) + 5 - max(found) % 5} if min(found) >= low else None


# -- sentences -----------------------------------------------------------------------------
def _draw_sentences(drafts: Sequence[Draft], source: Source) -> Args:
    return {"count": source.rng.choice((1, 1, 1, 1, 2, 2, 3))}


def _few_sentences(drafts: Sequence[Draft], source: Source) -> Args:
    return {"count": source.rng.choice((2, 2, 2, 3))}


def to_sentences(draft: Draft, args: Args, source: Source) -> Draft | None:
    """So many sentences: the last ones are joined, or harmless ones are added."""
    parts = count.sentences(draft.text)
    closings = source.rng.sample(source.pack.closings, len(source.pack.closings))
    if len(parts) - args["count"] > 2 or len(draft.text.splitlines()) > 1:
        return None
    while len(parts) > args["count"]:
        joined = _joined(parts[-2], parts[-1], draft.values)
        if joined is None:
            return None
        parts[-2:] = [joined]
    if args["count"] - len(parts) > MOST_ADDED:
        return None
    parts += closings[: args["count"] - len(parts)]
    return draft.to(" ".join(_ended(part) for part in parts))


def _fewer(draft: Draft, args: Args, source: Source) -> Draft | None:
    most = min(args["count"], _sentences(draft.text))
    return to_sentences(draft, {"count": max(1, most)}, source)


def _more(draft: Draft, args: Args, source: Source) -> Draft | None:
    least = max(args["count"], _sentences(draft.text))
    return to_sentences(draft, {"count": least}, source)


def _joined(one: str, other: str, values: Sequence[str]) -> str | None:
    """Two sentences as one; None where nobody knows whether the second begins with a name."""
    first = other.split(" ", 1)[0]
    if first.casefold().partition("'")[0] in _JOINABLE:
        other = other[0].lower() + other[1:]
    elif first[0].isupper() and not any(value.startswith(first.rstrip(",")) for value in values):
        return None
    return f"{one.rstrip('.!?…')}; {other}"


def _ended(sentence: str) -> str:
    return sentence if sentence[-1] in ".!?…。" else f"{sentence}."


# -- paragraphs and lines ------------------------------------------------------------------
def _parted(joint: str, added: bool) -> Realise:
    """The sentences parted; a closing paragraph may be `added`, an idle line may not."""

    def realise(draft: Draft, args: Args, source: Source) -> Draft | None:
        made = _more(draft, args, source)
        if made is None or (not added and _sentences(draft.text) < args["count"]):
            return None
        parts = count.sentences(made.text)
        head, tail = parts[: args["count"] - 1], parts[args["count"] - 1 :]
        return draft.to(joint.join([*head, " ".join(tail)]))

    return realise


def _two_or_three(drafts: Sequence[Draft], source: Source) -> Args:
    return {"count": source.rng.choice((2, 2, 3))}


def _on_one_line(draft: Draft, args: Args, source: Source) -> Draft:
    return draft.to(" ".join(draft.text.split()))


MAKERS = (
    Maker("words_at_most", "length", bound_above(_words), kept, 10),
    Maker("words_at_least", "length", bound_below(_words), kept),
    Maker("words_between", "length", _between, kept, 2),
    Maker("words_exactly", "length", same_for_all(_words), kept),
    Maker("characters_at_most", "length", bound_above(_characters), kept, 4, spoken=False),
    Maker("characters_at_least", "length", bound_below(_characters), kept),
    Maker("sentence_words_at_most", "length", bound_above(_longest_sentence), kept, 1),
    Maker("sentences_exactly", "shape", _draw_sentences, to_sentences, 14, closed="sentences"),
    Maker("sentences_at_most", "shape", _few_sentences, _fewer, 8, closed="sentences"),
    Maker("sentences_at_least", "shape", _few_sentences, _more, 3),
    Maker(
        "paragraphs_exactly",
        "shape",
        _two_or_three,
        _parted("\n\n", added=True),
        3,
        spoken=False,
        closed="sentences",
    ),
    Maker(
        "lines_exactly",
        "shape",
        _two_or_three,
        _parted("\n", added=False),
        3,
        spoken=False,
        closed="sentences",
    ),
    Maker("one_line", "shape", free, _on_one_line, 2, spoken=False, closed="sentences"),
)
