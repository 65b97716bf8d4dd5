"""Starts and ends: a phrase, quotes, a postscript, a last mark."""

import re
from collections.abc import Sequence

from callwright.generators.forms.base import Args, Draft, Maker, Source, free
from callwright.schemas.forms import text as count

_DOUBLE = re.compile('["“”]')


def _start(drafts: Sequence[Draft], source: Source) -> Args:
    return {"phrase": source.rng.choice(source.pack.starts)}


def _started(draft: Draft, args: Args, source: Source) -> Draft:
    joint = "\n" if _is_marked(draft.text.lstrip().split("\n")[0]) else " "
    return draft.to(f"{args['phrase']}{joint}{draft.text.lstrip()}")


def _end(drafts: Sequence[Draft], source: Source) -> Args:
    return {"phrase": source.rng.choice(source.pack.ends)}


def _ended(draft: Draft, args: Args, source: Source) -> Draft:
    joint = "\n" if _is_marked(draft.text.rstrip().split("\n")[-1]) else " "
    return draft.to(f"{draft.text.rstrip()}{joint}{args['phrase']}")


def _is_marked(line: str) -> bool:
    """Whether a line is one of a list or table, so that nothing can stand beside it."""
    return count.is_bullet(line) or count.number_of(line) is not None or line.startswith("|")


def _quotes(draft: Draft, args: Args, source: Source) -> Draft | None:
    return None if _DOUBLE.search(draft.text) else draft.to(f'"{draft.text.strip()}"')


def _postscript(draft: Draft, args: Args, source: Source) -> Draft:
    return draft.to(f"{draft.text}\nP.S. {source.rng.choice(source.pack.postscripts)}")


def _mark(drafts: Sequence[Draft], source: Source) -> Args:
    return {"mark": "."}


def _marked(draft: Draft, args: Args, source: Source) -> Draft | None:
    bare = draft.text.rstrip().rstrip(".!?… ")
    return draft.to(bare + args["mark"]) if bare else None


MAKERS = (
    Maker("starts_with", "edge", _start, _started, 8, spoken=False),
    Maker("ends_with", "edge", _end, _ended, 6, spoken=False, adds=True),
    Maker("quoted", "edge", free, _quotes, 2, spoken=False),
    Maker("postscript", "edge", free, _postscript, 3, spoken=False, adds=True),
    Maker("ends_with_mark", "edge", _mark, _marked),
)
