"""One value, one text: canonical JSON, digests, and seed paths."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.schemas.canonical import canonical, digest, dump, finite, load
from callwright.schemas.errors import RecordError
from callwright.schemas.seeds import SeedPath

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


def shuffled(value):
    if isinstance(value, dict):
        return {k: shuffled(value[k]) for k in reversed(list(value))}
    return [shuffled(v) for v in value] if isinstance(value, list) else value


@given(JSON)
def test_key_order_does_not_matter(value):
    assert canonical(shuffled(value)) == canonical(value)
    assert digest(shuffled(value)) == digest(value)


@given(JSON)
def test_canonical_text_reads_back(value):
    assert load(canonical(value)) == value
    assert canonical(load(canonical(value))) == canonical(value)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("hide", [lambda x: x, lambda x: [None, {"a": [x]}], lambda x: {"a": (x,)}])
def test_what_is_no_json_number_is_refused(bad, hide):
    with pytest.raises(RecordError, match="NaN"):
        canonical(hide(bad))


def test_lone_surrogates_are_refused():
    with pytest.raises(RecordError, match="not canonical JSON"):
        canonical({"a": "\ud800"})


def test_nested_data_in_rows_keeps_its_order_and_its_letters():
    assert dump({"b": 1, "a": "é"}) == '{"b":1,"a":"é"}'


def test_broken_json_is_named():
    with pytest.raises(RecordError, match="broken JSON"):
        load("{")


def test_a_seed_path_gives_the_same_draws_everywhere():
    """Pinned: another value would change the content of every recipe."""
    path = SeedPath.root("demo", 7).at("single/travel/train", 3)
    assert path.text == "v1/demo/7/single/travel/train/3"
    assert path.digest() == "dbfcee737820e1dad49c0233"
    assert path.rng("a").getrandbits(32) == 912705892
    assert path.rng("a").random() != path.rng("b").random()


def test_neighbouring_paths_share_nothing():
    draws = {SeedPath.root("n", 1).at("cell", i).rng("x").getrandbits(64) for i in range(2000)}
    assert len(draws) == 2000


@pytest.mark.parametrize(
    "good",
    [[{"a": 10**5000}, 1.5], (1.5, {2: None}), {("a",): 1}],
    ids=["large", "number as a key", "tuple as a key"],
)
def test_what_the_quick_way_does_not_take_is_finite_all_the_same(good):
    assert finite(good)
    assert not finite([good, float("nan")])
