"""A plain CPU loop beside which rates are reported: machines are noisy and differ, ratios less."""

import hashlib
from time import perf_counter

ROUNDS = 200_000


def reference_rate() -> float:
    """Rounds a second of a loop of hashing, on one core; the best of three."""
    return max(ROUNDS / seconds_of_loop() for _ in range(3))


def seconds_of_loop() -> float:
    """Time of one run of the loop."""
    started = perf_counter()
    digest = b""
    for number in range(ROUNDS):
        digest = hashlib.sha256(digest + number.to_bytes(4, "big")).digest()
    return perf_counter() - started
