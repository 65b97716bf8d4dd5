"""BFCL's verdict on single-turn calls, reproduced from what its AST checker is seen to do.

For conformance and comparison only. It is lenient where our reward is strict (letter case,
punctuation) and strict where ours is lenient (an instant in another offset, greedy order), so no
row is accepted and no rollout scored by it. It never raises for what a model wrote: where BFCL's
checker does, the calls are rejected with the exception as the reason.
"""

from callwright.filters.bfcl.checker import check
from callwright.filters.bfcl.reasons import Judgement, Reason

__all__ = ["Judgement", "Reason", "check"]
