"""Signatures and the index, against brute force."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from callwright.filters.dedup import EXACT, NEAR, Index, Signature, signature
from callwright.filters.dedup.index import jaccard

WORDS = (
    "find book cancel move flight train table room to from in Lisbon Porto London Berlin on Friday "
    "Monday morning evening please for two three under over with without a the my next cheap direct"
).split()


def request(rng, length=14):
    return " ".join(rng.choice(WORDS) for _ in range(length))


def edited(text, rng):
    words = text.split()
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        words[rng.randrange(len(words))] = rng.choice(WORDS)
    return " ".join(words + rng.sample(WORDS, rng.choice((0, 0, 1))))


def texts(count, seed=3):
    rng = Random(seed)
    bases = [request(rng, rng.randint(8, 40)) for _ in range(count // 2)]
    return bases + [edited(rng.choice(bases), rng) for _ in range(count - len(bases))]


def test_case_spacing_and_punctuation_do_not_matter():
    index = Index()
    row = index.add(signature("Find me a flight, to Lisbon!"), "a")
    same = signature("find me  a flight to lisbon")
    assert index.duplicate_of(same) == row
    assert index.reason(same, row) == EXACT


def test_a_near_duplicate_is_found_and_named():
    index = Index()
    text = request(Random(1), 40)
    row = index.add(signature(text), "a")
    near = signature(text + " thanks")
    assert index.duplicate_of(near) == row
    assert index.reason(near, row) == NEAR


def test_other_values_are_another_request():
    index = Index()
    index.add(signature("book the cheapest flight from London to Lisbon on Friday"), "a")
    assert (
        index.duplicate_of(signature("book the cheapest flight from Paris to Rome on Monday"))
        is None
    )


def test_rows_of_the_own_family_are_passed_over():
    index = Index()
    twin = signature("what is the weather in Lisbon")
    index.add(twin, "a")
    assert index.duplicate_of(twin, family="a") is None
    assert index.duplicate_of(twin, family="b") == 0


@pytest.mark.parametrize("text", ["", "hi", "two words", "¿qué?", "\ud800 broken text here"])
def test_short_and_strange_texts_have_signatures(text):
    index = Index()
    index.add(signature(text), "a")
    assert index.duplicate_of(signature(text)) == 0


def test_signatures_survive_packing():
    one = signature("find a train to Porto on Friday")
    two = Signature.unpack(one.pack())
    assert (two.exact, two.bands.tolist(), two.shingles.tolist()) == (
        one.exact,
        one.bands.tolist(),
        one.shingles.tolist(),
    )


def test_against_brute_force():
    signatures = [signature(text) for text in texts(2000)]
    over = {
        (i, j)
        for (i, a), (j, b) in combinations(enumerate(signatures), 2)
        if min(len(a.shingles), len(b.shingles)) > 0.8 * max(len(a.shingles), len(b.shingles))
        and jaccard(a.shingles, b.shingles) > 0.8
    }
    index, found = Index(), set()
    for row, one in enumerate(signatures):
        found |= {(other, row) for other in index._candidates(one.bands)}
        first = index.duplicate_of(one)
        assert first is None or (first, row) in over, "a false positive"
        index.add(one, str(row))
    assert len(over) > 300
    assert len(over & found) / len(over) >= 0.98


def test_a_hundred_thousand_rows_are_small():
    rng = np.random.default_rng(5)
    rows = 100_000
    index = Index()
    made = [
        Signature(
            int(rng.integers(2**63)),
            rng.integers(2**32, size=32, dtype=np.uint32),
            np.unique(rng.integers(2**32, size=24, dtype=np.uint32)),
        )
        for _ in range(rows)
    ]
    for row, one in enumerate(made):
        assert index.duplicate_of(one) is None
        index.add(one, str(row))
    assert index.nbytes / rows < 600
    assert [index.duplicate_of(made[row]) for row in (0, 1, 777, rows - 1)] == [0, 1, 777, rows - 1]
