"""The oracle: recomputes every argument from the rendered context and the recorded provenance.

It knows the language (phrase packs) and the types of results, and is given the conversation alone:
nothing comes from the plan or the world. What it cannot recompute is a defect of the row.
"""

from callwright.filters.oracle.filter import OracleFilter

__all__ = ["OracleFilter"]
