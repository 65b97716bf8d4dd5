"""Words: some are asked for, some are unwanted, contractions are written out."""

import re
from collections.abc import Sequence
from itertools import pairwise

from callwright.generators.forms.base import Args, Draft, Maker, Source, fixed, free, kept
from callwright.schemas.forms import text as count

_FULL = {
    "n't": " not", "'re": " are", "'ve": " have", "'ll": " will", "'m": " am",
}  # fmt: skip
_WHOLE = {"can't": "cannot", "won't": "will not", "shan't": "shall not", "let's": "let us"}
_ANY = re.compile(
    r"\b(?:(?P<whole>can't|won't|shan't|let's)|(?P<not>\w{1,20}?)n't"
    r"|(?P<who>i|you|we|they|he|she|it|that|there|here|what|who|where|when|how)"
    r"(?P<tail>'(?:m|re|s|ve|d|ll)))\b",
    re.IGNORECASE,
)


def written_out(text: str) -> str | None:
    """The text without contractions; None where one could mean two things."""
    straight = re.sub(r"(?<=\w)[’ʼ´](?=\w)", "'", text)
    found = _ANY.sub(lambda m: _full(m, straight), straight)
    return None if count.contractions(found) else found


def _full(match: re.Match[str], text: str) -> str:
    said = match[0]
    if match["whole"]:
        full = _WHOLE[said.lower()]
        return full.capitalize() if said[0].isupper() else full
    if match["not"]:
        return f"{match['not']} not"
    tail = match["tail"].lower()
    if tail == "'s":  # `it's booked` is `it is`; nothing here says `it has`
        return f"{match['who']} is"
    if tail == "'d":
        return said  # `would` or `had`: nobody knows
    return match["who"] + _FULL[tail]


def _unwanted(drafts: Sequence[Draft], source: Source) -> Args | None:
    texts = [d.text for d in drafts]
    able = [w for w in source.pack.unwanted if not any(count.count_phrase(t, w) for t in texts)]
    return {"words": [source.rng.choice(able)]} if able else None


def _wanted(drafts: Sequence[Draft], source: Source) -> Args:
    return {"words": [source.rng.choice(("thanks", "please"))]}


_WITH = {"thanks": "Thanks for asking.", "please": "Please tell me if anything is unclear."}
"""A harmless sentence with each word that one may be asked to use."""


def _worked_in(draft: Draft, args: Args, source: Source) -> Draft | None:
    missing = [w for w in args["words"] if not count.count_phrase(draft.text, w)]
    if not all(w in _WITH for w in missing):
        return None
    return draft.to(" ".join([draft.text, *(_WITH[w] for w in missing)]))


def _shared(drafts: Sequence[Draft]) -> list[str]:
    first = [w for w in map(count.bare, count.words(drafts[0].text)) if w.isalpha() and len(w) > 2]
    return [w for w in dict.fromkeys(first) if all(count.count_phrase(d.text, w) for d in drafts)]


def _frequency(drafts: Sequence[Draft], source: Source) -> Args | None:
    words = _shared(drafts)
    if not words:
        return None
    word = source.rng.choice(words)
    return {"word": word, "count": min(count.count_phrase(d.text, word) for d in drafts)}


def _place(drafts: Sequence[Draft], source: Source) -> Args | None:
    able = [
        {"word": word, "place": places.pop()}
        for word in _shared(drafts)
        if len(places := {_first(d.text, word) for d in drafts}) == 1
    ]
    return source.rng.choice(able) if able else None


def _first(text: str, word: str) -> int:
    said = [bool(count.count_phrase(s, word)) for s in count.sentences(text)]
    return said.index(True) + 1 if True in said else 0


def _if(test: str) -> Maker:
    def realise(draft: Draft, args: Args, source: Source) -> Draft | None:
        return draft if _TESTS[test](draft.text, args) else None

    return Maker(test, "words", free if test != "palindromes_at_least" else _one, realise)


def _one(drafts: Sequence[Draft], source: Source) -> Args:
    return {"count": 1}


def _unique(text: str, args: Args) -> bool:
    found = list(map(count.bare, count.words(text)))
    return len(found) == len(set(found))


def _alternates(text: str, args: Args) -> bool:
    odd = [sum(map(str.isalnum, w)) % 2 for w in count.words(text)]
    return all(a != b for a, b in pairwise(odd))


def _palindromes(text: str, args: Args) -> bool:
    plain = [count.bare(w) for w in count.words(text)]
    return sum(len(w) > 2 and w.isalpha() and w == w[::-1] for w in plain) >= args["count"]


_TESTS = {
    "unique_words": _unique,
    "alternating_words": _alternates,
    "palindromes_at_least": _palindromes,
}
"""Rules that nothing can be rewritten to obey: the draft does, or not."""

MAKERS = (
    Maker("includes_words", "words", _wanted, _worked_in, 1, adds=True),
    Maker("avoids_words", "words", _unwanted, kept, 4),
    Maker("word_at_least", "words", _frequency, kept),
    Maker("word_in_sentence", "words", _place, kept),
    Maker("no_contractions", "marks", free, fixed(written_out), 5),
    *map(_if, _TESTS),
)
