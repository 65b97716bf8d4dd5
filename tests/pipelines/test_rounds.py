"""Rounds: whatever the cut, the same candidates in the same order."""

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from callwright.generators.settings import Cell
from callwright.pipelines.rounds import LEAST, pack, size_of

ORDERS = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 300)), max_size=8)


def orders(sizes):
    cells = [Cell(skill="single", domain=f"d{n}", split="train") for n in range(len(sizes))]
    return [
        (SimpleNamespace(cell=cell, entered=entered), size)
        for cell, (entered, size) in zip(cells, sizes, strict=True)
    ]


@given(ORDERS, st.integers(1, 120))
def test_every_candidate_is_in_one_chunk_in_order(sizes, chunk_size):
    asked = orders(sizes)
    chunks = list(pack(asked, chunk_size))
    made = [(p.cell.name, n) for parts in chunks for p in parts for n in range(p.first, p.last)]
    assert made == [
        (state.cell.name, n)
        for state, size in asked
        for n in range(state.entered, state.entered + size)
    ]
    assert all(part.size > 0 for parts in chunks for part in parts)


@given(ORDERS, st.integers(1, 120))
def test_chunks_are_full_but_at_the_end_of_a_round(sizes, chunk_size):
    left = sum(size for _, size in sizes)
    for parts in pack(orders(sizes), chunk_size):
        candidates = sum(part.size for part in parts)
        assert candidates == min(left, size_of(left, chunk_size)) <= chunk_size
        left -= candidates
    assert left == 0


def test_the_last_chunks_shrink():
    assert [size_of(left, 100) for left in (10_000, 800, 400, 80, 3)] == [
        100,
        100,
        50,
        LEAST,
        LEAST,
    ]
