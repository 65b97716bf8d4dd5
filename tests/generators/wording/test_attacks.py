"""Texts of real families with one thing changed: none of them may pass.

Near misses, values added, dropped or exchanged, things said too early, references lost, denials.
"""

import json
from collections import Counter
from random import Random

import pytest

from callwright.generators.factory import Factory
from callwright.generators.wording import Unworded, Wordsmith, checked
from callwright.schemas.completions import Completion
from tests.generators.conftest import cells, families

DOMAINS = ("travel", "commerce", "device", "travel+calendar")
SORTS = {"near", "add", "drop", "swap", "early", "reference", "deny", "meta"} | {
    *("untold", "hedge", "question")
}


def replaced(text, place, words):
    return text[: place[0]] + words + text[place[1] :]


def attacks(text, setting, rng):
    """(sort, words) of a user turn."""
    values = [need for need in text.needs if need.kind]
    for need in values:
        misses = need.kind.near_misses(need.value, setting)
        if misses:
            miss = rng.choice(need.kind.surfaces(rng.choice(misses), setting)).text
            yield "near", replaced(text.script, need.place, miss)
            yield "add", replaced(text.script, need.place, f"{need.words} or {miss}")
        yield "drop", replaced(text.script, need.place, "it")
    for one in values:
        for other in values:
            apart = one.place[1] <= other.place[0]
            alike = one.kind.spec() == other.kind.spec()
            if apart and alike and not one.kind.equal(one.value, other.value):
                later = replaced(text.script, other.place, one.words)
                yield "swap", replaced(later, one.place, other.words)
    for need in text.needs:
        if not need.kind and not need.loose:
            yield "reference", replaced(text.script, need.place, "other")
    for secret in text.secrets[:3]:
        yield "early", f"{text.script} {secret.kind.surfaces(secret.value, setting)[0].text}"
    yield "deny", f"don't {text.script}"
    yield "meta", f"{text.script} as an AI"


def lies(text, setting, rng):
    """(sort, words) of an answer."""
    for fact in text.facts[:2]:
        one = fact.any_of[0]
        ways = [s.text for s in one.typed.surfaces(one.value, setting) if s.text in text.script]
        misses = one.typed.near_misses(one.value, setting)
        if ways and misses and one.typed.name != "free_text":
            way = max(ways, key=len)
            miss = rng.choice(one.typed.surfaces(misses[0], setting)).text
            yield "untold", text.script.replace(way, "it")
            yield "hedge", text.script.replace(way, f"{way} or {miss}", 1)
    yield "question", f"{text.script} Shall I go on?"


SPOILS = {"user": attacks, "answer": lies, "thought": lambda text, *_: iter(())}


@pytest.fixture(scope="module")
def tried(factory: Factory):
    """(sort, whether it was refused, words, script) of every attack."""
    smith, rng, found = Wordsmith.of(factory.domains), Random(1), []
    for cell in cells():
        for family in families(factory, cell, 1) if cell.domain in DOMAINS else ():
            texts = smith.texts(family)
            good = {text.key: text.script for text in texts}
            setting = smith.setting(family[0])
            for text in texts:
                for sort, words in SPOILS[text.part](text, setting, rng):
                    reply = Completion(text=json.dumps(good | {text.key: words}))
                    found.append((sort, refused(family, texts, reply, smith), words, text.script))
    return [one for one in found if one[2] != one[3]]


def refused(family, texts, reply, smith):
    try:
        checked(family, texts, reply, smith)
    except Unworded:
        return True
    return False


def test_no_attack_passes(tried):
    passed = [(sort, words, script) for sort, no, words, script in tried if not no]
    assert passed == []


def test_every_sort_of_attack_is_tried(tried):
    counts = Counter(sort for sort, *_ in tried)
    assert set(counts) == SORTS
    assert sum(counts.values()) > 400, counts
